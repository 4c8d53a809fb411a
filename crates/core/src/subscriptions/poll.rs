use std::time::Duration;

use mwanga_jobs::{Job, JobError};
use mwanga_store::queries;
use mwanga_store::types::{OrderId, SignalSource};
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use tokio_util::task::AbortOnDropHandle;

use super::SubscriptionError;
use super::check_times::next_check;
use super::settle::settle;
use crate::Core;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Asks the wallet about the orders that are due: those that neither came back nor were reported, and those whose money
/// may have gone back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PollOrders {}

/// Orders read at once.
const BATCH: u64 = 50;
/// Orders in a row without an answer: the wallet is away, and the rest waits.
const GIVE_UP_AFTER: u32 = 3;
const PAUSE_MS: i64 = 5_000;
/// How long settling one order may take: longer than all calls to the wallet that it can need, each with its own limit.
const LONGEST: Duration = Duration::from_secs(120);

impl Job for PollOrders {
    type Context = Core;
    const KIND: &'static str = "subscriptions.poll_orders";
    const DEDUPE: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        if !core.wallets.is_empty() {
            self.poll(&core).await.map_err(JobError::retry)?;
        }
        Ok(())
    }
}

impl PollOrders {
    async fn poll(&self, core: &Core) -> Result<(), SubscriptionError> {
        let mut unanswered = 0;
        'batches: loop {
            let mut due = queries::orders::due(core.store.writer(), core.now(), BATCH).await?;
            // In no order: two nodes hardly ask about the same one, and one that ends the process each time does not
            // stand before the others for ever.
            due.shuffle(&mut rand::rng());
            for (id, at) in &due {
                if core.stopping.is_cancelled() || unanswered == GIVE_UP_AFTER {
                    break 'batches;
                }
                let order = queries::orders::get(core.store.writer(), *id).await?;
                // Another node has asked meanwhile.
                let Some(order) = order.filter(|order| order.next_check_at == Some(*at)) else { continue };
                match settle_in_time(core, *id).await {
                    Ok(_) | Err(SubscriptionError::Declined | SubscriptionError::RefundRefused) => unanswered = 0,
                    Err(SubscriptionError::Unavailable(why)) => {
                        tracing::warn!(order = id.0, "how it stands could not be asked: {why}");
                        unanswered += 1;
                    }
                    Err(error) => tracing::error!(order = id.0, "it could not be settled: {error}"),
                }
                // Only now: a process that ends while it asks leaves the order due. What settled has moved it already,
                // and a message of the wallet may have.
                let now = core.now();
                let next = next_check(&order, now).unwrap_or(now.plus_ms(DAY_MS));
                queries::orders::move_check(core.store.writer(), *id, *at, next).await?;
            }
            if due.is_empty() {
                break;
            }
        }
        let now = core.now();
        if let Some(next) = queries::orders::next_due(core.store.writer()).await? {
            let pause = if unanswered == GIVE_UP_AFTER { MINUTE_MS } else { PAUSE_MS };
            self.enqueue_at(core.store.writer(), next.max(now.plus_ms(pause)), now).await?;
        }
        Ok(())
    }
}

/// Settles an order, whatever happens: the batch goes on behind one that panics or hangs. Cut off, it stands as after a
/// crash.
async fn settle_in_time(core: &Core, id: OrderId) -> Result<(), SubscriptionError> {
    let of_task = core.clone();
    let settling =
        AbortOnDropHandle::new(tokio::spawn(async move { settle(&of_task, id, SignalSource::Poller).await }));
    match tokio::time::timeout(LONGEST, settling).await {
        Ok(Ok(outcome)) => outcome.map(drop),
        Ok(Err(died)) => Err(SubscriptionError::Unavailable(format!("asking ended: {died}"))),
        Err(_) => Err(SubscriptionError::Unavailable(format!("it took longer than {} s", LONGEST.as_secs()))),
    }
}
