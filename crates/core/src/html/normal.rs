//! Builds the model out of whatever elements came in.

use super::clean::Medium;
use super::inline::{is_blank, join, tidy, tidy_listing};
use super::model::{Block, Cell, Content, Figure, Inline, Leaf, Mark, Row, Subject};
use super::tree::{Element, Node};
use super::{address, embed};

/// What becomes of a medium's address.
pub type MediaRule<'a> = &'a dyn Fn(&str) -> Medium;

/// Blocks further in than this lose their frame and keep their text.
const MAX_NESTING: usize = 12;

/// The longest side a medium may say it has, in pixels.
const MAX_SIDE: u32 = 20_000;

pub fn blocks(nodes: &[Node], media: MediaRule<'_>) -> Vec<Block> {
    flow(nodes, &[], media, 0)
}

fn flow(nodes: &[Node], marks: &[Mark], media: MediaRule<'_>, nesting: usize) -> Vec<Block> {
    let mut builder = Builder { media, nesting, out: Vec::new(), run: Vec::new() };
    builder.walk_all(nodes, &mut marks.to_vec());
    builder.flush();
    builder.out
}

struct Builder<'a> {
    media: MediaRule<'a>,
    nesting: usize,
    out: Vec<Block>,
    /// Text that has not found the end of its paragraph yet.
    run: Inline,
}

