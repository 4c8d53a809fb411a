//! Normalizes a tree of arbitrary elements into the model of stored HTML.
//!
//! - `footnotes`, `reviews`: what posts have beyond pages; `page_parts`: what pages have beyond posts
//! - `figures`: pictures, videos and what is embedded

mod figures;
mod footnotes;
mod page_parts;
mod reviews;

use std::borrow::Cow;

use super::anchors::{self, Anchors};
use super::inline_runs::{join_with_breaks, normalize_preformatted, normalize_run};
use super::model::{
    Block, Cell, Content, DEALS, Direction, FOOTNOTES, Figure, FigureContent, Inline, Item, Leaf, ListLook, Mark, Row,
};
use super::tree::{Element, Node, elements};
use super::{budget, deals, language, lists, urls};

pub use footnotes::Notes;

/// Decision about an image or video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaDecision {
    /// Kept with this `src`, relative to the media prefix; `size` is width and height in pixels.
    Keep { src: String, size: Option<(u32, u32)> },
    /// Replaced by a marked place, with its address on the web where that is known.
    Missing(Option<String>),
    /// Removed without a trace.
    Drop,
}

/// What the stored form may hold.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// Decides about the URL of an image or video.
    pub media: &'a dyn Fn(&str) -> MediaDecision,
    /// Whether the blocks of pages are kept; posts hold the text of them only.
    pub page_blocks: bool,
    /// Notes that references may take; none in pages and in notes themselves.
    pub notes: Option<&'a Notes>,
    /// Ids of headings, and the links that lead to them; without it neither is kept.
    pub anchors: Option<&'a Anchors>,
}

/// Maximum nesting of blocks; deeper ones are unwrapped and keep their text.
pub(super) const MAX_NESTING: usize = 12;

/// Blocks of the stored form for parsed `nodes`.
pub fn normalize(nodes: &[Node], rules: Rules<'_>) -> Vec<Block> {
    let mut blocks = build_blocks(nodes, &[], rules, 0);
    deals::keep_one(&mut blocks);
    anchors::drop_dead_links(&mut blocks);
    blocks
}

/// [`normalize`] inside `marks` and `nesting` levels of blocks.
pub(super) fn build_blocks(nodes: &[Node], marks: &[Mark], rules: Rules<'_>, nesting: usize) -> Vec<Block> {
    let mut builder = BlockBuilder::new(rules, nesting);
    builder.visit_all(nodes, &mut marks.to_vec());
    builder.flush();
    builder.out
}

pub(super) struct BlockBuilder<'a> {
    pub(super) rules: Rules<'a>,
    pub(super) nesting: usize,
    pub(super) out: Vec<Block>,
    /// Inline content of the paragraph that is still open.
    pub(super) run: Inline,
    /// Direction of the elements around that are not kept themselves.
    direction: Option<Direction>,
}

impl<'a> BlockBuilder<'a> {
    pub(super) const fn new(rules: Rules<'a>, nesting: usize) -> Self {
        Self { rules, nesting, out: Vec::new(), run: Vec::new(), direction: None }
    }
}

