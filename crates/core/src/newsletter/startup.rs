//! Resuming newsletters at process start.

use mwanga_jobs::Job;
use mwanga_store::{StoreResult, queries};

use super::daily;
use super::sending::SendDeliveries;
use crate::Core;

/// Resumes issues that were being sent when the last process ended, and the daily schedule. Call at start.
pub async fn resume_sending(core: &Core) -> StoreResult<()> {
    if !queries::issues::list_sending(core.store.reader()).await?.is_empty() {
        SendDeliveries {}.enqueue(core.store.writer(), core.now()).await?;
    }
    daily::enqueue_next(core, core.store.writer(), &core.settings(), core.now()).await?;
    core.job_notifier.notify();
    Ok(())
}
