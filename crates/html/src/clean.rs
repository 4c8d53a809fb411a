//! Sanitizing: parses HTML, normalizes it to the stored form, and checks it against the allow-list.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::anchors::Anchors;
use super::footnotes::Notes;
use super::normalize::Rules;
use super::tree::{ATTRIBUTES, CELL_ATTRIBUTES, ELEMENTS, HEADING_ATTRIBUTES};
use super::urls::{self, MediaUrl};
use super::{missing, normalize, serialize, tree};

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
    let parsed = INPUT_SANITIZER.clean(html).to_string();
    let nodes = tree::parse(&parsed);
    let anchors = Anchors::collect(&nodes, rules.page_blocks);
    let rules = Rules { anchors: Some(&anchors), ..rules };
    let notes = if rules.page_blocks { Notes::default() } else { Notes::collect(&nodes, rules) };
    let blocks = normalize::normalize(&nodes, Rules { notes: Some(&notes), ..rules });
    // Defence in depth: the model is restricted to the allow-list already.
    OUTPUT_SANITIZER.clean(&serialize::serialize(&blocks)).to_string()
}

/// Output sanitizer: the allow-list of the stored form.
static OUTPUT_SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
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
    let attributes: [(&str, &[&str]); 20] = [
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
        ("summary", &["dir"]),
        ("table", &["dir"]),
        ("td", CELL_ATTRIBUTES),
        ("th", CELL_ATTRIBUTES),
        ("video", &["src", "poster", "controls", "width", "height"]),
    ];
    builder(&elements, &attributes, &["http", "https", "mailto", "tel"])
});

/// Input sanitizer: allows more elements than are stored, so that their text and boundaries are normalized, but no
/// scripts.
static INPUT_SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    // What no server can fetch is allowed only here: the media rule never keeps it, and must see every URL.
    builder(&ELEMENTS, &ATTRIBUTES, &["http", "https", "mailto", "tel", "data", "blob", "cid", "file"])
});

/// `data-block` names the blocks of pages and posts.
const BLOCK_ATTRIBUTES: &[&str] = &["data-block", "dir"];

/// Elements that are removed with their content.
const REMOVED_ELEMENTS: [&str; 17] = [
    "script",
    "style",
    "title",
    "template",
    "textarea",
    "select",
    "datalist",
    "noscript",
    "noembed",
    "noframes",
    "svg",
    "math",
    "canvas",
    "object",
    "applet",
    "head",
    "plaintext",
];

fn builder(
    elements: &[&'static str],
    attributes: &[(&'static str, &[&'static str])],
    schemes: &[&'static str],
) -> Builder<'static> {
    let attributes: HashMap<_, HashSet<_>> =
        attributes.iter().map(|(element, names)| (*element, names.iter().copied().collect())).collect();
    let mut builder = Builder::empty();
    builder
        .tags(elements.iter().copied().collect())
        .clean_content_tags(REMOVED_ELEMENTS.into_iter().collect())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .url_schemes(schemes.iter().copied().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None);
    builder
}
