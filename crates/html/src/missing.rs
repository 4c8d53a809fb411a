//! Places of pictures and videos that are not here: of another site, or lost in an import.
//!
//! Stored as `<figure data-missing="https://…"><p><em>This picture is missing: …</em></p></figure>`, without an address
//! where none is known. Editors see the place; readers, mails, feeds and the search never do.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use url::Url;

use super::tokenizer::{attributes, escape_attribute, unescape};

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

/// A picture of another site whose place is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingPicture {
    pub address: String,
    /// Plain text; empty where there was none.
    pub alt: String,
}

/// The pictures of other sites whose places stored HTML marks, each address once.
pub fn missing_pictures(html: &str) -> Vec<MissingPicture> {
    let mut known = HashSet::new();
    marked(html).map(|(_, picture)| picture).filter(|picture| known.insert(picture.address.clone())).collect()
}

/// Stored HTML with pictures, which have no size yet, in the marked places for whose address `key` knows one of ours.
pub fn with_found_pictures<'html>(html: &'html str, key: &dyn Fn(&str) -> Option<String>) -> Cow<'html, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (figure, MissingPicture { address, alt }) in marked(html) {
        let Some(key) = key(&address) else { continue };
        let Some((tag, after)) = html[figure.clone()].split_once(PLACE) else { continue };
        let Some((_, caption)) = after.split_once(PLACE_END) else { continue };
        out.push_str(&html[copied..figure.start]);
        out.push_str(&tag.replacen(&attribute(MARK, &address), "", 1));
        out.push_str(&format!("<img{}{}>", attribute("src", &key), attribute("alt", &alt)));
        out.push_str(caption);
        copied = figure.end;
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(&html[copied..]);
    Cow::Owned(out)
}

const MARK: &str = "data-missing";
const PLACE: &str = "<p><em>";
const PLACE_END: &str = "</em></p>";

/// An attribute as stored HTML writes it, with the space before it.
fn attribute(name: &str, value: &str) -> String {
    let mut out = format!(" {name}=\"");
    escape_attribute(value, &mut out);
    out.push('"');
    out
}

/// The figures that mark the place of a picture elsewhere, with their ranges; videos are not looked for.
fn marked(html: &str) -> impl Iterator<Item = (Range<usize>, MissingPicture)> {
    html.match_indices("<figure").filter_map(|(start, _)| {
        let end = start + html[start..].find("</figure>")? + "</figure>".len();
        let (tag, inside) = html[start..end].split_once('>')?;
        let (_, address, _) = attributes(tag).find(|(name, ..)| *name == MARK)?;
        let words = unescape(inside.strip_prefix(PLACE)?.split_once(PLACE_END)?.0);
        if words.starts_with("This video is missing") {
            return None;
        }
        let alt = words.strip_prefix("This picture is missing: ").unwrap_or_default().to_owned();
        Some((start..end, MissingPicture { address: unescape(address).into_owned(), alt }))
    })
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
    fn a_picture_that_was_found_stands_in_each_of_its_places() {
        let place = |address: &str, words: &str| {
            format!("<figure data-missing=\"{address}\"><p><em>{words}</em></p><figcaption>Cap</figcaption></figure>")
        };
        let (one, amp) = ("https://x.example/a.png", "https://x.example/b.png?w=1&amp;h=2");
        let video = place("https://x.example/v.mp4", "This video is missing.");
        let stored = [
            place(one, "This picture is missing: a &quot;b&quot; &lt;c&gt; &amp; d"),
            place(amp, "This picture is missing."),
            place(one, "This picture is missing."),
            video.clone(),
            place("https://x.example/c.png\" dir=\"rtl", "own words"),
        ]
        .concat();
        assert_eq!(clean(&stored), stored.replace("&quot;", "\""));
        let stored = clean(&stored);
        let picture = |address: &str, alt: &str| MissingPicture { address: address.into(), alt: alt.into() };
        let (two, three) = ("https://x.example/b.png?w=1&h=2", "https://x.example/c.png");
        assert_eq!(missing_pictures(&stored), [picture(one, "a \"b\" <c> & d"), picture(two, ""), picture(three, "")]);

        let found = |address: &str| (address != two).then(|| format!("{}.png", address.len()));
        let shown = with_found_pictures(&stored, &found);
        assert_eq!(clean(&shown), shown);
        let figure =
            |alt: &str| format!("<figure><img src=\"23.png\" alt=\"{alt}\"><figcaption>Cap</figcaption></figure>");
        let left = place(amp, "This picture is missing.");
        let rtl = "<figure dir=\"rtl\"><img src=\"23.png\" alt=\"\"><figcaption>Cap</figcaption></figure>";
        assert_eq!(
            shown,
            [figure("a &quot;b&quot; &lt;c&gt; &amp; d"), left, figure(""), video, rtl.to_owned()].concat()
        );
        assert_eq!(with_found_pictures(&stored, &|_| None), stored);
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
