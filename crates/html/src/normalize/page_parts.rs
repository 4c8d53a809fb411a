//! The blocks of pages, as they are recognized.

use super::{BlockBuilder, MAX_NESTING, build_blocks, separate_text};
use crate::inline_runs::normalize_run;
use crate::model::{Block, ListLook, Mark, SectionKind};
use crate::tree::{Element, Node};

impl ListLook {
    pub(super) fn of(element: &Element) -> Self {
        let wanted = element.attribute("data-block");
        let known: &[Self] = match element.name {
            "ol" => &[Self::Steps],
            _ => &[Self::Included, Self::LeftOut, Self::Questions, Self::Cards, Self::Ways],
        };
        known.iter().copied().find(|look| look.name() == wanted).unwrap_or_default()
    }
}

impl BlockBuilder<'_> {
    /// Takes an element that is a block of a page; false for any other element.
    pub(super) fn page_block(&mut self, element: &Element, marks: &[Mark]) -> bool {
        match (element.name, element.attribute("data-block")) {
            ("details", _) if self.nesting < MAX_NESTING => self.question(element, marks),
            ("p", Some("action")) => self.action(element, marks),
            ("aside" | "div", Some("contact")) if self.nesting < MAX_NESTING => {
                self.section(SectionKind::Contact, element, marks);
            }
            ("aside" | "div", Some("aside")) if self.nesting < MAX_NESTING => {
                self.section(SectionKind::Aside, element, marks);
            }
            ("div", Some("contact-form")) => self.push_block(Block::ContactForm),
            _ => return false,
        }
        true
    }

    fn question(&mut self, element: &Element, marks: &[Mark]) {
        let is_summary = |node: &&Node| matches!(node, Node::Element(child) if child.name == "summary");
        let (summaries, rest): (Vec<&Node>, Vec<&Node>) = element.children.iter().partition(is_summary);
        let mut question = Vec::new();
        for node in summaries {
            question.extend(build_blocks(std::slice::from_ref(node), marks, self.rules, self.nesting + 1));
        }
        let (question, after) = separate_text(question);
        let mut inside = BlockBuilder::new(self.rules, self.nesting + 1);
        inside.out = after;
        for node in rest {
            inside.visit_all(std::slice::from_ref(node), &mut marks.to_vec());
        }
        inside.flush();
        let answer = inside.out;
        self.flush();
        match (question.is_empty(), answer.is_empty()) {
            // Neither a question without words nor one without an answer opens anything.
            (true, _) => self.out.extend(answer),
            (false, true) => self.push_of(element, Block::Paragraph(question)),
            (false, false) => self.push_of(element, Block::Question { question, answer }),
        }
    }

    fn action(&mut self, element: &Element, marks: &[Mark]) {
        let (run, rest) = separate_text(build_blocks(&element.children, marks, self.rules, self.nesting));
        let run = normalize_run(run);
        let has_link = run.iter().any(|leaf| leaf.marks.iter().any(|mark| matches!(mark, Mark::Link { .. })));
        self.flush();
        match (run.is_empty(), has_link) {
            (true, _) => {}
            (false, true) => self.push_of(element, Block::Action(run)),
            (false, false) => self.push_of(element, Block::Paragraph(run)),
        }
        self.out.extend(rest);
    }

    fn section(&mut self, kind: SectionKind, element: &Element, marks: &[Mark]) {
        let blocks = build_blocks(&element.children, marks, self.rules, self.nesting + 1);
        self.flush();
        // A contact box without words still has its links.
        if !blocks.is_empty() || kind == SectionKind::Contact {
            self.push_of(element, Block::Section(kind, blocks));
        }
    }
}
