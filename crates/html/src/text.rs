//! Plain text out of HTML.

use std::sync::LazyLock;

use super::token::{Token, tokens, unescape};

/// Elements whose ends are no word boundary.
const WITHIN_WORDS: [&str; 15] =
    ["a", "abbr", "b", "cite", "code", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u"];

/// Everything that can be read in stored HTML as one line: block ends become blanks, entities letters. At most
/// `max_chars` characters, cut at a word; the ellipsis that shows a cut is not counted.
pub fn plain_text(html: &str, max_chars: usize) -> String {
    read(html, max_chars, &[])
}

/// How a post begins, for lists: [`plain_text`] without figures, tables, listings and headings, or with them when there
/// is nothing else.
pub fn opening(html: &str, max_chars: usize) -> String {
    let text = read(html, max_chars, &["figure", "table", "pre", "h2", "h3", "h4"]);
    if text.is_empty() { plain_text(html, max_chars) } else { text }
}

/// How many words stored HTML has.
pub fn word_count(html: &str) -> usize {
    plain_text(html, usize::MAX).split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// One line of plain text from whatever HTML, clean or not: for titles and names. Every named entity is decoded.
pub fn line(html: &str) -> String {
    static TEXT: LazyLock<ammonia::Builder<'static>> = LazyLock::new(ammonia::Builder::empty);
    if !html.contains(['<', '&']) {
        return html.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    read(&TEXT.clean(html).to_string(), usize::MAX, &[])
}

fn read(html: &str, max_chars: usize, left_out: &[&str]) -> String {
    let mut text = Shortened { out: String::new(), chars: 0, max_chars, gap: false };
    let mut skipping: Option<(&str, usize)> = None;
    for token in tokens(html) {
        match (token, &mut skipping) {
            (Token::Open { name, .. }, Some((skipped, depth))) if name == *skipped => *depth += 1,
            (Token::Close(name), Some((skipped, depth))) if name == *skipped => {
                *depth -= 1;
                if *depth == 0 {
                    skipping = None;
                    text.gap = true;
                }
            }
            (_, Some(_)) => {}
            (Token::Open { name, .. }, None) if left_out.contains(&name) => skipping = Some((name, 1)),
            (Token::Open { name, .. } | Token::Close(name), None) => text.gap |= !WITHIN_WORDS.contains(&name),
            (Token::Text(more), None) => {
                if !text.push(&unescape(more)) {
                    return text.cut();
                }
            }
        }
    }
    text.out
}

struct Shortened {
    out: String,
    chars: usize,
    max_chars: usize,
    /// Whether a blank comes before the next word.
    gap: bool,
}

impl Shortened {
    /// Adds `text`; false when it did not fit.
    fn push(&mut self, text: &str) -> bool {
        for letter in text.chars() {
            if letter.is_whitespace() || letter.is_control() || matches!(letter, '\u{200b}' | '\u{feff}') {
                self.gap |= letter.is_whitespace();
                continue;
            }
            let blank = self.gap && !self.out.is_empty();
            self.gap = false;
            if self.chars + usize::from(blank) + 1 > self.max_chars {
                self.gap = blank;
                return false;
            }
            if blank {
                self.out.push(' ');
                self.chars += 1;
            }
            self.out.push(letter);
            self.chars += 1;
        }
        true
    }

    /// The text back to its last whole word, with an ellipsis; a single word that is too long is cut where it stands.
    fn cut(mut self) -> String {
        if !self.gap
            && let Some(end) = self.out.rfind(' ')
        {
            self.out.truncate(end);
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
            ("<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>", 100, "1 2"),
            ("", 10, ""),
            ("<p>x</p>", 0, ""),
        ] {
            assert_eq!(plain_text(html, max), text, "{html}");
        }
    }

    #[test]
    fn an_opening_skips_figures_and_headings() {
        let html =
            "<figure><img src=\"a.webp\" alt=\"\"><figcaption>Cap</figcaption></figure><h2>Head</h2><p>Prose.</p>";
        assert_eq!(opening(html, 100), "Prose.");
        assert_eq!(opening("<figure><p>only</p></figure>", 100), "only");
    }

    #[test]
    fn words_are_counted_without_punctuation() {
        assert_eq!(word_count("<h2>A head</h2><p>and – four words.</p>"), 5);
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
            assert_eq!(line(html), text);
        }
    }
}
