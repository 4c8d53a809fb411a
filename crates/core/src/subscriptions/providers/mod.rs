//! Payment providers: one client interface for all of them.
//!
//! - `contract`: requests, responses and errors; `money`: amounts.
//! - `paypal`: PayPal.
//!
//! A second provider is a folder beside `paypal/`, a variant of `PaymentProvider`, and an arm in each function of
//! [`PaymentGateway`].

mod contract;
mod money;
mod paypal;

use std::collections::HashMap;

use mwanga_store::types::PaymentProvider;
use sea_orm::Iterable;

use super::SubscriptionError;
use crate::config::{Config, PayPalConfig};
use crate::core_state::{Core, Part};

pub use contract::{
    Capture, CaptureState, CheckoutOptions, GatewayError, GatewayEvent, GatewayOrder, NewOrder, OrderState,
};
pub use money::Money;

/// Client of a payment provider.
pub enum PaymentGateway {
    PayPal(paypal::PayPal),
}

/// The name of a payment provider for readers.
pub fn provider_name(provider: PaymentProvider) -> &'static str {
    match provider {
        PaymentProvider::PayPal => PayPalConfig::NAME,
    }
}

/// Clients of the configured payment providers. An order keeps the provider that it was created at.
pub struct PaymentGateways(HashMap<PaymentProvider, PaymentGateway>);

impl Part for PaymentGateways {}

impl Core {
    pub fn payment_gateways(&self) -> &PaymentGateways {
        self.part()
    }
}

impl PaymentGateways {
    pub fn new(config: &Config) -> Self {
        Self(
            PaymentProvider::iter()
                .filter_map(|provider| Some((provider, PaymentGateway::new(provider, config)?)))
                .collect(),
        )
    }

    /// Whether no provider is configured, so that nothing can be bought.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The client of a provider.
    ///
    /// # Errors
    ///
    /// - [`SubscriptionError::NotConfigured`]: the provider is not configured, or not any more.
    pub fn get(&self, provider: PaymentProvider) -> Result<&PaymentGateway, SubscriptionError> {
        self.0.get(&provider).ok_or(SubscriptionError::NotConfigured)
    }
}

impl PaymentGateway {
    /// The client of a provider; none where it is not configured.
    fn new(provider: PaymentProvider, config: &Config) -> Option<Self> {
        match provider {
            PaymentProvider::PayPal => config.paypal.as_ref().map(|config| Self::PayPal(paypal::PayPal::new(config))),
        }
    }

    /// Options of the provider's checkout in the browser.
    pub fn checkout(&self) -> &CheckoutOptions {
        match self {
            Self::PayPal(paypal) => paypal.checkout(),
        }
    }

    /// Signs in anew: whether the provider takes our credentials.
    pub async fn verify_credentials(&self) -> Result<(), GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.verify_credentials().await,
        }
    }

    /// Whether the provider's webhooks can be verified.
    pub fn has_webhook(&self) -> bool {
        match self {
            Self::PayPal(paypal) => paypal.has_webhook(),
        }
    }

    /// Creates an order, and returns its id. With the same request id it is the same order.
    pub async fn create(&self, order: &NewOrder, request_id: &str) -> Result<String, GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.create(order, request_id).await,
        }
    }

    pub async fn find_order(&self, id: &str) -> Result<GatewayOrder, GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.find_order(id).await,
        }
    }

    /// Captures an approved order. With the same request id it is captured once.
    pub async fn capture(&self, id: &str, request_id: &str) -> Result<GatewayOrder, GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.capture(id, request_id).await,
        }
    }

    pub async fn find_capture(&self, capture: &str) -> Result<Capture, GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.find_capture(capture).await,
        }
    }

    /// Refunds a capture in full. With the same request id it is refunded once.
    pub async fn refund(&self, capture: &str, request_id: &str) -> Result<(), GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.refund(capture, request_id).await,
        }
    }

    /// Parses the body of a webhook, not verified yet; `None` when it is not readable, or no webhook is configured.
    pub fn parse_event(&self, body: &[u8]) -> Option<GatewayEvent> {
        match self {
            Self::PayPal(paypal) => paypal.parse_event(body),
        }
    }

    /// Whether the provider signed a webhook that [`PaymentGateway::parse_event`] has read.
    pub async fn verify_signature(&self, headers: &http::HeaderMap, body: &[u8]) -> Result<bool, GatewayError> {
        match self {
            Self::PayPal(paypal) => paypal.verify_signature(headers, body).await,
        }
    }
}
