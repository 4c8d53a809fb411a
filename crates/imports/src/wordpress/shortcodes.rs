//! Shortcodes, `[name attributes]` and `[name]…[/name]`, distinguished from words in brackets.

use std::collections::{HashMap, HashSet};

/// A shortcode in a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Shortcode<'a> {
    pub name: &'a str,
    /// Attributes as written, between name and bracket.
    pub attributes: &'a str,
    /// Text between start and end tag; None without end tag.
    pub content: Option<&'a str>,
}

impl<'a> Shortcode<'a> {
    /// The value of a named attribute.
    pub fn attribute(&self, name: &str) -> Option<String> {
        parse_attributes(self.attributes).into_iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// The first attribute or content that is a URL: plugins differ in where they have it.
    pub fn url(&self) -> Option<String> {
        let values = parse_attributes(self.attributes).into_iter().map(|(_, value)| value);
        let content = self.content.map(|content| content.trim().to_owned());
        values
            .chain(content)
            .map(|value| value.trim_start_matches('=').to_owned())
            .find(|value| value.starts_with("http://") || value.starts_with("https://"))
    }
}

/// Shortcodes recognized even without attributes and content, where an unknown name is more likely a word in brackets.
const KNOWN: [&str; 38] = [
    "adsense",
    "archives",
    "audio",
    "audioplayer",
    "caption",
    "code",
    "contact-form",
    "contact-form-7",
    "dailymotion",
    "donate",
    "embed",
    "gallery",
    "googleapps",
    "googlemaps",
    "gravityform",
    "jetpack_subscription_form",
    "latex",
    "newsletter",
    "playlist",
    "poll",
    "polldaddy",
    "recent-posts",
    "related-posts",
    "share",
    "sitemap",
    "slideshow",
    "soundcloud",
    "sourcecode",
    "spotify",
    "subscribe",
    "toc",
    "tweet",
    "twitter",
    "video",
    "vimeo",
    "wp_caption",
    "wpvideo",
    "youtube",
];

/// Maximum shortcodes of a text; the others stay as they are.
const MAX_SHORTCODES: usize = 5_000;

/// A text with its shortcodes expanded.
#[derive(Debug, Default)]
pub struct Expansion<'a> {
    pub text: String,
    /// Possible shortcodes that stay in the text: `[products]` of a plugin looks like `[sic]`.
    pub unexpanded: Vec<&'a str>,
}

