//! HTML to plain text, for the text part of a mail.

use super::links::{attribute, delivered};
use super::stories::StoryDetails;
use crate::html::{self, Token, tokens, unescape};

/// Blocks are separated by empty lines, list items begin with a dash or their number, URLs follow their link text; that
/// of a headline stands on a line of its own.
#[expect(clippy::too_many_lines, reason = "a table of elements")]
pub(super) fn to_plain_text(stored: &str, base: &str, details: &StoryDetails) -> String {
    let delivered = delivered(stored, base);
    let mut text = Text::default();
    let mut link: Option<(String, usize)> = None;
    // Of the lists around; none of one with bullets.
    let mut lists: Vec<Option<Numbers>> = Vec::new();
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
                    // A part of the same mail has no address.
                    && !href.starts_with('#')
                    && !text.out.get(from..).is_some_and(|words| words.contains(&href))
                {
                    text.address(details.link_to(&href), headline);
                }
            }
            Token::Open { name: "br", .. } => text.end(1),
            Token::Open { name: "ul", .. } => {
                text.end(2);
                lists.push(None);
            }
            Token::Open { name: "ol", attributes: tag } => {
                text.end(2);
                // Tokens are slices of `delivered`, so pointer differences are offsets.
                let after = tag.as_ptr() as usize - delivered.as_ptr() as usize + tag.len();
                lists.push(Some(Numbers::of(tag, &delivered[after..])));
            }
            Token::Close("ul" | "ol") => {
                lists.pop();
                text.end(2);
            }
            Token::Open { name: "li", attributes: tag } => {
                let number = lists.last_mut().and_then(Option::as_mut).map(|numbers| numbers.next(tag));
                text.begin_item(tag, number.as_deref());
            }
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
                name: "p" | "h2" | "h3" | "h4" | "blockquote" | "pre" | "table" | "figure" | "hr", ..
            }
            | Token::Close("p" | "h2" | "h3" | "h4" | "blockquote" | "pre" | "table" | "figure") => text.end(2),
            Token::Open { .. } | Token::Close(_) => {}
        }
    }
    text.out.trim().to_owned()
}

#[derive(Default)]
struct Text {
    out: String,
    /// Where the mark of the last item ends.
    begun: usize,
}

/// How the items of a list are numbered.
struct Numbers {
    next: i32,
    reversed: bool,
    letters: Option<String>,
}

impl Numbers {
    /// `tag` begins the list, `after` is what follows it.
    fn of(tag: &str, after: &str) -> Self {
        let reversed = attribute(tag, "reversed").is_some();
        let natural = if reversed { count_items(after) } else { 1 };
        let start = attribute(tag, "start").and_then(|start| start.parse().ok());
        Self { next: start.unwrap_or(natural), reversed, letters: attribute(tag, "type") }
    }

    /// The number of the next item.
    fn next(&mut self, tag: &str) -> String {
        let value = attribute(tag, "value").and_then(|value| value.parse().ok()).unwrap_or(self.next);
        self.next = if self.reversed { value.saturating_sub(1) } else { value.saturating_add(1) };
        html::list_number(value, self.letters.as_deref())
    }
}

/// The items of the list that `inside` begins in.
fn count_items(inside: &str) -> i32 {
    let (mut depth, mut items) = (0_u32, 0);
    for token in tokens(inside) {
        match token {
            Token::Open { name: "ol" | "ul", .. } => depth += 1,
            Token::Close("ol" | "ul") if depth == 0 => break,
            Token::Close("ol" | "ul") => depth -= 1,
            Token::Open { name: "li", .. } if depth == 0 => items += 1,
            _ => {}
        }
    }
    items
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
    fn begin_item(&mut self, tag: &str, number: Option<&str>) {
        self.end(1);
        let note = attribute(tag, "id").and_then(|id| Some(format!("[{}] ", id.strip_prefix("fn-")?)));
        let number = number.map(|number| format!("{number}. "));
        self.words(note.as_deref().or(number.as_deref()).unwrap_or("- "));
        self.begun = self.out.trim_end().len();
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
        if self.out.is_empty() || self.out.len() == self.begun {
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
            ("<ol start=\"3\"><li>a</li><li><p>b</p></li></ol><p>c</p>", "3. a\n4. b\n\nc"),
            ("<ol><li>a</li><li value=\"7\">b</li><li>c</li></ol>", "1. a\n7. b\n8. c"),
            ("<ol reversed=\"\" type=\"a\"><li>a<ul><li>x</li></ul></li><li>b</li></ol>", "b. a\n\n- x\n\na. b"),
            ("<ul><li>a<ol start=\"9\" type=\"i\"><li>b</li></ol></li><li>c</li></ul>", "- a\n\nix. b\n\n- c"),
            ("<h2 id=\"part\">Part</h2><p>See <a href=\"#part\">above</a>.</p>", "Part\n\nSee above."),
            ("<p><a href=\"/post/slug/x#part\">There</a></p>", "There (https://m.example/post/slug/x#h-part)"),
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
