//! Footnotes: references in the text, and their notes in a list at its end.
//!
//! Stored as `<sup><a href="#fn-1" id="fnref-1" aria-label="Footnote 1">1</a></sup>`, and after the text
//! `<ol data-block="footnotes"><li id="fn-1">… <a href="#fnref-1" aria-label="Back to the text of footnote 1">↩</a>`.
//! In the model a reference holds its note, so numbers and ids are written anew with each save, by place.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{BlockBuilder, Rules, build_blocks, elements, marks_in, separate_text};
use crate::model::{BACK_LINK, Block, Content, FOOTNOTES, Inline, Item, Leaf, ListLook, Mark, Numbering};
use crate::tree::{Element, Node};

/// The notes that no reference has taken yet, by id. Each is taken once, so that no text can multiply.
#[derive(Default)]
pub struct Notes(RefCell<HashMap<String, Inline>>);

impl Notes {
    /// The notes of a parsed text.
    pub fn collect(nodes: &[Node], rules: Rules<'_>) -> Self {
        let mut found = HashMap::new();
        collect_into(nodes, rules, &mut found);
        Self(RefCell::new(found))
    }

    fn take(&self, id: &str) -> Option<Inline> {
        self.0.borrow_mut().remove(id)
    }
}

fn collect_into(nodes: &[Node], rules: Rules<'_>, found: &mut HashMap<String, Inline>) {
    for element in elements(nodes) {
        if !is_list_of_notes(element) {
            collect_into(&element.children, rules, found);
            continue;
        }
        for item in elements(&element.children) {
            let Some(id) = note_id(item) else { continue };
            let (text, _) = separate_text(build_blocks(&item.children, &marks_in(item, &[]), rules, 0));
            if !text.is_empty() {
                found.entry(id.to_owned()).or_insert(text);
            }
        }
    }
}

pub(super) fn is_list_of_notes(element: &Element) -> bool {
    element.name == "ol" && element.attribute("data-block") == Some(FOOTNOTES)
}

fn note_id(item: &Element) -> Option<&str> {
    item.attribute("id").filter(|id| item.name == "li" && id.starts_with("fn-"))
}

/// Whether an element leads from a note back to the text.
pub(super) fn is_back_link(element: &Element) -> bool {
    element.attribute("href").is_some_and(|href| href.starts_with("#fnref-"))
        && matches!(element.children.as_slice(), [Node::Text(text)] if text.trim() == BACK_LINK)
}

/// The note of a reference, which takes it; none for any other element.
pub(super) fn footnote(element: &Element, rules: Rules<'_>) -> Option<Content> {
    let id = element.attribute("href").filter(|_| element.name == "a")?.strip_prefix('#')?;
    rules.notes?.take(id).map(Content::Footnote)
}

impl BlockBuilder<'_> {
    /// Notes without a reference stay as an ordinary list.
    pub(super) fn notes_without_reference(&mut self, element: &Element, marks: &[Mark]) {
        let inside =
            |item: &Element| build_blocks(&item.children, &marks_in(item, marks), self.rules, self.nesting + 1);
        let mut items = Vec::new();
        for item in elements(&element.children) {
            let is_taken =
                note_id(item).is_some_and(|id| self.rules.notes.is_none_or(|notes| notes.take(id).is_none()));
            if !is_taken {
                items.push(Item { content: inside(item), ..Item::default() });
            }
        }
        items.retain(|item| !item.content.is_empty());
        if !items.is_empty() {
            self.push_block(Block::List { numbering: Some(Numbering::default()), look: ListLook::Plain, items });
        }
    }
}

/// The leaf of a reference: it stands outside of all marks, because no link can hold another.
pub(super) fn reference(content: Content) -> Leaf {
    Leaf { marks: Vec::new(), content }
}
