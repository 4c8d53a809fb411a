//! Delivery of issues: one run at a time in each process claims deliveries by lease, sends them over several
//! connections, and records the outcomes. See `docs/decisions/043`.
//!
//! - `connections`: the pool of SMTP connections; `rate_limit`: when a mail may be sent;
//! - `status_updates`: batched writes of outcomes; `sample`: one of the demo publication.

mod connections;
mod rate_limit;
mod sample;
mod status_updates;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mwanga_jobs::{ConcurrencyGroup, Job, JobError, backoff_ms};
use mwanga_store::entities::{delivery, issue};
use mwanga_store::types::{AccountId, IssueId, IssueKind, IssueStatus, MailKind, MailStatus, SubscriberId, Timestamp};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use self::rate_limit::RateLimiter;
pub(super) use self::sample::fail_sample;
use super::{issue_links, story_details, subscriber_links};
use crate::config::Config;
use crate::core_state::{Core, Part};
use crate::fold::one_line;
use crate::mail::{MailAttempt, MailError, NewsletterMail, Recipient, log_row};
use crate::{held, html, media, secrets};

/// Sends all due deliveries, and re-enqueues itself for later ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendDeliveries {}

impl Job for SendDeliveries {
    type Context = Core;
    const KIND: &'static str = "newsletter.send_deliveries";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(crate::mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        loop {
            // The active run checks this flag after it releases the lock, and runs once more.
            core.sending().run_requested.store(true, Ordering::SeqCst);
            let Ok(run_lock) = core.sending().run_lock.try_lock() else {
                // The active run may fail or lose its lease after this job is done, so this one is enqueued again.
                let again = core.now().plus_ms(lease_ms(&core) / 2);
                return self.enqueue_at(core.store.writer(), again, core.now()).await.map_err(JobError::retry);
            };
            core.sending().run_requested.store(false, Ordering::SeqCst);
            let next = send_all(&core).await.map_err(JobError::retry)?;
            drop(run_lock);
            match next {
                _ if core.sending().run_requested.load(Ordering::SeqCst) && !core.stopping.is_cancelled() => {}
                Some(at) if at <= core.now() && !core.stopping.is_cancelled() => {}
                Some(at) => return self.enqueue_at(core.store.writer(), at, core.now()).await.map_err(JobError::retry),
                None => return Ok(()),
            }
        }
    }
}

/// Sends a test of an issue to its author.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendTest {
    /// Random; the `Message-ID`.
    pub mail_id: String,
    pub account_id: AccountId,
    pub subject: String,
    #[serde(default)]
    pub preheader: String,
    pub html: String,
}

impl Job for SendTest {
    type Context = Core;
    const KIND: &'static str = "newsletter.send_test";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = true;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(crate::mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        let Some(account) =
            queries::accounts::get(core.store.reader(), self.account_id).await.map_err(JobError::retry)?
        else {
            return Ok(());
        };
        let mail = test_mail(&core, &self.subject, &self.preheader, &self.html).await.map_err(JobError::retry)?;
        let reader = sample_recipient(&core, account.email);
        let message = mail.message(&core.settings(), &self.mail_id, &reader, core.now())?;
        Ok(core
            .mailer()
            .send_message(&core, &self.mail_id, MailKind::NewsletterTest, &reader.email, &mail.subject, message)
            .await?)
    }
}

pub(super) async fn test_mail(core: &Core, subject: &str, preheader: &str, html: &str) -> StoreResult<NewsletterMail> {
    let details = story_details::load(core, html).await?;
    let delivered = html::deliver_media(html);
    // Nothing public shows its pictures yet.
    let delivered = if core.config.media.private { media::sign_addresses(core, &delivered, &[]) } else { delivered };
    let subject = format!("[Test] {subject}");
    Ok(NewsletterMail::new(&core.settings(), &subject, preheader, &delivered, &details, core.now(), None))
}

/// State that the runs of this process share.
#[derive(Default)]
pub struct SendState {
    /// Locked by the active run.
    run_lock: Mutex<()>,
    /// A run was requested while another one was active.
    run_requested: AtomicBool,
    /// Consecutive failed runs, and the time of the first one; none while mail is sent or nothing is due.
    failures: Mutex<Option<(u32, Timestamp)>>,
    rate_limiter: OnceLock<RateLimiter>,
}

