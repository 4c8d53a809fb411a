//! Payment providers: what each says of itself, and its client. Knows neither orders nor the state of a process.
//!
//! - `list`: the one place that names each of them; `contract`: what they share; `money`: amounts
//! - `paypal`: PayPal
//!
//! Another provider is a folder here and a line in each function of `list` (CONTRIBUTING.md).

mod contract;
mod list;
mod money;
mod paypal;

pub use contract::{
    Advice, Capture, CaptureState, CheckoutOptions, Field, FieldName, Flow, GatewayError, GatewayEvent, GatewayOrder,
    NewOrder, OrderState, PaymentFlow, PaymentGateway, Proof, Provider, Redirect, Schedule, Words,
};
pub use list::{DEFAULT_PROVIDER, PaymentConfig, provider};
pub use money::Money;
pub use paypal::PayPalConfig;
