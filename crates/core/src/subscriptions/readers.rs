use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{AccountId, PlanCode, Timestamp};

use super::entitlement::{own_periods, paid_time};
use super::order_number::order_number;
use super::{Address, PaidTime, SubscriptionError};
use crate::Core;
use crate::paging::PageRequest;

/// What an account has paid for.
#[derive(Clone, Debug, Default)]
pub struct Status {
    pub paid: Option<PaidTime>,
    pub email_verified: bool,
    /// Whether something is printed for it.
    pub print: bool,
    pub print_address: Option<Address>,
}

pub async fn status(core: &Core, id: AccountId) -> Result<Status, SubscriptionError> {
    let db = core.store.reader();
    let Some(account) = queries::accounts::get(db, id).await? else { return Ok(Status::default()) };
    let (paid, email_verified) = (paid_time(core, &account).await?, account.email_verified_at.is_some());
    let print = paid.as_ref().and_then(|paid| paid.print_until).is_some_and(|until| until > core.now());
    // Before the address is proved, nobody is shown where somebody else's copy goes.
    let print_address = if print && email_verified {
        queries::subscriptions::address(db, &account.email_key).await?.map(Address::from)
    } else {
        None
    };
    Ok(Status { paid, email_verified, print, print_address })
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
            number: order_number(order.id),
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

/// The payments for an account's address, newest first; before that is proved to be its own, those that the account
/// made.
pub async fn receipts(core: &Core, id: AccountId, page: PageRequest) -> Result<Receipts, SubscriptionError> {
    let db = core.store.reader();
    let Some(account) = queries::accounts::get(db, id).await? else { return Ok(Receipts::default()) };
    let by = account.email_verified_at.is_none().then_some(id);
    let offset = (page.page - 1).saturating_mul(page.per_page);
    let (orders, total) = queries::orders::receipts_of(db, &account.email_key, by, offset, page.per_page).await?;
    let mut receipts: Vec<Receipt> = orders.into_iter().map(Receipt::from).collect();
    if by.is_some() {
        let periods = own_periods(core, &account).await?;
        for receipt in &mut receipts {
            let period = periods.get(&receipt.number);
            (receipt.period_from, receipt.period_until) =
                (period.map(|period| period.from), period.map(|period| period.until));
        }
    }
    Ok(Receipts { receipts, total })
}
