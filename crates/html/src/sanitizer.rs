//! Allow-lists: which elements of HTML and which of their attributes are let through, and what leaves with its content.

use std::collections::HashMap;

use html5ever::{Attribute, QualName, ns};
use url::{ParseError, Url};

use super::dom::{self, Visit};
use super::tokenizer::{escape_attribute, escape_text};
use super::tree::{Element, Node, VOID_ELEMENTS};

/// Names of the elements that are let through, and of their attributes.
pub struct Sanitizer {
    elements: HashMap<&'static str, &'static [&'static str]>,
    /// Names of the attributes that each element may have.
    global: &'static [&'static str],
    /// Schemes of addresses; those without any are paths.
    schemes: &'static [&'static str],
}

/// Elements that are removed with their content.
const REMOVED_ELEMENTS: [&str; 17] = [
    "script",
    "style",
    "title",
    "template",
    "textarea",
    "select",
    "datalist",
    "noscript",
    "noembed",
    "noframes",
    "svg",
    "math",
    "canvas",
    "object",
    "applet",
    "head",
    "plaintext",
];

/// Attributes that hold an address.
const ADDRESSES: [&str; 3] = ["href", "src", "poster"];

/// Maximum depth of the tree; deeper elements are unwrapped, so that recursion needs little stack.
const MAX_DEPTH: usize = 200;

impl Sanitizer {
    pub fn new(
        elements: &[&'static str],
        attributes: &[(&'static str, &'static [&'static str])],
        global: &'static [&'static str],
        schemes: &'static [&'static str],
    ) -> Self {
        let mut known: HashMap<&str, &[&str]> = elements.iter().map(|element| (*element, &[][..])).collect();
        known.extend(attributes.iter().copied());
        Self { elements: known, global, schemes }
    }

    /// The tree of `html`, as a browser would read it, with what the list allows; other elements are unwrapped.
    pub fn read(&self, html: &str) -> Vec<Node> {
        let mut building = Building { sanitizer: self, roots: Vec::new(), open: Vec::new(), kept: Vec::new() };
        dom::parse(html).walk(&mut |visit| match visit {
            Visit::Text(text) => {
                building.text(text);
                false
            }
            Visit::Open(name, attributes) => building.begin(name, attributes),
            Visit::Close => {
                building.end();
                false
            }
        });
        building.roots
    }

    /// The attributes of an element that are kept; none where the element itself is not.
    fn allowed(&self, name: &QualName, attributes: &[Attribute]) -> Option<Element> {
        let (name, known) = self.elements.get_key_value(&*name.local)?;
        let kept = attributes.iter().filter_map(|attribute| {
            let own = known
                .iter()
                .chain(self.global)
                .find(|own| attribute.name.ns == ns!() && **own == &*attribute.name.local)?;
            let is_safe = !ADDRESSES.contains(own) || self.is_safe_address(&attribute.value);
            is_safe.then(|| (*own, attribute.value.to_string()))
        });
        Some(Element::new(name, kept.collect()))
    }

    fn is_safe_address(&self, address: &str) -> bool {
        match Url::parse(address) {
            Ok(url) => self.schemes.contains(&url.scheme()),
            Err(e) => e == ParseError::RelativeUrlWithoutBase,
        }
    }
}

/// A tree that is being built.
struct Building<'a> {
    sanitizer: &'a Sanitizer,
    roots: Vec<Node>,
    open: Vec<Element>,
    /// Of each element around: whether it is in the tree.
    kept: Vec<bool>,
}

impl Building<'_> {
    fn siblings(&mut self) -> &mut Vec<Node> {
        match self.open.last_mut() {
            Some(parent) => &mut parent.children,
            None => &mut self.roots,
        }
    }

    fn text(&mut self, more: &str) {
        match self.siblings().last_mut() {
            Some(Node::Text(text)) => text.push_str(more),
            _ => self.siblings().push(Node::Text(more.to_owned())),
        }
    }

    /// Takes an element; false when its content goes with it.
    fn begin(&mut self, name: &QualName, attributes: &[Attribute]) -> bool {
        // Elements of other vocabularies are all within `svg` and `math`.
        if name.ns != ns!(html) || REMOVED_ELEMENTS.contains(&&*name.local) {
            return false;
        }
        let element = self.sanitizer.allowed(name, attributes);
        let is_void = VOID_ELEMENTS.contains(&&*name.local);
        match element {
            Some(element) if is_void => self.siblings().push(Node::Element(element)),
            Some(element) if self.open.len() < MAX_DEPTH => {
                self.open.push(element);
                self.kept.push(true);
                return true;
            }
            _ => {}
        }
        if !is_void {
            self.kept.push(false);
        }
        !is_void
    }

    fn end(&mut self) {
        if self.kept.pop() == Some(true)
            && let Some(element) = self.open.pop()
        {
            self.siblings().push(Node::Element(element));
        }
    }
}

/// Writes a tree as HTML.
pub fn write(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => escape_text(text, out),
            Node::Element(element) => {
                out.push('<');
                out.push_str(element.name);
                for (name, value) in element.attributes() {
                    out.push(' ');
                    out.push_str(name);
                    out.push_str("=\"");
                    escape_attribute(value, out);
                    out.push('"');
                }
                out.push('>');
                if !VOID_ELEMENTS.contains(&element.name) {
                    write(&element.children, out);
                    out.push_str("</");
                    out.push_str(element.name);
                    out.push('>');
                }
            }
        }
    }
}

/// The text of any HTML, tags and scripts left out.
pub fn text_of(html: &str) -> String {
    let mut out = String::new();
    dom::parse(html).walk(&mut |visit| match visit {
        Visit::Text(text) => {
            out.push_str(text);
            false
        }
        Visit::Open(name, _) => !matches!(&*name.local, "script" | "style"),
        Visit::Close => false,
    });
    out
}
