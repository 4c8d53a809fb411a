//! What all payment providers share: what one says of itself, its client, requests, responses and errors.

use async_trait::async_trait;
use mwanga_store::types::{PaymentFailure, PlanCode};
use serde::Serialize;

use super::Money;

/// What a payment provider says of itself, whether it is configured or not.
#[derive(Debug)]
pub struct Provider {
    /// Its name for readers.
    pub name: &'static str,
    pub flow: PaymentFlow,
    /// What a buyer says besides plan and address.
    pub fields: &'static [Field],
    /// What plans cost: minor units of `currency` (ISO 4217), `300` in USD is $3.00. One that is not here is not sold.
    pub prices: &'static [(PlanCode, i64)],
    pub currency: &'static str,
    pub proves: Proof,
    pub schedule: Schedule,
    pub words: Words,
    pub advice: Advice,
}

/// How a provider is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentFlow {
    /// The buyer approves in the provider's own window; then the money is captured.
    Redirect,
    /// The provider asks the buyer on a phone; what came of it is told later.
    Push,
}

/// A field of the form before a payment.
#[derive(Debug)]
pub struct Field {
    pub name: FieldName,
    pub label: &'static str,
    pub hint: &'static str,
    /// Said where it cannot be read.
    pub wrong: &'static str,
    /// The value as the provider takes it; none where it cannot be read.
    pub parse: fn(&str) -> Option<String>,
}

/// The name of a field in calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldName {
    Phone,
}

impl FieldName {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Phone => "phone",
        }
    }
}

/// What the answers of a provider tell besides whether money was taken. What one does not tell is proven by the order
/// that it was asked to take.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// Our reference of the order.
    pub reference: bool,
    pub amount: bool,
}

/// When an order that is not paid is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Delay of the first question.
    pub first_ms: i64,
    /// Until which age of the order, and how long after one question the next is. Older ones are asked about no more.
    pub steps: &'static [(i64, i64)],
    /// Age at which an order ends that the provider never named.
    pub never_created_ms: i64,
    /// Age at which an order ends that the provider does not know.
    pub not_found_ms: i64,
    /// Age at which an order ends that nobody paid: somewhat more than the provider's own limit.
    pub unpaid_ms: i64,
    /// Age at which a request on a phone is unclear that nobody has answered.
    pub unclear_ms: i64,
}

impl Schedule {
    /// How long after a question the next one is; none where the order is too old.
    pub fn delay_ms(&self, age_ms: i64) -> Option<i64> {
        self.steps.iter().find(|(until, _)| age_ms < *until).map(|(_, delay)| *delay)
    }
}

/// A provider's words for readers.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// While the buyer has to do something.
    pub waiting: &'static str,
    pub paid: &'static str,
    pub failed: &'static str,
}

/// A provider's words for operators.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// Where nothing is set up.
    pub set_up: &'static str,
    /// Where it does not take our keys.
    pub keys: &'static str,
    /// Where it does not tell us what happens; our address for it follows.
    pub webhook: &'static str,
}

/// Client of a payment provider.
#[async_trait]
pub trait PaymentGateway: Send + Sync {
    /// What readers see before they pay.
    fn checkout(&self) -> &CheckoutOptions;

    fn flow(&self) -> Flow<'_>;

    /// Signs in anew: whether the provider takes our credentials.
    async fn verify_credentials(&self) -> Result<(), GatewayError>;

    /// Whether the provider can tell us what happens.
    fn has_webhook(&self) -> bool;

    async fn find_order(&self, id: &str) -> Result<GatewayOrder, GatewayError>;

    async fn find_capture(&self, capture: &str) -> Result<Capture, GatewayError>;

    /// Refunds a capture in full. With the same request id it is refunded once.
    async fn refund(&self, capture: &str, request_id: &str) -> Result<(), GatewayError>;
}

/// The calls by which a provider is paid.
#[derive(Clone, Copy)]
pub enum Flow<'a> {
    Redirect(&'a dyn Redirect),
    Push(&'a dyn Push),
}

/// A provider whose buyers approve in its own window.
#[async_trait]
pub trait Redirect: Send + Sync {
    /// Creates an order, and returns its id. With the same request id it is the same order.
    async fn create(&self, order: &NewOrder, request_id: &str) -> Result<String, GatewayError>;

    /// Captures an approved order. With the same request id it is captured once.
    async fn capture(&self, id: &str, request_id: &str) -> Result<GatewayOrder, GatewayError>;

    /// Parses the body of a webhook, not verified yet; `None` when it is not readable, or no webhook is configured.
    fn parse_event(&self, body: &[u8]) -> Option<GatewayEvent>;

    /// Whether the provider signed a webhook that [`Redirect::parse_event`] has read.
    async fn verify_signature(&self, headers: &http::HeaderMap, body: &[u8]) -> Result<bool, GatewayError>;
}

/// A provider that asks its buyers on a phone.
#[async_trait]
pub trait Push: Send + Sync {
    /// Has the phone asked for the money, and returns the provider's id of the request. Never repeated.
    ///
    /// # Errors
    ///
    /// - [`GatewayError::Unavailable`]: nobody knows whether the phone was asked. Any other: it was not.
    async fn push(&self, push: &NewPush) -> Result<String, GatewayError>;

    /// Parses what the provider calls us with; `None` when it is not readable.
    fn parse_callback(&self, body: &[u8]) -> Option<PushCallback>;
}

/// A request to be sent to a phone.
#[derive(Clone)]
pub struct NewPush {
    /// Our reference of the order.
    pub reference: String,
    /// Of this push alone, for a provider that knows a repeated one by it.
    pub request_id: String,
    pub amount: Money,
    /// Shown to the buyer on the phone.
    pub description: String,
    /// As [`Field::parse`] made it.
    pub phone: String,
    /// Our path that the provider calls about this order alone.
    pub callback_path: String,
}

/// A callback about a request on a phone. Whether it was paid is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushCallback {
    pub request_id: String,
    /// What was paid, where it is told.
    pub amount: Option<Money>,
}

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
    /// Came to nothing on the phone.
    Failed(PaymentFailure),
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
