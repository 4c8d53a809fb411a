use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{OrderId, OrderStatus, SignalSource, SubscriptionId};
use sea_orm::Set;

use super::SubscriptionError;
use super::check_times::FIRST_CHECK_MS;
use super::checkout::patiently;
use super::settle::settle;
use super::transition::change_order;
use crate::Core;

/// Gives the money of an order back, by default of the last one; its months go with it.
///
/// # Errors
///
/// - [`SubscriptionError::Refunding`]: the wallet has not given it back yet; the poller finishes it, and repeating is
///   safe.
pub async fn refund(
    core: &Core,
    subscription: SubscriptionId,
    order: Option<OrderId>,
) -> Result<(), SubscriptionError> {
    if core.wallets.is_empty() {
        return Err(SubscriptionError::NotSetUp);
    }
    let row =
        queries::subscriptions::get(core.store.reader(), subscription).await?.ok_or(SubscriptionError::NotFound)?;
    let id = begin(core, &row.email_key, order.unwrap_or(row.last_order_id)).await?.id;
    match patiently(refunded(core.clone(), id)).await {
        Ok(order) if order.status == OrderStatus::Refunded => Ok(()),
        Ok(_) => Err(SubscriptionError::Refunding("it is on its way".into())),
        Err(SubscriptionError::Unavailable(why)) => Err(SubscriptionError::Refunding(why)),
        Err(error) => Err(error),
    }
}

async fn refunded(core: Core, id: OrderId) -> Result<paid_order::Model, SubscriptionError> {
    settle(&core, id, SignalSource::Admin).await
}

/// Notes that it is to be given back, before the wallet is asked.
async fn begin(core: &Core, email_key: &str, id: OrderId) -> Result<paid_order::Model, SubscriptionError> {
    let refunding = paid_order::ActiveModel {
        status: Set(OrderStatus::Refunding),
        next_check_at: Set(Some(core.now().plus_ms(FIRST_CHECK_MS))),
        ..Default::default()
    };
    let is_theirs = |order: &paid_order::Model| order.email_key == email_key;
    let order = change_order(core, id, None, |order| {
        (is_theirs(order) && order.status == OrderStatus::Captured).then_some(refunding)
    })
    .await;
    match order {
        Ok(order) if is_theirs(&order) && order.status == OrderStatus::Refunding => Ok(order),
        Ok(_) | Err(SubscriptionError::Unknown) => Err(SubscriptionError::NothingToRefund),
        Err(error) => Err(error),
    }
}
