//! Checkout: creates an order at the payment provider, and captures it after the buyer approved it.

use std::collections::BTreeMap;
use std::time::Duration;

use mwanga_jobs::Job;
use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderId, OrderStatus, PaymentProvider, PlanCode, SignalSource, Timestamp};
use sea_orm::{NotSet, Set};

use super::entitlement::expires_at_for_buyer;
use super::error::unavailable;
use super::settle::settle;
use super::transition::change_order;
use super::{PollOrders, SubscriptionError, plan, print, pushes};
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::held::refuse_while_held;
use crate::idempotency::{self, Claim, KeyedRequest, RequestError};
use crate::payments::{FieldName, Flow, Money, NewOrder, PaymentFlow, provider};
use crate::{Core, secrets};

/// How long a buyer waits for the provider in all. What is not done by then goes on in the background.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(10);

/// A request to buy a plan, as it came: not validated yet.
#[derive(Clone, Debug, Default)]
pub struct CheckoutRequest {
    pub plan: String,
    pub payment_method: String,
    pub email: String,
    pub auto_subscribe_all: bool,
    /// Where the provider asks on a phone.
    pub phone: String,
}

/// A completed payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    pub provider: PaymentProvider,
    pub plan: PlanCode,
    pub email: String,
    pub expires_at: Timestamp,
    /// Whether the address has to be confirmed by an account first; a signed-in buyer of the own address reads at once.
    pub needs_verification: bool,
    /// Signed code that lets the buyer set the address of the printed edition.
    pub address_code: Option<String>,
}

/// Creates an order at the provider, or has it ask on the phone, and returns the id of the payment: the provider's of
/// an order that is approved there, our own of a push. A repeated request continues with the order of the first one.
///
/// # Errors
///
/// - [`SubscriptionError::Waiting`]: another request waits on this phone.
/// - [`SubscriptionError::Unavailable`]: safe to repeat with the same key.
pub async fn subscribe(
    core: &Core,
    account: Option<AccountId>,
    checkout: CheckoutRequest,
    request: Option<KeyedRequest>,
) -> Result<String, RequestError<SubscriptionError>> {
    let (offer, email, phone) = validate(&checkout)?;
    refuse_while_held(core).await.map_err(SubscriptionError::from)?;
    core.payment_gateways().get(offer.provider)?;
    let account = match account {
        Some(id) => own_account(core, id, &email).await?,
        None => None,
    };
    let (email, phone, all_newsletters) = (&email, phone.as_deref(), checkout.auto_subscribe_all);
    let insert = |claim| async move { insert_order(core, offer, email, phone, account, all_newsletters, &claim).await };
    let order = idempotency::run_once(core, request, |id| find_order(core, OrderId(id)), insert).await?.into_inner();
    if let Some(phone) = phone {
        return Ok(push(core, order, phone).await?);
    }
    match order.wallet_order {
        Some(wallet_order) => Ok(wallet_order),
        None => Ok(with_timeout(create_at_provider(core.clone(), order)).await?),
    }
}

/// Has the phone asked for an order that has not begun to, and returns the id by which its reader asks what came of it.
async fn push(core: &Core, order: paid_order::Model, phone: &str) -> Result<String, SubscriptionError> {
    let row = queries::payment_pushes::get(core.store.writer(), order.id).await?;
    let payment_id = row.ok_or(SubscriptionError::OrderNotFound)?.payment_id;
    match with_timeout(pushes::push(core.clone(), order, phone.to_owned())).await {
        // It goes on in the background.
        Ok(()) | Err(SubscriptionError::Unavailable(_)) => Ok(payment_id),
        Err(error) => Err(error),
    }
}

/// The order of a repeated request: one that can still be paid, or is paid. One that a phone was asked for stays the
/// order of its request however it ended: who repeats it must not be asked twice.
async fn find_order(core: &Core, id: OrderId) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let order = queries::orders::get(core.store.reader(), id).await?;
    Ok(order.filter(|order| provider(order.provider).flow == PaymentFlow::Push || !has_ended(order.status)))
}

const fn has_ended(status: OrderStatus) -> bool {
    matches!(status, OrderStatus::Expired | OrderStatus::Refused | OrderStatus::Refunded)
}

/// A plan at a payment provider.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub plan: PlanCode,
    pub provider: PaymentProvider,
}

/// What is bought, for whom, and the phone where the provider asks on one.
fn validate(checkout: &CheckoutRequest) -> Result<(Offer, EmailAddress, Option<String>), SubscriptionError> {
    let mut errors = BTreeMap::new();
    let code = checkout.plan.parse::<PlanCode>().map_err(|()| errors.insert("plan", "Choose a plan.".to_owned())).ok();
    let email = EmailAddress::parse(&checkout.email).map_err(|e| errors.insert("email", e.0.to_owned())).ok();
    let method = checkout.payment_method.parse::<PaymentProvider>().ok();
    let method = method.filter(|method| code.is_none_or(|code| plan(code).price_at(*method).is_some()));
    if method.is_none() {
        errors.insert("payment_method", "Choose a payment method.".to_owned());
    }
    let field = method.and_then(|method| provider(method).fields.iter().find(|field| field.name == FieldName::Phone));
    let phone = field.and_then(|field| {
        (field.parse)(&checkout.phone).or_else(|| {
            errors.insert(field.name.as_str(), field.wrong.to_owned());
            None
        })
    });
    match (code, method, email) {
        (Some(plan), Some(provider), Some(email)) if errors.is_empty() => Ok((Offer { plan, provider }, email, phone)),
        _ => Err(SubscriptionError::Invalid(errors)),
    }
}

