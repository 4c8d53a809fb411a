//! Serializes the model as HTML.

use std::ops::{Deref, DerefMut};

use super::budget;
use super::inline_runs::shared_marks;
use super::model::{
    BACK_LINK, Block, Cell, Content, DEALS, Direction, FOOTNOTES, Figure, FigureContent, Inline, Item, Leaf, ListLook,
    Mark, Numbering, Review, Row,
};
use super::tokenizer::{escape_attribute, escape_text};
use super::urls::is_external;

pub fn serialize(blocks: &[Block]) -> String {
    serialize_within(blocks, usize::MAX)
}

/// [`serialize`] of a text that somebody sent: it ends when what is written is longer than `max_bytes`, as where one
/// long address is around thousands of blocks.
pub fn serialize_within(blocks: &[Block], max_bytes: usize) -> String {
    let mut out = Writer { max_bytes: Some(max_bytes), ..Writer::default() };
    write_blocks(blocks, &mut out);
    write_notes(&mut out);
    out.html
}

/// The HTML so far, and the notes of the references in it.
#[derive(Default)]
struct Writer {
    html: String,
    notes: Vec<Inline>,
    /// Direction of the block that begins next.
    direction: Option<Direction>,
    max_bytes: Option<usize>,
}

impl Writer {
    fn check_length(&self) {
        if self.max_bytes.is_some_and(|max| self.html.len() > max) {
            budget::end();
        }
        budget::step();
    }
}

impl Deref for Writer {
    type Target = String;

    fn deref(&self) -> &String {
        &self.html
    }
}

impl DerefMut for Writer {
    fn deref_mut(&mut self) -> &mut String {
        &mut self.html
    }
}

/// HTML of a run of inline content.
pub(super) fn serialize_inline(run: &[Leaf]) -> String {
    let mut out = Writer::default();
    write_inline(run, &mut out);
    out.html
}

fn write_blocks(blocks: &[Block], out: &mut Writer) {
    for block in blocks {
        out.check_length();
        write_block(block, out);
    }
}

fn write_block(block: &Block, out: &mut Writer) {
    match block {
        Block::Paragraph(run) => write_element("p", out, |out| write_inline(run, out)),
        Block::Heading(level, id, run) => {
            let name = ["h2", "h3", "h4"][usize::from(level.clamp(&2, &4) - 2)];
            write_start_tag(name, id.as_deref().map(|id| ("id", id)), out);
            write_inline(run, out);
            write_end_tag(name, out);
        }
        Block::Directed(direction, block) => {
            out.direction = Some(*direction);
            write_block(block, out);
        }
        Block::Preformatted(run) => write_element("pre", out, |out| write_inline(run, out)),
        Block::HorizontalRule => out.push_str("<hr>"),
        Block::List { numbering, look, items } => write_list(*numbering, *look, items, out),
        Block::Quote(blocks) => write_element("blockquote", out, |out| write_blocks(blocks, out)),
        Block::PullQuote(blocks) => {
            write_block_element("blockquote", Some("pull-quote"), out, |out| write_blocks(blocks, out));
        }
        Block::Review(review) => write_block_element("aside", Some("review"), out, |out| write_review(review, out)),
        Block::Deals => write_block_element("div", Some(DEALS), out, |_| {}),
        Block::Table { head, body } => write_element("table", out, |out| {
            for (name, rows) in [("thead", head), ("tbody", body)] {
                if !rows.is_empty() {
                    write_element(name, out, |out| rows.iter().for_each(|row| write_row(row, out)));
                }
            }
        }),
        Block::Figure(figure) => write_figure(figure, out),
        Block::Question { question, answer } => write_element("details", out, |out| {
            write_element("summary", out, |out| write_inline(question, out));
            write_blocks(answer, out);
        }),
        Block::Action(run) => write_block_element("p", Some("action"), out, |out| write_inline(run, out)),
        Block::Section(kind, blocks) => {
            write_block_element("aside", Some(kind.name()), out, |out| write_blocks(blocks, out));
        }
        Block::ContactForm => write_block_element("div", Some("contact-form"), out, |_| {}),
    }
}

