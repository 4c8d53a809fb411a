//! A stored page as the list of its blocks, for its layout.

use super::anchors::{Anchors, UniqueIds};
use super::model::{Block, Inline, ListLook, Mark};
use super::normalize::{MediaDecision, Rules, normalize};
use super::serialize::{serialize, serialize_inline};
use super::text::plain_text;
use super::tree;

/// Ids of the document around a page, which no heading may take away.
const TAKEN_IDS: [&str; 6] = ["answers", "content", "main", "newsletter-popup", "root", "services-panel-title"];

/// A part of a page as its layout draws it. Texts named `html` are stored HTML; the others are plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageBlock {
    /// A heading of level 2, which begins a section; `id` is unique in the page.
    Heading {
        id: String,
        text: String,
        html: String,
    },
    /// Ordinary blocks, one after the other.
    Text {
        html: String,
    },
    /// A rule between what belongs together and what does not.
    Rule,
    Question {
        question: String,
        question_html: String,
        answer: String,
        answer_html: String,
    },
    /// `look`: `steps`, `included`, `left-out`, `questions`, `cards` or `ways`.
    List {
        look: &'static str,
        items: Vec<ListItem>,
    },
    /// `kind`: `contact` or `aside`.
    Section {
        kind: &'static str,
        blocks: Vec<PageBlock>,
    },
    ContactForm,
}

/// An item of a list of steps or cards begins with its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListItem {
    pub title_html: String,
    /// Where the title leads, when it is one link.
    pub href: Option<String>,
    pub html: String,
}

/// The blocks of a stored page.
pub fn page_blocks(stored: &str) -> Vec<PageBlock> {
    let keep = |src: &str| MediaDecision::Keep { src: src.to_owned(), size: None };
    let nodes = tree::parse(stored);
    let anchors = Anchors::collect(&nodes, true);
    let blocks = normalize(&nodes, Rules { media: &keep, page_blocks: true, notes: None, anchors: Some(&anchors) });
    split(blocks, &mut UniqueIds::with_taken(&TAKEN_IDS))
}

fn split(blocks: Vec<Block>, ids: &mut UniqueIds) -> Vec<PageBlock> {
    let mut out = Vec::new();
    let mut text = Vec::new();
    for block in blocks {
        // The layouts give what they draw a direction by its words.
        let block = match block {
            Block::Directed(_, inner) if is_drawn_by_layout(&inner) => *inner,
            block => block,
        };
        let special = match block {
            Block::Heading(2, id, run) => heading(id, &run, ids),
            Block::HorizontalRule => PageBlock::Rule,
            Block::Question { question, answer } => split_question(&question, &answer),
            Block::List { look, items, numbering } => match look.name() {
                Some(name) => PageBlock::List {
                    look: name,
                    items: items.iter().map(|item| list_item(look, &item.content)).collect(),
                },
                None => {
                    text.push(Block::List { look, items, numbering });
                    continue;
                }
            },
            Block::Section(kind, blocks) => PageBlock::Section { kind: kind.name(), blocks: split(blocks, ids) },
            Block::ContactForm => PageBlock::ContactForm,
            other => {
                text.push(other);
                continue;
            }
        };
        flush_text(&mut text, &mut out);
        out.push(special);
    }
    flush_text(&mut text, &mut out);
    out
}

fn is_drawn_by_layout(block: &Block) -> bool {
    match block {
        Block::Heading(2, ..) | Block::Question { .. } | Block::Section(..) => true,
        Block::List { look, .. } => look.name().is_some(),
        _ => false,
    }
}

fn heading(id: Option<String>, run: &Inline, ids: &mut UniqueIds) -> PageBlock {
    let html = serialize_inline(run);
    let text = plain_text(&html, usize::MAX);
    let id = unique_id(id.as_deref().unwrap_or(&text), ids);
    PageBlock::Heading { id, text, html }
}

fn flush_text(text: &mut Vec<Block>, out: &mut Vec<PageBlock>) {
    if !text.is_empty() {
        out.push(PageBlock::Text { html: serialize(text) });
        text.clear();
    }
}

fn split_question(question: &Inline, answer: &[Block]) -> PageBlock {
    let question_html = serialize_inline(question);
    let said: Vec<Block> = answer.iter().filter(|block| !matches!(block, Block::Action(_))).cloned().collect();
    PageBlock::Question {
        question: plain_text(&question_html, usize::MAX),
        question_html,
        answer: plain_text(&serialize(&said), usize::MAX),
        answer_html: serialize(answer),
    }
}

fn list_item(look: ListLook, item: &[Block]) -> ListItem {
    let is_titled = matches!(look, ListLook::Steps | ListLook::Cards | ListLook::Ways);
    match item {
        [Block::Paragraph(title) | Block::Heading(_, _, title), rest @ ..] if is_titled => {
            let (title, href) = without_link(title);
            ListItem { title_html: serialize_inline(&title), href, html: serialize(rest) }
        }
        [Block::Paragraph(run)] => ListItem { html: serialize_inline(run), ..ListItem::default() },
        other => ListItem { html: serialize(other), ..ListItem::default() },
    }
}

