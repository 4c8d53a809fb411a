//! Payments that a provider pushes to a phone. Nothing is pushed twice: that it begins is written down before the
//! provider is asked, and what its answer and its callback do not tell, a person has to find out.

use mwanga_store::entities::{order_signal, paid_order, payment_push};
use mwanga_store::types::{OrderId, OrderStatus, PaymentFailure, PaymentProvider, SignalSource, Timestamp};
use mwanga_store::{StoreError, Transaction, queries};
use sea_orm::ActiveValue::Unchanged;
use sea_orm::{NotSet, Set};

use super::decide::{ProviderState, Transition};
use super::entitlement::expires_at_for_buyer;
use super::push_state::follow;
use super::settle::apply;
use super::transition;
use super::{SubscriptionError, WebhookOutcome, plan};
use crate::changes::Tags;
use crate::core_state::Core;
use crate::held::refuse_while_held;
use crate::payments::{Flow, GatewayError, GatewayOrder, Money, NewPush, OrderState, PaymentFlow, provider};
use crate::secrets;

/// Writes the push that an order may make, in the transaction of the order.
///
/// # Errors
///
/// - [`SubscriptionError::Waiting`]: another request waits on this phone.
pub(super) async fn insert(
    core: &Core,
    tx: &Transaction,
    order: &paid_order::Model,
    phone: &str,
) -> Result<(), SubscriptionError> {
    let phone_key = core.keys.sign("phone of a payment", phone);
    if queries::payment_pushes::is_waiting(tx, &phone_key).await? {
        return Err(SubscriptionError::Waiting);
    }
    let row = payment_push::ActiveModel {
        order_id: Set(order.id),
        payment_id: Set(secrets::random_token(32)),
        callback_hash: Set(secrets::fingerprint(&callback_secret(core, order))),
        phone_key: Set(Some(phone_key)),
        phone_end: Set(phone.chars().skip(phone.chars().count().saturating_sub(3)).collect()),
        waiting_since: Set(None),
        second_request: Set(None),
        failure: Set(None),
    };
    match queries::payment_pushes::insert(tx, row).await {
        // Another server was faster.
        Err(StoreError::Conflict(_)) => Err(SubscriptionError::Waiting),
        inserted => Ok(inserted.map(drop)?),
    }
}

/// The secret in the address that the provider calls about this order alone, in lower-case hexadecimal.
fn callback_secret(core: &Core, order: &paid_order::Model) -> String {
    core.keys.sign("callback of a payment", &order.reference)
}

/// Has the provider push the order, unless that has begun before; whatever comes of it is written down.
pub(super) async fn push(core: Core, order: paid_order::Model, phone: String) -> Result<(), SubscriptionError> {
    let Flow::Push(wallet) = core.payment_gateways().get(order.provider)?.flow() else {
        return Err(SubscriptionError::NotConfigured);
    };
    refuse_while_held(&core).await?;
    if !begin(&core, order.id).await? {
        return Ok(());
    }
    let brand = core.settings().site.brand.clone();
    let push = NewPush {
        reference: order.reference.clone(),
        request_id: order.create_request_id.clone(),
        amount: Money { minor: order.price_minor, currency: order.currency.clone() },
        description: format!("{brand} {}, {} months", plan(order.plan).name, order.months),
        phone,
        callback_path: format!("/api/webhooks/{}/{}", order.provider.as_str(), callback_secret(&core, &order)),
    };
    match wallet.push(&push).await {
        Ok(request) => {
            note(&core, order.id, &Told { source: SignalSource::Browser, request: &request, amount: None }).await
        }
        Err(error @ GatewayError::Unavailable(_)) => {
            tracing::warn!(order = order.id.0, "whether the phone was asked is not known: {error}");
            Ok(())
        }
        Err(error) => {
            tracing::warn!(order = order.id.0, "the phone was not asked: {error}");
            let failed = GatewayOrder {
                id: String::new(),
                reference: None,
                amount: None,
                state: OrderState::Failed(PaymentFailure::NotSent),
            };
            apply(&core, order.id, &ProviderState::Order(failed), SignalSource::Browser).await.map(drop)
        }
    }
}

