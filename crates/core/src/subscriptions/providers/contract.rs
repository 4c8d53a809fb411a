//! Requests, responses and errors that all payment providers share.

use super::Money;

/// An order to be created at the provider.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// Our reference, which the provider stores and returns.
    pub reference: String,
    pub amount: Money,
    /// Shown to the buyer at the provider.
    pub description: String,
    pub brand: String,
}

/// An order at the provider. `id` is the provider's, `reference` ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayOrder {
    pub id: String,
    pub reference: Option<String>,
    pub amount: Option<Money>,
    pub state: OrderState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderState {
    /// Not approved by the buyer yet.
    Open,
    /// Approved by the buyer, not captured yet.
    Approved,
    /// Closed: it cannot be paid any more.
    Void,
    /// Captured, or a capture was attempted.
    Captured(Capture),
}

/// A capture: money that the provider took for an order.
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
    /// The provider is still reviewing it.
    Pending,
    /// No money was taken.
    Failed,
    /// Refunded or reversed in full.
    Refunded,
}

/// The event of a webhook. Only its ids are used, to find the order to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewayEvent {
    pub id: String,
    pub kind: String,
    /// The ids by which its order is found: any of them may be missing.
    pub wallet_order: Option<String>,
    pub capture: Option<String>,
    pub reference: Option<String>,
}

/// An error of a call to the provider. Its text has nothing of what was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// No answer in time, or one that is not about the call. The call may have had its effect: query the state, or
    /// repeat it with the same request id.
    #[error("the wallet: {0}")]
    Unavailable(String),
    /// The buyer's means of payment were refused; nothing was charged.
    #[error("the wallet declined the payment")]
    Declined,
    /// The buyer has not approved yet.
    #[error("the order is not approved")]
    NotApproved,
    /// Done before: query the state.
    #[error("the wallet did that before")]
    AlreadyDone,
    #[error("the wallet knows no such thing")]
    NotFound,
    /// Refused for good: a repeated call fails too.
    #[error("the wallet refused: {0}")]
    Refused(String),
}

/// Options of the provider's checkout in the browser.
#[derive(Clone, Debug, Default)]
pub struct CheckoutOptions {
    /// Name of the payment method.
    pub name: &'static str,
    /// A line of explanation below the name.
    pub hint: &'static str,
    /// A note before the payment; usually empty.
    pub note: &'static str,
    /// Client id and address of the provider's script.
    pub client_id: String,
    pub sdk_url: String,
}
