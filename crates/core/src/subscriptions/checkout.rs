use std::collections::BTreeMap;
use std::time::Duration;

use mwanga_jobs::Job;
use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderId, OrderStatus, PaymentProvider, PlanCode, SignalSource, Timestamp};
use sea_orm::{NotSet, Set};

use super::check_times::FIRST_CHECK_MS;
use super::entitlement::expires_at_for_buyer;
use super::error::unavailable;
use super::providers::{Money, NewOrder};
use super::settle::settle;
use super::transition::change_order;
use super::{PollOrders, SubscriptionError, plan, print};
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::{self, Claim, KeyedRequest, RequestError};
use crate::{Core, secrets};

/// How long somebody waits for the wallet, in all. What is not done then goes on without them.
const PATIENCE: Duration = Duration::from_secs(10);

/// What somebody wants to buy. Price and length are the plan's.
#[derive(Clone, Debug, Default)]
pub struct CheckoutRequest {
    pub plan: String,
    pub payment_method: String,
    pub email: String,
    pub auto_subscribe_all: bool,
}

/// A payment that went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bought {
    pub provider: PaymentProvider,
    pub plan: PlanCode,
    pub email: String,
    pub expires_at: Timestamp,
    /// Whether it waits for an account that confirms the address: who is signed in and buys for the own address reads
    /// at once.
    pub needs_verification: bool,
    /// Lets its buyer say where the printed edition goes.
    pub address_code: Option<String>,
}

/// Makes an order at the wallet, and answers the wallet's name of it. A repeated request goes on with the order of the
/// first one.
///
/// # Errors
///
/// - [`SubscriptionError::Unavailable`]: safe to repeat with the same key.
pub async fn subscribe(
    core: &Core,
    account: Option<AccountId>,
    checkout: CheckoutRequest,
    request: Option<KeyedRequest>,
) -> Result<String, RequestError<SubscriptionError>> {
    let (sold, email) = checked(&checkout)?;
    core.wallets.get(sold.provider)?;
    let account = match account {
        Some(id) => accounts_of(core, id, &email).await?,
        None => None,
    };
    let (email, want_all) = (&email, checkout.auto_subscribe_all);
    let insert = |claim| async move { insert_order(core, sold, email, account, want_all, &claim).await };
    let order = idempotency::once(core, request, |id| find_order(core, OrderId(id)), insert).await?.into_inner();
    match order.wallet_order {
        Some(wallet_order) => Ok(wallet_order),
        None => Ok(patiently(create(core.clone(), order)).await?),
    }
}

/// An order that may still be paid, or was and was not paid back.
async fn find_order(core: &Core, id: OrderId) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let order = queries::orders::get(core.store.reader(), id).await?;
    Ok(order
        .filter(|order| !matches!(order.status, OrderStatus::Expired | OrderStatus::Refused | OrderStatus::Refunded)))
}

/// What is sold, and by whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub plan: PlanCode,
    pub provider: PaymentProvider,
}

fn checked(checkout: &CheckoutRequest) -> Result<(Offer, EmailAddress), SubscriptionError> {
    let mut wrong = BTreeMap::new();
    let code = checkout.plan.parse::<PlanCode>().map_err(|()| wrong.insert("plan", "Choose a plan.".to_owned())).ok();
    let email = EmailAddress::parse(&checkout.email).map_err(|e| wrong.insert("email", e.0.to_owned())).ok();
    let provider = checkout.payment_method.parse::<PaymentProvider>().ok();
    let provider = provider.filter(|provider| code.is_none_or(|code| plan(code).price_at(*provider).is_some()));
    if provider.is_none() {
        wrong.insert("payment_method", "Choose a payment method.".to_owned());
    }
    match (code, provider, email) {
        (Some(plan), Some(provider), Some(email)) => Ok((Offer { plan, provider }, email)),
        _ => Err(SubscriptionError::Invalid(wrong)),
    }
}

/// The account, where the address is its own: who buys for somebody else is a guest there.
async fn accounts_of(core: &Core, id: AccountId, email: &EmailAddress) -> Result<Option<AccountId>, SubscriptionError> {
    let account = queries::accounts::get(core.store.reader(), id).await?;
    Ok(account.filter(|account| account.email_key == email.key()).map(|account| account.id))
}

