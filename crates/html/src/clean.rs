//! The way in: parse, bring into the normal form, check against the allow-list.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::address::{self, MediaAddress};
use super::tree::{ATTRIBUTES, CELL, ELEMENTS};
use super::{normal, tree, write};

/// What becomes of a picture or video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaDecision {
    /// Stored under `src`, relative to the media prefix; `size` is width and height in pixels.
    Keep { src: String, size: Option<(u32, u32)> },
    /// A line says that it is missing.
    Missing,
    /// Left out without a word.
    Drop,
}

/// Brings `html` into the stored form. Media of our own are kept, those of other hosts are named as missing.
pub fn clean(html: &str) -> String {
    clean_with(html, &[], &|_| None)
}

/// [`clean`] where media may also be addressed on one of our own origins (`https://example.com`, with or without
/// `/media/`).
pub fn store_media(html: &str, prefixes: &[&str]) -> String {
    clean_with(html, prefixes, &|_| None)
}

/// [`store_media`], and `size` tells the width and height in pixels of a stored medium. Without an answer the numbers
/// in `html` stay.
pub fn clean_with(html: &str, prefixes: &[&str], size: &dyn Fn(&str) -> Option<(u32, u32)>) -> String {
    clean_by(html, &|found| match address::media(found, prefixes) {
        MediaAddress::Stored(src) => MediaDecision::Keep { size: size(&src), src },
        MediaAddress::Elsewhere => MediaDecision::Missing,
        MediaAddress::Nothing => MediaDecision::Drop,
    })
}

/// Brings `html` into the stored form; `media` decides about every `src` and `poster` as it is written.
pub fn clean_by(html: &str, media: &dyn Fn(&str) -> MediaDecision) -> String {
    let parsed = READ.clean(html).to_string();
    let blocks = normal::blocks(&tree::parse(&parsed), media);
    // The model can hold nothing else, but the list below is the one that counts.
    KEEP.clean(&write::write(&blocks)).to_string()
}

/// The allow-list of the stored form.
static KEEP: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let elements = [
        "a",
        "blockquote",
        "br",
        "cite",
        "code",
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
    let attributes: [(&str, &[&str]); 6] = [
        ("a", &["href", "title", "rel"]),
        ("figure", &["data-embed"]),
        ("img", &["src", "alt", "width", "height"]),
        ("td", CELL),
        ("th", CELL),
        ("video", &["src", "poster", "controls", "width", "height"]),
    ];
    builder(&elements, &attributes, &["http", "https", "mailto", "tel"])
});

/// What the normal form is made from: more elements, so that their text and its boundaries are seen, and still no
/// script.
static READ: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut attributes = ATTRIBUTES.to_vec();
    attributes.push(("th", CELL));
    // `data` and `blob` only to be dropped by the media rule, which must see every address.
    builder(&ELEMENTS, &attributes, &["http", "https", "mailto", "tel", "data", "blob"])
});

/// Elements that go with everything in them.
const GONE: [&str; 17] = [
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
        .clean_content_tags(GONE.into_iter().collect())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .url_schemes(schemes.iter().copied().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None);
    builder
}
