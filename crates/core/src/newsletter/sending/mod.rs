//! Issues on their way out: one run at a time in each process takes deliveries by lease, sends them over several
//! connections, and writes down what became of them. See `docs/decisions/043`.

mod connections;
mod marks;
mod pace;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mwanga_jobs::{Job, JobError, Lane as JobLane, back_off_ms};
use mwanga_store::entities::{delivery, issue};
use mwanga_store::types::{AccountId, IssueId, IssueKind, IssueStatus, MailKind, MailStatus, SubscriberId, Timestamp};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use self::pace::Pace;
use super::links;
use crate::config::Config;
use crate::fold::one_line;
use crate::mail::{MailError, NewsletterMail, Reader, Try, row};
use crate::{Core, html, media, secrets};

/// Sends what is due of every issue that goes out, and comes again when more will be.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendDeliveries {}

impl Job for SendDeliveries {
    type Context = Core;
    const KIND: &'static str = "newsletter.send_deliveries";
    const DEDUPE: bool = true;
    const LANE: Option<JobLane> = Some(crate::mail::LANE);

    async fn run(self, core: Core) -> Result<(), JobError> {
        loop {
            // A run that is under way sees what is due as well: it looks once more after it let go of the lane.
            core.lane.asked.store(true, Ordering::SeqCst);
            let Ok(alone) = core.lane.alone.try_lock() else {
                // It may fail, or be aborted because its lease ended, when the row of this job is done: somebody has to
                // come again.
                let again = core.now().plus_ms(lease_ms(&core) / 2);
                return self.enqueue_at(core.store.writer(), again, core.now()).await.map_err(JobError::retry);
            };
            core.lane.asked.store(false, Ordering::SeqCst);
            let next = send_all(&core).await.map_err(JobError::retry)?;
            drop(alone);
            match next {
                _ if core.lane.asked.load(Ordering::SeqCst) && !core.stopping.is_cancelled() => {}
                Some(at) if at <= core.now() && !core.stopping.is_cancelled() => {}
                Some(at) => return self.enqueue_at(core.store.writer(), at, core.now()).await.map_err(JobError::retry),
                None => return Ok(()),
            }
        }
    }
}

/// Sends an issue as it is written to the account that writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendTest {
    /// Random; the `Message-ID`.
    pub mail_id: String,
    pub account_id: AccountId,
    pub subject: String,
    pub html: String,
}

impl Job for SendTest {
    type Context = Core;
    const KIND: &'static str = "newsletter.send_test";
    const DEDUPE: bool = false;
    const LANE: Option<JobLane> = Some(crate::mail::LANE);

    async fn run(self, core: Core) -> Result<(), JobError> {
        let Some(account) =
            queries::accounts::get(core.store.reader(), self.account_id).await.map_err(JobError::retry)?
        else {
            return Ok(());
        };
        let mail = test_mail(&core, &self.subject, &self.html);
        let reader = stranger(&core, account.email);
        let message = mail.message(&core.config, &self.mail_id, &reader, core.now())?;
        Ok(core
            .mailer
            .send_message(&core, &self.mail_id, MailKind::NewsletterTest, &reader.email, &mail.subject, message)
            .await?)
    }
}

pub(super) fn test_mail(core: &Core, subject: &str, html: &str) -> NewsletterMail {
    let delivered = html::deliver_media(html);
    // Nothing public shows its pictures yet.
    let delivered = if core.config.media.private { media::sign_addresses(core, &delivered) } else { delivered };
    NewsletterMail::new(&core.config, &format!("[Test] {subject}"), &delivered, None)
}

/// What the runs of this process share.
#[derive(Default)]
pub struct Lane {
    /// Held by the run that sends.
    alone: Mutex<()>,
    /// Somebody found it held: what they came for may have been missed.
    asked: AtomicBool,
    /// Runs in a row of which nothing left, and when the first of them was. None while mail leaves, or none is to
    /// leave.
    troubles: Mutex<Option<(u32, Timestamp)>>,
    pace: OnceLock<Pace>,
}

impl Lane {
    fn pace(&self, config: &Config) -> &Pace {
        self.pace.get_or_init(|| Pace::new(config))
    }
}

/// Deliveries claimed at once: no write transaction takes more rows.
const BATCH: u64 = 100;
/// The longest pause while the mail server is away, and while it takes mails and answers none: each try then may be one
/// more that arrived.
const LONGEST_PAUSE_MS: i64 = 5 * 60_000;
const LONGEST_UNANSWERED_PAUSE_MS: i64 = 3_600_000;
/// For so long the mail server may be away before an issue is paused.
const GIVE_UP_MS: i64 = 24 * 3_600_000;
/// Characters of what is said of a paused issue.
const REASON_CHARS: usize = 300;
const UNANSWERED: &str =
    "The process ended after this mail was handed over, before the mail server's answer was noted.";

