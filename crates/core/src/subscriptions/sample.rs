use mwanga_store::queries;
use mwanga_store::types::{OrderStatus, PlanCode, Timestamp};
use sea_orm::{IntoActiveModel, Set};

use super::{Money, SubscriptionError, checkout, entitlement, plan};
use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;

/// What the demo's reader bought, as the wallet has to know it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub reference: String,
    pub description: String,
    pub amount: Money,
}

/// Sells a plan of the demo publication at an earlier moment: an order that was paid, and what follows from it, but no mail. The wallet's names of order and
/// capture are given, so that it can be given back like any other.
pub async fn sell_sample(core: &Core, email: &str, code: PlanCode, at: Timestamp, (wallet_order, capture): (&str, &str)) -> Result<Sample, SubscriptionError> {
    let email = EmailAddress::parse(email).map_err(|_| SubscriptionError::NotFound)?;
    let account = queries::accounts::by_email_key(core.store.reader(), &email.key()).await?;
    let order = checkout::begun(core, code, &email, account.map(|account| account.id), false, &Claim::none()).await?;
    let tx = core.store.begin().await?;
    let mut row = order.into_active_model();
    row.status = Set(OrderStatus::Captured);
    row.wallet_order = Set(Some(wallet_order.to_owned()));
    row.capture_id = Set(Some(capture.to_owned()));
    row.created_at = Set(at);
    row.captured_at = Set(Some(at));
    row.next_check_at = Set(None);
    let order = queries::orders::update(&tx, row).await?;
    entitlement::write(&tx, &order, core.now()).await?;
    core.commit(tx, Tags::default()).await?;
    let amount = Money { minor: order.price_minor, currency: order.currency };
    Ok(Sample { reference: order.reference, description: format!("{} {}, {} months", core.config.brand, plan(code).name, order.months), amount })
}
