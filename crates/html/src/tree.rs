//! Element tree of the known elements, of any HTML by `sanitizer`, of stored HTML by [`parse`].

use super::tokenizer::{Token, attributes, tokens, unescape};

#[derive(Debug)]
pub enum Node {
    Text(String),
    Element(Element),
}

#[derive(Debug)]
pub struct Element {
    pub name: &'static str,
    attributes: Vec<(&'static str, String)>,
    pub children: Vec<Node>,
}

impl Element {
    pub const fn new(name: &'static str, attributes: Vec<(&'static str, String)>) -> Self {
        Self { name, attributes, children: Vec::new() }
    }

    pub fn attributes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.attributes.iter().map(|(name, value)| (*name, value.as_str()))
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
    }
}

/// Elements whose text is kept. Those that are not in the stored form are converted or unwrapped.
pub const ELEMENTS: [&str; 81] = [
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "audio",
    "b",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
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
    "hgroup",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "legend",
    "li",
    "listing",
    "main",
    "mark",
    "menu",
    "nav",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "s",
    "samp",
    "search",
    "section",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "xmp",
    "wbr",
];

/// Attributes the cleaner reads, with the elements that may carry them.
pub const ATTRIBUTES: [(&str, &[&str]); 34] = [
    ("a", &["href", "title", "id", "name"]),
    ("article", &["dir", "id"]),
    ("aside", &["data-block", "dir", "id"]),
    ("audio", &["src"]),
    ("blockquote", &["data-block", "dir"]),
    ("center", &["dir"]),
    ("details", &["dir"]),
    ("div", &["data-block", "dir", "id"]),
    ("figcaption", &["dir"]),
    ("figure", &["data-embed", "data-missing", "dir"]),
    ("h1", HEADING_ATTRIBUTES),
    ("h2", HEADING_ATTRIBUTES),
    ("h3", HEADING_ATTRIBUTES),
    ("h4", HEADING_ATTRIBUTES),
    ("h5", HEADING_ATTRIBUTES),
    ("h6", HEADING_ATTRIBUTES),
    ("header", &["dir", "id"]),
    ("iframe", &["src", "title"]),
    ("img", &["src", "alt", "width", "height"]),
    ("li", &["id", "value", "dir", "style"]),
    ("main", &["dir", "id"]),
    ("ol", &["data-block", "start", "reversed", "type", "dir", "style"]),
    ("p", &["data-block", "dir", "id"]),
    ("pre", &["dir"]),
    ("section", &["dir", "id"]),
    ("source", &["src"]),
    ("span", &["id"]),
    ("strong", &["id"]),
    ("summary", &["dir"]),
    ("table", &["dir"]),
    ("td", CELL_ATTRIBUTES),
    ("th", CELL_ATTRIBUTES),
    ("ul", &["data-block", "dir"]),
    ("video", &["src", "poster", "width", "height"]),
];

/// `id`: what links name.
pub const HEADING_ATTRIBUTES: &[&str] = &["id", "dir"];

/// Attributes of table cells.
pub const CELL_ATTRIBUTES: &[&str] = &["colspan", "rowspan", "scope", "dir"];

/// The elements among nodes.
pub fn elements(nodes: &[Node]) -> impl Iterator<Item = &Element> {
    nodes.iter().filter_map(|node| if let Node::Element(element) = node { Some(element) } else { None })
}

pub const VOID_ELEMENTS: [&str; 5] = ["br", "hr", "img", "source", "wbr"];

/// Maximum depth of the tree; deeper elements are unwrapped, so that recursion needs little stack.
const MAX_DEPTH: usize = 200;

/// Parses well-formed `html`.
pub fn parse(html: &str) -> Vec<Node> {
    let mut open: Vec<Element> = Vec::new();
    let mut roots = Vec::new();
    for token in tokens(html) {
        match token {
            Token::Text(text) => append(&mut open, &mut roots, Node::Text(unescape(text).into_owned())),
            Token::Open { name, attributes: written } => {
                let Some(name) = ELEMENTS.into_iter().find(|known| *known == name) else { continue };
                let is_void = VOID_ELEMENTS.contains(&name);
                if !is_void && open.len() >= MAX_DEPTH {
                    continue;
                }
                let element = Element::new(name, known_attributes(name, written));
                if is_void { append(&mut open, &mut roots, Node::Element(element)) } else { open.push(element) }
            }
            // The element below the depth limit was never opened, so its end finds another one or none.
            Token::Close(name) => {
                if open.last().is_some_and(|element| element.name == name)
                    && let Some(element) = open.pop()
                {
                    append(&mut open, &mut roots, Node::Element(element));
                }
            }
        }
    }
    while let Some(element) = open.pop() {
        append(&mut open, &mut roots, Node::Element(element));
    }
    roots
}

fn append(open: &mut [Element], roots: &mut Vec<Node>, node: Node) {
    match open.last_mut() {
        Some(parent) => parent.children.push(node),
        None => roots.push(node),
    }
}

fn known_attributes(element: &str, written: &str) -> Vec<(&'static str, String)> {
    if written.is_empty() {
        return Vec::new();
    }
    let known = ATTRIBUTES.iter().find(|(name, _)| *name == element).map_or(&[][..], |(_, known)| known);
    attributes(written)
        .filter_map(|(name, value, _)| Some((*known.iter().find(|own| **own == name)?, unescape(value).into_owned())))
        .collect()
}
