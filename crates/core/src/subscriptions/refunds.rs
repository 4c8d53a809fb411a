//! Refunds by an administrator.

use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{OrderId, OrderStatus, SignalSource, SubscriptionId};
use sea_orm::Set;

use super::SubscriptionError;
use super::checkout::with_timeout;
use super::settle::settle;
use super::transition::change_order;
use crate::Core;
use crate::held::refuse_while_held;

/// Delay of the first check whether a refund is done.
const FIRST_CHECK_MS: i64 = 60_000;

/// Refunds an order, by default the last one; its months are taken back.
///
/// # Errors
///
/// - [`SubscriptionError::Refunding`]: it is not done yet; the poller finishes it, and repeating is safe.
pub async fn refund(
    core: &Core,
    subscription: SubscriptionId,
    order: Option<OrderId>,
) -> Result<(), SubscriptionError> {
    if core.payment_gateways().is_empty() {
        return Err(SubscriptionError::NotConfigured);
    }
    refuse_while_held(core).await?;
    let row =
        queries::subscriptions::get(core.store.reader(), subscription).await?.ok_or(SubscriptionError::NotFound)?;
    let id = start_refund(core, &row.email_key, order.unwrap_or(row.last_order_id)).await?.id;
    match with_timeout(settle_refund(core.clone(), id)).await {
        Ok(order) if order.status == OrderStatus::Refunded => Ok(()),
        Ok(_) => Err(SubscriptionError::Refunding("it is on its way".into())),
        Err(SubscriptionError::Unavailable(why)) => Err(SubscriptionError::Refunding(why)),
        Err(error) => Err(error),
    }
}

async fn settle_refund(core: Core, id: OrderId) -> Result<paid_order::Model, SubscriptionError> {
    settle(&core, id, SignalSource::Admin).await
}

/// Marks the order as refunding before the provider is called.
async fn start_refund(core: &Core, email_key: &str, id: OrderId) -> Result<paid_order::Model, SubscriptionError> {
    let refunding = paid_order::ActiveModel {
        status: Set(OrderStatus::Refunding),
        next_check_at: Set(Some(core.now().plus_ms(FIRST_CHECK_MS))),
        ..Default::default()
    };
    let is_own = |order: &paid_order::Model| order.email_key == email_key;
    let order = change_order(core, id, None, |order| {
        (is_own(order) && order.status == OrderStatus::Captured).then_some(refunding)
    })
    .await;
    match order {
        Ok(order) if is_own(&order) && order.status == OrderStatus::Refunding => Ok(order),
        Ok(_) | Err(SubscriptionError::OrderNotFound) => Err(SubscriptionError::NothingToRefund),
        Err(error) => Err(error),
    }
}
