//! Settles an order: queries its state at the payment provider and applies the transition (`decide.rs`).

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderId, OrderStatus, PaymentProvider, SignalSource, Timestamp};
use mwanga_store::{Transaction, queries};
use sea_orm::Set;

use super::check_times::next_check;
use super::decide::{ProviderState, Transition, decide};
use super::error::unavailable;
use super::mails::{self, SubscriptionMailKind};
use super::signals::insert_signal;
use super::transition::{self, change_order};
use super::{SubscriptionError, entitlement, push_state};
use crate::changes::Tags;
use crate::held::refuse_while_held;
use crate::payments::{
    Capture, Flow, GatewayError, GatewayOrder, Money, OrderState, PaymentFlow, PaymentGateway, provider,
};
use crate::{Core, newsletter, secrets};

/// Most rounds of query and action; with a provider that contradicts itself the poller tries again later.
const MAX_ROUNDS: u32 = 4;

/// Brings an order up to its state at the provider, and returns it. Safe to call concurrently: everything is done once.
pub(super) async fn settle(
    core: &Core,
    id: OrderId,
    source: SignalSource,
) -> Result<paid_order::Model, SubscriptionError> {
    refuse_while_held(core).await?;
    let (mut known_state, mut refunded) = (None, false);
    for _ in 0..MAX_ROUNDS {
        let order = queries::orders::get(core.store.writer(), id).await?.ok_or(SubscriptionError::OrderNotFound)?;
        let gateway = core.payment_gateways().get(order.provider)?;
        let provider_state = match known_state.take() {
            Some(provider_state) => provider_state,
            None => fetch_state(core, gateway, &order).await?,
        };
        match decide(&order, &provider_state, source, core.now()) {
            Transition::Capture => {
                let Flow::Redirect(wallet) = gateway.flow() else { return Ok(order) };
                refuse_while_held(core).await?;
                // Another caller may have changed the order meanwhile.
                let Some(order) = start_capture(core, &order).await? else { continue };
                match wallet.capture(order.wallet_order.as_deref().unwrap_or_default(), &order.capture_request_id).await
                {
                    Ok(order) => known_state = Some(ProviderState::Order(order)),
                    Err(GatewayError::AlreadyDone) => {}
                    Err(GatewayError::NotApproved) => return reopen_not_approved(core, &order).await,
                    Err(GatewayError::Declined) => return Err(reopen_declined(core, &order, source).await?),
                    Err(error) => return Err(unavailable(error)),
                }
            }
            // The refund is under way; the poller checks whether it is done.
            Transition::Refund(_) if refunded => return Ok(order),
            Transition::Refund(capture) => {
                refuse_while_held(core).await?;
                match gateway.refund(&capture, &order.refund_request_id).await {
                    Ok(()) | Err(GatewayError::AlreadyDone) => refunded = true,
                    Err(why @ (GatewayError::Refused(_) | GatewayError::Declined)) => {
                        tracing::warn!(order = id.0, "a refund was refused: {why}");
                        return Err(reopen_refund(core, &order, source).await?);
                    }
                    Err(error) => return Err(unavailable(error)),
                }
            }
            _ => return apply(core, id, &provider_state, source).await,
        }
    }
    Err(SubscriptionError::Unavailable("the wallet says one thing and does another".into()))
}

/// The state of an order at the provider.
async fn fetch_state(
    core: &Core,
    gateway: &dyn PaymentGateway,
    order: &paid_order::Model,
) -> Result<ProviderState, SubscriptionError> {
    let paid = matches!(order.status, OrderStatus::Captured | OrderStatus::Refunding | OrderStatus::Refunded);
    if !paid && matches!(gateway.flow(), Flow::Push(_)) {
        return push_state::fetch_state(core, gateway, order).await;
    }
    let provider_state = match (&order.wallet_order, &order.capture_id) {
        // The provider forgets an order after some months, not its capture.
        (_, Some(capture)) if paid => gateway.find_capture(capture).await.map(ProviderState::Capture),
        (Some(id), _) => gateway.find_order(id).await.map(ProviderState::Order),
        (None, _) => return Ok(ProviderState::NeverCreated),
    };
    match provider_state {
        Err(GatewayError::NotFound) => Ok(ProviderState::NotFound),
        provider_state => provider_state.map_err(unavailable),
    }
}

