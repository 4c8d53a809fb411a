//! Daily roll-up of referrers, and recount of the views of the last week.

use std::collections::HashMap;

use jiff::civil::{self, Time};
use mwanga_jobs::{Job, JobError};
use mwanga_store::types::PostId;
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::flush::merge_referrers;
use super::range::DayRange;
use super::referrers::CLOSED_DAY_HOSTS;
use crate::Core;

/// Rolls up past days: the top fifty referrers keep a row, the others are merged into one. The views of the last week
/// forget the day that is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RollUp {}

impl Job for RollUp {
    type Context = Core;
    const KIND: &'static str = "analytics.roll_up";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        roll_up(&core).await.map_err(JobError::retry)
    }
}

async fn roll_up(core: &Core) -> StoreResult<()> {
    let today = super::today(core).to_string();
    for day in queries::analytics::days_over_host_limit(core.store.reader(), &today, CLOSED_DAY_HOSTS as i64).await? {
        merge_referrers(core, &day, &HashMap::new(), CLOSED_DAY_HOSTS).await?;
    }
    recount_week(core).await
}

/// Posts in one transaction.
const WEEK_BATCH: u64 = 2_000;

pub(super) async fn recount_week(core: &Core) -> StoreResult<()> {
    let range = DayRange::last_week(super::today(core));
    let (from, to) = (range.from(), range.to());
    let mut after = PostId(0);
    while let Some(last) = queries::post_weeks::last_of_batch(core.store.reader(), after, WEEK_BATCH).await? {
        let tx = core.store.begin().await?;
        queries::post_weeks::recount(&tx, (after, last), (&from, &to)).await?;
        tx.commit().await?;
        after = last;
    }
    Ok(())
}

/// Five minutes past midnight every node has flushed the counts of the day before.
pub const ROLL_UP_TIME: Time = civil::time(0, 5, 0, 0);
