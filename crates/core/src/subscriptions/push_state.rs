//! The state of a push: what its provider says, and what a transition of its order means for it.

use mwanga_store::entities::{paid_order, payment_push};
use mwanga_store::types::{OrderStatus, PaymentFailure};
use mwanga_store::{Transaction, queries};
use sea_orm::ActiveValue::Unchanged;
use sea_orm::Set;

use super::SubscriptionError;
use super::decide::{ProviderState, Transition};
use crate::Core;
use crate::payments::{GatewayOrder, Money, OrderState, PaymentGateway};

/// The state of an order that is not paid, at a provider that pushes. What is not known for certain is no answer.
pub(super) async fn fetch_state(
    core: &Core,
    gateway: &dyn PaymentGateway,
    order: &paid_order::Model,
) -> Result<ProviderState, SubscriptionError> {
    let push = queries::payment_pushes::get(core.store.writer(), order.id).await?;
    let push = push.ok_or(SubscriptionError::OrderNotFound)?;
    let unanswered = ProviderState::Unanswered { since: push.waiting_since.unwrap_or(order.created_at) };
    let Some(id) = &order.wallet_order else {
        let is_begun = push.waiting_since.is_some() || order.status != OrderStatus::Created;
        return Ok(if is_begun { unanswered } else { ProviderState::NeverCreated });
    };
    Ok(match gateway.find_order(id).await {
        Ok(GatewayOrder { state: OrderState::Open, .. }) => unanswered,
        // The other request may have been paid.
        Ok(GatewayOrder { state: OrderState::Failed(_), .. }) if push.second_request.is_some() => unanswered,
        Ok(found) => ProviderState::Order(found),
        Err(error) => {
            tracing::warn!(order = order.id.0, "how a request on a phone stands could not be asked: {error}");
            unanswered
        }
    })
}

/// Writes what a transition means for the push of an order: its phone is free again, and forgotten once it is clear
/// what came of it. Answers what who looks for the payment has to know.
pub(super) async fn follow(
    tx: &Transaction,
    order: &paid_order::Model,
    transition: &Transition,
    failure: Option<PaymentFailure>,
) -> Result<Option<String>, SubscriptionError> {
    let mut note = None;
    let mut row = payment_push::ActiveModel {
        order_id: Unchanged(order.id),
        phone_key: Set(None),
        waiting_since: Set(None),
        ..Default::default()
    };
    match transition {
        Transition::Unclear(why) => {
            let push = queries::payment_pushes::get(tx, order.id).await?;
            let phone_end = push.map(|push| push.phone_end).unwrap_or_default();
            let price = Money { minor: order.price_minor, currency: order.currency.clone() };
            note = Some(format!("{why}: look for {price} from the phone that ends in {phone_end}"));
        }
        Transition::Refuse(_) => {}
        Transition::Grant(_) | Transition::Revoke(_) => row.phone_end = Set(String::new()),
        Transition::Expire(_) => {
            row.phone_end = Set(String::new());
            row.failure = Set(failure);
        }
        Transition::Stay | Transition::Capture | Transition::Pend | Transition::Refund(_) => return Ok(None),
    }
    queries::payment_pushes::update(tx, row).await?;
    Ok(note)
}
