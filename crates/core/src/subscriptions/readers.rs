use mwanga_store::entities::{account, paid_order, subscription};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderId, PlanCode, SubscriptionState, Timestamp};

use super::entitlement::is_active;
use super::{Address, SubscriptionError};
use crate::Core;
use crate::posts::PageRequest;

/// What an account has paid for, by its address.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// None where nothing was bought, or the address is not proved.
    pub subscription: Option<subscription::Model>,
    pub active: bool,
    pub email_verified: bool,
    /// Whether paid time waits for the address to be proved.
    pub needs_verification: bool,
    /// Whether something is printed for it.
    pub print: bool,
    pub print_address: Option<Address>,
}

pub async fn status(core: &Core, id: AccountId) -> Result<Status, SubscriptionError> {
    let (db, now) = (core.store.reader(), core.now());
    let Some(account::Model { email_key, email_verified_at, .. }) = queries::accounts::get(db, id).await? else { return Ok(Status::default()) };
    let Some(row) = queries::subscriptions::of_email(db, &email_key).await? else {
        return Ok(Status { email_verified: email_verified_at.is_some(), ..Status::default() });
    };
    let active = is_active(&row, now);
    if email_verified_at.is_none() {
        // Whoever opened the account may not be the one who paid: they learn that there is something, and nothing of it.
        return Ok(Status { needs_verification: active, ..Status::default() });
    }
    let print = row.print_until.is_some_and(|until| until > now);
    let print_address = if print { queries::subscriptions::address(db, &email_key).await?.map(Address::from) } else { None };
    Ok(Status { active, email_verified: true, needs_verification: false, print, print_address, subscription: Some(row) })
}

/// What people quote an order by.
pub(super) fn number(id: OrderId) -> String {
    format!("{:06}", id.0)
}

/// A payment, as its buyer keeps it.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub number: String,
    pub plan: PlanCode,
    pub price_minor: i64,
    pub currency: String,
    pub paid_at: Timestamp,
    pub refunded_at: Option<Timestamp>,
    /// The wallet's name of the money it took.
    pub wallet_reference: String,
    /// None once refunded.
    pub period_from: Option<Timestamp>,
    pub period_until: Option<Timestamp>,
}

impl From<paid_order::Model> for Receipt {
    fn from(order: paid_order::Model) -> Self {
        Self {
            number: number(order.id),
            plan: order.plan,
            price_minor: order.price_minor,
            currency: order.currency,
            paid_at: order.captured_at.unwrap_or(order.created_at),
            refunded_at: order.refunded_at,
            wallet_reference: order.capture_id.unwrap_or_default(),
            period_from: order.period_from,
            period_until: order.period_until,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Receipts {
    pub receipts: Vec<Receipt>,
    pub total: u64,
}

/// The payments for an account's address, newest first; none before it is proved to be its own.
pub async fn receipts(core: &Core, id: AccountId, page: PageRequest) -> Result<Receipts, SubscriptionError> {
    let db = core.store.reader();
    let account = queries::accounts::get(db, id).await?.filter(|account| account.email_verified_at.is_some());
    let Some(account) = account else { return Ok(Receipts::default()) };
    let offset = (page.page - 1).saturating_mul(page.per_page);
    let (orders, total) = queries::orders::receipts_of(db, &account.email_key, offset, page.per_page).await?;
    Ok(Receipts { receipts: orders.into_iter().map(Receipt::from).collect(), total })
}

/// How a subscription stands at a moment, in a word.
pub fn word(row: &subscription::Model, now: Timestamp) -> &'static str {
    match row.status {
        SubscriptionState::Refunded => "refunded",
        SubscriptionState::Paid if row.expires_at > now => "active",
        SubscriptionState::Paid => "expired",
    }
}
