//! Webhooks of payment providers.

use http::HeaderMap;
use mwanga_store::entities::{order_signal, paid_order};
use mwanga_store::queries;
use mwanga_store::types::{OrderId, PaymentProvider, SignalSource};
use sea_orm::{NotSet, Set};

use super::error::unavailable;
use super::{SubscriptionError, transition};
use crate::Core;
use crate::changes::Tags;
use crate::payments::{Flow, GatewayEvent};

/// Outcome of a webhook request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookOutcome {
    /// It is logged, or concerns no order of this site; it need not be sent again.
    Accepted,
    /// Not readable, or not signed by the provider.
    InvalidSignature,
    /// Too many about this order: to be retried after so many seconds.
    RateLimited(u32),
}

/// Verifies and logs a webhook, and makes the poller check its order at once. The payment data in it is not trusted.
/// `count` counts webhooks of an order against its rate limit, and fails with the seconds to wait.
///
/// # Errors
///
/// - [`SubscriptionError::Unavailable`]: the signature could not be verified; the provider has to send it again.
pub async fn handle_webhook(
    core: &Core,
    provider: PaymentProvider,
    headers: &HeaderMap,
    body: &[u8],
    count: impl FnOnce(OrderId) -> Result<(), u32>,
) -> Result<WebhookOutcome, SubscriptionError> {
    let gateway = core.payment_gateways().get(provider)?;
    let Flow::Redirect(wallet) = gateway.flow() else { return Err(SubscriptionError::NotConfigured) };
    let Some(event) = wallet.parse_event(body) else { return Ok(WebhookOutcome::InvalidSignature) };
    // Before the signature is verified, because that is a call to the provider: forged webhooks must not cause many.
    let Some(order) = find_order(core, provider, &event).await? else { return Ok(WebhookOutcome::Accepted) };
    if let Err(wait_s) = count(order.id) {
        return Ok(WebhookOutcome::RateLimited(wait_s));
    }
    if !wallet.verify_signature(headers, body).await.map_err(unavailable)? {
        return Ok(WebhookOutcome::InvalidSignature);
    }
    let now = core.now();
    let tx = core.store.begin().await?;
    let Some(order) = queries::orders::lock_by_id(&tx, order.id).await? else { return Ok(WebhookOutcome::Accepted) };
    let signal = order_signal::ActiveModel {
        id: NotSet,
        order_id: Set(order.id),
        source: Set(SignalSource::Webhook),
        event_id: Set(Some(event.id)),
        message: Set(event.kind),
        status: Set(order.status),
        at: Set(now),
    };
    // A repeated webhook is logged once, and checks the order again: the first attempt may have been cut off.
    queries::orders::insert_signal(&tx, signal).await?;
    let check_now = paid_order::ActiveModel { next_check_at: Set(Some(now)), ..Default::default() };
    transition::write(&tx, order.id, check_now, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(WebhookOutcome::Accepted)
}

/// The order of an event; none when it belongs to another provider.
async fn find_order(
    core: &Core,
    provider: PaymentProvider,
    event: &GatewayEvent,
) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let order = find_by_ids(core, event).await?;
    Ok(order.filter(|order| order.provider == provider))
}

/// The order by any of the ids of an event.
async fn find_by_ids(core: &Core, event: &GatewayEvent) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let db = core.store.reader();
    if let Some(reference) = &event.reference
        && let Some(order) = queries::orders::by_reference(db, reference).await?
    {
        return Ok(Some(order));
    }
    if let Some(wallet_order) = &event.wallet_order
        && let Some(order) = queries::orders::by_wallet_order(db, wallet_order).await?
    {
        return Ok(Some(order));
    }
    match &event.capture {
        Some(capture) => Ok(queries::orders::by_capture(db, capture).await?),
        None => Ok(None),
    }
}
