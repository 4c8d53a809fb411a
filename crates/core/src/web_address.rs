//! Web addresses as people type them.

use std::borrow::Cow;

/// `https://` put before an address that begins with the name of a host: `jumia.co.ke/x`. Everything else stays as it
/// is: other schemes, paths, names without a dot, and text with blanks. The frontend's `completedAddress` is its twin.
pub fn complete(typed: &str) -> Cow<'_, str> {
    if begins_with_host(typed) { format!("https://{typed}").into() } else { typed.into() }
}

/// Whether an address begins with a host whose last part is no number, then has a port, a path, both or nothing.
fn begins_with_host(typed: &str) -> bool {
    let end = typed.find(['/', '?', '#']).unwrap_or(typed.len());
    let (host, port) = typed[..end].split_once(':').unwrap_or((&typed[..end], "0"));
    let is_label = |label: &str| !label.is_empty() && !label.contains(['@', '\\']);
    let is_top = |label: &str| label.starts_with(char::is_alphabetic) && label.chars().nth(1).is_some();
    !typed.contains(char::is_whitespace)
        && !port.is_empty()
        && port.bytes().all(|digit| digit.is_ascii_digit())
        && host.split('.').all(is_label)
        && host.rsplit_once('.').is_some_and(|(_, last)| is_top(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same lines as in `frontend/src/admin/web-address.test.ts`.
    #[test]
    fn a_host_without_its_scheme_is_completed_and_nothing_else() {
        for bare in [
            "jumia.co.ke",
            "jumia.co.ke/x",
            "www.jumia.co.ke?a=1",
            "Jumia.co.ke:8080/x#y",
            "jumia.co.ke/@duka",
            "bücher.example",
            "duka.xn--p1ai",
        ] {
            assert_eq!(complete(bare), format!("https://{bare}"));
        }
        for other in [
            "",
            "https://jumia.co.ke/x",
            "http://jumia.co.ke",
            "javascript:alert(1)",
            "javascript:alert.call",
            "mailto:desk@jumia.co.ke",
            "desk@jumia.co.ke",
            "tel:+25420555",
            "localhost",
            "localhost:3000/x",
            "192.168.1.10/x",
            "3.14",
            "//jumia.co.ke",
            "/about",
            "#part",
            "jumia",
            "jumia.",
            ".co.ke",
            "jumia..ke",
            "jumia.k",
            "jumia.co.ke:/x",
            "jumia.co.ke:a/x",
            "jumia\\.co.ke",
            "a good lamp",
            "jumia.co.ke/a b",
        ] {
            assert_eq!(complete(other), other);
        }
    }
}
