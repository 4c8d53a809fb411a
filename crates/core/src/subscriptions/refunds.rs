use mwanga_jobs::Job;
use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{OrderId, OrderStatus, SignalSource, SubscriptionId};
use sea_orm::{IntoActiveModel, Set};

use super::checkout::patiently;
use super::settle::settle;
use super::{PollOrders, SubscriptionError, poll};
use crate::Core;
use crate::changes::Tags;

/// Gives the money of an order back, by default of the last one; its months go with it.
///
/// # Errors
///
/// - [`SubscriptionError::Refunding`]: the wallet has not given it back yet; the poller finishes it, and repeating is safe.
pub async fn refund(core: &Core, subscription: SubscriptionId, order: Option<OrderId>) -> Result<(), SubscriptionError> {
    if core.wallet.is_none() {
        return Err(SubscriptionError::NotSetUp);
    }
    let row = queries::subscriptions::get(core.store.reader(), subscription).await?.ok_or(SubscriptionError::NotFound)?;
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
    let now = core.now();
    let tx = core.store.begin().await?;
    let order = queries::orders::held(&tx, id).await?.filter(|order| order.email_key == email_key).ok_or(SubscriptionError::NothingToRefund)?;
    match order.status {
        OrderStatus::Refunding => return Ok(order),
        OrderStatus::Captured => {}
        _ => return Err(SubscriptionError::NothingToRefund),
    }
    let check_at = now.plus_ms(poll::FIRST_CHECK_MS);
    let mut row = order.into_active_model();
    row.status = Set(OrderStatus::Refunding);
    row.changed_at = Set(now);
    row.next_check_at = Set(Some(check_at));
    let order = queries::orders::update(&tx, row).await?;
    PollOrders {}.enqueue_at(&tx, check_at, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(order)
}
