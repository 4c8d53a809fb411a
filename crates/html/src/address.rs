//! Which addresses links and media may have.

use url::Url;

use super::MEDIA_PREFIX;

/// A link's address in the form it is stored, or None when it must not be kept.
///
/// Kept are http, https, mailto, tel and paths of our own site. A bare fragment points at an id, and ids are not
/// stored.
pub fn link(address: &str) -> Option<String> {
    let address = bare(address);
    if is_site_path(&address) {
        // A signed address of a file ends with its hour.
        let is_signed = |(path, query): &(&str, &str)| path.starts_with(MEDIA_PREFIX) && query.starts_with("signed=");
        return Some(match address.split_once('?').filter(is_signed) {
            Some((path, _)) => path.to_owned(),
            None => address,
        });
    }
    let url = Url::parse(&address).ok()?;
    match url.scheme() {
        "http" | "https" if url.has_host() => Some(if address.contains(['\\', ' ']) { url.into() } else { address }),
        "mailto" | "tel" if !url.path().is_empty() => Some(address),
        _ => None,
    }
}

/// Whether a stored link leads to another site.
pub fn is_foreign(link: &str) -> bool {
    let scheme = link.split(':').next().unwrap_or_default();
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// What an address of a medium is.
#[derive(Debug, PartialEq, Eq)]
pub enum MediaAddress {
    /// Ours, as it is stored.
    Stored(String),
    /// Somewhere else on the web, or a path of our site that holds no media.
    Elsewhere,
    /// Nothing that a server could answer: `data:`, `blob:`, `javascript:`, an empty one.
    Nothing,
}

/// Tells what `address` is. `prefixes` are our own origins (`https://example.com`); the media prefix may follow.
pub fn media(address: &str, prefixes: &[&str]) -> MediaAddress {
    let address = bare(address);
    let own = |prefix: &&str| {
        let origin = prefix.trim_end_matches('/');
        address.strip_prefix(origin.strip_suffix("/media").unwrap_or(origin)).filter(|rest| rest.starts_with('/'))
    };
    let path = prefixes.iter().find_map(own).unwrap_or(&address);
    if let Some(key) = path.strip_prefix(MEDIA_PREFIX).or_else(|| is_relative(path).then_some(path)) {
        let key = &key[..key.find(['?', '#']).unwrap_or(key.len())];
        return if is_key(key) { MediaAddress::Stored(key.to_owned()) } else { MediaAddress::Nothing };
    }
    if path.starts_with('/') || is_foreign(path) { MediaAddress::Elsewhere } else { MediaAddress::Nothing }
}

/// Whether `address` has neither a scheme nor a leading slash, so that it means something inside the media folder.
pub fn is_relative(address: &str) -> bool {
    let first = address.split(['/', '?', '#']).next().unwrap_or_default();
    !address.is_empty() && !address.starts_with(['/', '\\', '?', '#']) && !first.contains(':')
}

/// A path below the media prefix that cannot leave it.
fn is_key(key: &str) -> bool {
    is_relative(key)
        && key.len() <= 500
        && !key.contains(['\\', ' ', '"', '<', '>'])
        && !key.chars().any(char::is_control)
        && key.split('/').all(|part| {
            let part = part.to_ascii_lowercase().replace("%2e", ".");
            !part.is_empty() && part != "." && part != ".." && !part.contains("%2f") && !part.contains("%5c")
        })
}

fn is_site_path(address: &str) -> bool {
    address.starts_with('/') && !address.starts_with("//") && !address.contains('\\')
}

/// What a browser makes of an address before reading it: no tabs or line ends, no blanks around.
fn bare(address: &str) -> String {
    address.trim_matches(|letter: char| letter <= ' ').chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_link_addresses_are_kept() {
        for (address, kept) in [
            ("https://example.com/a?b=1#c", Some("https://example.com/a?b=1#c")),
            (" HTTP://example.com ", Some("HTTP://example.com")),
            ("mailto:desk@example.com", Some("mailto:desk@example.com")),
            ("tel:+254700000000", Some("tel:+254700000000")),
            ("/post/slug/a", Some("/post/slug/a")),
            ("/media/a.webp?signed=1.a", Some("/media/a.webp")),
            ("/search?signed=1.a", Some("/search?signed=1.a")),
            ("//evil.example/x", None),
            ("/\\evil.example", None),
            ("javascript:alert(1)", None),
            ("java\nscript:alert(1)", None),
            ("\u{1}javascript:alert(1)", None),
            ("data:text/html,x", None),
            ("vbscript:x", None),
            ("relative/page", None),
            ("#note", None),
            ("", None),
            ("https://", None),
            ("https:\\\\example.com\\a", Some("https://example.com/a")),
            ("https://exa\nmple.com/", Some("https://example.com/")),
        ] {
            assert_eq!(link(address).as_deref(), kept, "{address:?}");
        }
    }

    #[test]
    fn media_addresses_are_classified_as_stored_elsewhere_or_invalid() {
        use MediaAddress::{Elsewhere, Nothing, Stored};
        let prefixes = ["https://news.example"];
        for prefix in ["https://news.example/", "https://news.example/media", "https://news.example/media/"] {
            assert_eq!(media("https://news.example/media/a.webp", &[prefix]), Stored("a.webp".into()), "{prefix}");
        }
        for (address, meaning) in [
            ("2026/ab.webp", Stored("2026/ab.webp".into())),
            ("/media/2026/ab.webp", Stored("2026/ab.webp".into())),
            ("https://news.example/media/2026/ab.webp?w=1", Stored("2026/ab.webp".into())),
            ("https://news.example/mediax/ab.webp", Elsewhere),
            ("https://other.example/media/ab.webp", Elsewhere),
            ("https://news.example.evil.example/media/ab.webp", Elsewhere),
            ("//other.example/ab.webp", Elsewhere),
            ("/img/ab.webp", Elsewhere),
            ("/media/../secret", Nothing),
            ("/media/%2E%2e/secret", Nothing),
            ("/media//evil.example/x.png", Nothing),
            ("/media/https://evil.example/x.png", Nothing),
            ("../x.png", Nothing),
            ("data:image/png;base64,AAAA", Nothing),
            ("blob:https://news.example/1", Nothing),
            ("javascript:alert(1)", Nothing),
            ("", Nothing),
        ] {
            assert_eq!(media(address, &prefixes), meaning, "{address:?}");
        }
    }
}
