use mwanga_jobs::{Job, JobError};
use mwanga_store::types::SubscriptionState;
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::mails::{self, About};
use super::reminder_times::{DAY_MS, next, passed};
use crate::Core;
use crate::changes::Tags;

/// Reminds those whose subscription ends soon, each time once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemindSubscribers {}

const BATCH: u64 = 100;

impl Job for RemindSubscribers {
    type Context = Core;
    const KIND: &'static str = "subscriptions.remind";
    const DEDUPE: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        while remind(&core).await.map_err(JobError::retry)? == BATCH {}
        Ok(())
    }
}

async fn remind(core: &Core) -> StoreResult<u64> {
    let now = core.now();
    let due = queries::subscriptions::to_remind(core.store.writer(), now, BATCH).await?;
    for row in &due {
        let tx = core.store.begin().await?;
        // Of two nodes, one does it; and one that was renewed meanwhile has another end.
        if queries::subscriptions::move_reminder(&tx, row, next(row.expires_at, now)).await? {
            // After a day without a server it is over, and they know.
            let late = now.0 - row.expires_at.0 > DAY_MS;
            if let Some(days) = passed(row.expires_at, now).filter(|_| row.status == SubscriptionState::Paid && !late) {
                mails::enqueue(
                    core,
                    &tx,
                    About::Reminder { subscription_id: row.id, days, expires_at: row.expires_at.0 },
                )
                .await?;
            }
        }
        core.commit(tx, Tags::default()).await?;
    }
    Ok(due.len() as u64)
}