/// Writes down that the provider is asked to push; `false` where that was done before, or the order has ended.
async fn begin(core: &Core, id: OrderId) -> Result<bool, SubscriptionError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let order = queries::orders::lock_by_id(&tx, id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let push = queries::payment_pushes::get(&tx, id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    if order.status != OrderStatus::Created || order.wallet_order.is_some() || push.waiting_since.is_some() {
        return Ok(false);
    }
    let begun =
        payment_push::ActiveModel { order_id: Unchanged(id), waiting_since: Set(Some(now)), ..Default::default() };
    queries::payment_pushes::update(&tx, begun).await?;
    let first = now.plus_ms(provider(order.provider).schedule.first_ms);
    let checked = paid_order::ActiveModel { next_check_at: Set(Some(first)), ..Default::default() };
    transition::write(&tx, id, checked, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(true)
}

/// What a provider tells of a request.
struct Told<'a> {
    source: SignalSource,
    request: &'a str,
    amount: Option<&'a Money>,
}

/// Gives a request to its order, for ever. An order that has another one, and a request that belongs to another order,
/// stay as they are, and the second is written down as unclear.
async fn note(core: &Core, id: OrderId, told: &Told<'_>) -> Result<(), SubscriptionError> {
    match try_note(core, id, told).await {
        // Another server gave it to another order at the same moment.
        Err(SubscriptionError::Store(StoreError::Conflict(_))) => try_note(core, id, told).await,
        outcome => outcome,
    }
}

async fn try_note(core: &Core, id: OrderId, told: &Told<'_>) -> Result<(), SubscriptionError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let order = queries::orders::lock_by_id(&tx, id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let owner = queries::orders::by_wallet_order(&tx, told.request).await?;
    let is_callback = told.source == SignalSource::Webhook;
    let price = Money { minor: order.price_minor, currency: order.currency.clone() };
    let mut row = paid_order::ActiveModel { changed_at: Set(now), ..Default::default() };
    let mut message = if is_callback { "called back" } else { "asked on the phone" }.to_owned();
    match (&order.wallet_order, owner) {
        (None, None) => row.wallet_order = Set(Some(told.request.to_owned())),
        (Some(own), _) if own == told.request => {}
        _ => {
            tracing::error!(order = id.0, "a second request on a phone claims to be about this order");
            message = format!("a second request, {}, claims to be about this order", told.request);
            let second = Set(Some(told.request.to_owned()));
            let second =
                payment_push::ActiveModel { order_id: Unchanged(id), second_request: second, ..Default::default() };
            queries::payment_pushes::update(&tx, second).await?;
            row.note = Set(Some(message.clone()));
            if order.status == OrderStatus::Expired {
                row.status = Set(OrderStatus::Unclear);
            }
        }
    }
    if let Some(amount) = told.amount.filter(|amount| **amount != price) {
        tracing::error!(order = id.0, "a callback names another amount");
        message = format!("{message}, {amount}");
        row.note = Set(Some("the wallet names another amount".to_owned()));
        if is_open(order.status) {
            row.status = Set(OrderStatus::Refused);
            follow(&tx, &order, &Transition::Refuse(""), None).await?;
        }
    }
    if is_callback {
        row.next_check_at = Set(Some(now));
    }
    let order = transition::write(&tx, id, row, now).await?;
    let signal = order_signal::ActiveModel {
        id: NotSet,
        order_id: Set(id),
        source: Set(told.source),
        // A repeated callback is logged once, and asks again: the first one may have been cut off.
        event_id: Set(is_callback.then(|| format!("{}:{}:{}", order.provider.as_str(), id.0, told.request))),
        message: Set(message),
        status: Set(order.status),
        at: Set(now),
    };
    queries::orders::insert_signal(&tx, signal).await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Writes down what a provider tells about the order of an address, and makes the poller ask at once. Only the id of
/// the request, and an amount that differs, are taken from it.
///
/// # Errors
///
/// - [`SubscriptionError::OrderNotFound`]: the address is nobody's.
pub async fn handle_callback(
    core: &Core,
    from: PaymentProvider,
    secret: &str,
    body: &[u8],
) -> Result<WebhookOutcome, SubscriptionError> {
    let Flow::Push(wallet) = core.payment_gateways().get(from)?.flow() else {
        return Err(SubscriptionError::OrderNotFound);
    };
    let hash = secrets::fingerprint(secret);
    let push = queries::payment_pushes::by_callback_hash(core.store.writer(), &hash).await?;
    let id = push.ok_or(SubscriptionError::OrderNotFound)?.order_id;
    let order = queries::orders::get(core.store.writer(), id).await?;
    order.filter(|order| order.provider == from).ok_or(SubscriptionError::OrderNotFound)?;
    let Some(callback) = wallet.parse_callback(body) else { return Ok(WebhookOutcome::InvalidSignature) };
    let told = Told { source: SignalSource::Webhook, request: &callback.request_id, amount: callback.amount.as_ref() };
    note(core, id, &told).await?;
    Ok(WebhookOutcome::Accepted)
}

/// Whether an order may still become paid.
const fn is_open(status: OrderStatus) -> bool {
    matches!(status, OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Unclear | OrderStatus::Expired)
}

/// What became of a payment, for who has its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentStatus {
    pub state: PaymentState,
    pub reason: Option<PaymentFailure>,
    pub message: &'static str,
    /// When waiting ends, or the end of what was paid for.
    pub until: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentState {
    Waiting,
    Paid,
    Failed,
    /// Nobody knows; a person looks.
    Unclear,
}

/// Waiting that nobody has ended is called unclear after this.
const LONGEST_WAIT_MS: i64 = 120_000;

/// What became of the payment that [`super::subscribe`] answered.
pub async fn payment(core: &Core, payment_id: &str) -> Result<PaymentStatus, SubscriptionError> {
    let (order, push) = find(core, payment_id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let (says, now) = (provider(order.provider), core.now());
    let since = push.as_ref().map(|push| push.waiting_since.unwrap_or(order.created_at));
    let is_lost = since.is_some_and(|since| now.0 - since.0 >= LONGEST_WAIT_MS);
    let failure = push.and_then(|push| push.failure);
    let told = |state, message| PaymentStatus { state, reason: None, message, until: None };
    Ok(match order.status {
        OrderStatus::Created | OrderStatus::Capturing if !is_lost => PaymentStatus {
            until: since.map(|since| since.plus_ms(says.schedule.unclear_ms)),
            ..told(PaymentState::Waiting, says.words.waiting)
        },
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Unclear | OrderStatus::Refused => told(
            PaymentState::Unclear,
            "We do not know yet whether this payment went through, and somebody of ours looks at it. Please do not pay \
             again: if it did, the subscription starts by itself and a receipt comes by mail.",
        ),
        OrderStatus::Captured | OrderStatus::Refunding => PaymentStatus {
            until: expires_at_for_buyer(core, &order).await?,
            ..told(PaymentState::Paid, says.words.paid)
        },
        OrderStatus::Refunded => told(PaymentState::Failed, "The money of this payment was given back."),
        OrderStatus::Expired => PaymentStatus {
            reason: failure,
            ..told(PaymentState::Failed, failure.map_or("This payment has ended. Nothing was charged.", words))
        },
    })
}

/// Why nothing was charged, for readers.
const fn words(failure: PaymentFailure) -> &'static str {
    match failure {
        PaymentFailure::Cancelled => "You cancelled it on the phone. Nothing was charged.",
        PaymentFailure::NoAnswer => "It was not answered on the phone in time. Nothing was charged.",
        PaymentFailure::NoMoney => "There is not enough money on this phone’s account. Nothing was charged.",
        PaymentFailure::NotSent => "The request could not be sent to this phone. Nothing was charged.",
    }
}

/// An order by the id that its reader has: the push's own, or the provider's of an order that is approved there.
pub(super) async fn find(
    core: &Core,
    payment_id: &str,
) -> Result<Option<(paid_order::Model, Option<payment_push::Model>)>, SubscriptionError> {
    let db = core.store.reader();
    if let Some(push) = queries::payment_pushes::by_payment_id(db, payment_id).await? {
        return Ok(queries::orders::get(db, push.order_id).await?.map(|order| (order, Some(push))));
    }
    let order = queries::orders::by_wallet_order(db, payment_id).await?;
    // Of a push that id is between the provider and us.
    let is_readers = |order: &paid_order::Model| provider(order.provider).flow == PaymentFlow::Redirect;
    Ok(order.filter(is_readers).map(|order| (order, None)))
}
