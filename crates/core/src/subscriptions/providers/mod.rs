//! What a payment provider does for us. A second one is a folder beside `paypal/`, a variant of `PaymentProvider`, an
//! arm in each function of [`Wallet`], and its arm in `Wallet::connect`.

mod contract;
mod money;
mod paypal;

use std::collections::HashMap;

use mwanga_store::types::PaymentProvider;
use sea_orm::Iterable;

use super::SubscriptionError;
use crate::config::{Config, PayPalConfig};

pub use contract::{Capture, CaptureState, NewOrder, OrderState, WalletError, WalletEvent, WalletOrder};
pub use money::Money;

/// A provider that takes money.
pub enum Wallet {
    PayPal(paypal::PayPal),
}

/// What people know a payment provider by.
pub fn provider_name(provider: PaymentProvider) -> &'static str {
    match provider {
        PaymentProvider::PayPal => PayPalConfig::NAME,
    }
}

/// The payment providers that are set up. An order keeps the one that it was made at.
pub struct Wallets(HashMap<PaymentProvider, Wallet>);

impl Wallets {
    pub fn new(config: &Config) -> Self {
        Self(
            PaymentProvider::iter()
                .filter_map(|provider| Some((provider, Wallet::connect(provider, config)?)))
                .collect(),
        )
    }

    /// Whether anything can be bought here.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// # Errors
    ///
    /// - [`SubscriptionError::NotSetUp`]: nobody can pay by this provider, or not any more.
    pub fn get(&self, provider: PaymentProvider) -> Result<&Wallet, SubscriptionError> {
        self.0.get(&provider).ok_or(SubscriptionError::NotSetUp)
    }
}

impl Wallet {
    /// The client of a provider; none where it is not configured.
    fn connect(provider: PaymentProvider, config: &Config) -> Option<Self> {
        match provider {
            PaymentProvider::PayPal => config.paypal.as_ref().map(|config| Self::PayPal(paypal::PayPal::new(config))),
        }
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
