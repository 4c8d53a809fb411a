use mwanga_store::queries::{issues, moments, moments::Moment};
use mwanga_store::types::Timestamp;
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::database_ahead_ms;
use crate::changes::{self, Tags};
use crate::clock::SKEW_MS;
use crate::{Core, newsletter};

/// Key of what was set right last.
const SET_RIGHT: &str = "clock.set_right";
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// What says when something happened. What was paid is left alone: those dates are kept as they were booked.
const MOMENTS: [Moment; 37] = [
    Moment::new("account_browser", "last_sign_in_at"),
    Moment::new("account_browser", "notified_at"),
    Moment::with("backup", "created_at", &["link_expires_at"]),
    Moment::new("backup", "finished_at"),
    Moment::new("change", "created_at"),
    Moment::new("idempotency_key", "created_at"),
    Moment::with("issue", "created_at", &["starts_at"]),
    Moment::new("issue", "finished_at"),
    Moment::new("issue_draft", "saved_at"),
    Moment::with("job", "created_at", &["due_at"]),
    Moment::new("job", "finished_at"),
    Moment::new("mail_log", "created_at"),
    Moment::new("mail_log", "tried_at"),
    Moment::new("mail_log", "sent_at"),
    Moment::with("mailed_code", "created_at", &["expires_at"]),
    Moment::new("mailed_code", "used_at"),
    Moment::new("notice_choice", "changed_at"),
    Moment::new("post_event", "created_at"),
    Moment::new("post_unsaved", "created_at"),
    Moment::with("preview_link", "created_at", &["expires_at"]),
    Moment::new("preview_link", "ended_at"),
    Moment::new("preview_link", "last_opened_at"),
    Moment::new("preview_link", "agreed_at"),
    Moment::with("session", "created_at", &["ends_at"]),
    Moment::with("session", "rotated_at", &["expires_at"]),
    Moment::new("session", "revoked_at"),
    Moment::with("staff_invite", "created_at", &["expires_at"]),
    Moment::new("staff_invite", "accepted_at"),
    Moment::new("subscriber", "requested_at"),
    Moment::new("subscriber", "confirmed_at"),
    Moment::new("subscriber", "left_at"),
    Moment::new("subscriber", "created_at"),
    Moment::new("suppression", "at"),
    Moment::new("topic_notice", "requested_at"),
    Moment::new("trash_item", "trashed_at"),
    Moment::with("delivery", "changed_at", &["due_at"]),
    Moment::new("deleted_post", "deleted_at"),
];

/// What may be asked or tried again at once, whichever clock is wrong, and what is only kept by it.
const REPEATABLE: [Moment; 3] = [
    Moment::new("attempt", "window_started_at"),
    Moment::new("link_check", "checked_at"),
    Moment::new("missing_address", "last_asked_at"),
];

/// What lies ahead of the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Rows by what they say, such as `session.created_at`.
    pub rows: Vec<(String, i64)>,
    pub furthest: Timestamp,
    /// Most of what this store did lies ahead: the clock is behind, and what is stored is right.
    pub is_clock_behind: bool,
}

/// What was set right, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetRight {
    pub at: Timestamp,
    pub furthest: Timestamp,
    pub rows: Vec<(String, i64)>,
}

impl SetRight {
    /// The rows in words.
    pub fn describe(&self) -> String {
        describe(&self.rows)
    }
}

impl Ahead {
    /// The rows in words.
    pub fn describe(&self) -> String {
        describe(&self.rows)
    }
}

fn describe(rows: &[(String, i64)]) -> String {
    rows.iter().map(|(what, count)| format!("{count} of {what}")).collect::<Vec<_>>().join(", ")
}

/// What lies ahead of the clock by more than clocks of two nodes may differ; none where nothing does.
pub async fn find_ahead(core: &Core) -> StoreResult<Option<Ahead>> {
    let (db, limit) = (core.store.reader(), core.now().plus_ms(SKEW_MS));
    let (mut rows, mut furthest) = (Vec::new(), limit);
    for moment in MOMENTS.iter().chain(&REPEATABLE) {
        let (count, last) = moments::ahead(db, *moment, limit).await?;
        if count > 0 {
            rows.push((format!("{}.{}", moment.table, moment.column), count));
            furthest = furthest.max(last);
        }
    }
    let digests = Moment::new("issue", "covers_until");
    let posts = moments::posts_ahead(db, limit).await?.len();
    for (what, count) in
        [("issue.covers_until", moments::ahead(db, digests, limit).await?.0), ("post.published_at", posts as i64)]
    {
        if count > 0 {
            rows.push((what.to_owned(), count));
        }
    }
    if rows.is_empty() {
        return Ok(None);
    }
    Ok(Some(Ahead { rows, furthest, is_clock_behind: is_clock_behind(core, limit).await? }))
}

