//! E-mail addresses: validation and normalization.

use unicode_normalization::UnicodeNormalization;

/// Why an address is invalid, as shown to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EmailError(pub &'static str);

/// A syntactically valid e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError("Please enter your email"));
        }
        let looks_right = text.len() <= 254
            && !text.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | ',' | ';' | '"'))
            && text.split_once('@').is_some_and(|(local, host)| {
                !local.is_empty()
                    && local.len() <= 64
                    && !host.contains('@')
                    && host.split('.').count() >= 2
                    && host.split('.').all(|part| !part.is_empty())
            });
        if looks_right {
            Ok(Self(text.to_owned()))
        } else {
            Err(EmailError("Enter an e-mail address such as name@example.com."))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Normalized form for comparison: NFKC, lower case.
    pub fn key(&self) -> String {
        self.0.nfkc().collect::<String>().to_lowercase()
    }

    /// The part before the @: the name of an account that gave none.
    pub fn local_part(&self) -> &str {
        self.0.split('@').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_addresses_are_compared_without_case_and_width() {
        assert_eq!(EmailAddress::parse(" Amina@Example.com ").unwrap().key(), "amina@example.com");
        assert_eq!(EmailAddress::parse("ａmina@example.com").unwrap().key(), "amina@example.com");
        for text in [
            "",
            "amina",
            "amina@",
            "@example.com",
            "a@b",
            "a b@example.com",
            "a@b@example.com",
            "a@example..com",
            "<a@example.com>",
            "a@example.com,b@example.com",
        ] {
            assert!(EmailAddress::parse(text).is_err(), "{text}");
        }
    }
}
