//! A paid order of the demo publication.

use mwanga_store::entities::paid_order;
use mwanga_store::queries;
use mwanga_store::types::{OrderStatus, PlanCode, Timestamp};
use sea_orm::Set;

use super::checkout::{self, Offer};
use super::{DEFAULT_PROVIDER, Money, SubscriptionError, entitlement, plan, transition};
use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;

/// The order as the provider has to know it.
#[derive(Clone, Debug)]
pub struct SampleOrder {
    pub reference: String,
    pub description: String,
    pub amount: Money,
}

/// Creates an order that was paid at `at`, with its subscription but without mails. With the provider's ids of order
/// and capture it can be refunded like any other.
pub async fn create_sample_order(
    core: &Core,
    email: &str,
    code: PlanCode,
    at: Timestamp,
    (wallet_order, capture): (&str, &str),
) -> Result<SampleOrder, SubscriptionError> {
    let email = EmailAddress::parse(email).map_err(|_| SubscriptionError::NotFound)?;
    let account = queries::accounts::by_email_key(core.store.reader(), &email.key()).await?;
    let order = checkout::insert_order(
        core,
        Offer { plan: code, provider: DEFAULT_PROVIDER },
        &email,
        account.map(|account| account.id),
        false,
        &Claim::none(),
    )
    .await?;
    let tx = core.store.begin().await?;
    let paid = paid_order::ActiveModel {
        status: Set(OrderStatus::Captured),
        wallet_order: Set(Some(wallet_order.to_owned())),
        capture_id: Set(Some(capture.to_owned())),
        created_at: Set(at),
        captured_at: Set(Some(at)),
        next_check_at: Set(None),
        ..Default::default()
    };
    let order = transition::write(&tx, order.id, paid, core.now()).await?;
    entitlement::write(core, &tx, &order).await?;
    core.commit(tx, Tags::default()).await?;
    let amount = Money { minor: order.price_minor, currency: order.currency };
    Ok(SampleOrder {
        reference: order.reference,
        description: format!("{} {}, {} months", core.settings().site.brand, plan(code).name, order.months),
        amount,
    })
}