/// Sends everything that is due; answers when there will be more, none where nothing is left.
async fn send_all(core: &Core) -> StoreResult<Option<Timestamp>> {
    loop {
        for id in queries::issues::sending(core.store.reader()).await? {
            mark_uncertain(core, id).await?;
        }
        let end = Run::new(core).send().await?;
        let mut next: Option<Timestamp> = None;
        for id in queries::issues::sending(core.store.reader()).await? {
            let tx = core.store.begin().await?;
            let finished = queries::issues::finish(&tx, id, core.now()).await?;
            tx.commit().await?;
            if finished {
                tracing::info!("issue {id} is sent");
            } else if let Some(at) = queries::deliveries::next_due(core.store.reader(), id).await? {
                next = Some(next.map_or(at, |known| known.min(at)));
            }
        }
        let mut troubles = core.lane.troubles.lock().await;
        if end.progress || next.is_none() {
            *troubles = None;
        }
        let Some(at) = next else { return Ok(None) };
        if core.stopping.is_cancelled() {
            return Ok(Some(core.now()));
        }
        if let Some(Trouble { words, unanswered }) = end.trouble.filter(|_| !end.progress) {
            let (count, since) = troubles.map_or((1, core.now()), |(count, since)| (count.saturating_add(1), since));
            if core.now() >= since.plus_ms(GIVE_UP_MS) {
                *troubles = None;
                tracing::error!("no newsletter left for a day: what goes out is paused");
                let reason: String = format!("No mail could be sent for a day. The last that was heard: {words}")
                    .chars()
                    .take(REASON_CHARS)
                    .collect();
                for id in queries::issues::sending(core.store.reader()).await? {
                    pause_for(core, id, &reason).await?;
                }
                return Ok(None);
            }
            *troubles = Some((count, since));
            let longest = if unanswered { LONGEST_UNANSWERED_PAUSE_MS } else { LONGEST_PAUSE_MS };
            let pause = back_off_ms(count.cast_signed()).min(longest);
            tracing::warn!("no newsletter leaves, next try in {} s", pause / 1_000);
            return Ok(Some(core.now().plus_ms(pause)));
        }
        drop(troubles);
        if at > core.now() {
            return Ok(Some(at));
        }
    }
}

/// Names what a process handed over that ended before the answer, in the issue and in Email Logs.
async fn mark_uncertain(core: &Core, id: IssueId) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let lost = queries::deliveries::mark_uncertain(&tx, id, UNANSWERED, core.now()).await?;
    if !lost.is_empty()
        && let Some(issue) = queries::issues::get(&tx, id).await?
    {
        let (kind, subject) = (mail_kind(issue.kind), one_line(&issue.subject));
        let rows = lost.iter().map(|delivery| {
            let id = mail_id(core, issue.created_at, delivery);
            row(
                &Try {
                    id: &id,
                    kind,
                    to: &delivery.email,
                    subject: &subject,
                    status: MailStatus::Uncertain,
                    error: Some(UNANSWERED),
                },
                core.now(),
            )
        });
        queries::mail_log::note(&tx, rows.collect()).await?;
    }
    tx.commit().await?;
    if lost.is_empty() {
        return Ok(());
    }
    tracing::warn!(
        "{} mails of issue {id} were handed over by a process that ended: they are uncertain, and sent again by hand only",
        lost.len()
    );
    Ok(())
}

/// A claimed delivery on its way to a connection.
struct Parcel {
    row: delivery::Model,
    email_key: String,
    issue: Arc<Ready>,
}

/// An issue that is ready to be written to many.
struct Ready {
    kind: MailKind,
    created_at: Timestamp,
    mail: NewsletterMail,
}

/// How a run ended.
#[derive(Clone, Debug)]
struct End {
    /// A mail was answered, for good or bad.
    progress: bool,
    /// The last time that a connection did not work.
    trouble: Option<Trouble>,
}

#[derive(Clone, Debug)]
struct Trouble {
    words: String,
    /// The mail had gone out, and may have arrived.
    unanswered: bool,
}

/// How much a run may try.
#[derive(Clone, Copy, Debug)]
struct Size {
    connections: u64,
    /// Mails of each connection.
    most: u64,
}

struct Run<'a> {
    core: &'a Core,
    /// Names it in the rows that it claims.
    lease: String,
    ready: HashMap<IssueId, Arc<Ready>>,
}

impl<'a> Run<'a> {
    fn new(core: &'a Core) -> Self {
        Self { core, lease: secrets::random_name(22), ready: HashMap::new() }
    }

    /// Claims and sends until nothing is due, the process stops, or no connection works.
    async fn send(mut self) -> StoreResult<End> {
        let core = self.core;
        let (parcels, taken) = mpsc::channel(BATCH as usize);
        let (mark, marks) = mpsc::channel(2 * BATCH as usize);
        // While nothing leaves, one mail is enough to learn that it does again.
        let careful = core.lane.troubles.lock().await.is_some();
        let size = if careful {
            Size { connections: 1, most: 1 }
        } else {
            Size { connections: core.config.mail.connections, most: u64::MAX }
        };
        let shared = connections::Shared::new(core.clone(), taken, mark.clone(), size);
        // Dropped with this run, and they with it: nothing goes out for a run that was given up.
        let mut tasks = JoinSet::new();
        for _ in 0..size.connections {
            tasks.spawn(shared.clone().work());
        }
        let mut writer = JoinSet::new();
        writer.spawn(marks::write(core.clone(), self.lease.clone(), marks));
        let outcome = self.claim(&parcels, &mark).await;
        drop((parcels, mark));
        while tasks.join_next().await.is_some() {}
        let end = shared.end();
        drop(shared);
        while writer.join_next().await.is_some() {}
        queries::deliveries::release(core.store.writer(), &self.lease, core.now()).await?;
        outcome?;
        Ok(end)
    }