/// Marks the order as capturing before the provider is called; `None` when the order has changed since it was read.
async fn start_capture(core: &Core, order: &paid_order::Model) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let is_same = |current: &paid_order::Model| {
        current.capture_request_id == order.capture_request_id && current.wallet_order.is_some()
    };
    let capturing =
        paid_order::ActiveModel { status: Set(OrderStatus::Capturing), declined_at: Set(None), ..Default::default() };
    let current = change_order(core, order.id, None, |current| {
        (is_same(current) && current.status == OrderStatus::Created).then_some(capturing)
    })
    .await?;
    Ok(Some(current).filter(|current| is_same(current) && current.status == OrderStatus::Capturing))
}

/// The buyer has to approve again: reopens the order and returns it.
async fn reopen_not_approved(core: &Core, order: &paid_order::Model) -> Result<paid_order::Model, SubscriptionError> {
    let created = paid_order::ActiveModel { status: Set(OrderStatus::Created), ..Default::default() };
    change_order(core, order.id, None, |current| is_capturing(current, order).then_some(created)).await
}

/// Nothing was charged: reopens the order with a new request id, so that the buyer can choose another means.
async fn reopen_declined(
    core: &Core,
    order: &paid_order::Model,
    source: SignalSource,
) -> Result<SubscriptionError, SubscriptionError> {
    let created = paid_order::ActiveModel {
        status: Set(OrderStatus::Created),
        capture_request_id: Set(secrets::random_token(22)),
        declined_at: Set(Some(core.now())),
        ..Default::default()
    };
    let signal = Some((source, "the wallet declined it"));
    change_order(core, order.id, signal, |current| is_capturing(current, order).then_some(created)).await?;
    Ok(SubscriptionError::Declined)
}

fn is_capturing(current: &paid_order::Model, order: &paid_order::Model) -> bool {
    current.status == OrderStatus::Capturing && current.capture_request_id == order.capture_request_id
}

/// Nothing was refunded: marks the order as paid again, with a new request id for the next attempt.
async fn reopen_refund(
    core: &Core,
    order: &paid_order::Model,
    source: SignalSource,
) -> Result<SubscriptionError, SubscriptionError> {
    let captured = paid_order::ActiveModel {
        status: Set(OrderStatus::Captured),
        refund_request_id: Set(secrets::random_token(22)),
        ..Default::default()
    };
    let is_refunding = |current: &paid_order::Model| {
        current.status == OrderStatus::Refunding && current.refund_request_id == order.refund_request_id
    };
    let signal = Some((source, "the wallet refused the refund"));
    change_order(core, order.id, signal, |current| is_refunding(current).then_some(captured)).await?;
    Ok(SubscriptionError::RefundRefused)
}

