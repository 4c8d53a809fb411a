//! Payment providers: what each says of itself, and its client. Knows neither orders nor the state of a process.
//!
//! - `list`: the one place that names each of them; `contract`: what they share; `money`: amounts
//! - `paypal`: PayPal; `practice_push`: a wallet of development that asks on a phone
//!
//! Another provider is a folder here and a line in each function of `list` (CONTRIBUTING.md).

mod contract;
mod list;
mod money;
mod paypal;
mod practice_push;

pub use contract::{
    Advice, Capture, CaptureState, CheckoutOptions, Field, FieldName, Flow, GatewayError, GatewayEvent, GatewayOrder,
    NewOrder, NewPush, OrderState, PaymentFlow, PaymentGateway, Proof, Provider, Push, PushCallback, Redirect,
    Schedule, Words,
};
pub use list::{DEFAULT_PROVIDER, PaymentConfig, provider};
pub use money::Money;
pub use paypal::PayPalConfig;
pub use practice_push::{PracticePushConfig, call_back};
