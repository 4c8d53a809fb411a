//! Builds the model out of whatever elements came in.

use super::address;
use super::clean::MediaDecision;
use super::inline::{join, tidy, tidy_listing};
use super::model::{Block, Cell, Content, Figure, Inline, Leaf, Mark, Row, Subject};
use super::tree::{Element, Node};

/// What becomes of a medium's address.
pub type MediaRule<'a> = &'a dyn Fn(&str) -> MediaDecision;

/// Blocks further in than this lose their frame and keep their text.
const MAX_NESTING: usize = 12;

pub fn blocks(nodes: &[Node], media: MediaRule<'_>) -> Vec<Block> {
    flow(nodes, &[], media, 0)
}

pub(super) fn flow(nodes: &[Node], marks: &[Mark], media: MediaRule<'_>, nesting: usize) -> Vec<Block> {
    let mut builder = Builder { media, nesting, out: Vec::new(), run: Vec::new() };
    builder.walk_all(nodes, &mut marks.to_vec());
    builder.flush();
    builder.out
}

pub(super) struct Builder<'a> {
    pub(super) media: MediaRule<'a>,
    pub(super) nesting: usize,
    pub(super) out: Vec<Block>,
    /// Text that has not found the end of its paragraph yet.
    pub(super) run: Inline,
}

impl Builder<'_> {
    pub(super) fn flush(&mut self) {
        let run = tidy(std::mem::take(&mut self.run));
        if !run.is_empty() {
            self.out.push(Block::Paragraph(run));
        }
    }

    pub(super) fn block(&mut self, block: Block) {
        self.flush();
        self.out.push(block);
    }

    pub(super) fn walk_all(&mut self, nodes: &[Node], marks: &mut Vec<Mark>) {
        for node in nodes {
            match node {
                Node::Text(text) => self.leaf(Content::Text(visible(text)), marks),
                Node::Element(element) => self.walk(element, marks),
            }
        }
    }

    pub(super) fn leaf(&mut self, content: Content, marks: &[Mark]) {
        self.run.push(Leaf { marks: marks.to_vec(), content });
    }

    fn walk(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        if let Some(mark) = mark_of(element) {
            return self.marked(mark, element, marks);
        }
        match element.name {
            "br" => self.leaf(Content::Break, marks),
            "q" => {
                self.leaf(Content::Text("\u{201c}".into()), marks);
                self.walk_all(&element.children, marks);
                self.leaf(Content::Text("\u{201d}".into()), marks);
            }
            "h1" | "h2" => self.heading(2, element, marks),
            "h3" => self.heading(3, element, marks),
            "h4" | "h5" | "h6" => self.heading(4, element, marks),
            "pre" | "listing" | "xmp" => {
                let mut run = Vec::new();
                listing(&element.children, marks, &mut run);
                let run = tidy_listing(run);
                if !run.is_empty() {
                    self.block(Block::Listing(run));
                }
            }
            // One rule separates as well as three.
            "hr" => {
                self.flush();
                if self.out.last() != Some(&Block::Rule) {
                    self.out.push(Block::Rule);
                }
            }
            "img" => self.image(element),
            "video" => self.video(element),
            "audio" => self.audio(element, marks),
            "iframe" => self.iframe(element),
            "source" | "wbr" => {}
            "ul" | "ol" | "menu" | "dir" if self.nesting < MAX_NESTING => self.list(element, marks),
            "blockquote" if self.nesting < MAX_NESTING => {
                let blocks = flow(&element.children, marks, self.media, self.nesting + 1);
                self.flush();
                if !blocks.is_empty() {
                    self.out.push(Block::Quote(blocks));
                }
            }
            "table" if self.nesting < MAX_NESTING => self.table(element, marks),
            "figure" if self.nesting < MAX_NESTING => self.figure(element, marks),
            "dt" => {
                self.flush();
                self.marked(Mark::Strong, element, marks);
                self.flush();
            }
            "a" | "abbr" | "acronym" | "ins" | "mark" | "picture" | "small" | "span" => {
                self.walk_all(&element.children, marks)
            }
            _ => {
                self.flush();
                self.walk_all(&element.children, marks);
                self.flush();
            }
        }
    }

    fn marked(&mut self, mark: Mark, element: &Element, marks: &mut Vec<Mark>) {
        let new = !marks.iter().any(|around| around.is_like(&mark));
        if new {
            marks.push(mark);
        }
        self.walk_all(&element.children, marks);
        if new {
            marks.pop();
        }
    }

    fn heading(&mut self, level: u8, element: &Element, marks: &[Mark]) {
        self.flush();
        let (run, rest) = split(flow(&element.children, marks, self.media, self.nesting));
        if !run.is_empty() {
            self.out.push(Block::Heading(level, run));
        }
        self.out.extend(rest);
    }

    fn list(&mut self, element: &Element, marks: &[Mark]) {
        let mut items: Vec<Vec<Block>> = Vec::new();
        let mut loose: Vec<&Node> = Vec::new();
        let inside = |nodes: &[Node]| flow(nodes, marks, self.media, self.nesting + 1);
        for node in &element.children {
            match node {
                Node::Element(child) if child.name == "li" => items.push(inside(&child.children)),
                // A list right in a list is meant as part of the item before it.
                Node::Element(child) if matches!(child.name, "ul" | "ol") => {
                    let nested = inside(std::slice::from_ref(node));
                    match items.last_mut() {
                        Some(item) => item.extend(nested),
                        None => items.push(nested),
                    }
                }
                node => loose.push(node),
            }
        }
        items.retain(|item| !item.is_empty());
        self.flush();
        for node in loose {
            let blocks = flow(std::slice::from_ref(node), marks, self.media, self.nesting);
            self.out.extend(blocks);
        }
        if !items.is_empty() {
            self.out.push(Block::List { ordered: element.name == "ol", items });
        }
    }

    fn table(&mut self, element: &Element, marks: &[Mark]) {
        let (mut head, mut body, mut caption) = (Vec::new(), Vec::new(), Vec::new());
        for child in elements(&element.children) {
            match child.name {
                "thead" => head.extend(self.rows(child, marks)),
                "tbody" | "tfoot" => body.extend(self.rows(child, marks)),
                "caption" => caption.extend(flow(&child.children, marks, self.media, self.nesting)),
                _ => {}
            }
        }
        self.flush();
        let (caption, rest) = split(caption);
        self.out.extend(rest);
        if head.is_empty() && body.is_empty() {
            return self.out.extend((!caption.is_empty()).then_some(Block::Paragraph(caption)));
        }
        let table = Block::Table { head, body };
        self.out.push(if caption.is_empty() {
            table
        } else {
            Block::Figure(Figure { subject: Subject::Blocks(vec![table]), caption })
        });
    }

    fn rows(&self, section: &Element, marks: &[Mark]) -> Vec<Row> {
        let cell = |cell: &Element| Cell {
            header: cell.name == "th",
            attributes: cell_attributes(cell),
            content: flow(&cell.children, marks, self.media, self.nesting + 1),
        };
        let row = |row: &Element| {
            elements(&row.children).filter(|cell| matches!(cell.name, "td" | "th")).map(cell).collect::<Row>()
        };
        elements(&section.children).filter(|row| row.name == "tr").map(row).filter(|row| !row.is_empty()).collect()
    }
}

