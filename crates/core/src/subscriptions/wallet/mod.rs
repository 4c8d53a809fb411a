//! What a wallet does for us. A second provider is a folder beside `paypal/`, and an arm in each function of [`Wallet`].

mod money;
mod paypal;

use crate::config::WalletConfig;

pub use money::Money;

/// The provider that takes the money.
pub enum Wallet {
    PayPal(paypal::PayPal),
}

/// An order to be made at the wallet.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// Our name of it, which the wallet keeps and tells again.
    pub reference: String,
    pub amount: Money,
    /// What the buyer reads at the wallet.
    pub description: String,
    pub brand: String,
}

/// An order as the wallet tells it when it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletOrder {
    pub id: String,
    pub reference: Option<String>,
    pub amount: Option<Money>,
    pub state: OrderState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderState {
    /// The buyer has said nothing yet.
    Open,
    /// The buyer agreed; the money is still theirs.
    Approved,
    /// Nothing can be paid by it any more.
    Void,
    /// It was taken, or tried to.
    Taken(Capture),
}

/// Money that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    pub id: String,
    pub amount: Option<Money>,
    pub reference: Option<String>,
    pub state: CaptureState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureState {
    Completed,
    /// The wallet is still looking at it.
    Pending,
    /// No money came of it.
    Failed,
    /// All of it went back.
    Refunded,
}

/// A message that may be the wallet's. What it says is believed only as far as which order to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletEvent {
    pub id: String,
    pub kind: String,
    /// By any of these an order of ours is found.
    pub wallet_order: Option<String>,
    pub capture: Option<String>,
    pub reference: Option<String>,
}

/// Errors say what happened, without anything that was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    /// No answer in time, or one that says nothing about the call. It may have had its effect: ask, or call again with the same request id.
    #[error("the wallet: {0}")]
    Unavailable(String),
    /// The wallet took no money: the buyer's means were refused.
    #[error("the wallet declined the payment")]
    Declined,
    /// The buyer has not agreed yet.
    #[error("the order is not approved")]
    NotApproved,
    /// What was asked for was done before: ask how it stands.
    #[error("the wallet did that before")]
    Already,
    #[error("the wallet knows no such thing")]
    Unknown,
    /// The wallet will not do this, however often it is asked.
    #[error("the wallet refused: {0}")]
    Refused(String),
}

impl Wallet {
    pub fn new(config: &WalletConfig) -> Self {
        Self::PayPal(paypal::PayPal::new(config))
    }

    /// Makes an order, and answers the wallet's name of it. With the same request id it is the same order.
    pub async fn create(&self, order: &NewOrder, request_id: &str) -> Result<String, WalletError> {
        match self {
            Self::PayPal(paypal) => paypal.create(order, request_id).await,
        }
    }

    pub async fn order(&self, id: &str) -> Result<WalletOrder, WalletError> {
        match self {
            Self::PayPal(paypal) => paypal.order(id).await,
        }
    }

    /// Takes the money of an approved order. With the same request id it is taken once.
    pub async fn capture(&self, id: &str, request_id: &str) -> Result<WalletOrder, WalletError> {
        match self {
            Self::PayPal(paypal) => paypal.capture(id, request_id).await,
        }
    }

    pub async fn captured(&self, capture: &str) -> Result<Capture, WalletError> {
        match self {
            Self::PayPal(paypal) => paypal.captured(capture).await,
        }
    }

    /// Gives all the money of a capture back. With the same request id it is given back once.
    pub async fn refund(&self, capture: &str, request_id: &str) -> Result<(), WalletError> {
        match self {
            Self::PayPal(paypal) => paypal.refund(capture, request_id).await,
        }
    }

    /// What a message says, whoever sent it; `None` where it is none, or no messages are expected.
    pub fn event(&self, body: &[u8]) -> Option<WalletEvent> {
        match self {
            Self::PayPal(paypal) => paypal.event(body),
        }
    }

    /// Whether the wallet itself signed a message that [`Wallet::event`] could read.
    pub async fn signed(&self, headers: &http::HeaderMap, body: &[u8]) -> Result<bool, WalletError> {
        match self {
            Self::PayPal(paypal) => paypal.signed(headers, body).await,
        }
    }
}