impl Part for SendState {
    /// Forgets when each mail's turn comes.
    fn on_clock_set(&self) {
        if let Some(limiter) = self.rate_limiter.get() {
            limiter.forget();
        }
        if let Ok(mut failures) = self.failures.try_lock() {
            *failures = None;
        }
    }
}

impl Core {
    fn sending(&self) -> &SendState {
        self.part()
    }
}

impl SendState {
    fn rate_limiter(&self, config: &Config) -> &RateLimiter {
        self.rate_limiter.get_or_init(|| RateLimiter::new(config))
    }
}

/// Deliveries claimed per transaction.
const BATCH: u64 = 100;
/// Maximum back-off while the mail server is unavailable, and while it takes mails without a reply: each retry may then
/// deliver one more.
const MAX_BACK_OFF_MS: i64 = 5 * 60_000;
const MAX_UNANSWERED_BACK_OFF_MS: i64 = 3_600_000;
/// Issues are paused after this time without a sent mail.
const PAUSE_AFTER_MS: i64 = 24 * 3_600_000;
/// Maximum length of a pause reason, in characters.
const REASON_CHARS: usize = 300;
const UNANSWERED_ERROR: &str =
    "The process ended after this mail was handed over, before the mail server's answer was noted.";

/// Sends everything that is due; returns when more will be due, none if nothing is left.
async fn send_all(core: &Core) -> StoreResult<Option<Timestamp>> {
    loop {
        // The release enqueues what is left.
        if held::find(core.store.reader()).await?.is_some() {
            return Ok(None);
        }
        for id in queries::issues::list_sending(core.store.reader()).await? {
            mark_uncertain(core, id).await?;
        }
        let outcome = SendRun::new(core).send().await?;
        let mut next: Option<Timestamp> = None;
        for id in queries::issues::list_sending(core.store.reader()).await? {
            let tx = core.store.begin().await?;
            let finished = queries::issues::finish(&tx, id, core.now()).await?;
            tx.commit().await?;
            if finished {
                tracing::info!("issue {id} is sent");
            } else if let Some(at) = queries::deliveries::next_due(core.store.reader(), id).await? {
                next = Some(next.map_or(at, |known| known.min(at)));
            }
        }
        let mut failures = core.sending().failures.lock().await;
        if outcome.progress || next.is_none() {
            *failures = None;
        }
        let Some(at) = next else { return Ok(None) };
        if core.stopping.is_cancelled() {
            return Ok(Some(core.now()));
        }
        if let Some(ConnectionFailure { words, unanswered }) = outcome.failure.filter(|_| !outcome.progress) {
            let (count, since) = failures.map_or((1, core.now()), |(count, since)| (count.saturating_add(1), since));
            if core.now() >= since.plus_ms(PAUSE_AFTER_MS) {
                *failures = None;
                tracing::error!("no newsletter left for a day: what goes out is paused");
                let reason: String = format!("No mail could be sent for a day. The last that was heard: {words}")
                    .chars()
                    .take(REASON_CHARS)
                    .collect();
                for id in queries::issues::list_sending(core.store.reader()).await? {
                    pause_for(core, id, &reason).await?;
                }
                return Ok(None);
            }
            *failures = Some((count, since));
            let longest = if unanswered { MAX_UNANSWERED_BACK_OFF_MS } else { MAX_BACK_OFF_MS };
            let pause = backoff_ms(count.cast_signed()).min(longest);
            tracing::warn!("no newsletter leaves, next try in {} s", pause / 1_000);
            return Ok(Some(core.now().plus_ms(pause)));
        }
        drop(failures);
        if at > core.now() {
            return Ok(Some(at));
        }
    }
}

