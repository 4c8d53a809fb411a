use std::sync::Mutex;

use mwanga_store::entities::mail_log::{self, Model};
use mwanga_store::queries::mail_log::{self as query, Filter, Key};
use mwanga_store::types::{MailKind, MailLogId, MailStatus, Timestamp};
use mwanga_store::{StoreResult, queries};
use sea_orm::{NotSet, Set};

use super::MailError;
use crate::Core;

/// Characters of an error that are kept.
const ERROR_CHARS: usize = 1_000;

/// A try to send a mail.
pub(crate) struct Try<'a> {
    pub id: &'a str,
    pub kind: MailKind,
    pub to: &'a str,
    pub subject: &'a str,
    pub status: MailStatus,
    pub error: Option<&'a str>,
}

/// The row of a try.
pub(crate) fn row(tried: &Try<'_>, now: Timestamp) -> mail_log::ActiveModel {
    mail_log::ActiveModel {
        id: NotSet,
        mail_id: Set(tried.id.to_owned()),
        kind: Set(tried.kind),
        recipient: Set(tried.to.to_owned()),
        recipient_key: Set(tried.to.to_lowercase()),
        subject: Set(tried.subject.to_owned()),
        status: Set(tried.status),
        error: Set(tried.error.map(|error| error.chars().take(ERROR_CHARS).collect())),
        attempts: Set(1),
        created_at: Set(now),
        tried_at: Set(now),
        sent_at: Set((tried.status == MailStatus::Sent).then_some(now)),
    }
}

/// Notes that the data of a mail go out now; the caller sends it then. Whether it is noted changes nothing: see
/// [`note`].
pub(super) async fn begin(core: &Core, (id, kind, to, subject): (&str, MailKind, &str, &str)) {
    let tried = Try { id, kind, to, subject, status: MailStatus::Sending, error: None };
    let row = mail_log::ActiveModel { attempts: Set(0), ..row(&tried, core.now()) };
    if let Err(e) = query::begin(core.store.writer(), row).await {
        tracing::warn!("a mail that goes out is missing in the log: {e}");
    }
}

/// Names mails as uncertain that were going out when a process ended. To be called at start, before mail leaves.
/// Another process on the same store may still wait for the answer to one: when it comes, it wins.
pub async fn mark_cut_off(core: &Core) -> StoreResult<()> {
    let marked = query::mark_cut_off(core.store.writer(), core.now().plus_ms(1)).await?;
    if marked > 0 {
        tracing::warn!("{marked} mails were going out when a process ended: Email Logs show them as uncertain");
    }
    Ok(())
}

/// Notes how a try ended. A log that cannot be written keeps no mail from going out, nor sends it again.
pub(super) async fn note(
    core: &Core,
    (id, kind, to, subject): (&str, MailKind, &str, &str),
    error: Option<&MailError>,
) {
    let status = match error {
        None => MailStatus::Sent,
        Some(MailError::Unsendable(_)) => MailStatus::Failed,
        Some(MailError::Later(_)) => MailStatus::Retrying,
        Some(MailError::Unanswered(_)) => MailStatus::Uncertain,
    };
    let error = error.map(ToString::to_string);
    let tried = Try { id, kind, to, subject, status, error: error.as_deref() };
    if let Err(e) = query::note(core.store.writer(), vec![row(&tried, core.now())]).await {
        tracing::warn!("a mail is missing in the log: {e}");
    }
}

/// A page of the log, with the key of what follows.
#[derive(Debug)]
pub struct MailPage {
    pub mails: Vec<Model>,
    pub next: Option<Key>,
}

/// Mails that were sent or tried, newest first; a search by address goes by the alphabet.
pub async fn list(
    core: &Core,
    filter: &Filter,
    after: Option<&Key>,
    offset: u64,
    per_page: u64,
) -> StoreResult<MailPage> {
    let filter = Filter { recipient: filter.recipient.trim().to_lowercase(), ..filter.clone() };
    let mut mails = query::list(core.store.reader(), &filter, after, offset, per_page + 1).await?;
    let more = mails.len() as u64 > per_page;
    mails.truncate(per_page as usize);
    let key = |last: &Model| Key {
        id: last.id,
        recipient_key: if filter.recipient.is_empty() { String::new() } else { last.recipient_key.clone() },
    };
    let next = mails.last().filter(|_| more).map(key);
    Ok(MailPage { mails, next })
}

/// How many mails the log holds: counted once in a while, and what was added since.
#[derive(Default)]
pub struct Counted(Mutex<Option<Count>>);

#[derive(Clone, Copy)]
struct Count {
    total: u64,
    up_to: MailLogId,
    at: Timestamp,
}

/// After this time it is counted anew, because old rows go.
const RECOUNT_MS: i64 = 10 * 60_000;

/// How many mails the log holds.
pub async fn total(core: &Core) -> StoreResult<u64> {
    let (db, now) = (core.store.reader(), core.now());
    let held = *core.mails_counted.0.lock().expect("no panic while held");
    if let Some(count) = held.filter(|count| now < count.at.plus_ms(RECOUNT_MS)) {
        return Ok(count.total + queries::mail_log::count_above(db, count.up_to).await?);
    }
    let up_to = query::newest(db).await?.unwrap_or(MailLogId(0));
    let above = |total: u64, newer: u64| total.saturating_sub(newer);
    let (total, newer) = (query::count_above(db, MailLogId(0)).await?, query::count_above(db, up_to).await?);
    *core.mails_counted.0.lock().expect("no panic while held") =
        Some(Count { total: above(total, newer), up_to, at: now });
    Ok(total)
}
