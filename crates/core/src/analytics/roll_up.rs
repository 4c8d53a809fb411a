//! Daily roll-up of referrers.

use std::collections::HashMap;

use mwanga_jobs::{Job, JobError};
use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::flush::merge_referrers;
use super::referrers::CLOSED_DAY_HOSTS;
use crate::Core;

/// Rolls up past days: the top fifty referrers keep a row, the others are merged into one.
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
    let today = core.now().nairobi_day();
    for day in queries::analytics::days_over_host_limit(core.store.reader(), &today, CLOSED_DAY_HOSTS as i64).await? {
        merge_referrers(core, &day, &HashMap::new(), CLOSED_DAY_HOSTS).await?;
    }
    Ok(())
}

const DAY_MS: i64 = 24 * 3_600_000;
/// Nairobi's midnight is 21:00 UTC; five minutes later every node has flushed the counts of the day before.
const AFTER_MIDNIGHT_MS: i64 = (21 * 60 + 5) * 60_000;

/// Next run after `now`: five minutes past midnight in Nairobi.
pub fn next_roll_up(now: Timestamp) -> Timestamp {
    Timestamp(((now.0 - AFTER_MIDNIGHT_MS).div_euclid(DAY_MS) + 1) * DAY_MS + AFTER_MIDNIGHT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_rolled_up_five_minutes_after_midnight_in_nairobi() {
        for (now, next) in [
            ("2026-11-20T09:00:00Z", "2026-11-20T21:05:00Z"),
            ("2026-11-20T21:04:59Z", "2026-11-20T21:05:00Z"),
            ("2026-11-20T21:05:00Z", "2026-11-21T21:05:00Z"),
            ("2026-11-20T23:00:00Z", "2026-11-21T21:05:00Z"),
        ] {
            assert_eq!(next_roll_up(Timestamp::parse(now).unwrap()).iso(), next, "{now}");
        }
    }
}
