//! Settings of the site's identity.

use super::ConfigSource;

/// Name of the publication that the specification describes: it has a consultancy, others say so if they have one.
pub(crate) const OWN_BRAND: &str = "Mwanga";
const DEFAULT_TAGLINE: &str = "Your guide to a brighter future, powered by reliable information.";

/// What the site calls itself.
#[derive(Clone, Debug)]
pub struct SiteConfig {
    /// `MWANGA_BRAND`, default [`OWN_BRAND`].
    pub brand: String,
    /// `MWANGA_TAGLINE`.
    pub tagline: String,
    /// `MWANGA_CONTACT_EMAIL`, `MWANGA_CONTACT_PHONE`; reserved values outside production, in which they may be empty
    /// where the store has them (`settings`).
    pub contact_email: String,
    pub contact_phone: String,
}

impl SiteConfig {
    pub(super) fn read(source: &ConfigSource, production: bool) -> Self {
        let contact = |key: &str, demo: &str| {
            source.text(key).unwrap_or_else(|| if production { String::new() } else { demo.to_owned() })
        };
        Self {
            brand: source.text("brand").unwrap_or_else(|| OWN_BRAND.into()),
            tagline: source.text("tagline").unwrap_or_else(|| DEFAULT_TAGLINE.into()),
            contact_email: contact("contact_email", "hello@example.com"),
            // 555 01xx is kept free for fiction.
            contact_phone: contact("contact_phone", "+254 20 555 0100"),
        }
    }
}
