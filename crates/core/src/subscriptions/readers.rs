//! An account's own view of its subscription and payments.

use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{AccountId, PlanCode, Timestamp};

use super::entitlement::{find_entitlement, own_periods};
use super::order_number::order_number;
use super::{Entitlement, PrintAddress, SubscriptionError};
use crate::Core;
use crate::paging::PageRequest;

/// Status of an account's subscription.
#[derive(Clone, Debug, Default)]
pub struct SubscriptionStatus {
    pub entitlement: Option<Entitlement>,
    pub email_verified: bool,
    /// Whether the account gets the printed edition now.
    pub print: bool,
    pub print_address: Option<PrintAddress>,
}

pub async fn status(core: &Core, id: AccountId) -> Result<SubscriptionStatus, SubscriptionError> {
    let db = core.store.reader();
    let Some(account) = queries::accounts::get(db, id).await? else { return Ok(SubscriptionStatus::default()) };
    let (entitlement, email_verified) = (find_entitlement(core, &account).await?, account.email_verified_at.is_some());
    let print =
        entitlement.as_ref().and_then(|entitlement| entitlement.print_until).is_some_and(|until| until > core.now());
    // The postal address is private: it is shown only after the e-mail address is confirmed.
    let print_address = if print && email_verified {
        queries::subscriptions::get_print_address(db, &account.email_key).await?.map(PrintAddress::from)
    } else {
        None
    };
    Ok(SubscriptionStatus { entitlement, email_verified, print, print_address })
}

/// A receipt of a payment.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub number: String,
    pub plan: PlanCode,
    pub price_minor: i64,
    pub currency: String,
    pub paid_at: Timestamp,
    pub refunded_at: Option<Timestamp>,
    /// The provider's id of the capture.
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

/// A page of receipts, and the number of all.
#[derive(Clone, Debug, Default)]
pub struct ReceiptPage {
    pub receipts: Vec<Receipt>,
    pub total: u64,
}

/// The payments for an account's address, newest first; before the address is confirmed, those that the account made.
pub async fn receipts(core: &Core, id: AccountId, page: PageRequest) -> Result<ReceiptPage, SubscriptionError> {
    let db = core.store.reader();
    let Some(account) = queries::accounts::get(db, id).await? else { return Ok(ReceiptPage::default()) };
    let bought_by = account.email_verified_at.is_none().then_some(id);
    let offset = (page.page - 1).saturating_mul(page.per_page);
    let (orders, total) =
        queries::orders::list_receipts(db, &account.email_key, bought_by, offset, page.per_page).await?;
    let mut receipts: Vec<Receipt> = orders.into_iter().map(Receipt::from).collect();
    if bought_by.is_some() {
        let periods = own_periods(core, &account).await?;
        for receipt in &mut receipts {
            let period = periods.get(&receipt.number);
            (receipt.period_from, receipt.period_until) =
                (period.map(|period| period.from), period.map(|period| period.until));
        }
    }
    Ok(ReceiptPage { receipts, total })
}