/// Writes the transition in one transaction: order, subscription, mails and signal.
pub(super) async fn apply(
    core: &Core,
    id: OrderId,
    provider_state: &ProviderState,
    source: SignalSource,
) -> Result<paid_order::Model, SubscriptionError> {
    let now = core.now();
    let tx = core.store.begin().await?;
    // Locks the subscription first: its orders are written under its lock.
    let email_key = queries::orders::get(&tx, id).await?.ok_or(SubscriptionError::OrderNotFound)?.email_key;
    queries::subscriptions::lock_by_email_key(&tx, &email_key).await?;
    let order = queries::orders::lock_by_id(&tx, id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let before = order.clone();
    let decided = decide(&order, provider_state, source, now);
    let mut row = order_changes(&decided, &before, now);
    row.changed_at = Set(now);
    if provider(order.provider).flow == PaymentFlow::Push {
        let failure = match provider_state {
            ProviderState::Order(GatewayOrder { state: OrderState::Failed(failure), .. }) => Some(*failure),
            _ => None,
        };
        if let Some(note) = push_state::follow(&tx, &order, &decided, failure).await? {
            row.note = Set(Some(note));
        }
    }
    let order = transition::write(&tx, id, row, now).await?;
    let next_check_at = Set(next_check(&order, now));
    let order =
        transition::write(&tx, id, paid_order::ActiveModel { next_check_at, ..Default::default() }, now).await?;
    if matches!(decided, Transition::Grant(_) | Transition::Revoke(_)) {
        entitlement::write(core, &tx, &order).await?;
    }
    match decided {
        Transition::Grant(_) => {
            mails::enqueue(core, &tx, SubscriptionMailKind::Receipt { order_id: id }).await?;
            if order.auto_subscribe_all {
                subscribe_to_newsletters(core, &tx, &order).await?;
            }
        }
        Transition::Revoke(_) if before.captured_at.is_some() => {
            mails::enqueue(core, &tx, SubscriptionMailKind::Refund { order_id: id }).await?
        }
        _ => {}
    }
    if order.status != before.status || source != SignalSource::Poller {
        insert_signal(core, &tx, &order, source, &describe(provider_state)).await?;
    }
    core.commit(tx, Tags::default()).await?;
    // `entitlement::write` has written the periods of the order.
    Ok(queries::orders::get(core.store.writer(), id).await?.unwrap_or(order))
}

/// Calls requests unclear that have waited for too long, without asking anybody: a provider that hangs delays none.
pub(super) async fn end_waiting(core: &Core, of: PaymentProvider) -> Result<(), SubscriptionError> {
    const GRACE_MS: i64 = 10_000;
    let unclear_ms = provider(of).schedule.unclear_ms.saturating_add(GRACE_MS);
    let before = Timestamp(core.now().0.saturating_sub(unclear_ms));
    for id in queries::payment_pushes::list_waiting(core.store.writer(), before, 50).await? {
        let unanswered = ProviderState::Unanswered { since: before };
        apply(core, id, &unanswered, SignalSource::Poller).await?;
        // It stays due: after an outage of our own the provider knows.
        let due = paid_order::ActiveModel { next_check_at: Set(Some(core.now())), ..Default::default() };
        change_order(core, id, None, |order| (order.status == OrderStatus::Unclear).then_some(due)).await?;
    }
    Ok(())
}

/// The columns of an order that a transition changes.
fn order_changes(transition: &Transition, order: &paid_order::Model, now: Timestamp) -> paid_order::ActiveModel {
    let mut row = paid_order::ActiveModel::default();
    match transition {
        Transition::Grant(capture) => {
            row.status = Set(OrderStatus::Captured);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(Some(now));
            row.note = Set(None);
        }
        Transition::Revoke(capture) => {
            row.status = Set(OrderStatus::Refunded);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(order.captured_at.or(Some(now)));
            row.refunded_at = Set(Some(now));
            row.period_from = Set(None);
            row.period_until = Set(None);
        }
        Transition::Pend => row.status = Set(OrderStatus::Capturing),
        Transition::Refuse(why) => {
            tracing::error!(order = order.id.0, "a payment was refused: {why}");
            row.status = Set(OrderStatus::Refused);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Expire(why) => {
            row.status = Set(OrderStatus::Expired);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Unclear(why) => {
            tracing::error!(order = order.id.0, "a payment is unclear: {why}");
            row.status = Set(OrderStatus::Unclear);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Stay | Transition::Capture | Transition::Refund(_) => {}
    }
    row
}

/// Subscribes the buyer to all newsletters: at once for an address that they have confirmed, otherwise by a mail that
/// asks its owner.
async fn subscribe_to_newsletters(
    core: &Core,
    tx: &Transaction,
    order: &paid_order::Model,
) -> Result<(), SubscriptionError> {
    let account = match order.account_id {
        Some(id) => queries::accounts::get(tx, id).await?,
        None => None,
    };
    let is_confirmed =
        account.is_some_and(|account| account.email_verified_at.is_some() && account.email_key == order.email_key);
    Ok(newsletter::subscribe_to_all(core, tx, &order.email, &order.email_key, is_confirmed).await?)
}

/// The state as a text for the log of signals.
fn describe(provider_state: &ProviderState) -> String {
    let money = |amount: &Option<Money>| amount.as_ref().map_or_else(|| "no amount".to_owned(), Money::to_string);
    let captured = |capture: &Capture| {
        format!(
            "taken as {}, {}, {}",
            capture.id,
            money(&capture.amount),
            format!("{:?}", capture.state).to_lowercase()
        )
    };
    match provider_state {
        ProviderState::NotFound => "unknown".into(),
        ProviderState::NeverCreated => "never named".into(),
        ProviderState::Unanswered { .. } => "no answer".into(),
        ProviderState::Capture(capture) => captured(capture),
        ProviderState::Order(order) => match &order.state {
            OrderState::Open => format!("open, {}", money(&order.amount)),
            OrderState::Approved => format!("approved, {}", money(&order.amount)),
            OrderState::Void => "void".into(),
            OrderState::Failed(failure) => format!("nothing paid, {}", failure.as_str()),
            OrderState::Captured(capture) => captured(capture),
        },
    }
}
