//! Mail log: one row for each mail with its last status (the screen Email Logs).

use std::sync::Mutex;

use mwanga_store::entities::mail_log::{self, Model};
use mwanga_store::queries::mail_log::{self as query, Filter, MailLogCursor};
use mwanga_store::types::{MailKind, MailLogId, MailStatus, Timestamp};
use mwanga_store::{StoreResult, queries};
use sea_orm::{NotSet, Set};

use super::MailError;
use crate::core_state::{Core, Part};
use crate::email::prefix_key;

/// Maximum length of a stored error, in characters.
const ERROR_CHARS: usize = 1_000;

/// An attempt to send a mail.
pub(crate) struct MailAttempt<'a> {
    pub id: &'a str,
    pub kind: MailKind,
    pub to: &'a str,
    pub subject: &'a str,
    pub status: MailStatus,
    pub error: Option<&'a str>,
}

/// The log row of an attempt.
pub(crate) fn log_row(attempt: &MailAttempt<'_>, now: Timestamp) -> mail_log::ActiveModel {
    mail_log::ActiveModel {
        id: NotSet,
        mail_id: Set(attempt.id.to_owned()),
        kind: Set(attempt.kind),
        recipient: Set(attempt.to.to_owned()),
        recipient_key: Set(attempt.to.to_lowercase()),
        subject: Set(attempt.subject.to_owned()),
        status: Set(attempt.status),
        error: Set(attempt.error.map(|error| error.chars().take(ERROR_CHARS).collect())),
        attempts: Set(1),
        created_at: Set(now),
        tried_at: Set(now),
        sent_at: Set((attempt.status == MailStatus::Sent).then_some(now)),
    }
}

/// Logs that the data of a mail is about to be sent. A failure to log does not stop the mail.
pub(super) async fn log_sending(core: &Core, (id, kind, to, subject): (&str, MailKind, &str, &str)) {
    let attempt = MailAttempt { id, kind, to, subject, status: MailStatus::Sending, error: None };
    let row = mail_log::ActiveModel { attempts: Set(0), ..log_row(&attempt, core.now()) };
    if let Err(e) = query::record_sending(core.store.writer(), row).await {
        tracing::warn!("a mail that goes out is missing in the log: {e}");
    }
}

/// Marks mails as uncertain that were being sent when a process ended. Call at start, before mail is sent. Another
/// process on the same store may still get the reply to one; that outcome overwrites this.
pub async fn mark_interrupted(core: &Core) -> StoreResult<()> {
    let marked = query::mark_interrupted(core.store.writer(), core.now().plus_ms(1)).await?;
    if marked > 0 {
        tracing::warn!("{marked} mails were going out when a process ended: Email Logs show them as uncertain");
    }
    Ok(())
}

/// Logs the outcome of an attempt. A failure to log neither stops a mail nor sends it again.
pub(super) async fn log_outcome(
    core: &Core,
    (id, kind, to, subject): (&str, MailKind, &str, &str),
    error: Option<&MailError>,
) {
    let status = match error {
        None => MailStatus::Sent,
        Some(MailError::Unsendable(_)) => MailStatus::Failed,
        Some(MailError::Temporary(_)) => MailStatus::Retrying,
        Some(MailError::Unanswered(_)) => MailStatus::Uncertain,
    };
    let error = error.map(ToString::to_string);
    let attempt = MailAttempt { id, kind, to, subject, status, error: error.as_deref() };
    if let Err(e) = query::record_attempts(core.store.writer(), vec![log_row(&attempt, core.now())]).await {
        tracing::warn!("a mail is missing in the log: {e}");
    }
}

/// A page of the log, with the key of the next page.
#[derive(Debug, Default)]
pub struct MailPage {
    pub mails: Vec<Model>,
    pub next: Option<MailLogCursor>,
}

/// Mails that were sent or tried, newest first; a search by address goes by the alphabet.
pub async fn list(
    core: &Core,
    filter: &Filter,
    after: Option<&MailLogCursor>,
    offset: u64,
    per_page: u64,
) -> StoreResult<MailPage> {
    let filter = Filter { recipient: prefix_key(&filter.recipient), ..filter.clone() };
    let mut mails = query::list(core.store.reader(), &filter, after, offset, per_page + 1).await?;
    let more = mails.len() as u64 > per_page;
    mails.truncate(per_page as usize);
    let key = |last: &Model| MailLogCursor {
        id: last.id,
        recipient_key: if filter.recipient.is_empty() { String::new() } else { last.recipient_key.clone() },
    };
    let next = mails.last().filter(|_| more).map(key);
    Ok(MailPage { mails, next })
}

/// Cached size of the log: a full count, and the newest row it includes.
#[derive(Default)]
pub struct LogCount(Mutex<Option<Count>>);

impl Part for LogCount {
    fn on_clock_set(&self) {
        *self.0.lock().expect("no panic while held") = None;
    }
}

impl Core {
    fn mail_log_count(&self) -> &LogCount {
        self.part()
    }
}

#[derive(Clone, Copy)]
struct Count {
    total: u64,
    up_to: MailLogId,
    at: Timestamp,
}

/// Lifetime of the cached count: old rows are deleted.
const RECOUNT_MS: i64 = 10 * 60_000;

/// How many mails the log holds.
pub async fn total(core: &Core) -> StoreResult<u64> {
    let (db, now) = (core.store.reader(), core.now());
    let cached = *core.mail_log_count().0.lock().expect("no panic while held");
    if let Some(count) = cached.filter(|count| now < count.at.plus_ms(RECOUNT_MS)) {
        return Ok(count.total + queries::mail_log::count_after(db, count.up_to).await?);
    }
    let up_to = query::newest_id(db).await?.unwrap_or(MailLogId(0));
    let above = |total: u64, newer: u64| total.saturating_sub(newer);
    let (total, newer) = (query::count_after(db, MailLogId(0)).await?, query::count_after(db, up_to).await?);
    *core.mail_log_count().0.lock().expect("no panic while held") =
        Some(Count { total: above(total, newer), up_to, at: now });
    Ok(total)
}
