use http::HeaderMap;
use mwanga_store::entities::{order_signal, paid_order};
use mwanga_store::queries;
use mwanga_store::types::{OrderId, PaymentProvider, SignalSource};
use sea_orm::{NotSet, Set};

use super::error::unavailable;
use super::providers::WalletEvent;
use super::{SubscriptionError, transition};
use crate::Core;
use crate::changes::Tags;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookOutcome {
    /// Nobody needs to send it again: it is noted, or about no order of ours.
    Taken,
    /// Nothing shows that the wallet sent it.
    Forged,
    /// There were too many about this order: it may come again in so many seconds.
    TooOften(u32),
}

/// Takes a message of the wallet: notes it, and lets the wallet be asked how its order stands. What the message says
/// about money is not believed. `count` says in how many seconds there may be another message about an order, where
/// there were too many.
///
/// # Errors
///
/// - [`SubscriptionError::Unavailable`]: whether it is the wallet's own could not be asked; it has to come again.
pub async fn handle_webhook(
    core: &Core,
    provider: PaymentProvider,
    headers: &HeaderMap,
    body: &[u8],
    count: impl FnOnce(OrderId) -> Result<(), u32>,
) -> Result<WebhookOutcome, SubscriptionError> {
    let wallet = core.wallets.get(provider)?;
    let Some(event) = wallet.event(body) else { return Ok(WebhookOutcome::Forged) };
    // Before the wallet is asked whether it signed this: who invents messages must not make us ask it as often as they
    // like.
    let Some(order) = order_of(core, provider, &event).await? else { return Ok(WebhookOutcome::Taken) };
    if let Err(wait_s) = count(order.id) {
        return Ok(WebhookOutcome::TooOften(wait_s));
    }
    if !wallet.signed(headers, body).await.map_err(unavailable)? {
        return Ok(WebhookOutcome::Forged);
    }
    let now = core.now();
    let tx = core.store.begin().await?;
    let Some(order) = queries::orders::lock_by_id(&tx, order.id).await? else { return Ok(WebhookOutcome::Taken) };
    let signal = order_signal::ActiveModel {
        id: NotSet,
        order_id: Set(order.id),
        source: Set(SignalSource::Webhook),
        event_id: Set(Some(event.id)),
        said: Set(event.kind),
        status: Set(order.status),
        at: Set(now),
    };
    // One that comes twice stands in the book once, and makes us ask again: the first time may have been cut off.
    queries::orders::note(&tx, signal).await?;
    let check_now = paid_order::ActiveModel { next_check_at: Set(Some(now)), ..Default::default() };
    transition::write(&tx, order.id, check_now, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(WebhookOutcome::Taken)
}

/// The order that an event is about; of another provider it is none of ours.
async fn order_of(
    core: &Core,
    provider: PaymentProvider,
    event: &WalletEvent,
) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let order = named_order(core, event).await?;
    Ok(order.filter(|order| order.provider == provider))
}

async fn named_order(core: &Core, event: &WalletEvent) -> Result<Option<paid_order::Model>, SubscriptionError> {
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
