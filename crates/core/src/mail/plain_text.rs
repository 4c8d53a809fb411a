//! HTML to plain text, for the text part of a mail.

use super::links::attribute;
use super::stories::StoryDetails;
use crate::html::{self, Token, tokens, unescape};

/// Blocks are separated by empty lines, list items begin with a dash, URLs follow their link text; that of
/// a headline stands on a line of its own.
pub(super) fn to_plain_text(stored: &str, base: &str, details: &StoryDetails) -> String {
    let delivered = html::with_absolute_urls(&html::deliver_media(stored), base);
    let mut text = Text::default();
    let mut link: Option<(String, usize)> = None;
    let (mut code, mut headline, mut reference) = (false, false, false);
    for token in tokens(&delivered) {
        if let Token::Open { name, .. } | Token::Close(name) = token {
            let is_open = matches!(token, Token::Open { .. });
            match name {
                "pre" => code = is_open,
                "h2" | "h3" | "h4" => headline = is_open,
                _ => {}
            }
        }
        match token {
            Token::Text(html::BACK_LINK) => {}
            // Its lines are its meaning.
            Token::Text(more) if code => text.out.push_str(&unescape(more)),
            Token::Text(more) => text.words(&unescape(more)),
            Token::Open { name: "a", attributes: tag } if html::is_footnote_link(tag) => {
                reference = tag.contains("#fn-");
                text.words(if reference { "[" } else { "" });
            }
            Token::Close("a") if std::mem::take(&mut reference) => text.words("]"),
            Token::Open { name: "a", attributes: tag } => {
                link = attribute(tag, "href").map(|href| (href, text.out.len()));
            }
            Token::Close("a") => {
                if let Some((href, from)) = link.take()
                    && !text.out.get(from..).is_some_and(|words| words.contains(&href))
                {
                    text.address(details.link_to(&href), headline);
                }
            }
            Token::Open { name: "br", .. } => text.end(1),
            Token::Open { name: "li", attributes: tag } => text.begin_item(tag),
            Token::Open { name: "img", attributes: tag } => {
                if let Some(alt) = attribute(tag, "alt").filter(|alt| !alt.is_empty()) {
                    text.words(&format!("[{alt}]"));
                }
            }
            Token::Open { name: "video", attributes: tag } => {
                if let Some(src) = attribute(tag, "src") {
                    text.words(&format!("Video: {}", details.link_to(&src)));
                }
            }
            Token::Open { name: "td" | "th", .. } if !text.out.is_empty() && !text.out.ends_with('\n') => {
                text.words(" | ")
            }
            Token::Open { name: "tr" | "figcaption", .. } | Token::Close("li" | "tr" | "figcaption") => text.end(1),
            Token::Open {
                name: "p" | "h2" | "h3" | "h4" | "blockquote" | "pre" | "ul" | "ol" | "table" | "figure" | "hr",
                ..
            }
            | Token::Close("p" | "h2" | "h3" | "h4" | "blockquote" | "pre" | "ul" | "ol" | "table" | "figure") => {
                text.end(2)
            }
            Token::Open { .. } | Token::Close(_) => {}
        }
    }
    text.out.trim().to_owned()
}

#[derive(Default)]
struct Text {
    out: String,
}

impl Text {
    fn words(&mut self, more: &str) {
        for letter in more.chars() {
            let blank = letter.is_whitespace() || letter.is_control();
            if !blank {
                self.out.push(letter);
            } else if !self.out.is_empty() && !self.out.ends_with([' ', '\n']) {
                self.out.push(' ');
            }
        }
    }

    /// Begins a list item on a line of its own; the note of a footnote with its number.
    fn begin_item(&mut self, tag: &str) {
        self.end(1);
        let number = attribute(tag, "id").and_then(|id| Some(format!("[{}] ", id.strip_prefix("fn-")?)));
        self.words(number.as_deref().unwrap_or("- "));
    }

    /// Where the words before it lead; after a headline on a line of its own.
    fn address(&mut self, address: &str, after_headline: bool) {
        if after_headline {
            self.end(1);
            self.words(address);
        } else {
            self.words(&format!(" ({address})"));
        }
    }

    /// Ends the line; two ends leave an empty one.
    fn end(&mut self, lines: usize) {
        let text = self.out.trim_end_matches(' ').len();
        self.out.truncate(text);
        // What begins an item is not followed by a line of its own.
        if self.out.is_empty() || self.out.ends_with("\n-") {
            if !self.out.is_empty() {
                self.out.push(' ');
            }
            return;
        }
        let there = self.out.bytes().rev().take_while(|byte| *byte == b'\n').count();
        self.out.extend(std::iter::repeat_n('\n', lines.saturating_sub(there)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_part_has_paragraphs_links_and_lists() {
        for (stored, text) in [
            (
                "<h2><a href=\"/post/slug/x\">Taa</a></h2><p>One  &amp; two.</p><p>Three<br>four</p>",
                "Taa\nhttps://m.example/post/slug/x\n\nOne & two.\n\nThree\nfour",
            ),
            ("<ul><li>a</li><li><p>b</p></li></ul><p>c</p>", "- a\n- b\n\nc"),
            (
                "<p>a<sup><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup>.</p>\
                 <ol data-block=\"footnotes\"><li id=\"fn-1\">b <a href=\"#fnref-1\">\u{21a9}</a></li></ol><p>c</p>",
                "a[1].\n\n[1] b\n\nc",
            ),
            ("<p><a href=\"https://x.example\">https://x.example</a></p>", "https://x.example"),
            ("<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>", "1 | 2\n3"),
            ("<figure><img src=\"a.webp\" alt=\"A lamp\"><figcaption>Cap</figcaption></figure>", "[A lamp]\nCap"),
            (
                "<p>So:</p><pre><code>if a {\n    b &amp; c\n}</code></pre><p>Done</p>",
                "So:\n\nif a {\n    b & c\n}\n\nDone",
            ),
            ("", ""),
        ] {
            assert_eq!(to_plain_text(stored, "https://m.example", &StoryDetails::default()), text, "{stored}");
        }
    }
}
