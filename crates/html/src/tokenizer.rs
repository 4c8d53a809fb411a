//! Tokenizer for HTML that a parser has already made well-formed. Allocates nothing.

use std::borrow::Cow;

/// A token of HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text as written, entities not decoded.
    Text(&'a str),
    /// A start tag: its name, and the text between the name and `>`.
    Open {
        name: &'a str,
        attributes: &'a str,
    },
    Close(&'a str),
}

/// Tokenizes `html`; comments and the content of raw-text elements are skipped.
pub fn tokens(html: &str) -> Tokens<'_> {
    Tokens { html, at: 0, raw_text: None }
}

pub struct Tokens<'a> {
    html: &'a str,
    at: usize,
    /// Raw-text element whose content is skipped next.
    raw_text: Option<&'a str>,
}

/// Raw-text elements: their content is not markup.
const RAW_TEXT_ELEMENTS: [&str; 4] = ["iframe", "script", "style", "noscript"];

impl Tokens<'_> {
    fn skip_raw(&mut self, name: &str) {
        let bytes = self.html.as_bytes();
        let mut at = self.at;
        while let Some(found) = find_byte(bytes, b'<', at) {
            let rest = &bytes[found..];
            if rest.len() > name.len() + 2
                && rest[1] == b'/'
                && rest[2..2 + name.len()].eq_ignore_ascii_case(name.as_bytes())
            {
                self.at = found;
                return;
            }
            at = found + 1;
        }
        self.at = bytes.len();
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.raw_text.take() {
            self.skip_raw(name);
        }
        let bytes = self.html.as_bytes();
        loop {
            let start = self.at;
            if start >= bytes.len() {
                return None;
            }
            if !starts_markup(bytes, start) {
                let mut end = start + 1;
                while let Some(found) = find_byte(bytes, b'<', end) {
                    end = found;
                    if starts_markup(bytes, found) {
                        self.at = found;
                        return Some(Token::Text(&self.html[start..found]));
                    }
                    end += 1;
                }
                self.at = bytes.len();
                return Some(Token::Text(&self.html[start..]));
            }
            if self.html[start..].starts_with("<!--") {
                self.at = self.html[start + 4..].find("-->").map_or(bytes.len(), |end| start + 4 + end + 3);
                continue;
            }
            let close = bytes[start + 1] == b'/';
            let name_start = start + 1 + usize::from(close);
            let name_end = bytes[name_start..]
                .iter()
                .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')
                .map_or(bytes.len(), |end| name_start + end);
            let end = find_tag_end(bytes, name_end);
            self.at = (end + 1).min(bytes.len());
            let name = &self.html[name_start..name_end];
            if close {
                return Some(Token::Close(name));
            }
            self.raw_text = RAW_TEXT_ELEMENTS.into_iter().any(|raw| raw.eq_ignore_ascii_case(name)).then_some(name);
            return Some(Token::Open { name, attributes: &self.html[name_end..end] });
        }
    }
}

fn starts_markup(bytes: &[u8], at: usize) -> bool {
    if bytes[at] != b'<' {
        return false;
    }
    match bytes.get(at + 1) {
        Some(b'/') => bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic),
        Some(b'!') => bytes[at..].starts_with(b"<!--"),
        Some(byte) => byte.is_ascii_alphabetic(),
        None => false,
    }
}

/// Position of the `>` that ends a tag, not one in a quoted value; the end of the text when there is none.
fn find_tag_end(bytes: &[u8], from: usize) -> usize {
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            None if byte == b'>' => return at,
            None => {}
        }
    }
    bytes.len()
}

fn find_byte(bytes: &[u8], needle: u8, from: usize) -> Option<usize> {
    bytes.get(from..)?.iter().position(|byte| *byte == needle).map(|at| from + at)
}

/// The attributes of a start tag: name, value as written, and byte offset of the value in `attributes`.
pub fn attributes(attributes: &str) -> impl Iterator<Item = (&str, &str, usize)> {
    let bytes = attributes.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/') {
            at += 1;
        }
        let name_start = at;
        while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'/')) {
            at += 1;
        }
        if at == name_start {
            return None;
        }
        let name = &attributes[name_start..at];
        let mut equals = at;
        while bytes.get(equals).is_some_and(u8::is_ascii_whitespace) {
            equals += 1;
        }
        if bytes.get(equals) != Some(&b'=') {
            return Some((name, "", at));
        }
        at = equals + 1;
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let (start, end) = match bytes.get(at) {
            Some(&quote @ (b'"' | b'\'')) => {
                let end = find_byte(bytes, quote, at + 1).unwrap_or(bytes.len());
                let start = at + 1;
                at = (end + 1).min(bytes.len());
                (start, end)
            }
            _ => {
                let start = at;
                while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
                    at += 1;
                }
                (start, at)
            }
        };
        Some((name, &attributes[start..end], start))
    })
}

/// Writes a start tag as [`tokens`] returned it.
pub fn write_tag(name: &str, attributes: &str, out: &mut String) {
    out.push('<');
    out.push_str(name);
    out.push_str(attributes);
    out.push('>');
}

/// Decodes numeric entities and the named ones that serialisers write; others stay as they are.
pub fn unescape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find('&') else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let decoded = rest
            .bytes()
            .take(12)
            .position(|byte| byte == b';')
            .and_then(|end| Some((decode_entity(&rest[1..end])?, end + 1)));
        match decoded {
            Some((letter, length)) => {
                out.push(letter);
                rest = &rest[length..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn decode_entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code).filter(|letter| *letter != '\0')
        }
    }
}

/// Appends `text`, escaped as HTML text.
pub fn escape_text(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            _ => out.push(letter),
        }
    }
}

/// Appends `value`, escaped for a double-quoted attribute.
pub fn escape_attribute(value: &str, out: &mut String) {
    for letter in value.chars() {
        match letter {
            '"' => out.push_str("&quot;"),
            _ => escape_text(letter.encode_utf8(&mut [0; 4]), out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_split_into_tags_and_text_without_comments() {
        let found: Vec<_> =
            tokens("a < b<p class='x>y'>c</p ><!-- <b> -->d<iframe src=x><b>raw</b></iframe>e<").collect();
        assert_eq!(
            found,
            [
                Token::Text("a < b"),
                Token::Open { name: "p", attributes: " class='x>y'" },
                Token::Text("c"),
                Token::Close("p"),
                Token::Text("d"),
                Token::Open { name: "iframe", attributes: " src=x" },
                Token::Close("iframe"),
                Token::Text("e<"),
            ]
        );
    }

    #[test]
    fn attributes_are_read_with_any_quoting() {
        let found: Vec<_> =
            attributes(r#" a="1 2" b='3' c=4 d e = "5" /"#).map(|(name, value, _)| (name, value)).collect();
        assert_eq!(found, [("a", "1 2"), ("b", "3"), ("c", "4"), ("d", ""), ("e", "5")]);
    }

    #[test]
    fn entities_are_unescaped() {
        for (from, to) in [
            ("a&amp;b", "a&b"),
            ("&#39;&#x2019;&nbsp;", "'\u{2019}\u{a0}"),
            ("&unknown; & &;", "&unknown; & &;"),
            ("é&lt;é", "é<é"),
            ("&é;&amp", "&é;&amp"),
        ] {
            assert_eq!(unescape(from), to);
        }
    }
}