impl BlockBuilder<'_> {
    pub(super) fn flush(&mut self) {
        let run = normalize_run(std::mem::take(&mut self.run));
        if !run.is_empty() {
            self.out.push(directed(self.direction, Block::Paragraph(run)));
        }
    }

    pub(super) fn push_block(&mut self, block: Block) {
        self.flush();
        self.out.push(block);
    }

    /// [`Self::push_block`] of the block that an element becomes.
    pub(super) fn push_of(&mut self, element: &Element, block: Block) {
        let direction = self.direction_of(element);
        self.push_block(directed(direction, block));
    }

    /// The direction that an element says, else that around it.
    pub(super) fn direction_of(&self, element: &Element) -> Option<Direction> {
        match element.attribute("dir") {
            Some(_) => own_direction(element),
            None => self.direction,
        }
    }

    /// Visits what is in an element that is not kept itself, as blocks of their own.
    fn visit_unwrapped(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        self.flush();
        let direction = self.direction_of(element);
        let around = std::mem::replace(&mut self.direction, direction);
        self.visit_all(&element.children, marks);
        self.flush();
        self.direction = around;
    }

    pub(super) fn visit_all(&mut self, nodes: &[Node], marks: &mut Vec<Mark>) {
        for node in nodes {
            budget::step();
            match node {
                Node::Text(text) => self.push_leaf(Content::Text(remove_control_characters(text)), marks),
                Node::Element(element) => self.visit(element, marks),
            }
        }
    }

    pub(super) fn push_leaf(&mut self, content: Content, marks: &[Mark]) {
        self.run.push(Leaf { marks: marks.to_vec(), content });
    }

    fn visit(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        match language_of(element) {
            Some(language) => self.visit_in_language(element, &mut within(language, marks)),
            None => self.visit_in_language(element, marks),
        }
    }

    /// [`Self::visit`] with the element's own language among the marks.
    fn visit_in_language(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        if let Some(note) = footnotes::footnote(element, self.rules) {
            return self.run.push(footnotes::reference(note));
        }
        if footnotes::is_back_link(element) {
            return;
        }
        if let Some(mark) = mark_for(element, self.rules) {
            return self.visit_marked(mark, element, marks);
        }
        let is_special =
            if self.rules.page_blocks { self.page_block(element, marks) } else { self.post_block(element, marks) };
        if !is_special {
            self.visit_unmarked(element, marks);
        }
    }

    fn visit_unmarked(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        match element.name {
            "br" => self.push_leaf(Content::Break, marks),
            "q" => {
                self.push_leaf(Content::Text("\u{201c}".into()), marks);
                self.visit_all(&element.children, marks);
                self.push_leaf(Content::Text("\u{201d}".into()), marks);
            }
            "h1" | "h2" => self.heading(2, element, marks),
            "h3" => self.heading(3, element, marks),
            "h4" | "h5" | "h6" => self.heading(4, element, marks),
            "pre" | "listing" | "xmp" => {
                let mut run = Vec::new();
                preformatted(&element.children, marks, self.rules, &mut run);
                let run = normalize_preformatted(run);
                if !run.is_empty() {
                    self.push_of(element, Block::Preformatted(run));
                }
            }
            // Adjacent rules are merged.
            "hr" => {
                self.flush();
                if self.out.last() != Some(&Block::HorizontalRule) {
                    self.out.push(Block::HorizontalRule);
                }
            }
            "img" => self.image(element),
            "video" => self.video(element),
            "audio" => self.audio(element, marks),
            "iframe" => self.iframe(element),
            "source" | "wbr" => {}
            "ul" | "ol" | "menu" | "dir" if self.nesting < MAX_NESTING => self.list(element, marks),
            "blockquote" if self.nesting < MAX_NESTING => {
                let blocks = build_blocks(&element.children, marks, self.rules, self.nesting + 1);
                self.flush();
                if !blocks.is_empty() {
                    self.push_of(element, Block::Quote(blocks));
                }
            }
            "table" if self.nesting < MAX_NESTING => self.table(element, marks),
            "figure" if self.nesting < MAX_NESTING => self.figure(element, marks),
            "dt" => {
                self.flush();
                self.visit_marked(Mark::Strong, element, marks);
                self.flush();
            }
            "a" | "abbr" | "acronym" | "ins" | "mark" | "picture" | "small" | "span" => {
                self.visit_all(&element.children, marks)
            }
            _ => self.visit_unwrapped(element, marks),
        }
    }

    /// Takes an element that is a block of a post; false for any other element.
    fn post_block(&mut self, element: &Element, marks: &mut Vec<Mark>) -> bool {
        match (element.name, element.attribute("data-block")) {
            _ if self.nesting >= MAX_NESTING => return false,
            ("ol", Some(FOOTNOTES)) => self.notes_without_reference(element, marks),
            ("aside" | "div", Some("review")) => self.review(element, marks),
            // What is in it is what the server drew. It stands in no other block.
            ("div", Some(DEALS)) => {
                self.flush();
                if self.nesting == 0 {
                    self.out.push(Block::Deals);
                }
            }
            ("blockquote" | "aside", Some("pull-quote")) => {
                let blocks = build_blocks(&element.children, marks, self.rules, self.nesting + 1);
                self.flush();
                if !blocks.is_empty() {
                    self.push_of(element, Block::PullQuote(blocks));
                }
            }
            _ => return false,
        }
        true
    }

    fn visit_marked(&mut self, mark: Mark, element: &Element, marks: &mut Vec<Mark>) {
        let new = !marks.iter().any(|outer| outer.is_same_element(&mark));
        if new {
            marks.push(mark);
        }
        self.visit_all(&element.children, marks);
        if new {
            marks.pop();
        }
    }

    fn heading(&mut self, level: u8, element: &Element, marks: &[Mark]) {
        self.flush();
        let (run, rest) = separate_text(build_blocks(&element.children, marks, self.rules, self.nesting));
        if !run.is_empty() {
            let id = self.rules.anchors.and_then(|anchors| anchors.id_of(element));
            self.push_of(element, Block::Heading(level, id, run));
        }
        self.out.extend(rest);
    }

    fn list(&mut self, element: &Element, marks: &[Mark]) {
        let mut items: Vec<Item> = Vec::new();
        let mut others: Vec<&Node> = Vec::new();
        let inside = |nodes: &[Node], marks: &[Mark]| build_blocks(nodes, marks, self.rules, self.nesting + 1);
        for node in &element.children {
            match node {
                Node::Element(child) if child.name == "li" => items.push(Item {
                    value: lists::integer(child, "value"),
                    direction: own_direction(child),
                    content: inside(&child.children, &marks_in(child, marks)),
                }),
                // A list directly in a list belongs to the item before it.
                Node::Element(child) if matches!(child.name, "ul" | "ol") => {
                    let nested = inside(std::slice::from_ref(node), marks);
                    match items.last_mut() {
                        Some(item) => item.content.extend(nested),
                        None => items.push(Item { content: nested, ..Item::default() }),
                    }
                }
                node => others.push(node),
            }
        }
        items.retain(|item| !item.content.is_empty());
        self.flush();
        for node in others {
            let blocks = build_blocks(std::slice::from_ref(node), marks, self.rules, self.nesting);
            self.out.extend(blocks);
        }
        if !items.is_empty() {
            let look = if self.rules.page_blocks { ListLook::of(element) } else { ListLook::Plain };
            let numbering = lists::numbering(element, look, &mut items);
            self.push_of(element, Block::List { numbering, look, items });
        }
    }

    fn table(&mut self, element: &Element, marks: &[Mark]) {
        let (mut head, mut body, mut caption) = (Vec::new(), Vec::new(), Vec::new());
        for child in elements(&element.children) {
            match child.name {
                "thead" => head.extend(self.rows(child, marks)),
                "tbody" | "tfoot" => body.extend(self.rows(child, marks)),
                "caption" => {
                    let marks = marks_in(child, marks);
                    caption.extend(build_blocks(&child.children, &marks, self.rules, self.nesting));
                }
                _ => {}
            }
        }
        self.flush();
        let (caption, rest) = separate_text(caption);
        self.out.extend(rest);
        if head.is_empty() && body.is_empty() {
            return self.out.extend((!caption.is_empty()).then_some(Block::Paragraph(caption)));
        }
        let table = directed(self.direction_of(element), Block::Table { head, body });
        self.out.push(if caption.is_empty() {
            table
        } else {
            Block::Figure(Figure { content: FigureContent::Blocks(vec![table]), caption })
        });
    }

    fn rows(&self, section: &Element, marks: &[Mark]) -> Vec<Row> {
        let marks = marks_in(section, marks);
        let cell = |cell: &Element, marks: &[Mark]| Cell {
            header: cell.name == "th",
            attributes: cell_attributes(cell),
            content: build_blocks(&cell.children, &marks_in(cell, marks), self.rules, self.nesting + 1),
        };
        let row = |row: &Element| {
            let marks = marks_in(row, &marks);
            let cells = elements(&row.children).filter(|cell| matches!(cell.name, "td" | "th"));
            cells.map(|element| cell(element, &marks)).collect::<Row>()
        };
        elements(&section.children).filter(|row| row.name == "tr").map(row).filter(|row| !row.is_empty()).collect()
    }
}

