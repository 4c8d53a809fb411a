//! Sanitizing: parses HTML, normalizes it to the stored form, and checks it against the allow-list.

use std::sync::LazyLock;

use super::anchors::Anchors;
use super::normalize::{MediaDecision, Notes, Rules, normalize};
use super::sanitizer::{self, Sanitizer};
use super::tree::{ATTRIBUTES, CELL_ATTRIBUTES, ELEMENTS, HEADING_ATTRIBUTES};
use super::urls::{self, MediaUrl};
use super::{missing, serialize};

/// Sanitizes `html` to the stored form. Our own media are kept; those of other hosts are replaced by a marked place.
pub fn clean(html: &str) -> String {
    clean_with_sizes(html, &[], &|_| None)
}

/// [`clean`] where media URLs may also be absolute, on one of our own origins (`https://example.com`, with or without
/// `/media/`).
pub fn clean_with_origins(html: &str, prefixes: &[&str]) -> String {
    clean_with_sizes(html, prefixes, &|_| None)
}

/// [`clean_with_origins`] with sizes: `size` returns width and height in pixels by key; without one, the size in `html`
/// stays.
pub fn clean_with_sizes(html: &str, prefixes: &[&str], size: &dyn Fn(&str) -> Option<(u32, u32)>) -> String {
    clean_with_media_rule(html, &|found| own_media(found, prefixes, size))
}

/// [`clean_with_sizes`] for the text of a page, which may also hold the blocks of pages.
pub fn clean_page(html: &str, prefixes: &[&str], size: &dyn Fn(&str) -> Option<(u32, u32)>) -> String {
    clean_with_rules(
        html,
        Rules { media: &|found| own_media(found, prefixes, size), page_blocks: true, notes: None, anchors: None },
    )
}

fn own_media(found: &str, prefixes: &[&str], size: &dyn Fn(&str) -> Option<(u32, u32)>) -> MediaDecision {
    match urls::classify_media(found, prefixes) {
        MediaUrl::Stored(src) => MediaDecision::Keep { size: size(&src), src },
        MediaUrl::External => MediaDecision::Missing(missing::address(found)),
        MediaUrl::Unreachable => MediaDecision::Missing(None),
        MediaUrl::Invalid => MediaDecision::Drop,
    }
}

/// Sanitizes `html` to the stored form; `media` decides about every `src` and `poster`, given as written.
pub fn clean_with_media_rule(html: &str, media: &dyn Fn(&str) -> MediaDecision) -> String {
    clean_with_rules(html, Rules { media, page_blocks: false, notes: None, anchors: None })
}

fn clean_with_rules(html: &str, rules: Rules<'_>) -> String {
    let nodes = INPUT_SANITIZER.read(html);
    let anchors = Anchors::collect(&nodes, rules.page_blocks);
    let rules = Rules { anchors: Some(&anchors), ..rules };
    let notes = if rules.page_blocks { Notes::default() } else { Notes::collect(&nodes, rules) };
    let blocks = normalize(&nodes, Rules { notes: Some(&notes), ..rules });
    // Defence in depth: the model is restricted to the allow-list already, and a browser reads what is stored once more.
    let stored = serialize::serialize_within(&blocks, html.len().saturating_mul(8).saturating_add(MAX_ADDED_BYTES));
    let mut out = String::with_capacity(stored.len());
    sanitizer::write(&OUTPUT_SANITIZER.read(&stored), &mut out);
    out
}

/// What the stored form may be longer than eight times the text that came: each of its letters may be an entity.
const MAX_ADDED_BYTES: usize = 1_000_000;

/// Output sanitizer: the allow-list of the stored form.
static OUTPUT_SANITIZER: LazyLock<Sanitizer> = LazyLock::new(|| {
    let elements = [
        "a",
        "aside",
        "blockquote",
        "br",
        "cite",
        "code",
        "details",
        "div",
        "em",
        "figcaption",
        "figure",
        "h2",
        "h3",
        "h4",
        "hr",
        "img",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "span",
        "strong",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "video",
    ];
    let attributes: [(&str, &'static [&'static str]); 21] = [
        ("a", &["href", "title", "rel", "id", "aria-label"]),
        ("aside", BLOCK_ATTRIBUTES),
        ("blockquote", BLOCK_ATTRIBUTES),
        ("details", &["dir"]),
        ("div", BLOCK_ATTRIBUTES),
        ("ol", &["data-block", "start", "reversed", "type", "dir"]),
        ("p", BLOCK_ATTRIBUTES),
        ("pre", &["dir"]),
        ("ul", BLOCK_ATTRIBUTES),
        ("figure", &["data-embed", "data-missing", "dir"]),
        ("h2", HEADING_ATTRIBUTES),
        ("h3", HEADING_ATTRIBUTES),
        ("h4", HEADING_ATTRIBUTES),
        ("img", &["src", "alt", "width", "height"]),
        ("li", &["id", "value", "dir"]),
        ("span", &["lang"]),
        ("summary", &["dir"]),
        ("table", &["dir"]),
        ("td", CELL_ATTRIBUTES),
        ("th", CELL_ATTRIBUTES),
        ("video", &["src", "poster", "controls", "width", "height"]),
    ];
    Sanitizer::new(&elements, &attributes, &[], &["http", "https", "mailto", "tel"])
});

/// Input sanitizer: allows more elements than are stored, so that their text and boundaries are normalized, but no
/// scripts.
static INPUT_SANITIZER: LazyLock<Sanitizer> = LazyLock::new(|| {
    // What no server can fetch is allowed only here: the media rule never keeps it, and must see every URL.
    Sanitizer::new(
        &ELEMENTS,
        &ATTRIBUTES,
        &["lang"],
        &["http", "https", "mailto", "tel", "data", "blob", "cid", "file"],
    )
});

/// `data-block` names the blocks of pages and posts.
const BLOCK_ATTRIBUTES: &[&str] = &["data-block", "dir"];
