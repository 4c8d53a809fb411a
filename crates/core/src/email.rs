//! E-mail addresses: validation and normalization.

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};
use unicode_normalization::UnicodeNormalization;

use crate::html::letters;

/// Why an address is invalid, as shown to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EmailError(pub &'static str);

/// An e-mail address that mail servers take; the domain is its A-label (RFC 5890).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Reads what people type or paste. Characters that nobody sees are taken out.
    ///
    /// # Errors
    ///
    /// An address that no mail server takes: a domain that cannot be a host of the DNS, an address literal, a local
    /// part with characters that need quotes.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        const MAX_BYTES: usize = 254;
        const MAX_LOCAL_BYTES: usize = 64;
        let text: String = text.chars().filter(|c| !is_invisible(*c)).collect();
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError("Please enter your email"));
        }
        let address = text.rsplit_once('@').and_then(|(local, host)| {
            // A local part in quotes may hold anything, an @ among it, and nobody has one.
            let is_plain = !local.contains('"') && local.len() <= MAX_LOCAL_BYTES;
            let host = to_a_label(host)?;
            let top = host.rsplit('.').next().unwrap_or_default();
            // An address of numbers is the literal of a machine.
            let is_named = host.contains('.') && !top.bytes().all(|byte| byte.is_ascii_digit());
            let address = lettre::Address::new(local, &host).ok()?.to_string();
            (is_plain && is_named && address.len() <= MAX_BYTES).then_some(Self(address))
        });
        address.ok_or(EmailError("Enter an e-mail address such as name@example.com."))
    }

    /// As it is stored, and mailed to.
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

/// What the beginning of an address, as it is typed into a search, is compared by: a whole one as it is stored.
pub fn prefix_key(typed: &str) -> String {
    let visible = typed.chars().filter(|c| !is_invisible(*c)).nfkc().collect::<String>();
    EmailAddress::parse(typed).map_or_else(|_| visible.trim().to_lowercase(), |address| address.key())
}

/// An address as people read it: the domain with its own letters.
pub fn shown(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((local, host)) if host.contains("xn--") => {
            let (host, outcome) = Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::STD3, Hyphens::Allow);
            if outcome.is_ok() { format!("{local}@{host}") } else { address.to_owned() }
        }
        _ => address.to_owned(),
    }
}

/// An address of which its first letter and its host are seen: `a…@example.com`.
pub fn masked(address: &str) -> String {
    let shown = shown(address);
    let Some((local, host)) = shown.rsplit_once('@') else { return "…".to_owned() };
    format!("{}…@{host}", letters::first(local))
}

/// A text with each address in it masked, such as the words of a mail server.
pub fn mask_within(text: &str) -> String {
    let ends_address = |letter: char| letter.is_whitespace() || "<>()[]{},;:\"'`=|".contains(letter);
    text.split_inclusive(ends_address)
        .map(|part| {
            let word = part.trim_end_matches(ends_address);
            let end = &part[word.len()..];
            if word.contains('@') { masked(word) + end } else { part.to_owned() }
        })
        .collect()
}

/// A domain as the DNS and mail servers without SMTPUTF8 take it; none where it is none. One of ASCII stays as it is.
pub fn to_a_label(domain: &str) -> Option<String> {
    let label = Uts46::new()
        .to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Verify)
        .ok()?;
    Some(if domain.is_ascii() { domain.to_owned() } else { label.into_owned() })
}

/// The address with the A-label of its domain, as every mail server takes it.
pub(crate) fn to_deliverable(address: lettre::Address) -> lettre::Address {
    let label = to_a_label(address.domain());
    label.and_then(|host| lettre::Address::new(address.user(), host).ok()).unwrap_or(address)
}

