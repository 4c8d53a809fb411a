//! Plain text extracted from HTML.

use super::letters;
use super::missing::without_missing;
use super::sanitizer;
use super::tokenizer::{Token, tokens, unescape};

/// Inline elements: their tags are no word boundaries.
const INLINE_ELEMENTS: [&str; 15] =
    ["a", "abbr", "b", "cite", "code", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u"];

/// Plain text of stored HTML in one line: block boundaries become spaces, entities are decoded. Truncated at a word to
/// at most `max_chars` characters, not counting the ellipsis.
pub fn plain_text(html: &str, max_chars: usize) -> String {
    extract_text(html, max_chars, &[])
}

/// Text that is no HTML, in one line, truncated as [`plain_text`] is.
pub fn shorten(text: &str, max_chars: usize) -> String {
    let mut short = TruncatedText::new(max_chars);
    if short.push(text) { short.out } else { short.truncate() }
}

/// Opening of a post, for lists: [`plain_text`] without figures, tables, preformatted text, headings, boxes and notes,
/// or with them when there is nothing else.
pub fn opening(html: &str, max_chars: usize) -> String {
    let text = extract_text(html, max_chars, &["figure", "table", "pre", "h2", "h3", "h4"]);
    if text.is_empty() { plain_text(html, max_chars) } else { text }
}

/// Number of words in stored HTML.
pub fn word_count(html: &str) -> usize {
    // Ethiopic has a separator of its own.
    plain_text(html, usize::MAX).split([' ', '፡']).filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// Strips the tags of any HTML, sanitized or not, and returns one line of text, for titles and names. Decodes every
/// named entity.
pub fn strip_tags(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return html.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    shorten(&sanitizer::text_of(html), usize::MAX)
}

/// [`plain_text`] without the `excluded` elements.
fn extract_text(html: &str, max_chars: usize, excluded: &[&str]) -> String {
    let mut text = TruncatedText::new(max_chars);
    let mut skipping: Option<(&str, usize)> = None;
    let html = without_missing(html);
    for token in tokens(&html) {
        match (token, &mut skipping) {
            (Token::Open { name, .. }, Some((skipped, depth))) if name == *skipped => *depth += 1,
            (Token::Close(name), Some((skipped, depth))) if name == *skipped => {
                *depth -= 1;
                if *depth == 0 {
                    skipping = None;
                    text.pending_space |= !INLINE_ELEMENTS.contains(&name);
                }
            }
            (_, Some(_)) => {}
            // A number in the middle of a text, and an arrow at the end of a note.
            (Token::Open { name: "a", attributes }, None) if is_footnote_link(attributes) => skipping = Some(("a", 1)),
            (Token::Open { name: "ol", attributes }, None) if !excluded.is_empty() && is_list_of_notes(attributes) => {
                skipping = Some(("ol", 1));
            }
            (Token::Open { name, .. }, None) if excluded.contains(&name) => skipping = Some((name, 1)),
            (Token::Open { name, .. } | Token::Close(name), None) => {
                text.pending_space |= !INLINE_ELEMENTS.contains(&name)
            }
            (Token::Text(more), None) => {
                if !text.push(&unescape(more)) {
                    return text.truncate();
                }
            }
        }
    }
    text.out
}

/// Whether a tag of stored HTML links a reference with its note.
pub fn is_footnote_link(attributes: &str) -> bool {
    attributes.contains("href=\"#fn-") || attributes.contains("href=\"#fnref-")
}

fn is_list_of_notes(attributes: &str) -> bool {
    attributes.contains("data-block=\"footnotes\"")
}

/// Text with white space collapsed, up to a maximum length.
struct TruncatedText {
    out: String,
    chars: usize,
    max_chars: usize,
    /// Whether a space is due before the next character.
    pending_space: bool,
    /// The first character that there was no room for.
    refused: Option<char>,
}

impl TruncatedText {
    const fn new(max_chars: usize) -> Self {
        Self { out: String::new(), chars: 0, max_chars, pending_space: false, refused: None }
    }

    /// Appends `text`; false if it exceeds the maximum length.
    fn push(&mut self, text: &str) -> bool {
        for letter in text.chars() {
            if letter.is_whitespace() || letter.is_control() || matches!(letter, '\u{200b}' | '\u{feff}') {
                self.pending_space |= letter.is_whitespace();
                continue;
            }
            let space = self.pending_space && !self.out.is_empty();
            self.pending_space = false;
            if self.chars + usize::from(space) + 1 > self.max_chars {
                self.pending_space = space;
                self.refused = Some(letter);
                return false;
            }
            if space {
                self.out.push(' ');
                self.chars += 1;
            }
            self.out.push(letter);
            self.chars += 1;
        }
        true
    }

    /// Removes the last letter if a mark on it had no room.
    fn cut_between_letters(&mut self) {
        let Some(refused) = self.refused else { return };
        let end = self.out.len();
        self.out.push(refused);
        match letters::floor(&self.out, end) {
            0 => self.out.truncate(end),
            whole => self.out.truncate(whole),
        }
    }

    /// Truncates at the last whole word and adds an ellipsis; a single word that is too long is cut within.
    fn truncate(mut self) -> String {
        if !self.pending_space {
            match self.out.rfind(' ') {
                Some(end) => self.out.truncate(end),
                None => self.cut_between_letters(),
            }
        }
        let kept = self
            .out
            .trim_end_matches(|letter: char| {
                letter == ' '
                    || (letter.is_ascii_punctuation() && !matches!(letter, ')' | '"' | '\'' | '%' | '!' | '?'))
            })
            .len();
        if kept > 0 {
            self.out.truncate(kept);
        }
        if self.max_chars > 0 {
            self.out.push('\u{2026}');
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_one_line_cut_at_a_word() {
        for (html, max, text) in [
            ("<p>One</p><p>two<br>three</p>", 100, "One two three"),
            ("<p>b<strong>ol</strong>d&amp;&nbsp;&lt;x&gt;</p><ul><li>a</li><li>b</li></ul>", 100, "bold& <x> a b"),
            ("<p>One two three</p>", 13, "One two three"),
            ("<p>One two three</p>", 12, "One two\u{2026}"),
            ("<p>One two three</p>", 7, "One two\u{2026}"),
            ("<p>One two, three</p>", 9, "One two\u{2026}"),
            ("<p>Supercalifragilistic</p>", 5, "Super\u{2026}"),
            ("<p>éèê ôû</p>", 3, "éèê\u{2026}"),
            ("<p>o\u{323}\u{301}o\u{323}\u{301}</p>", 4, "o\u{323}\u{301}\u{2026}"),
            ("<p>o\u{323}\u{301}o\u{323}\u{301} e</p>", 6, "o\u{323}\u{301}o\u{323}\u{301}\u{2026}"),
            ("<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>", 100, "1 2"),
            (
                "<p>One<sup><a href=\"#fn-1\" id=\"fnref-1\" aria-label=\"Footnote 1\">1</a></sup>, two.</p>\
                 <ol data-block=\"footnotes\"><li id=\"fn-1\">A source. <a href=\"#fnref-1\">\u{21a9}</a></li></ol>",
                100,
                "One, two. A source.",
            ),
            ("", 10, ""),
            ("<p>x</p>", 0, ""),
        ] {
            assert_eq!(plain_text(html, max), text, "{html}");
        }
    }

    #[test]
    fn text_is_shortened_as_it_is_without_being_read_as_html() {
        for (text, max, short) in [
            ("When a<b and c>d, the <script> tag matters.", 100, "When a<b and c>d, the <script> tag matters."),
            ("Use the <dialog>\n element &amp; more", 18, "Use the <dialog…"),
            (" One  two three ", 8, "One two…"),
        ] {
            assert_eq!(shorten(text, max), short);
        }
    }

    #[test]
    fn an_opening_skips_figures_headings_boxes_and_notes() {
        let html =
            "<figure><img src=\"a.webp\" alt=\"\"><figcaption>Cap</figcaption></figure><h2>Head</h2><p>Prose.</p>";
        assert_eq!(opening(html, 100), "Prose.");
        let noted = "<p>Prose.</p><aside data-block=\"review\"><h3>Lamp</h3></aside>\
            <ol data-block=\"footnotes\"><li id=\"fn-1\">Note.</li></ol>";
        assert_eq!(opening(noted, 100), "Prose.");
        assert_eq!(opening("<figure><p>only</p></figure>", 100), "only");
    }

    #[test]
    fn words_are_counted_without_punctuation() {
        assert_eq!(word_count("<h2>A head</h2><p>and – four words.</p>"), 5);
        assert_eq!(word_count("<p>ሰላም፡ለዓለም፡ሁሉ።</p>"), 3);
        assert_eq!(word_count(""), 0);
    }

    #[test]
    fn any_html_becomes_one_line_of_text() {
        for (html, text) in [
            ("Fish &amp; Chips &hellip; &#8217;", "Fish & Chips \u{2026} \u{2019}"),
            ("<b>Bold</b> &lt;em&gt;", "Bold <em>"),
            ("  plain\n text ", "plain text"),
            ("a < b", "a < b"),
            ("<script>x</script>T", "T"),
        ] {
            assert_eq!(strip_tags(html), text);
        }
    }
}
