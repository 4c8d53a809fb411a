use mwanga_core::subscriptions::{self, SampleOrder};
use mwanga_store::types::PlanCode;

use super::order_files::{self, OrderState, WalletOrder};
use crate::AppState;

/// Age of the order.
const AGE_MS: i64 = 40 * 24 * 3_600_000;

/// Creates a paid subscription of a reader of the demo publication, 40 days old. Does nothing without the practice
/// wallet.
pub async fn create_demo_subscription(app: &AppState, email: &str) -> anyhow::Result<()> {
    if !app.core.config.paypal.as_ref().is_some_and(|wallet| wallet.practice_wallet) {
        return Ok(());
    }
    let id = app.core.keys.sign("practice wallet", email)[..17].to_uppercase();
    let at = app.core.now().plus_ms(-AGE_MS);
    let SampleOrder { reference, description, amount } =
        subscriptions::create_sample_order(&app.core, email, PlanCode::TwelveMonths, at, (&id, &format!("C{id}")))
            .await?;
    let value = amount.value();
    let paid = WalletOrder {
        id,
        custom_id: reference,
        description,
        currency_code: amount.currency,
        value,
        state: OrderState::Completed,
        declines: false,
        capture_request: None,
    };
    order_files::insert_if_absent(app, paid).await?;
    Ok(())
}
