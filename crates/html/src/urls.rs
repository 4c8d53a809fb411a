//! Validation of link and media URLs.

use url::Url;

use super::MEDIA_PREFIX;

/// Normalizes the URL of a link to its stored form; none if it is not allowed.
///
/// Allowed are http, https, mailto, tel and paths of our own site. Fragments alone are for `anchors`.
pub fn normalize_link(address: &str) -> Option<String> {
    let address = strip_ignored(address);
    if is_site_path(&address) {
        // Signatures of media URLs expire, so they are not stored.
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

/// Whether a stored link is an absolute web URL.
pub fn is_external(link: &str) -> bool {
    let scheme = link.split(':').next().unwrap_or_default();
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// Classification of a media URL.
#[derive(Debug, PartialEq, Eq)]
pub enum MediaUrl {
    /// Our own: its key, as it is stored.
    Stored(String),
    /// On another host, or a path of our site outside the media prefix.
    External,
    /// Not fetchable from a server (`data:`, `blob:`, `javascript:`, empty), or an unsafe key.
    Invalid,
}

/// Classifies a media URL. `prefixes` are our own origins (`https://example.com`), with or without the media prefix.
pub fn classify_media(address: &str, prefixes: &[&str]) -> MediaUrl {
    let address = strip_ignored(address);
    let own = |prefix: &&str| {
        let origin = prefix.trim_end_matches('/');
        address.strip_prefix(origin.strip_suffix("/media").unwrap_or(origin)).filter(|rest| rest.starts_with('/'))
    };
    let path = prefixes.iter().find_map(own).unwrap_or(&address);
    if let Some(key) = path.strip_prefix(MEDIA_PREFIX).or_else(|| is_relative(path).then_some(path)) {
        let key = &key[..key.find(['?', '#']).unwrap_or(key.len())];
        return if is_safe_key(key) { MediaUrl::Stored(key.to_owned()) } else { MediaUrl::Invalid };
    }
    if path.starts_with('/') || is_external(path) { MediaUrl::External } else { MediaUrl::Invalid }
}

/// Whether `address` is a relative path: no scheme, no leading slash.
pub fn is_relative(address: &str) -> bool {
    let first = address.split(['/', '?', '#']).next().unwrap_or_default();
    !address.is_empty() && !address.starts_with(['/', '\\', '?', '#']) && !first.contains(':')
}

/// Whether a path stays below the media prefix (no traversal).
fn is_safe_key(key: &str) -> bool {
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

/// Strips what URL parsers of browsers ignore: tabs and line ends, and white space around.
fn strip_ignored(address: &str) -> String {
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
            assert_eq!(normalize_link(address).as_deref(), kept, "{address:?}");
        }
    }

    #[test]
    fn media_addresses_are_classified_as_stored_elsewhere_or_invalid() {
        use MediaUrl::{External, Invalid, Stored};
        let prefixes = ["https://news.example"];
        for prefix in ["https://news.example/", "https://news.example/media", "https://news.example/media/"] {
            assert_eq!(
                classify_media("https://news.example/media/a.webp", &[prefix]),
                Stored("a.webp".into()),
                "{prefix}"
            );
        }
        for (address, meaning) in [
            ("2026/ab.webp", Stored("2026/ab.webp".into())),
            ("/media/2026/ab.webp", Stored("2026/ab.webp".into())),
            ("https://news.example/media/2026/ab.webp?w=1", Stored("2026/ab.webp".into())),
            ("https://news.example/mediax/ab.webp", External),
            ("https://other.example/media/ab.webp", External),
            ("https://news.example.evil.example/media/ab.webp", External),
            ("//other.example/ab.webp", External),
            ("/img/ab.webp", External),
            ("/media/../secret", Invalid),
            ("/media/%2E%2e/secret", Invalid),
            ("/media//evil.example/x.png", Invalid),
            ("/media/https://evil.example/x.png", Invalid),
            ("../x.png", Invalid),
            ("data:image/png;base64,AAAA", Invalid),
            ("blob:https://news.example/1", Invalid),
            ("javascript:alert(1)", Invalid),
            ("", Invalid),
        ] {
            assert_eq!(classify_media(address, &prefixes), meaning, "{address:?}");
        }
    }
}
