//! Automatic paragraphs of the classic editor: blank lines separate paragraphs, line ends are breaks.
//!
//! Source: WordPress `wpautop` and `WP_Embed::autoembed`; the result goes through an HTML parser, so paragraphs
//! are separated by boundaries rather than wrapped.

use mwanga_html::{Token, tokens, write_tag};

/// Block-level elements.
const BLOCK_ELEMENTS: [&str; 42] = [
    "address",
    "article",
    "aside",
    "audio",
    "blockquote",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "iframe",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Elements in which a URL on its own line is not embedded.
const NO_EMBEDS: [&str; 8] = ["a", "blockquote", "code", "dd", "figure", "li", "td", "th"];

/// Paragraph boundary: an empty paragraph, which the cleaner drops.
const BOUNDARY: &str = "<p></p>";

/// Converts the classic editor's text to HTML. `embed` converts every line that is only a URL.
pub fn autop(text: &str, embed: &mut dyn FnMut(&str) -> String) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = String::with_capacity(text.len() + 64);
    let mut pre_depth = 0usize;
    let mut no_embed_depth = 0usize;
    let mut before = Neighbour::Block;
    let mut tokens = tokens(&text).peekable();
    while let Some(token) = tokens.next() {
        match token {
            Token::Text(text) if pre_depth > 0 => {
                out.push_str(text);
                before = Neighbour::Inline;
            }
            Token::Text(text) => {
                let after = tokens.peek().map_or(Neighbour::Block, neighbour);
                let mut writer =
                    LineWriter { out: &mut out, embed: if no_embed_depth == 0 { Some(&mut *embed) } else { None } };
                writer.write(text, before, after);
                // White space does not change the neighbour.
                if !text.trim().is_empty() {
                    before = Neighbour::Inline;
                }
            }
            Token::Open { name, attributes } => {
                pre_depth += usize::from(name.eq_ignore_ascii_case("pre"));
                no_embed_depth += usize::from(is_one_of(name, &NO_EMBEDS));
                write_tag(name, attributes, &mut out);
                before = neighbour(&token);
            }
            Token::Close(name) => {
                pre_depth -= usize::from(pre_depth > 0 && name.eq_ignore_ascii_case("pre"));
                no_embed_depth -= usize::from(no_embed_depth > 0 && is_one_of(name, &NO_EMBEDS));
                out.push_str("</");
                out.push_str(name);
                out.push('>');
                before = neighbour(&token);
            }
        }
    }
    out
}

/// Neighbour of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    /// The end of the text, or a block-level element.
    Block,
    Break,
    Inline,
}

fn neighbour(token: &Token<'_>) -> Neighbour {
    match token {
        Token::Text(_) => Neighbour::Inline,
        Token::Open { name, .. } if name.eq_ignore_ascii_case("br") => Neighbour::Break,
        Token::Open { name, .. } | Token::Close(name) if is_one_of(name, &BLOCK_ELEMENTS) => Neighbour::Block,
        _ => Neighbour::Inline,
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

struct LineWriter<'a> {
    out: &'a mut String,
    embed: Option<&'a mut dyn FnMut(&str) -> String>,
}

impl LineWriter<'_> {
    fn write(&mut self, text: &str, before: Neighbour, after: Neighbour) {
        let lines: Vec<&str> = text.split('\n').collect();
        let last = lines.len() - 1;
        // Line ends since the last line that is not blank.
        let mut line_ends = 0;
        let mut started = before == Neighbour::Inline;
        for (number, line) in lines.iter().enumerate() {
            line_ends += usize::from(number > 0);
            if line.trim().is_empty() {
                continue;
            }
            self.write_break(line_ends, started, before == Neighbour::Break && !started);
            let is_whole_line =
                (number > 0 || before == Neighbour::Block) && (number < last || after == Neighbour::Block);
            match self.embed.as_mut().filter(|_| is_whole_line && is_url(line.trim())) {
                Some(embed) => self.out.push_str(&embed(line.trim())),
                None => self.out.push_str(if number == 0 {
                    line.trim_end_matches('\t')
                } else {
                    line.trim_start_matches([' ', '\t'])
                }),
            }
            line_ends = 0;
            started = true;
        }
        match after {
            Neighbour::Inline => {
                self.write_break(line_ends, started, before == Neighbour::Break && text.trim().is_empty())
            }
            _ if line_ends > 1 => self.out.push_str(BOUNDARY),
            _ => {}
        }
        if line_ends == 0 && text.trim().is_empty() {
            self.out.push(' ');
        }
    }

    fn write_break(&mut self, line_ends: usize, started: bool, after_break: bool) {
        match line_ends {
            0 => {}
            1 if started && !after_break => self.out.push_str("<br>\n"),
            1 => self.out.push('\n'),
            _ => self.out.push_str(BOUNDARY),
        }
    }
}

