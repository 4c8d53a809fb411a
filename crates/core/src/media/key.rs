//! Object keys: `2026/11/x.webp`, the path of a file in the storage and behind [`PREFIX`].

use std::path::{Component, Path};

use crate::{Core, secrets};

/// Path prefix of all delivered files.
pub const PREFIX: &str = "/media/";

/// The public path of a file.
pub fn url(key: &str) -> String {
    format!("{PREFIX}{key}")
}

/// Parses a key: `https://our.site/media/2026/11/x.webp`, `/media/2026/11/x.webp` and `2026/11/x.webp` all give
/// `2026/11/x.webp`. None for anything else.
pub(crate) fn key_of(text: &str, base: &str) -> Option<String> {
    // The query is a signature of the reader, not part of the key.
    let text = text.split('?').next().unwrap_or_default().trim();
    let path = text.strip_prefix(base).unwrap_or(text);
    let key = path.strip_prefix(PREFIX).unwrap_or(path);
    let is_valid = !key.is_empty()
        && key.len() <= 300
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'))
        && key.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    is_valid.then(|| key.to_owned())
}

/// Whether it is a key in its stored form: relative, and without parts such as `..`.
pub fn is_key(key: &str) -> bool {
    Path::new(key).components().all(|part| matches!(part, Component::Normal(_)))
        && key_of(key, "\0").as_deref() == Some(key)
}

/// A new random key that cannot be guessed.
pub(super) fn new_key(core: &Core, ext: &str) -> String {
    let day = core.today();
    format!("{}/{}/{}.{ext}", &day[..4], &day[5..7], secrets::random_token(20).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_paths_are_stored_relative() {
        let base = "https://news.example";
        for text in [
            "2026/11/x.webp",
            "/media/2026/11/x.webp",
            "https://news.example/media/2026/11/x.webp",
            "/media/2026/11/x.webp?signed=1.a",
        ] {
            assert_eq!(key_of(text, base).as_deref(), Some("2026/11/x.webp"), "{text}");
        }
        for text in [
            "https://other.example/x.webp",
            "../x.webp",
            "/media/../x",
            "//other.example/x",
            "javascript:alert(1)",
            "",
            "/etc/passwd",
            "a//b",
        ] {
            assert_eq!(key_of(text, base), None, "{text}");
        }
    }
}