/// Characters without a shape that come along when an address is copied: zero-width ones, marks of direction, the soft
/// hyphen, the byte order mark.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_address_keeps_one_letter_and_the_host() {
        for (address, expected) in [
            ("amina@example.com", "a…@example.com"),
            ("a@example.com", "a…@example.com"),
            ("Ümit@example.com", "Ü…@example.com"),
            ("\"a@b\"@example.com", "\"…@example.com"),
            ("amina@xn--mnchen-3ya.example", "a…@münchen.example"),
            ("@example.com", "…@example.com"),
            ("amina", "…"),
            ("", "…"),
        ] {
            assert_eq!(masked(address), expected, "{address}");
        }
        for (text, expected) in [
            ("550 5.1.1 <amina@example.com>: no such user", "550 5.1.1 <a…@example.com>: no such user"),
            ("550 amina@example.com, juma@example.com unknown", "550 a…@example.com, j…@example.com unknown"),
            ("to=amina@example.com", "to=a…@example.com"),
            ("450 try\nagain", "450 try\nagain"),
            ("", ""),
        ] {
            assert_eq!(mask_within(text), expected, "{text}");
        }
    }

    #[test]
    fn email_addresses_are_compared_without_case_and_width() {
        assert_eq!(EmailAddress::parse(" Amina@Example.com ").unwrap().key(), "amina@example.com");
        assert_eq!(EmailAddress::parse("ａmina@example.com").unwrap().key(), "amina@example.com");
    }

    #[test]
    fn an_address_that_no_mail_server_takes_is_refused() {
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
            "a@b_c.example",
            "a@-x.example",
            "a@x-.example",
            "a@[192.0.2.1]",
            "a@192.0.2.1",
            "a@[IPv6:2001:db8::1]",
            "a@example.com.",
            "a@.example.com",
            "a..b@example.com",
            ".a@example.com",
            "a.@example.com",
            "\"a b\"@example.com",
            "a(b)@example.com",
            "a@exa mple.com",
            "a@xn--99999999.example",
            "a\r\nBcc: b@example.com",
            "\u{200b}",
        ] {
            assert!(EmailAddress::parse(text).is_err(), "{text}");
        }
        let long = |letters: usize| format!("a@{}.example", "x".repeat(letters));
        assert!(EmailAddress::parse(&long(63)).is_ok() && EmailAddress::parse(&long(64)).is_err());
    }

    #[test]
    fn characters_that_nobody_sees_are_taken_out() {
        for hidden in [
            '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202c}', '\u{2060}',
            '\u{2066}', '\u{feff}',
        ] {
            for text in ["ann@example.com", "Ann@Example.com"] {
                for at in 0..=text.len() {
                    let typed = format!("{}{hidden}{}", &text[..at], &text[at..]);
                    assert_eq!(EmailAddress::parse(&typed).unwrap().as_str(), text, "{typed:?}");
                }
            }
        }
    }

    #[test]
    fn a_search_begins_with_what_is_stored() {
        for (typed, key) in [
            (" Amina@Ex", "amina@ex"),
            ("Kofi@Exämple.example", "kofi@xn--exmple-cua.example"),
            ("kofi@exä", "kofi@exä"),
            ("\u{feff}AMI", "ami"),
            ("", ""),
        ] {
            assert_eq!(prefix_key(typed), key);
        }
    }

    #[test]
    fn a_domain_with_letters_beyond_ascii_is_stored_by_its_a_label_and_shown_with_its_letters() {
        for (typed, stored, seen) in [
            ("kofi@exämple.example", "kofi@xn--exmple-cua.example", "kofi@exämple.example"),
            ("kofi@EXÄMPLE.example", "kofi@xn--exmple-cua.example", "kofi@exämple.example"),
            ("kofi@exa\u{308}mple.example", "kofi@xn--exmple-cua.example", "kofi@exämple.example"),
            ("kofi@xn--exmple-cua.example", "kofi@xn--exmple-cua.example", "kofi@exämple.example"),
            ("Kofi@ስርዓት.example", "Kofi@xn--kydp7qyn.example", "Kofi@ስርዓት.example"),
            ("Kofi@Example.com", "Kofi@Example.com", "Kofi@Example.com"),
        ] {
            let address = EmailAddress::parse(typed).unwrap();
            assert_eq!((address.as_str(), shown(address.as_str()).as_str()), (stored, seen));
            assert_eq!(address.key(), stored.to_lowercase());
        }
    }
}
