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
    /// A picture that its writer saw and no server can fetch: in the text itself, in a browser, on a disk, in a mail.
    Unreachable,
    /// No picture (`javascript:`, empty, a page's stand-in for one that is still to load), or an unsafe key.
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
    match path.split(':').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        _ if path.starts_with('/') => MediaUrl::External,
        "http" | "https" => MediaUrl::External,
        "blob" | "cid" | "file" => MediaUrl::Unreachable,
        "data" if path.len() > MAX_STAND_IN => MediaUrl::Unreachable,
        _ => MediaUrl::Invalid,
    }
}

/// Longest `data:` address, in bytes, of what stands in for a picture that a page has yet to load.
const MAX_STAND_IN: usize = 2_000;

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
        use MediaUrl::{External, Invalid, Stored, Unreachable};
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
            (&format!("data:image/png;base64,{}", "A".repeat(MAX_STAND_IN)), Unreachable),
            ("blob:https://news.example/1", Unreachable),
            ("FILE:///C:/Temp/clip_image001.png", Unreachable),
            ("cid:image001.png@01DA", Unreachable),
            ("javascript:alert(1)", Invalid),
            ("", Invalid),
        ] {
            assert_eq!(classify_media(address, &prefixes), meaning, "{address:?}");
        }
    }
}