fn mark_of(element: &Element) -> Option<Mark> {
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
            href: address::link(element.attribute("href")?)?,
            title: element.attribute("title").map(one_line).filter(|title| !title.is_empty()),
        },
        _ => return None,
    })
}

fn listing(nodes: &[Node], marks: &[Mark], run: &mut Inline) {
    for node in nodes {
        match node {
            Node::Text(text) => run.push(Leaf { marks: marks.to_vec(), content: Content::Text(visible(text)) }),
            Node::Element(element) if matches!(element.name, "br" | "p" | "div" | "li" | "tr") => {
                let starts_line = run
                    .iter()
                    .rev()
                    .find_map(|leaf| if let Content::Text(text) = &leaf.content { text.chars().last() } else { None })
                    .is_none_or(|last| last == '\n');
                if element.name == "br" || !starts_line {
                    run.push(Leaf { marks: Vec::new(), content: Content::Text("\n".into()) });
                }
                listing(&element.children, marks, run);
            }
            Node::Element(element) => {
                let mut marks = marks.to_vec();
                marks.extend(mark_of(element).filter(|mark| !marks.iter().any(|around| around.is_like(mark))));
                listing(&element.children, &marks, run);
            }
        }
    }
}

/// The text of paragraphs as one run, and the blocks that are none.
pub(super) fn split(blocks: Vec<Block>) -> (Inline, Vec<Block>) {
    let (mut runs, mut rest) = (Vec::new(), Vec::new());
    for block in blocks {
        match block {
            Block::Paragraph(run) | Block::Heading(_, run) => runs.push(run),
            other => rest.push(other),
        }
    }
    (join(runs), rest)
}

pub(super) fn elements(nodes: &[Node]) -> impl Iterator<Item = &Element> {
    nodes.iter().filter_map(|node| if let Node::Element(element) = node { Some(element) } else { None })
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
    [span("colspan"), span("rowspan"), scope.map(|scope| ("scope", scope.to_owned()))].into_iter().flatten().collect()
}

/// Text without the control characters that nobody sees and XML cannot carry.
fn visible(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

pub(super) fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