/// Expands every shortcode of `text` by `replace`. Tags, comments, `pre` and `code` stay as they are; `[[name]]` is an
/// escaped shortcode, and loses its outer brackets.
pub fn expand<'a>(text: &'a str, replace: &mut dyn FnMut(&Shortcode<'_>) -> String) -> Expansion<'a> {
    let ends = Ends::of(text);
    let mut out = String::with_capacity(text.len());
    let mut unexpanded = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut count = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(['[', '<']) {
        out.push_str(&text[at..at + found]);
        at += found;
        let rest = &text[at..];
        if rest.starts_with('<') {
            let length = markup_length(rest, ends.of_tags.get(&at).map(|end| end - at));
            out.push_str(&rest[..length]);
            at += length;
            continue;
        }
        if let Some(length) = escaped_length(text, at, &ends) {
            out.push_str(&text[at + 1..at + 1 + length]);
            at += length + 2;
            continue;
        }
        if let Some((name, length)) = end_tag(rest).filter(|(name, _)| seen.contains(name) || is_known(name)) {
            seen.insert(name);
            at += length;
            continue;
        }
        match shortcode(text, at, &ends).filter(|_| count < MAX_SHORTCODES) {
            Some((shortcode, length)) => {
                count += 1;
                seen.insert(shortcode.name);
                out.push_str(&replace(&shortcode));
                at += length;
            }
            None => {
                unexpanded.extend(possible_shortcode(rest));
                out.push('[');
                at += 1;
            }
        }
    }
    out.push_str(&text[at..]);
    Expansion { text: out, unexpanded }
}

/// Where what begins in a text ends, by its position: looking ahead from each would take its square.
#[derive(Default)]
struct Ends {
    /// Past the `>` of a tag; a quoted one does not end it.
    of_tags: HashMap<usize, usize>,
    /// Where the end tag of a shortcode begins.
    of_shortcodes: HashMap<usize, usize>,
}

impl Ends {
    fn of(text: &str) -> Self {
        let mut ends = Self::default();
        let mut brackets = Vec::new();
        // From here on: outside of quotes, and within those of either kind.
        let (mut plain, mut double, mut single) = (None, None, None);
        for (at, byte) in text.bytes().enumerate().rev() {
            match byte {
                b'>' => plain = Some(at + 1),
                b'"' => (plain, double) = (double, plain),
                b'\'' => (plain, single) = (single, plain),
                b'<' => ends.of_tags.extend(plain.map(|end| (at, end))),
                b'[' => brackets.push(at),
                _ => {}
            }
        }
        let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
        for at in brackets.into_iter().rev() {
            let rest = &text[at..];
            if let Some((name, _)) = end_tag(rest) {
                let start = open.get_mut(name).and_then(Vec::pop);
                ends.of_shortcodes.extend(start.map(|start| (start, at)));
            } else if let Some((name, _)) = start_tag(rest).filter(|(_, written)| !written.ends_with('/')) {
                open.entry(name).or_default().push(at);
            }
        }
        ends
    }
}

/// The text in brackets at the beginning of `rest` if it may be an unknown shortcode or an end tag. Several words are
/// prose.
fn possible_shortcode(rest: &str) -> Option<&str> {
    if let Some((_, length)) = end_tag(rest) {
        return Some(&rest[..length]);
    }
    let (name, written) = start_tag(rest)?;
    let length = name.len() + written.len() + 2;
    let is_prose = |word: &str| {
        word.chars().all(|letter| letter.is_alphabetic() || matches!(letter, ',' | '.' | '-' | '\'' | '\u{2019}'))
    };
    let is_bare = written.trim_matches(['/', ' ', '\u{a0}']).is_empty();
    // `[Note]` and `[Smith 2005]` are what people write.
    let is_possible = if is_lower(name) {
        is_bare || !written.split_whitespace().all(is_prose)
    } else {
        has_named_attribute(written)
    };
    is_possible.then(|| &rest[..length])
}

fn is_lower(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
}

/// Length in bytes of the markup, or raw text element, at the beginning of `rest`; `tag` is that of a tag there.
fn markup_length(rest: &str, tag: Option<usize>) -> usize {
    if rest.starts_with("<!--") {
        return rest.find("-->").map_or(rest.len(), |end| end + 3);
    }
    let starts = |name: &str| {
        rest.get(1..=name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
            && rest[1 + name.len()..].starts_with(|next: char| next == '>' || next.is_ascii_whitespace())
    };
    for name in ["pre", "code", "script", "style"] {
        if starts(name) {
            let close = format!("</{name}");
            let end = rest.char_indices().find(|(at, _)| {
                rest.get(*at..at + close.len()).is_some_and(|found| found.eq_ignore_ascii_case(&close))
            });
            return end.map_or(rest.len(), |(at, _)| at + close.len());
        }
    }
    let is_tag = rest[1..].starts_with(|next: char| next.is_ascii_alphabetic() || next == '/');
    tag.filter(|_| is_tag).unwrap_or(1)
}

/// Length in bytes of an escaped shortcode without its outer brackets, `[[name …]]` or `[[name]…[/name]]` at `at`.
fn escaped_length(text: &str, at: usize, ends: &Ends) -> Option<usize> {
    if !text[at..].starts_with("[[") {
        return None;
    }
    let is_closed = |length: &usize| text[at + 1 + length..].starts_with(']');
    let (_, length) = shortcode(text, at + 1, ends)?;
    let (name, written) = start_tag(&text[at + 1..])?;
    [length, name.len() + written.len() + 2].into_iter().find(is_closed)
}

/// Name and length in bytes of the end tag at the beginning of `rest`.
fn end_tag(rest: &str) -> Option<(&str, usize)> {
    let inner = rest.strip_prefix("[/")?;
    let name = &inner[..name_length(inner)];
    (!name.is_empty() && inner[name.len()..].starts_with(']')).then_some((name, name.len() + 3))
}

/// The shortcode at `at`, and its length in bytes.
fn shortcode<'a>(text: &'a str, at: usize, ends: &Ends) -> Option<(Shortcode<'a>, usize)> {
    let (name, written) = start_tag(&text[at..]).filter(|(name, _)| is_lower(name))?;
    let opening = at + 1 + name.len() + written.len() + 1;
    let content = ends.of_shortcodes.get(&at).map(|end| &text[opening..*end]);
    let is_shortcode = is_known(name) || content.is_some() || name.contains('_') || has_named_attribute(written);
    let end = opening + content.map_or(0, |content| content.len() + name.len() + 3);
    is_shortcode.then(|| (Shortcode { name, attributes: written.trim_end_matches('/').trim(), content }, end - at))
}

/// Name and attributes of the start tag at the beginning of `rest`, known or not.
fn start_tag(rest: &str) -> Option<(&str, &str)> {
    let inner = rest.strip_prefix('[')?;
    let (name, after) = inner.split_at(name_length(inner));
    if name.len() < 2
        || !name.starts_with(|first: char| first.is_ascii_alphabetic())
        || !after.starts_with([' ', ']', '/', '=', '\n', '\t', '\u{a0}'])
    {
        return None;
    }
    let end = after.find(['[', ']']).filter(|end| after[*end..].starts_with(']'))?;
    Some((name, &after[..end]))
}

fn name_length(text: &str) -> usize {
    text.bytes().position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-')).unwrap_or(text.len())
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

fn has_named_attribute(written: &str) -> bool {
    parse_attributes(written).iter().any(|(name, _)| !name.is_empty())
}

/// Parses attributes, in order: name (empty if none) and value.
pub fn parse_attributes(written: &str) -> Vec<(String, String)> {
    // Editors convert straight quotes to typographic ones.
    let written = written
        .replace(['\u{201c}', '\u{201d}', '\u{2033}'], "\"")
        .replace("&quot;", "\"")
        .replace("&#8221;", "\"")
        .replace("&#8220;", "\"")
        .replace('\u{a0}', " ");
    let mut found = Vec::new();
    let mut rest = written.trim_start();
    while !rest.is_empty() {
        let length = name_length(rest);
        let after = rest[length..].trim_start();
        let (name, value) = match after.strip_prefix('=').filter(|_| length > 0) {
            Some(value) => (&rest[..length], value.trim_start()),
            None => ("", rest),
        };
        let (value, left) = match value.chars().next().filter(|quote| matches!(quote, '"' | '\'')) {
            Some(quote) => match value[1..].find(quote) {
                Some(end) => (&value[1..=end], &value[end + 2..]),
                None => (&value[1..], ""),
            },
            None => value.split_at(value.find([' ', '\n', '\t']).unwrap_or(value.len())),
        };
        found.push((name.to_ascii_lowercase(), value.to_owned()));
        rest = left.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        expand(text, &mut |found| format!("<{}|{}|{}>", found.name, found.attributes, found.content.unwrap_or("-")))
            .text
    }

    #[test]
    fn shortcodes_are_distinguished_from_words_in_brackets() {
        for (text, marks) in [
            ("a [gallery] b", "a <gallery||-> b"),
            ("[gallery ids=\"1,2\"]", "<gallery|ids=\"1,2\"|->"),
            (
                "[caption id=\"x\"]<img src=\"a[0].png\"> Text[/caption]!",
                "<caption|id=\"x\"|<img src=\"a[0].png\"> Text>!",
            ),
            ("[audio https://a.example/x.mp3]", "<audio|https://a.example/x.mp3|->"),
            ("[youtube=https://youtu.be/abc]", "<youtube|=https://youtu.be/abc|->"),
            ("[my_plugin]", "<my_plugin||->"),
            ("[form id=3 /] after", "<form|id=3|-> after"),
            ("[box]in[/box]", "<box||in>"),
            ("[div a=1][div a=2]x[/div][/div]", "<div|a=1|[div a=2]x[/div]>"),
            ("[audio a] [audio b][/audio]", "<audio|a|-> <audio|b|>"),
            (
                "a [sic] b [simple boat] [1] [...] [Note] [/end] [x] array[0]",
                "a [sic] b [simple boat] [1] [...] [Note] [/end] [x] array[0]",
            ),
            ("[[gallery]] and [[caption]x[/caption]]", "[gallery] and [caption]x[/caption]"),
            (
                "<code>[gallery]</code><pre class=\"a\">[audio x]</pre><!-- [gallery] --><a title=\"[gallery]\">b</a>",
                "<code>[gallery]</code><pre class=\"a\">[audio x]</pre><!-- [gallery] --><a title=\"[gallery]\">b</a>",
            ),
            ("[/caption] a < b [", " a < b ["),
            ("é[gallery]é[", "é<gallery||->é["),
        ] {
            assert_eq!(marked(text), marks, "{text}");
        }
    }

    #[test]
    fn possible_shortcodes_that_are_kept_are_reported() {
        for (text, unexpanded) in [
            ("a [products] b", &["[products]"][..]),
            ("[sic] [products /] [list 5] [show \"new\"]", &["[sic]", "[products /]", "[list 5]", "[show \"new\"]"]),
            ("[to be continued] [it's] [the editor\u{2019}s note] [1] [...] [Note] [x] array[0] [", &[]),
            ("a[/end] [row x=1]b[/row]", &["[/end]"]),
            ("[TABLE id=3 /] [Smith 2005]", &["[TABLE id=3 /]"]),
            ("[gallery] [my_plugin] [box]in[/box] [[gallery]] [/caption]", &[]),
            ("<code>[products]</code> <a title=\"[products]\">b</a> <!-- [products] -->", &[]),
        ] {
            assert_eq!(expand(text, &mut |_| String::new()).unexpanded, unexpanded, "{text}");
        }
    }

    #[test]
    fn shortcode_attributes_are_read_with_any_quoting() {
        let found =
            parse_attributes("id=\"a b\" align='left' width=640 \u{201c}bare\u{201d} link=\"\" x = \"y\" open=\"never");
        let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            found,
            [
                ("id", "a b"),
                ("align", "left"),
                ("width", "640"),
                ("", "bare"),
                ("link", ""),
                ("x", "y"),
                ("open", "never")
            ]
        );
    }

    #[test]
    fn thousands_of_open_brackets_are_parsed_in_bounded_time() {
        let text = "[a_b ".repeat(20_000) + &"[a_b]".repeat(6_000);
        assert!(marked(&text).len() > text.len() / 2);
    }
}
