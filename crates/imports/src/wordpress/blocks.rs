//! Parser of the block grammar: HTML with comments as block delimiters.
//!
//! Source: WordPress block grammar, `<!-- wp:namespace/name {"json": 1} -->…<!-- /wp:namespace/name -->` and `<!--
//! wp:name /-->`.

use serde_json::Value;

/// A block of the block editor.
#[derive(Debug)]
pub struct Block<'a> {
    /// Without the `core/` of WordPress's own blocks.
    pub name: &'a str,
    pub attributes: Value,
    /// Its HTML and inner blocks, in order.
    pub parts: Vec<Part<'a>>,
}

#[derive(Debug)]
pub enum Part<'a> {
    Html(&'a str),
    Block(Block<'a>),
}

impl Block<'_> {
    pub fn text(&self, name: &str) -> Option<&str> {
        self.attributes.get(name)?.as_str().filter(|text| !text.is_empty())
    }

    /// Whether it has nothing but white space.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Html(html) if html.trim().is_empty()))
    }
}

/// Maximum nesting of blocks; deeper ones are read as HTML.
const MAX_DEPTH: usize = 50;

pub fn has_blocks(content: &str) -> bool {
    content.contains("<!-- wp:")
}

/// Parses the blocks of a post and the HTML between them. Closing delimiters without an opening one are ignored;
/// unclosed blocks end with the text.
pub fn parse(content: &str) -> Vec<Part<'_>> {
    let mut open: Vec<Block<'_>> = Vec::new();
    let mut roots = Vec::new();
    let mut at = 0;
    let mut text_from = 0;
    while let Some(found) = content[at..].find("<!--") {
        let start = at + found;
        let Some(length) = content[start..].find("-->") else { break };
        let end = start + length + 3;
        at = end;
        let Some(delimiter) = parse_delimiter(content[start + 4..end - 3].trim()) else { continue };
        push(&mut open, &mut roots, html_part(&content[text_from..start]));
        text_from = end;
        match delimiter {
            Delimiter::Open { .. } if open.len() >= MAX_DEPTH => {}
            Delimiter::Open { name, attributes, self_closing } => {
                let block = Block { name, attributes, parts: Vec::new() };
                if self_closing { push(&mut open, &mut roots, Some(Part::Block(block))) } else { open.push(block) }
            }
            Delimiter::Close(name) => {
                if let Some(depth) = open.iter().rposition(|block| block.name == name) {
                    while open.len() > depth {
                        let block = open.pop().map(Part::Block);
                        push(&mut open, &mut roots, block);
                    }
                }
            }
        }
    }
    push(&mut open, &mut roots, html_part(&content[text_from..]));
    while let Some(block) = open.pop() {
        push(&mut open, &mut roots, Some(Part::Block(block)));
    }
    roots
}

fn push<'a>(open: &mut [Block<'a>], roots: &mut Vec<Part<'a>>, part: Option<Part<'a>>) {
    let Some(part) = part else { return };
    match open.last_mut() {
        Some(parent) => parent.parts.push(part),
        None => roots.push(part),
    }
}

fn html_part(text: &str) -> Option<Part<'_>> {
    (!text.is_empty()).then_some(Part::Html(text))
}

/// A block delimiter: a comment that opens or closes a block.
enum Delimiter<'a> {
    Open { name: &'a str, attributes: Value, self_closing: bool },
    Close(&'a str),
}

fn parse_delimiter(comment: &str) -> Option<Delimiter<'_>> {
    let without_core = |name| -> &str { str::strip_prefix(name, "core/").unwrap_or(name) };
    if let Some(name) = comment.strip_prefix("/wp:") {
        return Some(Delimiter::Close(without_core(name.trim())));
    }
    let rest = comment.strip_prefix("wp:")?;
    let (rest, self_closing) = rest.strip_suffix('/').map_or((rest, false), |rest| (rest, true));
    let length = rest.find(|letter: char| letter.is_whitespace() || letter == '{').unwrap_or(rest.len());
    let name = &rest[..length];
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'/'));
    // A block with invalid JSON loses its attributes, not its content.
    let attributes = serde_json::from_str(rest[length..].trim()).unwrap_or(Value::Null);
    is_name.then(|| Delimiter::Open { name: without_core(name), attributes, self_closing })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[Part<'_>]) -> String {
        parts
            .iter()
            .map(|part| match part {
                Part::Html(html) => (*html).to_owned(),
                Part::Block(block) => format!(
                    "({}{}{})",
                    block.name,
                    if block.attributes.is_null() { "" } else { "*" },
                    shown(&block.parts)
                ),
            })
            .collect()
    }

    #[test]
    fn nested_and_self_closing_blocks_are_parsed() {
        for (content, tree) in [
            ("a<!-- wp:paragraph -->b<!-- /wp:paragraph -->c", "a(paragraphb)c"),
            (
                "<!-- wp:group {\"a\":{\"b\":1}} --><div><!-- wp:core/more /--></div><!-- /wp:group -->",
                "(group*<div>(more)</div>)",
            ),
            (
                "<!-- wp:latest-posts {\"n\":3} /--><!--more-->x<!-- note -->",
                "(latest-posts*)<!--more-->x<!-- note -->",
            ),
            ("<!-- wp:a -->x<!-- wp:b -->y<!-- /wp:a -->z", "(ax(by))z"),
            ("<!-- /wp:a -->x<!-- wp:a -->y", "x(ay)"),
            ("<!-- wp:a {broken -->x<!-- /wp:a -->", "(ax)"),
            ("<!-- wp:jetpack/x {\"url\":\"a/b\"} /-->", "(jetpack/x*)"),
            ("x<!-- wp:a", "x<!-- wp:a"),
        ] {
            assert_eq!(shown(&parse(content)), tree, "{content}");
        }
    }

    #[test]
    fn blocks_deeper_than_the_limit_are_read_flat() {
        let content = "<!-- wp:group -->x".repeat(2_000);
        assert_eq!(shown(&parse(&content)).matches('(').count(), MAX_DEPTH);
    }
}
