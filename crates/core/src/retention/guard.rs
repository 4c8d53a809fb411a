//! Guard of the sweep: after a pause of days, as after a clock that was set ahead, it takes at most half of the rows of
//! a kind without asking. A sweep that follows another one within two days takes little, and is not asked about.

use mwanga_store::queries::moments::{self, Aging};
use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::{
    BROWSERS_MS, DAY_MS, DELIVERIES_MS, MAILS_MS, PREVIEW_LINKS_MS, SESSIONS_MS, UNCONFIRMED_MS, UNPAID_ORDERS_MS,
    analytics_before,
};
use crate::{Core, trash};

/// Key of the last sweep that held nothing back, in milliseconds.
const SWEPT_AT: &str = "retention.swept_at";
/// Key of what the last sweep held back.
const HELD_BACK: &str = "retention.held_back";
/// A pause of sweeps after which much may be due at once.
const PAUSE_MS: i64 = 2 * DAY_MS;

/// What a sweep did not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldBack {
    pub table: String,
    /// Rows that are due, and all.
    pub due: i64,
    pub all: i64,
}

const fn whole(table: &'static str, column: &'static str) -> Aging {
    Aging { table, column, part: "1 = 1" }
}

/// What cannot be had again, with its age. What is kept for a day only, and jobs, are no loss.
const KINDS: [(Aging, i64); 8] = [
    (whole("trash_item", "trashed_at"), trash::KEPT_MS),
    (whole("session", "expires_at"), SESSIONS_MS),
    (Aging { table: "subscriber", column: "requested_at", part: "status = 'pending'" }, UNCONFIRMED_MS),
    (whole("account_browser", "last_sign_in_at"), BROWSERS_MS),
    (whole("mail_log", "created_at"), MAILS_MS),
    (whole("preview_link", "expires_at"), PREVIEW_LINKS_MS),
    (moments::UNPAID_ORDERS, UNPAID_ORDERS_MS),
    (
        Aging {
            table: "issue",
            column: "finished_at",
            part: "EXISTS (SELECT 1 FROM delivery WHERE delivery.issue_id = issue.id)",
        },
        DELIVERIES_MS,
    ),
];

/// What this sweep may not take, also written down for the doctor.
pub(super) async fn hold_back(core: &Core) -> StoreResult<Vec<HeldBack>> {
    let held_back = find_held_back(core).await?;
    let (db, now) = (core.store.writer(), core.now());
    if held_back.is_empty() {
        queries::settings::delete(db, HELD_BACK).await?;
    } else {
        let words: Vec<String> =
            held_back.iter().map(|held| format!("{} of {} rows of {}", held.due, held.all, held.table)).collect();
        tracing::warn!(
            "these rows are due at once and stay until `mwanga doctor --prune`: {}. Look at the clock first",
            words.join(", ")
        );
        queries::settings::set(db, HELD_BACK, &serde_json::to_string(&held_back)?, now).await?;
    }
    Ok(held_back)
}

async fn find_held_back(core: &Core) -> StoreResult<Vec<HeldBack>> {
    let (db, now) = (core.store.reader(), core.now());
    let swept_at = queries::settings::get(db, SWEPT_AT).await?.and_then(|at| at.parse().ok()).map(Timestamp);
    if swept_at.is_some_and(|at| (at.plus_ms(-PAUSE_MS)..=at.plus_ms(PAUSE_MS)).contains(&now)) {
        return Ok(Vec::new());
    }
    let mut held_back = Vec::new();
    for (aging, age_ms) in KINDS {
        let (due, all) = moments::count_aged(db, aging, now.plus_ms(-age_ms)).await?;
        let table = if aging.table == "issue" { "delivery" } else { aging.table };
        note_share(&mut held_back, table, due, all);
    }
    let (due, all) = queries::analytics::count_older_post_counts(db, &analytics_before(core, now)).await?;
    note_share(&mut held_back, "analytics_post_day", due, all);
    Ok(held_back)
}

fn note_share(held_back: &mut Vec<HeldBack>, table: &str, due: i64, all: i64) {
    if due * 2 > all {
        held_back.push(HeldBack { table: table.to_owned(), due, all });
    }
}

/// Notes that everything that was due is gone.
pub(super) async fn note_whole_sweep(core: &Core) -> StoreResult<()> {
    queries::settings::set(core.store.writer(), SWEPT_AT, &core.now().0.to_string(), core.now()).await
}

/// What the last sweep held back.
pub async fn held_back(core: &Core) -> StoreResult<Vec<HeldBack>> {
    let stored = queries::settings::get(core.store.reader(), HELD_BACK).await?;
    Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default())
}

/// Lets the next sweep take what is due, whatever its share is.
pub async fn allow(core: &Core) -> StoreResult<()> {
    note_whole_sweep(core).await?;
    queries::settings::delete(core.store.writer(), HELD_BACK).await?;
    Ok(())
}