fn mark_for(element: &Element, rules: Rules<'_>) -> Option<Mark> {
    Some(match element.name {
        "strong" | "b" => Mark::Strong,
        "em" | "i" | "dfn" | "var" => Mark::Emphasis,
        "u" => Mark::Underline,
        "s" | "del" | "strike" => Mark::Strike,
        "code" | "kbd" | "samp" | "tt" => Mark::Code,
        "sup" => Mark::Superscript,
        "sub" => Mark::Subscript,
        "cite" => Mark::Cite,
        "a" => Mark::Link {
            href: link(element.attribute("href")?, rules)?.into(),
            title: element.attribute("title").map(one_line).filter(|title| !title.is_empty()).map(Into::into),
        },
        _ => return None,
    })
}

/// The language that an element says itself.
fn language_of(element: &Element) -> Option<Mark> {
    language::normalize(element.attribute("lang")?).map(|tag| Mark::Language(tag.into()))
}

/// The marks with this language in the place of another.
fn within(language: Mark, marks: &[Mark]) -> Vec<Mark> {
    let mut marks = marks.to_vec();
    match marks.iter_mut().find(|outer| outer.is_same_element(&language)) {
        Some(outer) => *outer = language,
        None => marks.push(language),
    }
    marks
}

/// The marks of what is in an element that is no mark itself.
pub(super) fn marks_in<'a>(element: &Element, marks: &'a [Mark]) -> Cow<'a, [Mark]> {
    language_of(element).map_or(Cow::Borrowed(marks), |language| Cow::Owned(within(language, marks)))
}

