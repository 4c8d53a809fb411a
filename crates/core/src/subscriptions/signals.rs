//! Audit log of orders (`order_signal`): what triggered a check, and the provider's state.

use mwanga_store::entities::{order_signal, paid_order};
use mwanga_store::types::SignalSource;
use mwanga_store::{Transaction, queries};
use sea_orm::{NotSet, Set};

use super::SubscriptionError;
use crate::Core;

/// Inserts a signal with the status that the order has after it, in the transaction of its change.
pub(super) async fn insert_signal(
    core: &Core,
    tx: &Transaction,
    order: &paid_order::Model,
    source: SignalSource,
    text: &str,
) -> Result<(), SubscriptionError> {
    let row = order_signal::ActiveModel {
        id: NotSet,
        order_id: Set(order.id),
        source: Set(source),
        event_id: Set(None),
        message: Set(text.to_owned()),
        status: Set(order.status),
        at: Set(core.now()),
    };
    queries::orders::insert_signal(tx, row).await?;
    Ok(())
}
