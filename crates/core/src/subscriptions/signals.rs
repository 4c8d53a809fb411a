//! The log of signals: who made us ask about an order, and what the provider answered.

use mwanga_store::entities::{order_signal, paid_order};
use mwanga_store::types::SignalSource;
use mwanga_store::{Transaction, queries};
use sea_orm::{NotSet, Set};

use super::SubscriptionError;
use crate::Core;

/// Notes a signal and the state that the order has after it, in the transaction of its change.
pub(super) async fn note(
    core: &Core,
    tx: &Transaction,
    order: &paid_order::Model,
    source: SignalSource,
    said: &str,
) -> Result<(), SubscriptionError> {
    let row = order_signal::ActiveModel {
        id: NotSet,
        order_id: Set(order.id),
        source: Set(source),
        event_id: Set(None),
        said: Set(said.to_owned()),
        status: Set(order.status),
        at: Set(core.now()),
    };
    queries::orders::note(tx, row).await?;
    Ok(())
}
