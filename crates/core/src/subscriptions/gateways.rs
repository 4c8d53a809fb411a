//! The clients of payment providers, as a part of the process.

use std::collections::HashMap;

use mwanga_store::types::PaymentProvider;
use sea_orm::Iterable;

use super::SubscriptionError;
use crate::config::Config;
use crate::core_state::{Core, Part};
use crate::payments::PaymentGateway;

/// Clients of the configured payment providers. An order keeps the provider that it was created at.
pub struct PaymentGateways(HashMap<PaymentProvider, Box<dyn PaymentGateway>>);

impl Part for PaymentGateways {}

impl Core {
    pub fn payment_gateways(&self) -> &PaymentGateways {
        self.part()
    }
}

impl PaymentGateways {
    pub fn new(config: &Config) -> Self {
        let connected =
            PaymentProvider::iter().filter_map(|provider| Some((provider, config.payments.connect(provider)?)));
        Self(connected.collect())
    }

    /// Whether no provider is configured, so that nothing can be bought.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, in the order of the list.
    pub fn all(&self) -> impl Iterator<Item = (PaymentProvider, &dyn PaymentGateway)> {
        PaymentProvider::iter().filter_map(|provider| Some((provider, self.get(provider).ok()?)))
    }

    /// The client of a provider.
    ///
    /// # Errors
    ///
    /// - [`SubscriptionError::NotConfigured`]: the provider is not configured, or not any more.
    pub fn get(&self, provider: PaymentProvider) -> Result<&dyn PaymentGateway, SubscriptionError> {
        self.0.get(&provider).map(AsRef::as_ref).ok_or(SubscriptionError::NotConfigured)
    }
}
