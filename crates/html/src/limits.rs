//! Complexity limits of submitted HTML, checked by a streaming parse before any tree is built.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_fragment};

use super::attribute_count::AttributeCount;
use super::budget;
use super::too_complex::{MAX_DEPTH, MAX_ELEMENTS, MAX_TEXT, TooComplex};

/// Bytes parsed between two checks: few, so that no chunk goes far over the limits.
const CHUNK_BYTES: usize = 1_024;

/// Checks the limits by parsing `html` as a browser would, keeping only each node's ancestors.
///
/// # Errors
///
/// The limits are exceeded; parsing stops at the chunk that exceeds them.
pub fn check_limits(html: &str) -> Result<(), TooComplex> {
    let counter = ElementCounter::default();
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let mut parser = parse_fragment(counter, ParseOpts::default(), context, Vec::new(), false);
    let mut rest = html;
    let mut attributes = AttributeCount::default();
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(rest.ceil_char_boundary(CHUNK_BYTES));
        if !attributes.read(chunk) {
            return Err(TooComplex);
        }
        parser.process(StrTendril::from_slice(chunk));
        rest = after;
        budget::check();
        if !parser.tokenizer.sink.sink.fits() {
            return Err(TooComplex);
        }
    }
    if parser.finish().fits() { Ok(()) } else { Err(TooComplex) }
}

/// Elements that the fragment parser adds: the context and the root.
const IMPLICIT_ELEMENTS: usize = 2;

/// Tree sink that counts elements and their depth instead of building a tree.
struct ElementCounter {
    document: Rc<Node>,
    elements: Cell<usize>,
    /// Depth of the deepest element so far.
    depth: Cell<usize>,
    /// Where the latest text stands, and its length.
    text: RefCell<Option<(Rc<Node>, usize)>>,
    longest_text: Cell<usize>,
}

/// An element; with an empty name a document or a comment.
struct Node {
    name: QualName,
    parent: RefCell<Option<Rc<Node>>>,
    depth: Cell<usize>,
}

impl Node {
    fn new(name: QualName) -> Rc<Self> {
        Rc::new(Self { name, parent: RefCell::default(), depth: Cell::new(0) })
    }
}

impl Default for ElementCounter {
    fn default() -> Self {
        Self {
            document: unnamed_node(),
            elements: Cell::new(0),
            depth: Cell::new(0),
            text: RefCell::default(),
            longest_text: Cell::new(0),
        }
    }
}

fn unnamed_node() -> Rc<Node> {
    Node::new(QualName::new(None, ns!(), local_name!("")))
}

impl ElementCounter {
    fn fits(&self) -> bool {
        self.elements.get() <= MAX_ELEMENTS + IMPLICIT_ELEMENTS
            && self.depth.get() <= MAX_DEPTH
            && self.longest_text.get() <= MAX_TEXT
    }

    fn add_text(&self, parent: &Rc<Node>, length: usize) {
        let mut text = self.text.borrow_mut();
        let length = match &mut *text {
            Some((around, before)) if Rc::ptr_eq(around, parent) => {
                *before += length;
                *before
            }
            other => {
                *other = Some((parent.clone(), length));
                length
            }
        };
        self.longest_text.set(self.longest_text.get().max(length));
    }

    fn attach(&self, parent: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        let child = match child {
            NodeOrText::AppendNode(child) => child,
            NodeOrText::AppendText(text) => return self.add_text(parent, text.len()),
        };
        // A comment is none; the text around it will be one.
        if !child.name.local.is_empty() {
            self.text.take();
        }
        *child.parent.borrow_mut() = Some(parent.clone());
        child.depth.set(parent.depth.get() + 1);
        // The parent's depth: the root does not count.
        self.depth.set(self.depth.get().max(parent.depth.get()));
    }
}

impl TreeSink for ElementCounter {
    type Handle = Rc<Node>;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Rc<Node> {
        self.document.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Node>) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Rc<Node> {
        self.elements.set(self.elements.get() + 1);
        Node::new(name)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Node> {
        unnamed_node()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Node> {
        unnamed_node()
    }

    fn append(&self, parent: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        self.attach(parent, child);
    }

    fn append_based_on_parent_node(&self, element: &Rc<Node>, previous: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        let parent = element.parent.borrow().clone();
        self.attach(parent.as_ref().unwrap_or(previous), child);
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Rc<Node>) -> Rc<Node> {
        target.clone()
    }

    fn same_node(&self, one: &Rc<Node>, other: &Rc<Node>) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Rc<Node>, new: NodeOrText<Rc<Node>>) {
        let parent = sibling.parent.borrow().clone();
        if let Some(parent) = parent {
            self.attach(&parent, new);
        }
    }

    fn add_attrs_if_missing(&self, _: &Rc<Node>, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Rc<Node>) {
        target.parent.take();
    }

    // Children moved into a copy of a formatting element keep their depth: one level less, which is close enough.
    fn reparent_children(&self, _: &Rc<Node>, _: &Rc<Node>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute_count::MAX_ATTRIBUTES;

    #[test]
    fn html_over_the_limits_of_depth_or_elements_is_refused() {
        let nested = |element: &str, times: usize| {
            format!("<{element}>").repeat(times) + "a" + &format!("</{element}>").repeat(times)
        };
        for (html, fits) in [
            (String::new(), true),
            (nested("blockquote", MAX_DEPTH), true),
            (nested("blockquote", MAX_DEPTH + 1), false),
            (nested("blockquote", 20_000), false),
            ("<b>".repeat(MAX_DEPTH + 1), false),
            ("<svg>".repeat(MAX_DEPTH + 1), false),
            ("<p>a".repeat(MAX_DEPTH + 1), true),
            (format!("<ul>{}</ul>", "<li>a".repeat(1_000)), true),
            (format!("<table>{}</table>", "<tr><td>a<td>b".repeat(1_000)), true),
            ("<p>a</p>".repeat(MAX_ELEMENTS), true),
            ("<p>a</p>".repeat(MAX_ELEMENTS + 1), false),
            ("<br>".repeat(MAX_ELEMENTS + 1), false),
            (format!("<!-- {} -->", "<b>".repeat(MAX_DEPTH + 1)), true),
            // Each paragraph opens what the ones before left open.
            ((0..300).map(|n| format!("<p><font size={n}>a</p>")).collect(), false),
            (
                format!(
                    "{}{}",
                    (0..100).map(|n| format!("<font size={n}>")).collect::<String>(),
                    "<p>é</p>".repeat(1_000)
                ),
                true,
            ),
            (
                format!(
                    "<p>{}</p>{}",
                    (0..190).map(|n| format!("<font size={n}>")).collect::<String>(),
                    "<p>a</p>".repeat(1_000)
                ),
                false,
            ),
            ("é".repeat(CHUNK_BYTES), true),
            ("a".repeat(MAX_TEXT), true),
            ("a".repeat(MAX_TEXT + 1), false),
            (format!("{}<!-- b -->{}", "a".repeat(MAX_TEXT), "c"), false),
            (format!("<p>{0}</p><p>{0}<br>{0}</p>", "a".repeat(MAX_TEXT)), true),
            (format!("<p{}>a</p>", " b".repeat(MAX_ATTRIBUTES)), true),
            (format!("<p{}>a</p>", " b".repeat(MAX_ATTRIBUTES + 1)), false),
        ] {
            assert_eq!(
                check_limits(&html).is_ok(),
                fits,
                "{}… of {} bytes",
                html.chars().take(60).collect::<String>(),
                html.len()
            );
        }
    }
}