    async fn claim(&mut self, parcels: &mpsc::Sender<Parcel>, mark: &mpsc::Sender<marks::Mark>) -> StoreResult<()> {
        let core = self.core;
        loop {
            let mut any = false;
            for id in queries::issues::sending(core.store.reader()).await? {
                let until = core.now().plus_ms(lease_ms(core));
                let rows =
                    queries::deliveries::claim(core.store.writer(), id, BATCH, &self.lease, until, core.now()).await?;
                if rows.is_empty() {
                    continue;
                }
                any = true;
                let subscribers: Vec<SubscriberId> = rows.iter().map(|row| row.subscriber_id).collect();
                let wanted: HashMap<SubscriberId, String> =
                    queries::deliveries::still_wanted(core.store.reader(), &subscribers).await?.into_iter().collect();
                let Some(issue) = self.ready(id).await? else { continue };
                for row in rows {
                    let sent = match wanted.get(&row.subscriber_id) {
                        Some(email_key) => parcels
                            .send(Parcel { email_key: email_key.clone(), issue: issue.clone(), row })
                            .await
                            .is_ok(),
                        None => mark.send(marks::Mark::Skipped(row.id)).await.is_ok(),
                    };
                    if !sent || core.stopping.is_cancelled() {
                        return Ok(());
                    }
                }
            }
            if !any {
                return Ok(());
            }
        }
    }

    async fn ready(&mut self, id: IssueId) -> StoreResult<Option<Arc<Ready>>> {
        if let Some(ready) = self.ready.get(&id) {
            return Ok(Some(ready.clone()));
        }
        let Some(row) =
            queries::issues::get(self.core.store.reader(), id).await?.filter(|row| row.status == IssueStatus::Sending)
        else {
            return Ok(None);
        };
        let ready = Arc::new(Ready::new(self.core, &row));
        self.ready.insert(id, ready.clone());
        Ok(Some(ready))
    }
}

impl Ready {
    fn new(core: &Core, row: &issue::Model) -> Self {
        // A post is itself where it can be read.
        let view =
            (row.kind != IssueKind::Notify).then(|| format!("{}/newsletter/issues/{}", core.config.base(), row.id));
        Self {
            kind: mail_kind(row.kind),
            created_at: row.created_at,
            mail: NewsletterMail::new(&core.config, &row.subject, &row.html, view),
        }
    }
}

fn mail_kind(kind: IssueKind) -> MailKind {
    match kind {
        IssueKind::Notify => MailKind::PostNotice,
        IssueKind::Manual | IssueKind::Daily => MailKind::Newsletter,
    }
}

fn lease_ms(core: &Core) -> i64 {
    Duration::from_secs(core.config.lease_s).as_millis() as i64
}

/// The name of a delivery's mail: the same whenever it is sent, and nobody's guess. A store that was put back to an
/// earlier state counts its issues from there again; the time keeps them apart.
fn mail_id(core: &Core, issue_created_at: Timestamp, row: &delivery::Model) -> String {
    let text = format!("{}\n{}\n{}", row.issue_id, issue_created_at.0, row.subscriber_id);
    core.keys.sign("newsletter mail", &text)[..32].to_owned()
}

fn reader(core: &Core, parcel: &Parcel) -> Reader {
    let (base, code) = (core.config.base(), links::code(core, parcel.row.subscriber_id, &parcel.email_key));
    Reader {
        email: parcel.row.email.clone(),
        preferences: format!("{base}/newsletter/preferences?code={code}"),
        unsubscribe: Some(format!("{base}/newsletter/unsubscribe?code={code}")),
    }
}

/// Somebody who has no subscription to end.
pub(super) fn stranger(core: &Core, email: String) -> Reader {
    Reader { email, preferences: format!("{}/newsletters", core.config.base()), unsubscribe: None }
}

fn message(core: &Core, parcel: &Parcel) -> Result<(String, lettre::Message), MailError> {
    let id = mail_id(core, parcel.issue.created_at, &parcel.row);
    let message = parcel.issue.mail.message(&core.config, &id, &reader(core, parcel), core.now())?;
    Ok((id, message))
}

/// Holds back what cannot leave, until a person looks at it; nothing of it is lost.
async fn pause_for(core: &Core, id: IssueId, reason: &str) -> StoreResult<()> {
    let set = issue::ActiveModel {
        status: Set(IssueStatus::Paused),
        pause_reason: Set(Some(reason.to_owned())),
        ..Default::default()
    };
    queries::issues::change(core.store.writer(), id, &[IssueStatus::Sending], set).await?;
    Ok(())
}
