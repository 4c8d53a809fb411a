//! Retention: how long rows are kept, and the job that deletes expired ones. See `docs/retention.md`.
//!
//! - `guard.rs`: what a sweep may not take without asking

mod guard;

pub use guard::{HeldBack, allow, held_back};

use mwanga_jobs::{Job, JobError};
use mwanga_store::types::{JobState, Timestamp};
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use crate::{Core, analytics, clock_checks, idempotency, posts, trash};

const DAY_MS: i64 = 24 * 3_600_000;
const UPLOADS_MS: i64 = DAY_MS;
const SESSIONS_MS: i64 = 30 * DAY_MS;
const CHANGES_MS: i64 = DAY_MS;
const UNCONFIRMED_MS: i64 = 30 * DAY_MS;
const CODES_MS: i64 = 30 * DAY_MS;
const ATTEMPTS_MS: i64 = DAY_MS;
/// As long as the cookie.
const BROWSERS_MS: i64 = 400 * DAY_MS;
const ANALYTICS_MS: i64 = 400 * DAY_MS;
const POST_EVENTS_MS: i64 = 30 * DAY_MS;
const PREVIEW_LINKS_MS: i64 = 30 * DAY_MS;
/// The weekly check of deals asks each live one much more often.
const LINK_CHECKS_MS: i64 = 90 * DAY_MS;
const MAILS_MS: i64 = 90 * DAY_MS;
const DELIVERIES_MS: i64 = 90 * DAY_MS;
const UNPAID_ORDERS_MS: i64 = 90 * DAY_MS;
/// Mails without a retry for this long are abandoned; a retry comes within an hour.
const ABANDONED_MS: i64 = 2 * 3_600_000;
const DONE_JOBS_MS: i64 = 7 * DAY_MS;
const FAILED_JOBS_MS: i64 = 30 * DAY_MS;

/// Rows deleted per transaction, so that no editor's save waits for it.
const BATCH: u64 = 100;

/// Deletes expired rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sweep {}

impl Job for Sweep {
    type Context = Core;
    const KIND: &'static str = "retention.sweep";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        if !clock_checks::may_prune(&core).await.map_err(JobError::retry)? {
            tracing::info!("nothing is deleted for its age before the clock has gone on evenly for an hour");
            return Ok(());
        }
        let held_back = guard::hold_back(&core).await.map_err(JobError::retry)?;
        let deleted = sweep_but(&core, &held_back).await.map_err(JobError::retry)?;
        if held_back.is_empty() {
            guard::note_whole_sweep(&core).await.map_err(JobError::retry)?;
        }
        if deleted != DeletedRows::default() {
            tracing::info!("deleted what was due: {deleted:?}");
        }
        Ok(())
    }
}

/// Number of deleted rows by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeletedRows {
    pub sessions: u64,
    pub changes: u64,
    pub done_jobs: u64,
    pub failed_jobs: u64,
    pub unconfirmed_subscribers: u64,
    pub mailed_codes: u64,
    pub staff_invites: u64,
    pub attempts: u64,
    pub account_browsers: u64,
    pub idempotency_keys: u64,
    pub mails: u64,
    pub post_events: u64,
    pub preview_links: u64,
    pub unsaved_posts: u64,
    pub link_checks: u64,
    pub missing_addresses: u64,
    pub deliveries: u64,
    pub unpaid_orders: u64,
    pub counts_of_posts: u64,
    pub referrers: u64,
    pub uploads: u64,
    pub trash: u64,
}

#[derive(Clone, Copy)]
enum Rows {
    Sessions,
    Changes,
    DoneJobs,
    FailedJobs,
    UnconfirmedSubscribers,
    MailedCodes,
    StaffInvites,
    Attempts,
    AccountBrowsers,
    IdempotencyKeys,
    Mails,
    PostEvents,
    PreviewLinks,
    UnsavedPosts,
    LinkChecks,
    MissingAddresses,
    UnpaidOrders,
    CountsOfPosts,
}

/// Deletes everything that has expired, without asking.
pub async fn sweep(core: &Core) -> anyhow::Result<DeletedRows> {
    sweep_but(core, &[]).await
}

/// Deletes what has expired, but of these tables.
async fn sweep_but(core: &Core, held_back: &[HeldBack]) -> anyhow::Result<DeletedRows> {
    let now = core.now();
    let may = |table: &str| !held_back.iter().any(|held| held.table == table);
    queries::mail_log::mark_interrupted(core.store.writer(), now.plus_ms(-ABANDONED_MS)).await?;
    while queries::mail_log::fail_abandoned(core.store.writer(), now.plus_ms(-ABANDONED_MS), BATCH).await? == BATCH {}
    Ok(DeletedRows {
        sessions: if may("session") { delete(core, Rows::Sessions, now).await? } else { 0 },
        changes: delete(core, Rows::Changes, now).await?,
        done_jobs: delete(core, Rows::DoneJobs, now).await?,
        failed_jobs: delete(core, Rows::FailedJobs, now).await?,
        unconfirmed_subscribers: if may("subscriber") {
            delete(core, Rows::UnconfirmedSubscribers, now).await?
        } else {
            0
        },
        mailed_codes: delete(core, Rows::MailedCodes, now).await?,
        staff_invites: delete(core, Rows::StaffInvites, now).await?,
        attempts: delete(core, Rows::Attempts, now).await?,
        account_browsers: if may("account_browser") { delete(core, Rows::AccountBrowsers, now).await? } else { 0 },
        idempotency_keys: delete(core, Rows::IdempotencyKeys, now).await?,
        mails: if may("mail_log") { delete(core, Rows::Mails, now).await? } else { 0 },
        post_events: delete(core, Rows::PostEvents, now).await?,
        preview_links: if may("preview_link") { delete(core, Rows::PreviewLinks, now).await? } else { 0 },
        unsaved_posts: delete(core, Rows::UnsavedPosts, now).await?,
        link_checks: delete(core, Rows::LinkChecks, now).await?,
        missing_addresses: delete(core, Rows::MissingAddresses, now).await?,
        deliveries: if may("delivery") { delete_deliveries(core, now).await? } else { 0 },
        unpaid_orders: if may("paid_order") { delete(core, Rows::UnpaidOrders, now).await? } else { 0 },
        counts_of_posts: if may("analytics_post_day") { delete(core, Rows::CountsOfPosts, now).await? } else { 0 },
        referrers: if may("analytics_post_day") { delete_referrers(core, now).await? } else { 0 },
        uploads: core.media().sweep_incoming(now.plus_ms(-UPLOADS_MS)).await?,
        trash: if may("trash_item") { trash::delete_expired(core, now).await? } else { 0 },
    })
}