/// The order's row, with everything by which the wallet will know the calls that follow.
pub(super) async fn insert_order(
    core: &Core,
    offer: Offer,
    email: &EmailAddress,
    account_id: Option<AccountId>,
    auto_subscribe_all: bool,
    claim: &Claim,
) -> Result<paid_order::Model, SubscriptionError> {
    let (now, sold) = (core.now(), plan(offer.plan));
    let price = sold.price_at(offer.provider).ok_or(SubscriptionError::NotSetUp)?;
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let check_at = now.plus_ms(FIRST_CHECK_MS);
    let row = paid_order::ActiveModel {
        id: NotSet,
        reference: Set(secrets::random_name(22)),
        // Of an earlier version; keys are in a table of their own.
        idempotency_key: Set(None),
        email: Set(email.as_str().to_owned()),
        email_key: Set(email.key()),
        account_id: Set(account_id),
        provider: Set(offer.provider),
        plan: Set(offer.plan),
        months: Set(sold.months),
        price_minor: Set(price.minor),
        currency: Set(price.currency),
        auto_subscribe_all: Set(auto_subscribe_all),
        status: Set(OrderStatus::Created),
        create_request_id: Set(secrets::random_name(22)),
        capture_request_id: Set(secrets::random_name(22)),
        refund_request_id: Set(secrets::random_name(22)),
        wallet_order: Set(None),
        capture_id: Set(None),
        note: Set(None),
        created_at: Set(now),
        changed_at: Set(now),
        captured_at: Set(None),
        refunded_at: Set(None),
        period_from: Set(None),
        period_until: Set(None),
        next_check_at: Set(Some(check_at)),
        declined_at: Set(None),
    };
    let order = queries::orders::insert(&tx, row).await?;
    claim.set_created(&tx, order.id.0).await?;
    PollOrders {}.enqueue_at(&tx, check_at, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(order)
}

async fn create(core: Core, order: paid_order::Model) -> Result<String, SubscriptionError> {
    let wallet = core.wallets.get(order.provider)?;
    let brand = core.config.site.brand.clone();
    // The order's own price: the plan may have got another one since.
    let amount = Money { minor: order.price_minor, currency: order.currency.clone() };
    let description = format!("{brand} {}, {} months", plan(order.plan).name, order.months);
    let new = NewOrder { reference: order.reference.clone(), amount, description, brand };
    let wallet_order = wallet.create(&new, &order.create_request_id).await.map_err(unavailable)?;
    let named = paid_order::ActiveModel { wallet_order: Set(Some(wallet_order.clone())), ..Default::default() };
    change_order(&core, order.id, None, |_| Some(named)).await?;
    Ok(wallet_order)
}

/// Takes the money of an order that its buyer has approved, and gives what was bought. Repeating it is harmless.
///
/// # Errors
///
/// - [`SubscriptionError::Declined`]: nothing was charged, the order stays open.
/// - [`SubscriptionError::Unavailable`]: no answer in time; the poller finishes it, and repeating is safe.
pub async fn capture(core: &Core, payment_id: &str) -> Result<Bought, SubscriptionError> {
    if core.wallets.is_empty() {
        return Err(SubscriptionError::NotSetUp);
    }
    let order =
        queries::orders::by_wallet_order(core.store.reader(), payment_id).await?.ok_or(SubscriptionError::Unknown)?;
    let order = if order.captured_at.is_some() { order } else { patiently(captured(core.clone(), order.id)).await? };
    match order.status {
        OrderStatus::Captured | OrderStatus::Refunding => bought(core, &order).await,
        OrderStatus::Created => Err(SubscriptionError::NotApproved),
        OrderStatus::Capturing => Err(SubscriptionError::Pending),
        OrderStatus::Refused => Err(SubscriptionError::Refused),
        OrderStatus::Refunded | OrderStatus::Expired => Err(SubscriptionError::Closed),
    }
}

async fn captured(core: Core, id: OrderId) -> Result<paid_order::Model, SubscriptionError> {
    settle(&core, id, SignalSource::Browser).await
}

async fn bought(core: &Core, order: &paid_order::Model) -> Result<Bought, SubscriptionError> {
    Ok(Bought {
        provider: order.provider,
        plan: order.plan,
        email: order.email.clone(),
        expires_at: expires_at_for_buyer(core, order).await?.ok_or(SubscriptionError::Unknown)?,
        needs_verification: order.account_id.is_none(),
        address_code: plan(order.plan).print.then(|| print::code(core, order)),
    })
}

/// Runs to its end even when nobody waits for it any more.
pub(super) async fn patiently<T: Send + 'static>(
    work: impl Future<Output = Result<T, SubscriptionError>> + Send + 'static,
) -> Result<T, SubscriptionError> {
    match tokio::time::timeout(PATIENCE, tokio::spawn(work)).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(panic)) => std::panic::resume_unwind(panic.into_panic()),
        Err(_) => Err(SubscriptionError::Unavailable(format!("the wallet took longer than {} s", PATIENCE.as_secs()))),
    }
}
