//! What goes on when the process starts.

use mwanga_jobs::Job;
use mwanga_store::{StoreResult, queries};

use super::daily;
use super::sending::SendDeliveries;
use crate::Core;

/// Goes on with the issues that went out when the process before this one ended, and with the schedule. To be called at
/// start.
pub async fn go_on(core: &Core) -> StoreResult<()> {
    if !queries::issues::sending(core.store.reader()).await?.is_empty() {
        SendDeliveries {}.enqueue(core.store.writer(), core.now()).await?;
    }
    daily::enqueue_next(core.store.writer(), &daily::schedule(core).await?, core.now()).await
}