impl Builder<'_> {
    fn flush(&mut self) {
        let run = tidy(std::mem::take(&mut self.run));
        if !run.is_empty() {
            self.out.push(Block::Paragraph(run));
        }
    }

    fn block(&mut self, block: Block) {
        self.flush();
        self.out.push(block);
    }

    fn walk_all(&mut self, nodes: &[Node], marks: &mut Vec<Mark>) {
        for node in nodes {
            match node {
                Node::Text(text) => self.leaf(Content::Text(visible(text)), marks),
                Node::Element(element) => self.walk(element, marks),
            }
        }
    }

    fn leaf(&mut self, content: Content, marks: &[Mark]) {
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
            "hr" => self.block(Block::Rule),
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
            "a" | "abbr" | "acronym" | "ins" | "mark" | "picture" | "small" | "span" => self.walk_all(&element.children, marks),
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
        self.out.push(if caption.is_empty() { table } else { Block::Figure(Figure { subject: Subject::Blocks(vec![table]), caption }) });
    }

    fn rows(&self, section: &Element, marks: &[Mark]) -> Vec<Row> {
        let cell = |cell: &Element| Cell {
            header: cell.name == "th",
            attributes: cell_attributes(cell),
            content: flow(&cell.children, marks, self.media, self.nesting + 1),
        };
        let row = |row: &Element| elements(&row.children).filter(|cell| matches!(cell.name, "td" | "th")).map(cell).collect::<Row>();
        elements(&section.children).filter(|row| row.name == "tr").map(row).filter(|row| !row.is_empty()).collect()
    }

    fn figure(&mut self, element: &Element, marks: &[Mark]) {
        self.flush();
        if let Some(card) = element.attribute("data-embed").and_then(embed::embed_card) {
            return self.embed_figure(card, element, marks);
        }
        let (captions, rest): (Vec<&Node>, Vec<&Node>) = element.children.iter().partition(|node| is_caption(node));
        let (caption, after) = self.caption(captions, marks);
        let mut inside = Builder { media: self.media, nesting: self.nesting + 1, out: Vec::new(), run: Vec::new() };
        for node in rest {
            inside.walk_all(std::slice::from_ref(node), &mut marks.to_vec());
        }
        inside.flush();
        self.place_figure(inside.out, caption);
        self.out.extend(after);
    }

    /// A figure shows one thing: several pictures become a figure each, a gallery's own caption a paragraph after them.
    fn place_figure(&mut self, mut blocks: Vec<Block>, mut caption: Inline) {
        let figures = blocks.iter_mut().filter_map(|block| if let Block::Figure(figure) = block { Some(figure) } else { None }).collect::<Vec<_>>();
        let captioned = figures.iter().any(|figure| !figure.caption.is_empty());
        let shows_media = !figures.is_empty();
        if let Some(last) = figures.into_iter().next_back().filter(|_| !captioned) {
            last.caption = std::mem::take(&mut caption);
        }
        let plain = blocks.iter().all(|block| matches!(block, Block::Paragraph(_)));
        if !shows_media && !blocks.is_empty() && (plain || !caption.is_empty()) {
            return self.out.push(Block::Figure(Figure { subject: Subject::Blocks(blocks), caption }));
        }
        self.out.append(&mut blocks);
        self.out.extend((!caption.is_empty()).then_some(Block::Paragraph(caption)));
    }

    fn caption(&self, captions: Vec<&Node>, marks: &[Mark]) -> (Inline, Vec<Block>) {
        let mut blocks = Vec::new();
        for node in captions {
            blocks.extend(flow(std::slice::from_ref(node), marks, self.media, self.nesting + 1));
        }
        split(blocks)
    }

    fn embed_figure(&mut self, card: embed::EmbedCard, element: &Element, marks: &[Mark]) {
        let (captions, rest): (Vec<&Node>, Vec<&Node>) = element.children.iter().partition(|node| is_caption(node));
        let (caption, after) = self.caption(captions, marks);
        let (mut href, mut label, mut others) = (None, String::new(), Vec::new());
        for node in rest {
            for block in flow(std::slice::from_ref(node), marks, self.media, self.nesting) {
                let link = if let Block::Paragraph(run) = &block { run.iter().find_map(link_of) } else { None };
                match link {
                    Some(link) if href.is_none() => {
                        href = embed::is_same_service(&card, link).then(|| link.to_owned());
                        if let Block::Paragraph(run) = &block {
                            label = text_of(run);
                        }
                    }
                    _ => others.push(block),
                }
            }
        }
        let label = if label.is_empty() { card.label.to_owned() } else { label };
        let subject = Subject::Embed { href: href.unwrap_or(card.href), url: card.url, label };
        self.out.push(Block::Figure(Figure { subject, caption }));
        // What else stood in the figure is what a browser shows while the card cannot; the card has no room for it.
        self.out
            .extend(others.into_iter().filter(|block| matches!(block, Block::Figure(Figure { subject: Subject::Image { .. } | Subject::Video { .. }, .. }))));
        self.out.extend(after);
    }

    fn image(&mut self, element: &Element) {
        let alt = element.attribute("alt").map(one_line).unwrap_or_default();
        match (self.media)(element.attribute("src").unwrap_or_default()) {
            Medium::Keep { src, size } => self.subject(Subject::Image { src, alt, size: size.or_else(|| written_size(element)) }),
            Medium::Missing => self.missing("picture", &alt),
            Medium::Drop => {}
        }
    }

    fn video(&mut self, element: &Element) {
        let sources = elements(&element.children).filter(|child| child.name == "source").filter_map(|source| source.attribute("src"));
        let Some(src) = element.attribute("src").into_iter().chain(sources).find(|src| !src.trim().is_empty()) else { return };
        match (self.media)(src) {
            Medium::Keep { src, size } => {
                let poster = match element.attribute("poster").map(self.media) {
                    Some(Medium::Keep { src, .. }) => Some(src),
                    _ => None,
                };
                self.subject(Subject::Video { src, poster, size: size.or_else(|| written_size(element)) });
            }
            Medium::Missing => self.missing("video", ""),
            Medium::Drop => {}
        }
    }

    /// Audio has no player here; a file on the web becomes a link.
    fn audio(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        let sources = elements(&element.children).filter(|child| child.name == "source").filter_map(|source| source.attribute("src"));
        let Some(href) = element.attribute("src").into_iter().chain(sources).find_map(address::link).filter(|href| address::is_foreign(href)) else { return };
        let name = href.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        let label = if name.is_empty() { "Listen".to_owned() } else { format!("Listen: {name}") };
        self.flush();
        marks.push(Mark::Link { href, title: None });
        self.leaf(Content::Text(label), marks);
        marks.pop();
        self.flush();
    }

    fn iframe(&mut self, element: &Element) {
        let Some(card) = element.attribute("src").and_then(embed::embed_card) else { return };
        let title = element.attribute("title").map(one_line).unwrap_or_default();
        let label = if title.is_empty() { card.label.to_owned() } else { title };
        self.subject(Subject::Embed { url: card.url, href: card.href, label });
    }

    fn subject(&mut self, subject: Subject) {
        self.block(Block::Figure(Figure { subject, caption: Vec::new() }));
    }

    fn missing(&mut self, what: &str, alt: &str) {
        let text = if alt.is_empty() { format!("This {what} is missing.") } else { format!("This {what} is missing: {alt}") };
        let run = vec![Leaf { marks: vec![Mark::Emphasis], content: Content::Text(text) }];
        self.subject(Subject::Blocks(vec![Block::Paragraph(run)]));
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
        "a" => {
            Mark::Link { href: address::link(element.attribute("href")?)?, title: element.attribute("title").map(one_line).filter(|title| !title.is_empty()) }
        }
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
fn split(blocks: Vec<Block>) -> (Inline, Vec<Block>) {
    let (mut runs, mut rest) = (Vec::new(), Vec::new());
    for block in blocks {
        match block {
            Block::Paragraph(run) | Block::Heading(_, run) => runs.push(run),
            other => rest.push(other),
        }
    }
    (join(runs), rest)
}

fn elements(nodes: &[Node]) -> impl Iterator<Item = &Element> {
    nodes.iter().filter_map(|node| if let Node::Element(element) = node { Some(element) } else { None })
}

fn is_caption(node: &Node) -> bool {
    matches!(node, Node::Element(element) if element.name == "figcaption")
}

fn link_of(leaf: &Leaf) -> Option<&str> {
    leaf.marks.iter().find_map(|mark| if let Mark::Link { href, .. } = mark { Some(href.as_str()) } else { None })
}

fn text_of(run: &Inline) -> String {
    let text: String =
        run.iter().filter(|leaf| !is_blank(leaf)).map(|leaf| if let Content::Text(text) = &leaf.content { text.as_str() } else { " " }).collect();
    one_line(&text)
}

fn cell_attributes(cell: &Element) -> Vec<(&'static str, String)> {
    let span = |name: &'static str| Some((name, cell.attribute(name)?.trim().parse::<u16>().ok().filter(|span| (2..=1000).contains(span))?.to_string()));
    let scope = cell.attribute("scope").filter(|scope| cell.name == "th" && matches!(*scope, "col" | "row" | "colgroup" | "rowgroup"));
    [span("colspan"), span("rowspan"), scope.map(|scope| ("scope", scope.to_owned()))].into_iter().flatten().collect()
}

fn written_size(element: &Element) -> Option<(u32, u32)> {
    let side = |name| element.attribute(name)?.trim().trim_end_matches("px").parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    Some((side("width")?, side("height")?))
}

/// Text without the control characters that nobody sees and XML cannot carry.
fn visible(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
