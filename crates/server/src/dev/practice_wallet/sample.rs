use mwanga_core::subscriptions::{self, SampleOrder};
use mwanga_store::types::OrderStatus;

use super::order_files::{ORDERS, OrderState, WalletOrder};
use crate::AppState;

/// Tells the practice wallet of the orders of the demo publication, which it never saw being made.
pub async fn create_demo_orders(app: &AppState) -> anyhow::Result<()> {
    for id in mwanga_demo::wallet_orders(&app.core) {
        let Some(order) = subscriptions::find_sample_order(&app.core, &id).await? else { continue };
        let SampleOrder { reference, description, amount, status } = order;
        let value = amount.value();
        let known = WalletOrder {
            id,
            custom_id: reference,
            description,
            currency_code: amount.currency,
            value,
            state: match status {
                OrderStatus::Captured => OrderState::Completed,
                OrderStatus::Refunded => OrderState::Refunded,
                _ => OrderState::Created,
            },
            declines: false,
            capture_request: None,
        };
        ORDERS.insert_if_absent(app, known).await?;
    }
    Ok(())
}
