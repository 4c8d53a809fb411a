//! Settings of the site's identity.

use super::{ConfigError, ConfigSource};

const DEFAULT_TAGLINE: &str = "Your guide to a brighter future, powered by reliable information.";

/// What the site calls itself.
#[derive(Clone, Debug)]
pub struct SiteConfig {
    /// `MWANGA_BRAND`, default `Mwanga`.
    pub brand: String,
    /// `MWANGA_TAGLINE`.
    pub tagline: String,
    /// `MWANGA_CONTACT_EMAIL`, `MWANGA_CONTACT_PHONE`; reserved values outside production.
    pub contact_email: String,
    pub contact_phone: String,
}

impl SiteConfig {
    pub(super) fn read(source: &ConfigSource, production: bool) -> Result<Self, ConfigError> {
        let contact = |key: &'static str, name: &'static str, demo: &str| match source.text(key) {
            Some(text) => Ok(text),
            None if production => Err(ConfigError::Missing(name)),
            None => Ok(demo.to_owned()),
        };
        Ok(Self {
            brand: source.text("brand").unwrap_or_else(|| "Mwanga".into()),
            tagline: source.text("tagline").unwrap_or_else(|| DEFAULT_TAGLINE.into()),
            contact_email: contact("contact_email", "MWANGA_CONTACT_EMAIL", "hello@example.com")?,
            // 555 01xx is kept free for fiction.
            contact_phone: contact("contact_phone", "MWANGA_CONTACT_PHONE", "+254 20 555 0100")?,
        })
    }
}
