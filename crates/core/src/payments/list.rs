//! The list of payment providers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use mwanga_store::types::{PaymentProvider, PlanCode};
use sea_orm::Iterable;

use super::contract::{PaymentGateway, Provider};
use super::{Money, paypal, practice_push};
use crate::config_source::{ConfigError, ConfigSource};

/// The payment provider without a choice; its price is the one shown on the site.
pub const DEFAULT_PROVIDER: PaymentProvider = PaymentProvider::PayPal;

/// What a payment provider says of itself.
pub const fn provider(provider: PaymentProvider) -> &'static Provider {
    match provider {
        PaymentProvider::PayPal => &paypal::PROVIDER,
        PaymentProvider::PracticePush => &practice_push::PROVIDER,
    }
}

/// Settings of the payment providers that are set up.
#[derive(Clone, Debug, Default)]
pub struct PaymentConfig {
    /// `PAYPAL_…`
    pub paypal: Option<paypal::PayPalConfig>,
    pub practice_push: Option<practice_push::PracticePushConfig>,
}

impl PaymentConfig {
    pub(crate) fn read(source: &ConfigSource, production: bool) -> Result<Self, ConfigError> {
        Ok(Self { paypal: paypal::read(source, production)?, practice_push: None })
    }

    /// The practice wallets of this process, on the address where it listens.
    pub(crate) fn practice(mut address: SocketAddr) -> Self {
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        Self {
            paypal: Some(paypal::PayPalConfig::practice_wallet(address)),
            practice_push: Some(practice_push::PracticePushConfig::of_process(address)),
        }
    }

    /// The client of a provider; none where it is not set up.
    pub fn connect(&self, provider: PaymentProvider) -> Option<Box<dyn PaymentGateway>> {
        match provider {
            PaymentProvider::PayPal => self.paypal.as_ref().map(|config| Box::new(paypal::PayPal::new(config)) as _),
            PaymentProvider::PracticePush => {
                self.practice_push.as_ref().map(|config| Box::new(practice_push::PracticePush::new(config)) as _)
            }
        }
    }

    /// Whether no provider is set up, so that nothing can be bought.
    pub fn is_empty(&self) -> bool {
        PaymentProvider::iter().all(|provider| self.connect(provider).is_none())
    }

    /// Whether the providers are practice wallets: no money moves, and requests of this machine alone are answered.
    pub fn is_practice(&self) -> bool {
        self.practice_push.is_some() || self.paypal.as_ref().is_some_and(|config| config.practice_wallet)
    }

    /// The hosts whose scripts and windows the page of a payment needs besides our own, of every provider.
    pub fn script_hosts(&self) -> Vec<String> {
        self.paypal.iter().filter_map(paypal::PayPalConfig::script_hosts).collect()
    }
}

impl Provider {
    /// The price of a plan; none where it is not sold this way.
    pub fn price(&self, plan: PlanCode) -> Option<Money> {
        let (_, minor) = self.prices.iter().find(|(sold, _)| *sold == plan)?;
        Some(Money { minor: *minor, currency: self.currency.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_payment_provider_sells_a_plan_and_says_what_it_is() {
        for of in PaymentProvider::iter() {
            let says = provider(of);
            assert!(PlanCode::iter().any(|plan| says.price(plan).is_some()), "no plan has a price at {}", of.as_str());
            assert!(!says.name.is_empty() && !says.words.paid.is_empty() && !says.words.failed.is_empty());
        }
    }
}