fn write_list(numbering: Option<Numbering>, look: ListLook, items: &[Item], out: &mut Writer) {
    let name = if numbering.is_some() { "ol" } else { "ul" };
    let Numbering { start, reversed, letters } = numbering.unwrap_or_default();
    let start = start.map(|start| start.to_string());
    let attributes = [
        ("data-block", look.name()),
        ("start", start.as_deref()),
        ("reversed", reversed.then_some("")),
        ("type", letters),
    ];
    write_start_tag(name, attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
    for Item { value, direction, content } in items {
        let value = value.map(|value| value.to_string());
        out.direction = *direction;
        write_start_tag("li", value.as_deref().map(|value| ("value", value)), out);
        write_item(content, out);
        write_end_tag("li", out);
    }
    write_end_tag(name, out);
}

/// Writes a list item; a single paragraph is written without `p`.
fn write_item(item: &[Block], out: &mut Writer) {
    match item {
        [Block::Paragraph(run), rest @ ..]
            if rest.iter().all(|block| matches!(block.undirected(), Block::List { .. })) =>
        {
            write_inline(run, out);
            write_blocks(rest, out);
        }
        _ => write_blocks(item, out),
    }
}

fn write_row(row: &Row, out: &mut Writer) {
    write_element("tr", out, |out| row.iter().for_each(|cell| write_cell(cell, out)));
}

fn write_cell(cell: &Cell, out: &mut Writer) {
    let name = if cell.header { "th" } else { "td" };
    write_start_tag(name, cell.attributes.iter().map(|(name, value)| (*name, value.as_str())), out);
    match cell.content.as_slice() {
        [Block::Paragraph(run)] => write_inline(run, out),
        content => write_blocks(content, out),
    }
    write_end_tag(name, out);
}

fn write_figure(figure: &Figure, out: &mut Writer) {
    let address = match &figure.content {
        FigureContent::Embed { url, .. } => Some(("data-embed", url.as_str())),
        FigureContent::Missing { address, .. } => Some(("data-missing", address.as_str())),
        _ => None,
    };
    write_start_tag("figure", address, out);
    match &figure.content {
        FigureContent::Image { src, alt, size } => {
            let [width, height] = size_attributes(*size);
            let attributes = [
                ("src", Some(src.as_str())),
                ("alt", Some(alt)),
                ("width", width.as_deref()),
                ("height", height.as_deref()),
            ];
            write_start_tag("img", attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
        }
        FigureContent::Video { src, poster, size } => {
            let [width, height] = size_attributes(*size);
            let attributes = [
                ("src", Some(src.as_str())),
                ("poster", poster.as_deref()),
                ("controls", Some("")),
                ("width", width.as_deref()),
                ("height", height.as_deref()),
            ];
            write_start_tag("video", attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
            write_end_tag("video", out);
        }
        FigureContent::Embed { href, label, .. } => {
            let link = Mark::Link { href: href.as_str().into(), title: None };
            write_inline(&[Leaf { marks: vec![link], content: Content::Text(label.clone()) }], out);
        }
        FigureContent::Missing { text, .. } => {
            let run = [Leaf { marks: vec![Mark::Emphasis], content: Content::Text(text.clone()) }];
            write_element("p", out, |out| write_inline(&run, out));
        }
        FigureContent::Blocks(blocks) => write_blocks(blocks, out),
    }
    if !figure.caption.is_empty() {
        write_element("figcaption", out, |out| write_inline(&figure.caption, out));
    }
    write_end_tag("figure", out);
}

fn size_attributes(size: Option<(u32, u32)>) -> [Option<String>; 2] {
    [size.map(|(width, _)| width.to_string()), size.map(|(_, height)| height.to_string())]
}

fn write_inline(run: &[Leaf], out: &mut Writer) {
    let mut open_marks: &[Mark] = &[];
    for leaf in run {
        out.check_length();
        let shared = shared_marks(open_marks, &leaf.marks);
        open_marks[shared..].iter().rev().for_each(|mark| write_end_tag(mark.element(), out));
        leaf.marks[shared..].iter().for_each(|mark| write_mark(mark, out));
        open_marks = &leaf.marks;
        match &leaf.content {
            Content::Text(text) => escape_text(text, out),
            Content::Break => out.push_str("<br>"),
            Content::Footnote(note) => write_reference(note, out),
        }
    }
    open_marks.iter().rev().for_each(|mark| write_end_tag(mark.element(), out));
}

fn write_reference(note: &Inline, out: &mut Writer) {
    out.notes.push(note.clone());
    let number = out.notes.len();
    write_element("sup", out, |out| {
        let (href, id, label) = (format!("#fn-{number}"), format!("fnref-{number}"), format!("Footnote {number}"));
        write_start_tag("a", [("href", href.as_str()), ("id", &id), ("aria-label", &label)], out);
        out.push_str(&number.to_string());
        write_end_tag("a", out);
    });
}

/// The list of notes; a note holds no other.
fn write_notes(out: &mut Writer) {
    let notes = std::mem::take(&mut out.notes);
    if notes.is_empty() {
        return;
    }
    write_block_element("ol", Some(FOOTNOTES), out, |out| {
        for (index, note) in notes.iter().enumerate() {
            let number = index + 1;
            write_start_tag("li", [("id", format!("fn-{number}").as_str())], out);
            write_inline(note, out);
            let (href, label) = (format!("#fnref-{number}"), format!("Back to the text of footnote {number}"));
            out.push(' ');
            write_start_tag("a", [("href", href.as_str()), ("aria-label", &label)], out);
            out.push_str(BACK_LINK);
            write_end_tag("a", out);
            write_end_tag("li", out);
        }
    });
}

fn write_review(review: &Review, out: &mut Writer) {
    let write_text = |name: &str, text: &str, out: &mut Writer| write_element(name, out, |out| escape_text(text, out));
    write_text("h3", &review.name, out);
    write_block_element("p", Some("score"), out, |out| {
        let (whole, tenth) = (review.score_tenths / 10, review.score_tenths % 10);
        let score = if tenth == 0 { whole.to_string() } else { format!("{whole}.{tenth}") };
        write_text("strong", &score, out);
        out.push_str(" out of 10");
    });
    for (title, block, lines) in [("Pros", "pros", &review.pros), ("Cons", "cons", &review.cons)] {
        if !lines.is_empty() {
            write_text("h4", title, out);
            write_block_element("ul", Some(block), out, |out| {
                lines.iter().for_each(|line| write_text("li", line, out))
            });
        }
    }
    if !review.specs.is_empty() {
        write_text("h4", "Specifications", out);
        write_element("table", out, |out| {
            write_element("tbody", out, |out| {
                for (name, value) in &review.specs {
                    write_element("tr", out, |out| {
                        write_start_tag("th", [("scope", "row")], out);
                        escape_text(name, out);
                        write_end_tag("th", out);
                        write_text("td", value, out);
                    });
                }
            });
        });
    }
    if !review.verdict.is_empty() {
        write_text("h4", "Verdict", out);
        write_block_element("p", Some("verdict"), out, |out| escape_text(&review.verdict, out));
    }
}

fn write_mark(mark: &Mark, out: &mut Writer) {
    match mark {
        Mark::Link { href, title } => {
            let rel = is_external(href).then_some("nofollow noopener");
            let attributes = [("href", Some(&**href)), ("title", title.as_deref()), ("rel", rel)];
            write_start_tag("a", attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
        }
        Mark::Language(tag) => write_start_tag(mark.element(), [("lang", &**tag)], out),
        mark => write_start_tag(mark.element(), None, out),
    }
}

/// An element of a page's or post's blocks, which `data-block` names.
fn write_block_element(name: &str, block: Option<&'static str>, out: &mut Writer, inside: impl FnOnce(&mut Writer)) {
    write_start_tag(name, block.map(|block| ("data-block", block)), out);
    inside(out);
    write_end_tag(name, out);
}

fn write_element(name: &str, out: &mut Writer, inside: impl FnOnce(&mut Writer)) {
    write_start_tag(name, None, out);
    inside(out);
    write_end_tag(name, out);
}

fn write_start_tag<'a>(name: &str, attributes: impl IntoIterator<Item = (&'static str, &'a str)>, out: &mut Writer) {
    out.push('<');
    out.push_str(name);
    for (name, value) in attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        escape_attribute(value, out);
        out.push('"');
    }
    if let Some(direction) = out.direction.take() {
        out.push_str(" dir=\"");
        out.push_str(direction.name());
        out.push('"');
    }
    out.push('>');
}

fn write_end_tag(name: &str, out: &mut Writer) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}