/// The account, if the address is its own; who buys for another address is a guest.
async fn own_account(core: &Core, id: AccountId, email: &EmailAddress) -> Result<Option<AccountId>, SubscriptionError> {
    let account = queries::accounts::get(core.store.reader(), id).await?;
    Ok(account.filter(|account| account.email_key == email.key()).map(|account| account.id))
}

/// Inserts the row of an order, with the request ids of all later calls to the provider.
pub(super) async fn insert_order(
    core: &Core,
    offer: Offer,
    email: &EmailAddress,
    phone: Option<&str>,
    account_id: Option<AccountId>,
    auto_subscribe_all: bool,
    claim: &Claim,
) -> Result<paid_order::Model, SubscriptionError> {
    let (now, plan) = (core.now(), plan(offer.plan));
    let price = plan.price_at(offer.provider).ok_or(SubscriptionError::NotConfigured)?;
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let first_check = now.plus_ms(provider(offer.provider).schedule.first_ms);
    let row = paid_order::ActiveModel {
        id: NotSet,
        reference: Set(secrets::random_token(22)),
        // Of an earlier version; keys are in a table of their own.
        idempotency_key: Set(None),
        email: Set(email.as_str().to_owned()),
        email_key: Set(email.key()),
        account_id: Set(account_id),
        provider: Set(offer.provider),
        plan: Set(offer.plan),
        months: Set(plan.months),
        price_minor: Set(price.minor),
        currency: Set(price.currency),
        auto_subscribe_all: Set(auto_subscribe_all),
        status: Set(OrderStatus::Created),
        create_request_id: Set(secrets::random_token(22)),
        capture_request_id: Set(secrets::random_token(22)),
        refund_request_id: Set(secrets::random_token(22)),
        wallet_order: Set(None),
        capture_id: Set(None),
        note: Set(None),
        created_at: Set(now),
        changed_at: Set(now),
        captured_at: Set(None),
        refunded_at: Set(None),
        period_from: Set(None),
        period_until: Set(None),
        next_check_at: Set(Some(first_check)),
        declined_at: Set(None),
    };
    let order = queries::orders::insert(&tx, row).await?;
    if let Some(phone) = phone {
        pushes::insert(core, &tx, &order, phone).await?;
    }
    claim.set_created(&tx, order.id.0).await?;
    PollOrders {}.enqueue_at(&tx, first_check, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(order)
}

/// Creates the order at the provider, and stores the provider's id of it.
async fn create_at_provider(core: Core, order: paid_order::Model) -> Result<String, SubscriptionError> {
    let Flow::Redirect(wallet) = core.payment_gateways().get(order.provider)?.flow() else {
        return Err(SubscriptionError::NotConfigured);
    };
    let brand = core.settings().site.brand.clone();
    // The price of the order: that of the plan may have changed since.
    let amount = Money { minor: order.price_minor, currency: order.currency.clone() };
    let description = format!("{brand} {}, {} months", plan(order.plan).name, order.months);
    let new = NewOrder { reference: order.reference.clone(), amount, description, brand };
    let wallet_order = wallet.create(&new, &order.create_request_id).await.map_err(unavailable)?;
    let created = paid_order::ActiveModel { wallet_order: Set(Some(wallet_order.clone())), ..Default::default() };
    change_order(&core, order.id, None, |_| Some(created)).await?;
    Ok(wallet_order)
}

/// Captures an order that its buyer has approved, and grants what was bought. Safe to repeat.
///
/// # Errors
///
/// - [`SubscriptionError::Declined`]: nothing was charged, the order stays open.
/// - [`SubscriptionError::Unavailable`]: no answer in time; the poller finishes it, and repeating is safe.
pub async fn capture(core: &Core, payment_id: &str) -> Result<Purchase, SubscriptionError> {
    if core.payment_gateways().is_empty() {
        return Err(SubscriptionError::NotConfigured);
    }
    let (order, push) = pushes::find(core, payment_id).await?.ok_or(SubscriptionError::OrderNotFound)?;
    let order =
        if order.captured_at.is_some() { order } else { with_timeout(settle_capture(core.clone(), order.id)).await? };
    match order.status {
        OrderStatus::Captured | OrderStatus::Refunding => to_purchase(core, &order).await,
        OrderStatus::Created if push.is_none() => Err(SubscriptionError::NotApproved),
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Unclear => Err(SubscriptionError::Pending),
        OrderStatus::Refused => Err(SubscriptionError::Refused),
        OrderStatus::Refunded | OrderStatus::Expired => Err(SubscriptionError::Closed),
    }
}

async fn settle_capture(core: Core, id: OrderId) -> Result<paid_order::Model, SubscriptionError> {
    settle(&core, id, SignalSource::Browser).await
}

async fn to_purchase(core: &Core, order: &paid_order::Model) -> Result<Purchase, SubscriptionError> {
    Ok(Purchase {
        provider: order.provider,
        plan: order.plan,
        email: order.email.clone(),
        expires_at: expires_at_for_buyer(core, order).await?.ok_or(SubscriptionError::OrderNotFound)?,
        needs_verification: order.account_id.is_none(),
        address_code: plan(order.plan).print.then(|| print::address_code(core, order)),
    })
}

/// Waits for `work` up to [`PROVIDER_TIMEOUT`]; it runs to its end in the background even after that.
pub(super) async fn with_timeout<T: Send + 'static>(
    work: impl Future<Output = Result<T, SubscriptionError>> + Send + 'static,
) -> Result<T, SubscriptionError> {
    match tokio::time::timeout(PROVIDER_TIMEOUT, tokio::spawn(work)).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(panic)) => std::panic::resume_unwind(panic.into_panic()),
        Err(_) => {
            Err(SubscriptionError::Unavailable(format!("the wallet took longer than {} s", PROVIDER_TIMEOUT.as_secs())))
        }
    }
}
