//! Object keys: `2026/11/x.webp`, the path of a file in the storage and behind [`PREFIX`].

use std::path::{Component, Path};

use crate::{Core, secrets};

/// The path below which every file is delivered.
pub const PREFIX: &str = "/media/";

/// The address that readers use.
pub fn url(key: &str) -> String {
    format!("{PREFIX}{key}")
}

/// `https://our.site/media/2026/11/x.webp`, `/media/2026/11/x.webp` and `2026/11/x.webp` all mean `2026/11/x.webp`;
/// none for anything else.
pub(crate) fn key_of(text: &str, base: &str) -> Option<String> {
    // A signature is the reader's, not the file's.
    let text = text.split('?').next().unwrap_or_default().trim();
    let path = text.strip_prefix(base).unwrap_or(text);
    let key = path.strip_prefix(PREFIX).unwrap_or(path);
    let plain = !key.is_empty()
        && key.len() <= 300
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'))
        && key.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    plain.then(|| key.to_owned())
}

/// Whether it is a key as it is stored: relative, and without any part that leads elsewhere.
pub(super) fn is_key(key: &str) -> bool {
    Path::new(key).components().all(|part| matches!(part, Component::Normal(_)))
        && key_of(key, "\0").as_deref() == Some(key)
}

/// A key that nobody can guess and nothing has.
pub(super) fn new_key(core: &Core, ext: &str) -> String {
    let day = core.now().nairobi_day();
    format!("{}/{}/{}.{ext}", &day[..4], &day[5..7], secrets::random_name(20).to_lowercase())
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