/// A title without the link around all of it, and where that leads.
fn without_link(title: &Inline) -> (Inline, Option<String>) {
    let link_of = |marks: &[Mark]| {
        marks.iter().find_map(|mark| if let Mark::Link { href, .. } = mark { Some(href.to_string()) } else { None })
    };
    let Some(href) = title.first().and_then(|leaf| link_of(&leaf.marks)) else { return (title.clone(), None) };
    if title.iter().any(|leaf| link_of(&leaf.marks).as_ref() != Some(&href)) {
        return (title.clone(), None);
    }
    let mut title = title.clone();
    for leaf in &mut title {
        leaf.marks.retain(|mark| !matches!(mark, Mark::Link { .. }));
    }
    (title, Some(href))
}

/// An id that no other heading of the page has.
fn unique_id(text: &str, ids: &mut UniqueIds) -> String {
    let words = text.to_lowercase();
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    ids.add(&if words.is_empty() { "section".to_owned() } else { words.join("-") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_page;

    const PAGE: &str = "<p>Karibu.</p><h2>How?</h2><ol data-block=\"steps\"><li><h3>Ask</h3><p>By phone.</p></li></ol>\
        <ul data-block=\"cards\"><li><p><a href=\"/services\">All</a></p><p>Fifteen.</p></li></ul>\
        <details><summary>Why?</summary><p>Because.</p><p data-block=\"action\"><a href=\"/faqs\">More</a></p></details>\
        <p data-block=\"action\"><a href=\"/subscribe\">Subscribe</a></p><hr>\
        <aside data-block=\"contact\"><h2>How?</h2></aside><div data-block=\"contact-form\"></div>";

    fn clean(html: &str) -> String {
        clean_page(html, &[], &|_| None)
    }

    #[test]
    fn blocks_of_pages_are_kept_in_pages_and_only_their_text_in_posts() {
        assert_eq!(clean(PAGE), PAGE);
        assert_eq!(
            crate::clean(PAGE),
            "<p>Karibu.</p><h2>How?</h2><ol><li><h3>Ask</h3><p>By phone.</p></li></ol>\
             <ul><li><p><a href=\"/services\">All</a></p><p>Fifteen.</p></li></ul><p>Why?</p><p>Because.</p>\
             <p><a href=\"/faqs\">More</a></p><p><a href=\"/subscribe\">Subscribe</a></p><hr><h2>How?</h2>"
        );
    }

    #[test]
    fn other_elements_and_names_are_no_blocks() {
        for (html, stored) in [
            ("<details><summary></summary><p>a</p></details>", "<p>a</p>"),
            ("<details open ontoggle=alert(1)><summary>a</summary></details>", "<p>a</p>"),
            (
                "<details><summary><h3>a <b>b</b></h3></summary>c</details>",
                "<details><summary>a <strong>b</strong></summary><p>c</p></details>",
            ),
            ("<h2 id=paying>a</h2><h3 id=b>b</h3>", "<h2 id=\"paying\">a</h2><h3>b</h3>"),
            ("<h2 id=\"a b\">a</h2>", "<h2>a</h2>"),
            ("<p data-block=action>a</p>", "<p>a</p>"),
            ("<div data-block=evil>a</div>", "<p>a</p>"),
            ("<ul data-block=steps><li>a</li></ul>", "<ul><li>a</li></ul>"),
            ("<aside data-block=aside></aside>", ""),
            ("<aside data-block=contact></aside>", "<aside data-block=\"contact\"></aside>"),
            ("<div data-block=contact-form onclick=alert(1)>a</div>", "<div data-block=\"contact-form\"></div>"),
            (
                "<p><a href=\"mailto:{contact_email}?subject=Your%20data\">a</a></p>",
                "<p><a href=\"mailto:{contact_email}?subject=Your%20data\">a</a></p>",
            ),
        ] {
            assert_eq!(clean(html), stored, "{html}");
            assert_eq!(clean(stored), stored, "{html}");
        }
    }

    #[test]
    fn ids_of_headings_are_unique_and_take_none_of_the_document() {
        let ids: Vec<String> = page_blocks("<h2 id=\"paying\">a</h2><h2>Paying!</h2><h2>Root</h2><h2>…</h2>")
            .into_iter()
            .filter_map(|block| if let PageBlock::Heading { id, .. } = block { Some(id) } else { None })
            .collect();
        assert_eq!(ids, ["paying", "paying-2", "root-2", "section"]);
    }

    #[test]
    fn a_page_is_split_into_its_blocks() {
        let item = |title: &str, href: Option<&str>, html: &str| ListItem {
            title_html: title.into(),
            href: href.map(str::to_owned),
            html: html.into(),
        };
        let heading = |id: &str| PageBlock::Heading { id: id.into(), text: "How?".into(), html: "How?".into() };
        let text = |html: &str| PageBlock::Text { html: html.into() };
        assert_eq!(
            page_blocks(PAGE),
            [
                text("<p>Karibu.</p>"),
                heading("how"),
                PageBlock::List { look: "steps", items: vec![item("Ask", None, "<p>By phone.</p>")] },
                PageBlock::List { look: "cards", items: vec![item("All", Some("/services"), "<p>Fifteen.</p>")] },
                PageBlock::Question {
                    question: "Why?".into(),
                    question_html: "Why?".into(),
                    answer: "Because.".into(),
                    answer_html: "<p>Because.</p><p data-block=\"action\"><a href=\"/faqs\">More</a></p>".into(),
                },
                text("<p data-block=\"action\"><a href=\"/subscribe\">Subscribe</a></p>"),
                PageBlock::Rule,
                PageBlock::Section { kind: "contact", blocks: vec![heading("how-2")] },
                PageBlock::ContactForm,
            ]
        );
    }
}
