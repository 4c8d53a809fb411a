//! Places of pictures and videos that are not here: of another site, or lost in an import.
//!
//! Stored as `<figure data-missing="https://…"><p><em>This picture is missing: …</em></p></figure>`, without an address
//! where none is known. Editors see the place; readers, mails, feeds and the search never do.

use std::borrow::Cow;

use url::Url;

/// Longest address that is kept.
const MAX_ADDRESS: usize = 2_000;

/// The web address of a medium elsewhere; none where it has none.
pub(super) fn address(found: &str) -> Option<String> {
    let found = found.trim();
    let absolute = if found.starts_with("//") { format!("https:{found}") } else { found.to_owned() };
    let url = Url::parse(&absolute).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())?;
    Some(String::from(url)).filter(|url| url.len() <= MAX_ADDRESS)
}

/// Stored HTML without the places of what is missing.
pub fn without_missing(html: &str) -> Cow<'_, str> {
    const START: &str = "<figure";
    const END: &str = "</figure>";
    let mut out = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(start) = html[from..].find(START).map(|at| from + at) {
        let Some(end) = html[start..].find(END).map(|at| start + at + END.len()) else { break };
        if is_missing(&html[start..end]) {
            out.push_str(&html[copied..start]);
            copied = end;
        }
        from = end;
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(&html[copied..]);
    Cow::Owned(out)
}

/// Whether a figure stands for something that is missing.
fn is_missing(figure: &str) -> bool {
    let Some((tag, inside)) = figure.split_once('>') else { return false };
    if tag.contains(" data-missing=\"") {
        return true;
    }
    let Some(words) = inside.strip_prefix("<p><em>") else { return false };
    let several = || {
        let rest = words.strip_prefix("These ")?;
        rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).strip_prefix(" pictures are missing")
    };
    words.starts_with("This picture is missing") || words.starts_with("This video is missing") || several().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, clean, clean_with_origins, draw, opening, plain_text, word_count};

    #[test]
    fn pictures_of_other_sites_are_marked_places() {
        for (html, stored) in [
            (
                "<p>a <img src='https://x.example/a.png?b=1&c=2' alt='chart of sales'> b</p>",
                "<p>a</p><figure data-missing=\"https://x.example/a.png?b=1&amp;c=2\"><p><em>This picture is missing: chart of sales</em></p></figure><p>b</p>",
            ),
            (
                "<figure dir=rtl><img src='//x.example/a.png'><figcaption>Cap</figcaption></figure>",
                "<figure data-missing=\"https://x.example/a.png\" dir=\"rtl\"><p><em>This picture is missing.</em></p><figcaption>Cap</figcaption></figure>",
            ),
            (
                "<video src='https://x.example/a.mp4'></video>",
                "<figure data-missing=\"https://x.example/a.mp4\"><p><em>This video is missing.</em></p></figure>",
            ),
            ("<img src='/img/a.png'>", "<figure><p><em>This picture is missing.</em></p></figure>"),
            ("<figure data-missing='javascript:alert(1)'><p>a</p></figure>", "<figure><p>a</p></figure>"),
            (
                "<figure data-missing='https://x.example/a.png' onclick=x><p><em>a <a href=/x>b</a></em></p><img src=own.png></figure>",
                "<figure data-missing=\"https://x.example/a.png\"><p><em>a b</em></p></figure>",
            ),
            (
                "<figure data-missing='https://x.example/a.png'></figure>",
                "<figure data-missing=\"https://x.example/a.png\"><p><em>This picture is missing.</em></p></figure>",
            ),
        ] {
            assert_eq!(clean(html), stored, "{html}");
            assert_eq!(clean(stored), stored, "{html}");
        }
        let own = "<figure><img src=\"a.png\" alt=\"\"></figure>";
        assert_eq!(clean_with_origins("<img src='https://m.example/media/a.png'>", &["https://m.example"]), own);
    }

    #[test]
    fn readers_never_see_what_is_missing() {
        let here = Place { origin: "https://m.example", page: "" };
        for place in [
            "<figure data-missing=\"https://x.example/a.png\"><p><em>This picture is missing: A</em></p><figcaption>Cap</figcaption></figure>",
            "<figure dir=\"rtl\"><p><em>This picture is missing: A</em></p><figcaption>Cap</figcaption></figure>",
            "<figure><p><em>This video is missing.</em></p></figure>",
            "<figure><p><em>These 12 pictures are missing: A; B</em></p></figure>",
        ] {
            let stored = format!("{place}<p>a</p>{place}{place}<p>b</p>{place}");
            assert_eq!(draw(&stored, here), "<p dir=\"auto\">a</p><p dir=\"auto\">b</p>", "{place}");
            assert_eq!(plain_text(&stored, 100), "a b");
            assert_eq!(opening(&stored, 100), "a b");
            assert_eq!(opening(place, 100), "");
            assert_eq!(word_count(&stored), 2);
        }
        for kept in [
            "<figure><p>These pictures are missing</p></figure>",
            "<p><em>This picture is missing.</em></p>",
            "<figure",
        ] {
            assert_eq!(without_missing(kept), kept);
        }
    }
}
