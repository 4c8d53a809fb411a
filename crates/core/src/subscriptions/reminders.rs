//! Reminders before the end of a subscription.

use mwanga_jobs::{Job, JobError};
use mwanga_store::types::SubscriptionState;
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::mails::{self, SubscriptionMailKind};
use super::reminder_times::{DAY_MS, due_reminder, next_reminder};
use crate::Core;
use crate::changes::Tags;

/// Reminds subscribers before the end, once for each reminder time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemindSubscribers {}

const BATCH: u64 = 100;

impl Job for RemindSubscribers {
    type Context = Core;
    const KIND: &'static str = "subscriptions.remind";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        while remind(&core).await.map_err(JobError::retry)? == BATCH {}
        Ok(())
    }
}

async fn remind(core: &Core) -> StoreResult<u64> {
    let (now, settings) = (core.now(), core.settings());
    let zone = settings.time_zone();
    let due = queries::subscriptions::due_reminders(core.store.writer(), now, BATCH).await?;
    for row in &due {
        let tx = core.store.begin().await?;
        // Only one of several nodes succeeds; a subscription that was renewed meanwhile has another end.
        if queries::subscriptions::reschedule_reminder(&tx, row, next_reminder(row.expires_at, now, zone)).await? {
            // No reminder more than a day after the end, when no server ran for that long.
            let late = now.0 - row.expires_at.0 > DAY_MS;
            let due = row.next_reminder_at.and_then(|scheduled| due_reminder(row.expires_at, scheduled, now, zone));
            if let Some(days) = due.filter(|_| row.status == SubscriptionState::Paid && !late) {
                mails::enqueue(
                    core,
                    &tx,
                    SubscriptionMailKind::Reminder { subscription_id: row.id, days, expires_at: row.expires_at.0 },
                )
                .await?;
            }
        }
        core.commit(tx, Tags::default()).await?;
    }
    Ok(due.len() as u64)
}
