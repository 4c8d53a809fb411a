//! Orders of the practice wallet.

use serde::{Deserialize, Serialize};

use super::super::files::{Files, Kept};

pub const ORDERS: Files<WalletOrder> = Files::new("practice-wallet");

/// An order of the practice wallet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalletOrder {
    pub id: String,
    pub custom_id: String,
    pub description: String,
    pub currency_code: String,
    pub value: String,
    pub state: OrderState,
    /// Whether the capture is declined.
    pub declines: bool,
    /// `PayPal-Request-Id` of the capture.
    pub capture_request: Option<String>,
}

/// State of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderState {
    Created,
    Approved,
    Completed,
    Refunded,
}

impl WalletOrder {
    /// Id of its capture.
    pub fn capture_id(&self) -> String {
        format!("C{}", self.id)
    }
}

impl Kept for WalletOrder {
    fn id(&self) -> &str {
        &self.id
    }
}
