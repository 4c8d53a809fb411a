//! Settings of PayPal, and of the practice wallet that behaves like it.

use std::net::SocketAddr;

use secrecy::SecretString;
use url::Url;

use crate::config_source::{ConfigError, ConfigSource, is_https_or_local};
use crate::secrets;

const API: &str = "https://api-m.paypal.com";
const HINT: &str = "You pay in PayPal’s own window and come back here.";
const SDK: &str = "https://www.paypal.com/sdk/js";

/// A payment provider that speaks PayPal's Orders v2, and what it knows us by: `PAYPAL_CLIENT_ID` and `PAYPAL_SECRET`,
/// both or neither.
#[derive(Clone, Debug)]
pub struct PayPalConfig {
    pub client_id: String,
    pub secret: SecretString,
    /// `PAYPAL_BASE_URL`, default PayPal's own; `https://api-m.sandbox.paypal.com` is its sandbox. Without a slash at
    /// its end.
    pub base_url: String,
    /// `PAYPAL_WEBHOOK_ID`: names our webhook, whose messages nobody else can sign. Without it none is believed, and
    /// the wallet is asked now and then.
    pub webhook_id: Option<String>,
    /// `PAYPAL_SDK_URL`, default PayPal's own: the script of the last step of a purchase.
    pub sdk_url: String,
    /// What people read where they choose how to pay.
    pub name: &'static str,
    /// A line about how it is paid, below the name.
    pub hint: &'static str,
    /// What they have to know before they pay; usually nothing.
    pub note: &'static str,
    /// No money moves.
    pub practice_wallet: bool,
}

impl PayPalConfig {
    /// The wallet of this process, on the address where it is reached from this machine.
    pub fn practice_wallet(address: SocketAddr) -> Self {
        Self {
            client_id: "practice".into(),
            // Of this process alone, so nobody else talks to its wallet as the site does.
            secret: SecretString::from(secrets::random_token(32)),
            base_url: format!("http://{address}/practice-wallet"),
            webhook_id: Some("practice".into()),
            sdk_url: "/practice-wallet/sdk/js".into(),
            name: "Practice wallet",
            hint: "For trying out: it behaves like PayPal, and no money moves.",
            note: "This is not PayPal: you can approve, refuse and fail as you like, and no money moves.",
            practice_wallet: true,
        }
    }

    /// The hosts whose scripts and windows a page needs for a payment; none where the script is ours.
    pub fn script_hosts(&self) -> Option<String> {
        let script = Url::parse(&self.sdk_url).ok()?;
        let is_paypal = script.domain().is_some_and(|host| host == "paypal.com" || host.ends_with(".paypal.com"));
        let hosts = if is_paypal {
            "https://*.paypal.com https://*.paypalobjects.com".to_owned()
        } else {
            script.origin().ascii_serialization()
        };
        Some(hosts)
    }
}

pub fn read(source: &ConfigSource, production: bool) -> Result<Option<PayPalConfig>, ConfigError> {
    let address = |key: &str, default: &str| {
        let text = source.text(key).unwrap_or_else(|| default.to_owned());
        match Url::parse(&text) {
            Ok(url) if is_https_or_local(&url, production) => Ok(text.trim_end_matches('/').to_owned()),
            _ => Err(source.invalid(key, "is no https address (http is for development, and for this machine)")),
        }
    };
    let (base_url, sdk_url) = (address("paypal_base_url", API)?, address("paypal_sdk_url", SDK)?);
    let webhook_id = source.text("paypal_webhook_id");
    match (source.text("paypal_client_id"), source.text("paypal_secret")) {
        (Some(client_id), Some(secret)) => {
            let secret = SecretString::from(secret);
            Ok(Some(PayPalConfig {
                client_id,
                secret,
                base_url,
                webhook_id,
                sdk_url,
                name: super::NAME,
                hint: HINT,
                note: "",
                practice_wallet: false,
            }))
        }
        (None, None) => Ok(None),
        (Some(_), None) => Err(source.invalid("paypal_secret", "is not set, though the client's id is")),
        (None, Some(_)) => Err(source.invalid("paypal_client_id", "is not set, though the client's secret is")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn config(pairs: &[(&str, &str)]) -> Result<Config, String> {
        let dir = tempfile::tempdir().unwrap();
        let basic = [
            ("data_dir", dir.path().to_str().unwrap()),
            ("base_url", "https://news.example"),
            ("contact_email", "desk@news.example"),
        ];
        let pairs = basic
            .iter()
            .chain(&[("contact_phone", "+254 20 555 0101")])
            .chain(pairs)
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        Config::from_source(&ConfigSource::from_pairs(pairs)).map_err(|e| e.to_string())
    }

    #[test]
    fn the_practice_wallet_is_on_in_development_without_paypal_only() {
        let address = "0.0.0.0:8080".parse().unwrap();
        let paypal = [
            ("paypal_client_id", "us"),
            ("paypal_secret", "hunter2"),
            ("paypal_base_url", "https://api-m.sandbox.paypal.com/"),
        ];
        let mut development = config(&[]).unwrap();
        assert!(development.payments.paypal.is_none());
        development.set_listen_address(address);
        let wallet = development.payments.paypal.unwrap();
        assert_eq!(
            (wallet.practice_wallet, wallet.base_url.as_str(), wallet.name),
            (true, "http://127.0.0.1:8080/practice-wallet", "Practice wallet")
        );

        let mut told = config(&paypal).unwrap();
        told.set_listen_address(address);
        let wallet = told.payments.paypal.as_ref().unwrap();
        assert_eq!(
            (wallet.practice_wallet, wallet.base_url.as_str(), wallet.name),
            (false, "https://api-m.sandbox.paypal.com", "PayPal")
        );
        assert!(!format!("{told:?}").contains("hunter2"));

        let mut production = config(&[("env", "production")]).unwrap();
        production.set_listen_address(address);
        assert!(production.payments.paypal.is_none(), "production without a wallet sells nothing");
    }

    #[test]
    fn a_half_configured_wallet_names_the_missing_variable() {
        assert_eq!(
            config(&[("paypal_client_id", "us")]).unwrap_err(),
            "PAYPAL_SECRET: is not set, though the client's id is"
        );
        assert_eq!(
            config(&[("paypal_secret", "hunter2")]).unwrap_err(),
            "PAYPAL_CLIENT_ID: is not set, though the client's secret is"
        );
        assert!(config(&[("paypal_base_url", "paypal.com")]).unwrap_err().starts_with("PAYPAL_BASE_URL: "));
        let plain = [
            ("env", "production"),
            ("paypal_client_id", "us"),
            ("paypal_secret", "hunter2"),
            ("paypal_base_url", "http://paypal.example"),
        ];
        assert!(config(&plain).unwrap_err().starts_with("PAYPAL_BASE_URL: "), "secrets of production go over https");
    }
}
