//! The links of an issue whose clicks may be counted.

use std::collections::{HashMap, HashSet};

use crate::html::{self, Token, attributes, tokens, unescape};

/// An address that an issue leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueLink {
    /// Absolute, as it stands in the mail.
    pub url: String,
    /// Words of the first link to it that has some.
    pub words: String,
}

/// Links that are counted in an issue; further ones lead straight on.
const MAX_LINKS: usize = 1_000;
/// Longest words of a link, in characters.
const WORDS_CHARS: usize = 200;
/// Pages of the site that no counted link leads to: what a reader does there is nobody's to count. What is counted
/// already is not counted twice.
const UNCOUNTED: [&str; 4] = ["/newsletter/confirm", "/newsletter/preferences", "/newsletter/unsubscribe", "/r/"];

/// The addresses of web pages that stored HTML leads to, in their order. Where the words of a link are an address, it
/// leads straight on: mail programs warn of links that seem to lead elsewhere.
pub fn issue_links(stored: &str, base: &str) -> Vec<IssueLink> {
    let mut links = Links::default();
    let mut open: Option<(String, String)> = None;
    let delivered = delivered(stored, base);
    for token in tokens(&delivered) {
        match token {
            Token::Open { name: "a", attributes: tag } => {
                open = attribute(tag, "href").map(|href| (href, String::new()));
            }
            Token::Open { name: "video", attributes: tag } => {
                if let Some(src) = attribute(tag, "src") {
                    links.add(src, "");
                }
            }
            Token::Text(text) => {
                if let Some((_, words)) = &mut open {
                    words.push_str(text);
                }
            }
            Token::Close("a") => {
                if let Some((href, words)) = open.take() {
                    links.add(href, &words);
                }
            }
            Token::Open { .. } | Token::Close(_) => {}
        }
    }
    let Links { mut found, straight, .. } = links;
    found.retain(|link| {
        let path = link.url.strip_prefix(base).unwrap_or_default();
        !straight.contains(&link.url) && !UNCOUNTED.iter().any(|uncounted| path.starts_with(uncounted))
    });
    found.truncate(MAX_LINKS);
    found
}

/// Stored HTML as a mail has it: everything drawn, all addresses absolute but those of its own headings.
pub(super) fn delivered(stored: &str, base: &str) -> String {
    let drawn = html::draw(&html::deliver_media(stored), html::Place { origin: base, page: "" });
    html::with_absolute_urls(&drawn, base)
}

/// The value of an attribute of a start tag, decoded.
pub(super) fn attribute(tag: &str, wanted: &str) -> Option<String> {
    attributes(tag).find(|(name, ..)| *name == wanted).map(|(_, value, _)| unescape(value).into_owned())
}

#[derive(Default)]
struct Links {
    found: Vec<IssueLink>,
    /// Places in `found`.
    places: HashMap<String, usize>,
    straight: HashSet<String>,
}

impl Links {
    /// `words` are HTML.
    fn add(&mut self, url: String, words: &str) {
        if !url.starts_with("https://") && !url.starts_with("http://") {
            return;
        }
        let words = html::plain_text(words, WORDS_CHARS);
        if words.starts_with("www.") || words.contains("://") {
            self.straight.insert(url);
            return;
        }
        let place = *self.places.entry(url.clone()).or_insert(self.found.len());
        match self.found.get_mut(place) {
            Some(link) if link.words.is_empty() => link.words = words,
            Some(_) => {}
            None => self.found.push(IssueLink { url, words }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://m.example";

    fn links(stored: &str) -> Vec<(String, String)> {
        issue_links(stored, BASE).into_iter().map(|link| (link.url, link.words)).collect()
    }

    #[test]
    fn each_address_of_an_issue_is_counted_once_and_named_by_its_first_words() {
        let stored = r#"<figure><a href="/post/slug/one"><img src="a.webp" alt=""></a></figure><h2><a href="/post/slug/one">One &amp; <em>two</em></a></h2><p><a href="/post/slug/one">Read</a> or <a href="https://x.example/?a=1&amp;b=2">there</a></p><video src="2026/a.mp4" controls=""></video>"#;
        let expected = [
            ("https://m.example/post/slug/one", "One & two"),
            ("https://x.example/?a=1&b=2", "there"),
            ("https://m.example/media/2026/a.mp4", ""),
        ];
        assert_eq!(links(stored), expected.map(|(url, words)| (url.to_owned(), words.to_owned())));
    }

    #[test]
    fn what_is_no_page_and_what_shows_its_address_leads_straight_on() {
        for stored in [
            r#"<a href="mailto:desk@m.example">Write</a>"#,
            r#"<a href="tel:+254200000000">Call</a>"#,
            r##"<a href="#top">Up</a>"##,
            r#"<a href="javascript:alert(1)">Press</a>"#,
            r#"<a href="https://x.example/a">https://x.example/a</a>"#,
            r#"<a href="https://x.example/a">Here</a> <a href="https://x.example/a">www.x.example/a</a>"#,
            r#"<a href="/newsletter/unsubscribe?code=1-a">Leave</a>"#,
            r#"<a href="https://m.example/newsletter/preferences">Topics</a>"#,
            r#"<a href="/newsletter/confirm?code=1">Confirm</a>"#,
            r#"<a href="/r/1-abc">Before</a>"#,
            "<p>Nothing</p>",
        ] {
            assert_eq!(links(stored), [], "{stored}");
        }
        let many: String = (0..1_200).map(|n| format!(r#"<a href="/post/slug/p-{n}">P</a>"#)).collect();
        assert_eq!(links(&many).len(), MAX_LINKS);
    }
}