async fn delete(core: &Core, rows: Rows, now: Timestamp) -> StoreResult<u64> {
    let mut all = 0;
    loop {
        let deleted = delete_batch(core, rows, now).await?;
        all += deleted;
        if deleted < BATCH {
            return Ok(all);
        }
    }
}

async fn delete_batch(core: &Core, rows: Rows, now: Timestamp) -> StoreResult<u64> {
    let db = core.store.writer();
    match rows {
        Rows::Sessions => {
            // Looked up separately, without the write lock: revoked sessions have no index.
            let ended = queries::sessions::list_ended(core.store.reader(), now.plus_ms(-SESSIONS_MS), BATCH).await?;
            if ended.is_empty() { Ok(0) } else { queries::sessions::delete(db, &ended).await }
        }
        Rows::Changes => queries::changes::delete_older(db, now.plus_ms(-CHANGES_MS), BATCH).await,
        Rows::DoneJobs => queries::jobs::delete_finished(db, JobState::Done, now.plus_ms(-DONE_JOBS_MS), BATCH).await,
        Rows::FailedJobs => {
            queries::jobs::delete_finished(db, JobState::Failed, now.plus_ms(-FAILED_JOBS_MS), BATCH).await
        }
        Rows::UnconfirmedSubscribers => {
            queries::subscribers::delete_unconfirmed(db, now.plus_ms(-UNCONFIRMED_MS), BATCH).await
        }
        Rows::MailedCodes => queries::mailed_codes::delete_ended(db, now.plus_ms(-CODES_MS), BATCH).await,
        Rows::StaffInvites => queries::staff_invites::delete_ended(db, now.plus_ms(-CODES_MS), BATCH).await,
        Rows::Attempts => queries::attempts::delete_older(db, now.plus_ms(-ATTEMPTS_MS), BATCH).await,
        Rows::AccountBrowsers => queries::account_browsers::delete_older(db, now.plus_ms(-BROWSERS_MS), BATCH).await,
        Rows::IdempotencyKeys => {
            queries::idempotency_keys::delete_older(db, now.plus_ms(-idempotency::KEY_TTL_MS), BATCH).await
        }
        Rows::Mails => queries::mail_log::delete_older(db, now.plus_ms(-MAILS_MS), BATCH).await,
        Rows::PostEvents => queries::post_events::delete_older(db, now.plus_ms(-POST_EVENTS_MS), BATCH).await,
        Rows::PreviewLinks => queries::preview_links::delete_ended(db, now.plus_ms(-PREVIEW_LINKS_MS), BATCH).await,
        Rows::UnsavedPosts => queries::post_unsaved::delete_older(db, now.plus_ms(-posts::UNSAVED_MS), BATCH).await,
        Rows::LinkChecks => queries::link_checks::delete_older(db, now.plus_ms(-LINK_CHECKS_MS), BATCH).await,
        Rows::MissingAddresses => {
            queries::missing_addresses::delete_older(db, now.plus_ms(-analytics::MISSING_KEPT_MS), BATCH).await
        }
        Rows::UnpaidOrders => queries::orders::delete_unpaid(db, now.plus_ms(-UNPAID_ORDERS_MS), BATCH).await,
        Rows::CountsOfPosts => {
            queries::analytics::delete_older_post_counts(db, &analytics_before(core, now), BATCH).await
        }
    }
}

/// The first day whose counts stay whole.
fn analytics_before(core: &Core, now: Timestamp) -> String {
    now.plus_ms(-ANALYTICS_MS).day_in(core.settings().time_zone())
}

/// Deletes deliveries issue by issue.
async fn delete_deliveries(core: &Core, now: Timestamp) -> StoreResult<u64> {
    let mut all = 0;
    loop {
        let tx = core.store.begin().await?;
        let deleted = queries::issues::delete_old_deliveries(&tx, now.plus_ms(-DELIVERIES_MS), BATCH).await?;
        tx.commit().await?;
        all += deleted;
        if deleted == 0 {
            return Ok(all);
        }
    }
}

/// Deletes referrers day by day; a day has at most a hundred.
async fn delete_referrers(core: &Core, now: Timestamp) -> StoreResult<u64> {
    let (mut all, before) = (0, analytics_before(core, now));
    loop {
        match queries::analytics::delete_older_referrers(core.store.writer(), &before).await? {
            0 => return Ok(all),
            deleted => all += deleted,
        }
    }
}