/// The database's clock decides where it is another one; else the hours in which anything was done.
async fn is_clock_behind(core: &Core, limit: Timestamp) -> StoreResult<bool> {
    if let Some(ms) = database_ahead_ms(core).await? {
        return Ok(ms > SKEW_MS);
    }
    let (hours, ahead) = moments::hours_of_work(core.store.reader(), limit).await?;
    // A moment across a full hour has done its work in two of them.
    Ok(ahead > 0 && (ahead == hours || (ahead - 1) * 2 > hours))
}

/// Sets right what a clock that was ahead has written. Where the clock is behind, or another one than the database's,
/// nothing is touched but what may be repeated. Call it at the start, after a jump and each hour.
pub async fn set_right(core: &Core) -> StoreResult<()> {
    let database_ahead = database_ahead_ms(core).await?;
    if let Some(ms) = database_ahead.filter(|ms| ms.abs() > SKEW_MS) {
        tracing::error!("the clock of this machine and the database's are {} s apart: set the time (NTP)", ms / 1_000);
        return Ok(());
    }
    let (now, limit) = (core.now(), core.now().plus_ms(SKEW_MS));
    repeat_earlier(core, limit, now).await?;
    let Some(ahead) = find_ahead(core).await? else {
        return set_due_right(core, now).await;
    };
    if ahead.is_clock_behind {
        tracing::error!(
            "the clock is behind, or was ahead for most of the last days: it is {}, and there are times up to {} \
             ({}). Nothing was changed; set the time (NTP)",
            now.iso(),
            ahead.furthest.iso(),
            ahead.describe()
        );
        return Ok(());
    }
    set_rows_right(core, &ahead, limit, now).await?;
    set_due_right(core, now).await?;
    // The day of the digest that was made too early has its own again.
    newsletter::resume_sending(core).await?;
    tracing::warn!(
        "the clock was ahead: times up to {} were set to {} ({})",
        ahead.furthest.iso(),
        now.iso(),
        ahead.describe()
    );
    Ok(())
}

async fn repeat_earlier(core: &Core, limit: Timestamp, now: Timestamp) -> StoreResult<()> {
    let db = core.store.writer();
    for moment in REPEATABLE {
        if moments::ahead(core.store.reader(), moment, limit).await?.0 > 0 {
            moments::set_back(db, moment, limit, now).await?;
        }
    }
    // A retry comes within an hour.
    moments::set_jobs_back(db, limit.plus_ms(HOUR_MS), now, false).await?;
    Ok(())
}

async fn set_rows_right(core: &Core, ahead: &Ahead, limit: Timestamp, now: Timestamp) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    // Before the dates of issues: what was covered before is what the right digests say.
    let before = issues::covered_until(&tx, limit).await?.unwrap_or_else(|| now.plus_ms(-newsletter::FIRST_DIGEST_MS));
    moments::set_digests_back(&tx, limit, before).await?;
    moments::free_days(&tx, limit).await?;
    for moment in MOMENTS {
        moments::set_back(&tx, moment, limit, now).await?;
    }
    let posts = moments::posts_ahead(&tx, limit).await?;
    let mut tags = Tags::default();
    if !posts.is_empty() {
        moments::set_posts_back(&tx, &posts, limit, now).await?;
        // Any page may show them.
        tags.add(changes::SITE);
        tags.extend(posts.iter().flat_map(|id| [changes::post(*id), changes::saved_post(*id)]));
    }
    note(&tx, ahead, now).await?;
    core.commit(tx, tags).await
}

/// Leases and due times that nothing reckons from a moment of the same row.
async fn set_due_right(core: &Core, now: Timestamp) -> StoreResult<()> {
    let db = core.store.writer();
    let lease_ms = i64::try_from(core.config.lease_s).unwrap_or(i64::MAX / 2_000).saturating_mul(1_000);
    // Whoever holds one extends it until then.
    let lease_end = now.plus_ms(lease_ms);
    moments::set_jobs_back(db, lease_end.plus_ms(SKEW_MS), lease_end, true).await?;
    // A captured order is asked about once a week.
    moments::set_orders_back(db, now.plus_ms(8 * DAY_MS), now).await?;
    // A link to a backup is good for minutes.
    moments::set_back(db, Moment::new("backup", "link_expires_at"), now.plus_ms(HOUR_MS), now).await?;
    Ok(())
}

async fn note(db: &impl ConnectionTrait, ahead: &Ahead, now: Timestamp) -> StoreResult<()> {
    let noted = SetRight { at: now, furthest: ahead.furthest, rows: ahead.rows.clone() };
    queries::settings::set(db, SET_RIGHT, &serde_json::to_string(&noted)?, now).await
}

/// What was set right last; none where nothing ever was.
pub async fn last_set_right(core: &Core) -> StoreResult<Option<SetRight>> {
    let stored = queries::settings::get(core.store.reader(), SET_RIGHT).await?;
    Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()))
}
