//! Writes the model as HTML.

use super::address::is_foreign;
use super::inline::common;
use super::model::{Block, Cell, Content, Figure, Leaf, Mark, Row, Subject};
use super::token::{escape_attribute, escape_text};

pub fn write(blocks: &[Block]) -> String {
    let mut out = String::new();
    write_blocks(blocks, &mut out);
    out
}

fn write_blocks(blocks: &[Block], out: &mut String) {
    for block in blocks {
        write_block(block, out);
    }
}

fn write_block(block: &Block, out: &mut String) {
    match block {
        Block::Paragraph(run) => wrapped("p", out, |out| write_inline(run, out)),
        Block::Heading(level, run) => {
            wrapped(["h2", "h3", "h4"][usize::from(level.clamp(&2, &4) - 2)], out, |out| write_inline(run, out))
        }
        Block::Listing(run) => wrapped("pre", out, |out| write_inline(run, out)),
        Block::Rule => out.push_str("<hr>"),
        Block::List { ordered, items } => wrapped(if *ordered { "ol" } else { "ul" }, out, |out| {
            for item in items {
                wrapped("li", out, |out| write_item(item, out));
            }
        }),
        Block::Quote(blocks) => wrapped("blockquote", out, |out| write_blocks(blocks, out)),
        Block::Table { head, body } => wrapped("table", out, |out| {
            for (name, rows) in [("thead", head), ("tbody", body)] {
                if !rows.is_empty() {
                    wrapped(name, out, |out| rows.iter().for_each(|row| write_row(row, out)));
                }
            }
        }),
        Block::Figure(figure) => write_figure(figure, out),
    }
}

/// An item holds its text directly unless it has several paragraphs.
fn write_item(item: &[Block], out: &mut String) {
    match item {
        [Block::Paragraph(run), rest @ ..] if rest.iter().all(|block| matches!(block, Block::List { .. })) => {
            write_inline(run, out);
            write_blocks(rest, out);
        }
        _ => write_blocks(item, out),
    }
}

fn write_row(row: &Row, out: &mut String) {
    wrapped("tr", out, |out| row.iter().for_each(|cell| write_cell(cell, out)));
}

fn write_cell(cell: &Cell, out: &mut String) {
    let name = if cell.header { "th" } else { "td" };
    open(name, cell.attributes.iter().map(|(name, value)| (*name, value.as_str())), out);
    match cell.content.as_slice() {
        [Block::Paragraph(run)] => write_inline(run, out),
        content => write_blocks(content, out),
    }
    close(name, out);
}

fn write_figure(figure: &Figure, out: &mut String) {
    let embed =
        if let Subject::Embed { url, .. } = &figure.subject { Some(("data-embed", url.as_str())) } else { None };
    open("figure", embed, out);
    match &figure.subject {
        Subject::Image { src, alt, size } => {
            let [width, height] = written(*size);
            let attributes = [
                ("src", Some(src.as_str())),
                ("alt", Some(alt)),
                ("width", width.as_deref()),
                ("height", height.as_deref()),
            ];
            open("img", attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
        }
        Subject::Video { src, poster, size } => {
            let [width, height] = written(*size);
            let attributes = [
                ("src", Some(src.as_str())),
                ("poster", poster.as_deref()),
                ("controls", Some("")),
                ("width", width.as_deref()),
                ("height", height.as_deref()),
            ];
            open("video", attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
            close("video", out);
        }
        Subject::Embed { href, label, .. } => {
            let link = Mark::Link { href: href.clone(), title: None };
            write_inline(&[Leaf { marks: vec![link], content: Content::Text(label.clone()) }], out);
        }
        Subject::Blocks(blocks) => write_blocks(blocks, out),
    }
    if !figure.caption.is_empty() {
        wrapped("figcaption", out, |out| write_inline(&figure.caption, out));
    }
    close("figure", out);
}

fn written(size: Option<(u32, u32)>) -> [Option<String>; 2] {
    [size.map(|(width, _)| width.to_string()), size.map(|(_, height)| height.to_string())]
}

fn write_inline(run: &[Leaf], out: &mut String) {
    let mut around: &[Mark] = &[];
    for leaf in run {
        let shared = common(around, &leaf.marks);
        around[shared..].iter().rev().for_each(|mark| close(mark.element(), out));
        leaf.marks[shared..].iter().for_each(|mark| open_mark(mark, out));
        around = &leaf.marks;
        match &leaf.content {
            Content::Text(text) => escape_text(text, out),
            Content::Break => out.push_str("<br>"),
        }
    }
    around.iter().rev().for_each(|mark| close(mark.element(), out));
}

fn open_mark(mark: &Mark, out: &mut String) {
    match mark {
        Mark::Link { href, title } => {
            let rel = is_foreign(href).then_some("nofollow noopener");
            let attributes = [("href", Some(href.as_str())), ("title", title.as_deref()), ("rel", rel)];
            open("a", attributes.into_iter().filter_map(|(name, value)| Some((name, value?))), out);
        }
        mark => open(mark.element(), None, out),
    }
}

fn wrapped(name: &str, out: &mut String, inside: impl FnOnce(&mut String)) {
    open(name, None, out);
    inside(out);
    close(name, out);
}

fn open<'a>(name: &str, attributes: impl IntoIterator<Item = (&'static str, &'a str)>, out: &mut String) {
    out.push('<');
    out.push_str(name);
    for (name, value) in attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        escape_attribute(value, out);
        out.push('"');
    }
    out.push('>');
}

fn close(name: &str, out: &mut String) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}
