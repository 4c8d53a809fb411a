//! What a payment provider is asked, and what it answers.

use super::Money;

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
    /// No answer in time, or one that says nothing about the call. It may have had its effect: ask, or call again with
    /// the same request id.
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
