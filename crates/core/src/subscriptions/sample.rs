//! Orders of the demo publication. Nobody is asked about them: the practice wallet is told afterwards.

use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{OrderId, OrderStatus, PlanCode, SignalSource};
use sea_orm::Set;

use super::checkout::{self, Offer};
use super::decide::ProviderState;
use super::settle::apply;
use super::transition::change_order;
use super::{SubscriptionError, plan};
use crate::Core;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::payments::{Capture, CaptureState, DEFAULT_PROVIDER, GatewayOrder, Money, OrderState};

/// The order as the provider has to know it.
#[derive(Clone, Debug)]
pub struct SampleOrder {
    pub reference: String,
    pub description: String,
    pub amount: Money,
    pub status: OrderStatus,
}

/// Creates an order of an address. Nobody has paid it yet.
pub async fn create_sample_order(
    core: &Core,
    email: &str,
    code: PlanCode,
    claim: &Claim,
) -> Result<OrderId, SubscriptionError> {
    let email = EmailAddress::parse(email).map_err(|_| SubscriptionError::NotFound)?;
    let account = queries::accounts::by_email_key(core.store.reader(), &email.key()).await?;
    let offer = Offer { plan: code, provider: DEFAULT_PROVIDER };
    Ok(checkout::insert_order(core, offer, &email, None, account.map(|account| account.id), false, claim).await?.id)
}

/// Names the provider's order, whose buyer has not paid yet.
pub async fn open_sample_order(core: &Core, id: OrderId, wallet_order: &str) -> Result<(), SubscriptionError> {
    let wallet_order = Set(Some(wallet_order.to_owned()));
    let named = paid_order::ActiveModel { wallet_order, next_check_at: Set(None), ..Default::default() };
    change_order(core, id, None, |order| order.wallet_order.is_none().then_some(named)).await?;
    Ok(())
}

/// Grants an open order as paid: its months, its receipt and its signal.
pub async fn pay_sample_order(core: &Core, id: OrderId) -> Result<(), SubscriptionError> {
    settle(core, id, OrderStatus::Created, (CaptureState::Completed, SignalSource::Browser)).await
}

/// Takes a paid order back as an administrator's refund does.
pub async fn refund_sample_order(core: &Core, id: OrderId) -> Result<(), SubscriptionError> {
    settle(core, id, OrderStatus::Captured, (CaptureState::Refunded, SignalSource::Admin)).await
}

/// Settles an order by a capture in this state; one that is not `from` stays as it is.
async fn settle(
    core: &Core,
    id: OrderId,
    from: OrderStatus,
    (state, source): (CaptureState, SignalSource),
) -> Result<(), SubscriptionError> {
    let order = queries::orders::get(core.store.reader(), id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let Some(wallet_order) = order.wallet_order.filter(|_| order.status == from) else { return Ok(()) };
    let amount = Some(Money { minor: order.price_minor, currency: order.currency });
    let capture = Capture {
        id: format!("C{wallet_order}"),
        amount: amount.clone(),
        reference: Some(order.reference.clone()),
        state,
    };
    let reference = Some(order.reference);
    let known = GatewayOrder { id: wallet_order, reference, amount, state: OrderState::Captured(capture) };
    apply(core, id, &ProviderState::Order(known), source).await?;
    // The poller would ask for all that is of the past at the first start.
    let settled = paid_order::ActiveModel { next_check_at: Set(None), ..Default::default() };
    change_order(core, id, None, |order| order.next_check_at.is_some().then_some(settled)).await?;
    Ok(())
}

/// An order by the provider's id of it.
pub async fn find_sample_order(core: &Core, wallet_order: &str) -> Result<Option<SampleOrder>, SubscriptionError> {
    let order = queries::orders::by_wallet_order(core.store.reader(), wallet_order).await?;
    let brand = &core.settings().site.brand;
    Ok(order.map(|order| SampleOrder {
        description: format!("{brand} {}, {} months", plan(order.plan).name, order.months),
        reference: order.reference,
        amount: Money { minor: order.price_minor, currency: order.currency },
        status: order.status,
    }))
}
