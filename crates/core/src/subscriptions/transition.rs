//! The only writer of existing orders.

use mwanga_jobs::Job;
use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderId, SignalSource, Timestamp};
use mwanga_store::{Transaction, queries};
use sea_orm::ActiveValue::Unchanged;
use sea_orm::Set;

use super::signals::insert_signal;
use super::{PollOrders, SubscriptionError};
use crate::Core;
use crate::changes::Tags;

/// Changes an order under its row lock, and returns it. `change` gets the locked order and may leave it unchanged.
/// `signal` is logged with a change.
pub(super) async fn change_order(
    core: &Core,
    id: OrderId,
    signal: Option<(SignalSource, &str)>,
    change: impl FnOnce(&paid_order::Model) -> Option<paid_order::ActiveModel>,
) -> Result<paid_order::Model, SubscriptionError> {
    let tx = core.store.begin().await?;
    let order = queries::orders::lock_by_id(&tx, id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let Some(mut row) = change(&order) else { return Ok(order) };
    row.changed_at = Set(core.now());
    let order = write(&tx, id, row, core.now()).await?;
    if let Some((source, text)) = signal {
        insert_signal(core, &tx, &order, source, text).await?;
    }
    core.commit(tx, Tags::default()).await?;
    Ok(order)
}

/// Updates the columns that are set, and schedules the poller for `next_check_at`.
pub(super) async fn write(
    tx: &Transaction,
    id: OrderId,
    mut row: paid_order::ActiveModel,
    now: Timestamp,
) -> Result<paid_order::Model, SubscriptionError> {
    row.id = Unchanged(id);
    let reschedules = row.next_check_at.clone().into_value().is_some();
    let order = queries::orders::update(tx, row).await?;
    if let (true, Some(at)) = (reschedules, order.next_check_at) {
        PollOrders {}.enqueue_at(tx, at, now).await?;
    }
    Ok(order)
}