fn is_url(line: &str) -> bool {
    (line.starts_with("http://") || line.starts_with("https://")) && !line.contains([' ', '\t', '"', '<', '>', '['])
}

#[cfg(test)]
mod tests {
    use super::*;
    use mwanga_html::clean;

    #[test]
    fn blank_lines_become_paragraphs_and_line_ends_breaks() {
        for (text, html) in [
            ("One\n\nTwo\nthree", "<p>One</p><p>Two<br>\nthree</p>"),
            ("One\r\n\r\n\r\n\r\nTwo", "<p>One</p><p>Two</p>"),
            ("<em>One\n\nTwo</em> end", "<p><em>One</em></p><p><em>Two</em> end</p>"),
            (
                "Text\n<h2>Head</h2>\nMore\n\n<ul>\n\t<li>a</li>\n\n\t<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\nEnd",
                "<p>Text</p><h2>Head</h2><p>More</p><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>End</p>",
            ),
            ("a<br />\nb", "<p>a<br>\nb</p>"),
            ("<strong>a</strong>\n<em>b</em>", "<p><strong>a</strong><br>\n<em>b</em></p>"),
            ("<strong>a</strong> <em>b</em>", "<p><strong>a</strong> <em>b</em></p>"),
            ("<strong>a</strong>\n\n<em>b</em>", "<p><strong>a</strong></p><p><em>b</em></p>"),
            ("<pre>a\n\n  b</pre>", "<pre>a\n\n  b</pre>"),
            (
                "<blockquote>One\n\nTwo\n<cite>Who</cite></blockquote>",
                "<blockquote><p>One</p><p>Two<br>\n<cite>Who</cite></p></blockquote>",
            ),
            ("<p>One</p>\n\n<p>Two</p>", "<p>One</p><p>Two</p>"),
            (
                "<table>\n\n<tr>\n<td>a\n\nb</td></tr></table>",
                "<table><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table>",
            ),
            ("<img src=\"a.png\">Text\n\nMore", "<figure><img src=\"a.png\" alt=\"\"></figure><p>Text</p><p>More</p>"),
            ("", ""),
        ] {
            assert_eq!(clean(&autop(text, &mut |_| "EMBED".into())), html, "{text:?}");
        }
    }

    #[test]
    fn an_address_on_a_line_of_its_own_is_embedded() {
        for (text, html) in [
            ("https://a.example/x\n\nText", "<p>EMBED</p><p>Text</p>"),
            ("Text\nhttps://a.example/x\nmore", "<p>Text<br>\nEMBED<br>\nmore</p>"),
            ("<p>https://a.example/x</p>", "<p>EMBED</p>"),
            ("See https://a.example/x", "<p>See https://a.example/x</p>"),
            ("<li>https://a.example/x</li>", "<p>https://a.example/x</p>"),
            ("<a href=\"/x\">https://a.example/x</a>", "<p><a href=\"/x\">https://a.example/x</a></p>"),
        ] {
            assert_eq!(clean(&autop(text, &mut |_| "EMBED".into())), html, "{text:?}");
        }
    }
}
