//! Poller of orders: settles those that are due for a check.

use std::time::Duration;

use futures_util::future::join_all;
use mwanga_jobs::{Job, JobError};
use mwanga_store::queries;
use mwanga_store::types::{OrderId, PaymentProvider, SignalSource};
use rand::seq::SliceRandom;
use sea_orm::Iterable;
use serde::{Deserialize, Serialize};
use tokio_util::task::AbortOnDropHandle;

use super::SubscriptionError;
use super::check_times::next_check;
use super::settle::{end_waiting, settle};
use crate::Core;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// Settles the orders that are due: those whose payment nobody has reported, and those that may have been refunded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PollOrders {}

/// Orders read at once.
const BATCH: u64 = 50;
/// Orders in a row without an answer after which the poll stops: the provider is unavailable.
const MAX_UNANSWERED: u32 = 3;
/// Least delay until the next poll.
const MIN_DELAY_MS: i64 = 5_000;
/// Limit for settling one order: more than the sum of the limits of all its calls to the provider.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(120);

impl Job for PollOrders {
    type Context = Core;
    const KIND: &'static str = "subscriptions.poll_orders";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        if !core.payment_gateways().is_empty() {
            let polls = PaymentProvider::iter().map(|provider| self.poll(&core, provider));
            // Side by side: one that does not answer delays none of the others.
            for outcome in join_all(polls).await {
                outcome.map_err(JobError::retry)?;
            }
        }
        Ok(())
    }
}

impl PollOrders {
    async fn poll(&self, core: &Core, provider: PaymentProvider) -> Result<(), SubscriptionError> {
        let mut unanswered = 0;
        'batches: loop {
            let mut due = queries::orders::due_checks(core.store.writer(), provider, core.now(), BATCH).await?;
            // Shuffled, so that two nodes rarely check the same order, and one that crashes the process each time does
            // not block the others.
            due.shuffle(&mut rand::rng());
            for (id, at) in &due {
                if core.stopping.is_cancelled() || unanswered == MAX_UNANSWERED {
                    break 'batches;
                }
                let order = queries::orders::get(core.store.writer(), *id).await?;
                // Another node has checked it meanwhile.
                let Some(order) = order.filter(|order| order.next_check_at == Some(*at)) else { continue };
                match settle_with_timeout(core, *id).await {
                    Ok(_) | Err(SubscriptionError::Declined | SubscriptionError::RefundRefused) => unanswered = 0,
                    Err(SubscriptionError::Unavailable(why)) => {
                        tracing::warn!(order = id.0, "how it stands could not be asked: {why}");
                        unanswered += 1;
                    }
                    Err(error) => tracing::error!(order = id.0, "it could not be settled: {error}"),
                }
                // Only now, so that a crash leaves the order due. Settling or a webhook may have moved the check
                // already.
                let now = core.now();
                let next = next_check(&order, now).unwrap_or(now.plus_ms(DAY_MS));
                queries::orders::reschedule_check(core.store.writer(), *id, *at, next).await?;
                end_waiting(core, provider).await?;
            }
            if due.is_empty() {
                break;
            }
        }
        let now = core.now();
        if let Some(next) = queries::orders::next_check_at(core.store.writer(), provider).await? {
            let delay = if unanswered == MAX_UNANSWERED { MINUTE_MS } else { MIN_DELAY_MS };
            self.enqueue_at(core.store.writer(), next.max(now.plus_ms(delay)), now).await?;
        }
        Ok(())
    }
}

/// Settles an order in a task of its own, so that the batch goes on after a panic or a timeout.
async fn settle_with_timeout(core: &Core, id: OrderId) -> Result<(), SubscriptionError> {
    let task_core = core.clone();
    let task = AbortOnDropHandle::new(tokio::spawn(async move { settle(&task_core, id, SignalSource::Poller).await }));
    match tokio::time::timeout(SETTLE_TIMEOUT, task).await {
        Ok(Ok(outcome)) => outcome.map(drop),
        Ok(Err(panic)) => Err(SubscriptionError::Unavailable(format!("asking ended: {panic}"))),
        Err(_) => Err(SubscriptionError::Unavailable(format!("it took longer than {} s", SETTLE_TIMEOUT.as_secs()))),
    }
}