/// Marks deliveries as uncertain whose process ended between hand-over and reply, in the issue and in the mail log.
async fn mark_uncertain(core: &Core, id: IssueId) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let lost = queries::deliveries::mark_uncertain(&tx, id, UNANSWERED_ERROR, core.now()).await?;
    if !lost.is_empty()
        && let Some(issue) = queries::issues::get(&tx, id).await?
    {
        let (kind, subject) = (mail_kind(issue.kind), one_line(&issue.subject));
        let rows = lost.iter().map(|delivery| {
            let id = mail_id(core, issue.created_at, delivery);
            log_row(
                &MailAttempt {
                    id: &id,
                    kind,
                    to: &delivery.email,
                    subject: &subject,
                    status: MailStatus::Uncertain,
                    error: Some(UNANSWERED_ERROR),
                },
                core.now(),
            )
        });
        queries::mail_log::record_attempts(&tx, rows.collect()).await?;
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

/// A delivery claimed by this run.
struct ClaimedDelivery {
    row: delivery::Model,
    email_key: String,
    issue: Arc<PreparedIssue>,
}

/// A rendered issue.
struct PreparedIssue {
    kind: MailKind,
    created_at: Timestamp,
    mail: NewsletterMail,
}

/// Outcome of a run.
#[derive(Clone, Debug)]
struct RunOutcome {
    /// The server replied to at least one mail.
    progress: bool,
    /// The last connection failure.
    failure: Option<ConnectionFailure>,
}

#[derive(Clone, Debug)]
struct ConnectionFailure {
    words: String,
    /// The data was sent, so the mail may have been delivered.
    unanswered: bool,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
struct RunLimits {
    connections: u64,
    /// Maximum mails per connection.
    max_mails: u64,
}

struct SendRun<'a> {
    core: &'a Core,
    /// Lease id in the claimed rows.
    lease: String,
    prepared: HashMap<IssueId, Arc<PreparedIssue>>,
}

impl<'a> SendRun<'a> {
    fn new(core: &'a Core) -> Self {
        Self { core, lease: secrets::random_token(22), prepared: HashMap::new() }
    }

    /// Claims and sends until nothing is due, the process stops, or no connection works.
    async fn send(mut self) -> StoreResult<RunOutcome> {
        let core = self.core;
        let (queue, taken) = mpsc::channel(BATCH as usize);
        let (update, updates) = mpsc::channel(2 * BATCH as usize);
        // After a failed run, one mail probes the server.
        let is_probing = core.sending().failures.lock().await.is_some();
        let limits = if is_probing {
            RunLimits { connections: 1, max_mails: 1 }
        } else {
            RunLimits { connections: core.config.mail.connections, max_mails: u64::MAX }
        };
        let pool = connections::ConnectionPool::new(core.clone(), taken, update.clone(), limits);
        // Dropped with this run, which aborts the tasks.
        let mut tasks = JoinSet::new();
        for _ in 0..limits.connections {
            tasks.spawn(pool.clone().run());
        }
        let mut writer = JoinSet::new();
        writer.spawn(status_updates::write(core.clone(), self.lease.clone(), updates));
        let claimed = self.claim(&queue, &update).await;
        drop((queue, update));
        while tasks.join_next().await.is_some() {}
        let outcome = pool.outcome();
        drop(pool);
        while writer.join_next().await.is_some() {}
        queries::deliveries::release_leases(core.store.writer(), &self.lease, core.now()).await?;
        claimed?;
        Ok(outcome)
    }

    async fn claim(
        &mut self,
        queue: &mpsc::Sender<ClaimedDelivery>,
        update: &mpsc::Sender<status_updates::StatusUpdate>,
    ) -> StoreResult<()> {
        let core = self.core;
        loop {
            let mut any = false;
            for id in queries::issues::list_sending(core.store.reader()).await? {
                let until = core.now().plus_ms(lease_ms(core));
                let rows =
                    queries::deliveries::claim(core.store.writer(), id, BATCH, &self.lease, until, core.now()).await?;
                if rows.is_empty() {
                    continue;
                }
                any = true;
                let subscribers: Vec<SubscriberId> = rows.iter().map(|row| row.subscriber_id).collect();
                let email_keys: HashMap<SubscriberId, String> =
                    queries::deliveries::filter_active_recipients(core.store.reader(), &subscribers)
                        .await?
                        .into_iter()
                        .collect();
                let Some(issue) = self.prepare(id).await? else { continue };
                for row in rows {
                    let sent = match email_keys.get(&row.subscriber_id) {
                        Some(email_key) => queue
                            .send(ClaimedDelivery { email_key: email_key.clone(), issue: issue.clone(), row })
                            .await
                            .is_ok(),
                        None => update.send(status_updates::StatusUpdate::Skipped(row.id)).await.is_ok(),
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

    async fn prepare(&mut self, id: IssueId) -> StoreResult<Option<Arc<PreparedIssue>>> {
        if let Some(prepared) = self.prepared.get(&id) {
            return Ok(Some(prepared.clone()));
        }
        let Some(row) =
            queries::issues::get(self.core.store.reader(), id).await?.filter(|row| row.status == IssueStatus::Sending)
        else {
            return Ok(None);
        };
        let prepared = Arc::new(PreparedIssue::load(self.core, &row).await?);
        self.prepared.insert(id, prepared.clone());
        Ok(Some(prepared))
    }
}

impl PreparedIssue {
    async fn load(core: &Core, row: &issue::Model) -> StoreResult<Self> {
        let mut details = story_details::load(core, &row.html).await?;
        details.counted = issue_links::counted_addresses(core, row.id).await?;
        // A post is itself where it can be read.
        let view =
            (row.kind != IssueKind::Notify).then(|| format!("{}/newsletter/issues/{}", core.config.base(), row.id));
        let settings = core.settings();
        Ok(Self {
            kind: mail_kind(row.kind),
            created_at: row.created_at,
            mail: NewsletterMail::new(
                &settings,
                &row.subject,
                &row.preheader,
                &row.html,
                &details,
                row.starts_at,
                view,
            ),
        })
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

/// Mail id of a delivery: deterministic and not guessable. It includes the time, because a restored store reuses ids.
fn mail_id(core: &Core, issue_created_at: Timestamp, row: &delivery::Model) -> String {
    let text = format!("{}\n{}\n{}", row.issue_id, issue_created_at.0, row.subscriber_id);
    core.keys.sign("newsletter mail", &text)[..32].to_owned()
}

fn reader(core: &Core, claimed: &ClaimedDelivery) -> Recipient {
    let (base, issue) = (core.config.base(), claimed.row.issue_id);
    let code = subscriber_links::code(core, claimed.row.subscriber_id, &claimed.email_key);
    Recipient {
        email: claimed.row.email.clone(),
        preferences: format!("{base}/newsletter/preferences?issue={issue}&code={code}"),
        unsubscribe: Some(format!("{base}/newsletter/unsubscribe?issue={issue}&code={code}")),
    }
}

/// A recipient without a subscription, for tests and previews.
pub(super) fn sample_recipient(core: &Core, email: String) -> Recipient {
    Recipient { email, preferences: format!("{}/newsletters", core.config.base()), unsubscribe: None }
}

/// A recipient whose links lead nowhere, for samples.
pub(super) fn sample_subscriber(core: &Core) -> Recipient {
    let unsubscribe = Some(format!("{}/newsletter/unsubscribe?issue=1&code=sample", core.config.base()));
    Recipient { unsubscribe, ..sample_recipient(core, "amina@example.com".to_owned()) }
}

fn message(core: &Core, claimed: &ClaimedDelivery) -> Result<(String, lettre::Message), MailError> {
    let id = mail_id(core, claimed.issue.created_at, &claimed.row);
    let message = claimed.issue.mail.message(&core.settings(), &id, &reader(core, claimed), core.now())?;
    Ok((id, message))
}

/// Pauses an issue with a reason; nothing of it is lost.
async fn pause_for(core: &Core, id: IssueId, reason: &str) -> StoreResult<()> {
    let set = issue::ActiveModel {
        status: Set(IssueStatus::Paused),
        pause_reason: Set(Some(reason.to_owned())),
        ..Default::default()
    };
    queries::issues::update_if_status(core.store.writer(), id, &[IssueStatus::Sending], set).await?;
    Ok(())
}
