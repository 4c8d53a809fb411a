//! HTML as a browser would read it: a tree of any elements, each step of whose making takes the same time.
//!
//! Nodes are places in one list and know their neighbours, so that none is looked for among its siblings, and dropping
//! a tree needs no stack however deep it is.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_fragment};

use super::budget;

/// Bytes that are parsed at once.
const CHUNK_BYTES: usize = 16_384;

/// A parsed fragment.
pub struct Dom {
    nodes: RefCell<Vec<Node>>,
}

struct Node {
    content: Content,
    parent: Option<usize>,
    previous: Option<usize>,
    next: Option<usize>,
    first_child: Option<usize>,
    last_child: Option<usize>,
}

enum Content {
    Text(StrTendril),
    Element(Handle, Vec<Attribute>),
    /// The document, a comment.
    Other,
}

/// A node for the parser, which asks for its name and keeps the answer.
#[derive(Clone)]
pub struct Handle(Rc<Named>);

struct Named {
    at: usize,
    /// Empty for what is no element.
    name: QualName,
    is_integration_point: bool,
}

/// What a walk through a tree comes by.
pub enum Visit<'a> {
    Text(&'a str),
    /// An element begins; whether its content is visited is the answer.
    Open(&'a QualName, &'a [Attribute]),
    /// An element ends whose content was visited.
    Close,
}

/// Parses `html` as the content of a `div`.
pub fn parse(html: &str) -> Dom {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let mut parser = parse_fragment(Dom::new(), ParseOpts::default(), context, Vec::new(), false);
    let mut rest = html;
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(rest.ceil_char_boundary(CHUNK_BYTES));
        parser.process(StrTendril::from_slice(chunk));
        rest = after;
        budget::check();
    }
    parser.finish()
}

const DOCUMENT: usize = 0;

impl Dom {
    fn new() -> Self {
        Self { nodes: RefCell::new(vec![Node::new(Content::Other)]) }
    }

    /// Visits all nodes in the order of the text; `visit` says of each element whether its content is visited.
    pub fn walk(&self, visit: &mut dyn FnMut(Visit<'_>) -> bool) {
        let nodes = self.nodes.borrow();
        // The parser puts all of a fragment into one root element.
        let Some(root) = nodes[DOCUMENT].first_child else { return };
        let mut next = nodes[root].first_child;
        let mut around = root;
        loop {
            let Some(at) = next else {
                if around == root {
                    return;
                }
                visit(Visit::Close);
                next = nodes[around].next;
                let Some(parent) = nodes[around].parent else { return };
                around = parent;
                continue;
            };
            let node = &nodes[at];
            next = node.next;
            match &node.content {
                Content::Text(text) => {
                    visit(Visit::Text(text));
                }
                Content::Element(handle, attributes) if visit(Visit::Open(&handle.0.name, attributes)) => {
                    (around, next) = (at, node.first_child);
                }
                Content::Element(..) | Content::Other => {}
            }
        }
    }

    fn add(&self, content: impl FnOnce(usize) -> Content) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        let at = nodes.len();
        nodes.push(Node::new(content(at)));
        at
    }

    fn unnamed(&self) -> Handle {
        let at = self.add(|_| Content::Other);
        Handle(Rc::new(Named { at, name: QualName::new(None, ns!(), local_name!("")), is_integration_point: false }))
    }

    /// Puts a node that is nowhere, or a text, between two others of `parent`.
    fn put(&self, parent: usize, previous: Option<usize>, next: Option<usize>, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(handle) => handle.0.at,
            NodeOrText::AppendText(text) => {
                // Text that follows a text is a part of it.
                if let Some(previous) = previous
                    && let Content::Text(before) = &mut self.nodes.borrow_mut()[previous].content
                {
                    return before.push_tendril(&text);
                }
                self.add(|_| Content::Text(text))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[child];
        (node.parent, node.previous, node.next) = (Some(parent), previous, next);
        match previous {
            Some(previous) => nodes[previous].next = Some(child),
            None => nodes[parent].first_child = Some(child),
        }
        match next {
            Some(next) => nodes[next].previous = Some(child),
            None => nodes[parent].last_child = Some(child),
        }
    }

    fn detach(&self, at: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[at];
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => nodes[previous].next = next,
            None => nodes[parent].first_child = next,
        }
        match next {
            Some(next) => nodes[next].previous = previous,
            None => nodes[parent].last_child = previous,
        }
    }

    fn append_to(&self, parent: usize, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.detach(node.0.at);
        }
        let last = self.nodes.borrow()[parent].last_child;
        self.put(parent, last, None, child);
    }
}

impl Node {
    const fn new(content: Content) -> Self {
        Self { content, parent: None, previous: None, next: None, first_child: None, last_child: None }
    }
}

impl TreeSink for Dom {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        let name = QualName::new(None, ns!(), local_name!(""));
        Handle(Rc::new(Named { at: DOCUMENT, name, is_integration_point: false }))
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.0.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        let mut made = None;
        self.add(|at| {
            let handle = Handle(Rc::new(Named { at, name, is_integration_point }));
            made = Some(handle.clone());
            Content::Element(handle, attributes)
        });
        made.unwrap_or_else(|| self.unnamed())
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.unnamed()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.unnamed()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.append_to(parent.0.at, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.nodes.borrow()[element.0.at].parent.is_some();
        if has_parent { self.append_before_sibling(element, child) } else { self.append(previous, child) }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// What a template holds stays in it: it is removed with its content.
    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.0.at == other.0.at
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new: NodeOrText<Handle>) {
        // Where it stands now may be right there.
        if let NodeOrText::AppendNode(node) = &new {
            self.detach(node.0.at);
        }
        let (parent, previous) = {
            let node = &self.nodes.borrow()[sibling.0.at];
            (node.parent, node.previous)
        };
        if let Some(parent) = parent {
            self.put(parent, previous, Some(sibling.0.at), new);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Content::Element(_, own) = &mut self.nodes.borrow_mut()[target.0.at].content {
            for attribute in attributes {
                if own.iter().all(|known| known.name != attribute.name) {
                    own.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.0.at);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let first = self.nodes.borrow()[node.0.at].first_child;
            let Some(first) = first else { return };
            self.detach(first);
            let last = self.nodes.borrow()[new_parent.0.at].last_child;
            let mut nodes = self.nodes.borrow_mut();
            (nodes[first].parent, nodes[first].previous) = (Some(new_parent.0.at), last);
            match last {
                Some(last) => nodes[last].next = Some(first),
                None => nodes[new_parent.0.at].first_child = Some(first),
            }
            nodes[new_parent.0.at].last_child = Some(first);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.0.is_integration_point
    }
}