/// The address of a link as it is stored; none if it is not allowed or leads to no part of the text.
fn link(address: &str, rules: Rules<'_>) -> Option<String> {
    match address.trim().strip_prefix('#') {
        Some(part) => rules.anchors?.find(part).map(|id| format!("#{id}")),
        None => urls::normalize_link(address),
    }
}

/// The direction that an element says itself.
pub(super) fn own_direction(element: &Element) -> Option<Direction> {
    let said = element.attribute("dir")?.trim();
    [Direction::LeftToRight, Direction::RightToLeft].into_iter().find(|known| said.eq_ignore_ascii_case(known.name()))
}

pub(super) fn directed(direction: Option<Direction>, block: Block) -> Block {
    match (direction, block) {
        (Some(direction), block) if block.has_text() => Block::Directed(direction, Box::new(block)),
        (_, block) => block,
    }
}

fn preformatted(nodes: &[Node], marks: &[Mark], rules: Rules<'_>, run: &mut Inline) {
    for node in nodes {
        budget::step();
        match node {
            Node::Text(text) => {
                let text = remove_control_characters(text);
                // Without letters it says nothing about where a line begins.
                if !text.is_empty() {
                    run.push(Leaf { marks: marks.to_vec(), content: Content::Text(text) });
                }
            }
            Node::Element(element) if matches!(element.name, "br" | "p" | "div" | "li" | "tr") => {
                let starts_line = run
                    .iter()
                    .rev()
                    .find_map(|leaf| if let Content::Text(text) = &leaf.content { text.chars().last() } else { None })
                    .is_none_or(|last| last == '\n');
                if element.name == "br" || !starts_line {
                    run.push(Leaf { marks: Vec::new(), content: Content::Text("\n".into()) });
                }
                preformatted(&element.children, &marks_in(element, marks), rules, run);
            }
            Node::Element(element) if footnotes::is_back_link(element) => {}
            Node::Element(element) => {
                if let Some(note) = footnotes::footnote(element, rules) {
                    run.push(footnotes::reference(note));
                    continue;
                }
                let mut marks = marks_in(element, marks).into_owned();
                marks.extend(
                    mark_for(element, rules).filter(|mark| !marks.iter().any(|outer| outer.is_same_element(mark))),
                );
                preformatted(&element.children, &marks, rules, run);
            }
        }
    }
}

/// Separates blocks into the text of paragraphs and headings, as one run, and all others.
pub(super) fn separate_text(blocks: Vec<Block>) -> (Inline, Vec<Block>) {
    let (mut runs, mut rest) = (Vec::new(), Vec::new());
    for block in blocks {
        match block.into_text() {
            Ok(run) => runs.push(run),
            Err(other) => rest.push(*other),
        }
    }
    (join_with_breaks(runs), rest)
}

fn cell_attributes(cell: &Element) -> Vec<(&'static str, String)> {
    let span = |name: &'static str| {
        Some((
            name,
            cell.attribute(name)?.trim().parse::<u16>().ok().filter(|span| (2..=1000).contains(span))?.to_string(),
        ))
    };
    let scope = cell
        .attribute("scope")
        .filter(|scope| cell.name == "th" && matches!(*scope, "col" | "row" | "colgroup" | "rowgroup"));
    let scope = scope.map(|scope| ("scope", scope.to_owned()));
    let direction = own_direction(cell).map(|direction| ("dir", direction.name().to_owned()));
    [span("colspan"), span("rowspan"), scope, direction].into_iter().flatten().collect()
}

/// Removes control characters, which are invisible and invalid in XML, except line feeds and tabs.
fn remove_control_characters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

pub(super) fn one_line(text: &str) -> String {
    remove_control_characters(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
