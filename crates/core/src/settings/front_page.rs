//! The blocks of home in their order, and the banner above them.

use mwanga_store::types::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::kind::is_https_address;
use crate::fold::one_line;
use crate::html::letters;
use crate::web_address;

/// A part of home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Block {
    /// Today's Picks.
    Picks {},
    /// Most Recent.
    Recent {},
    /// The sign-up, directly after `recent` beside it.
    Newsletter {},
    /// The newest posts of one category, named by its slug.
    Section { category: String, layout: SectionLayout },
    /// All categories on home that have no block of their own.
    Sections {},
    /// Paid posts.
    Sponsored {},
    /// The five most read posts of the last week.
    MostRead {},
}

/// How the posts of a section lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SectionLayout {
    Auto,
    Feature,
    Rows,
    Grid,
    Strip,
}

/// A line above everything on home, gone by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Banner {
    /// Empty: there is none.
    pub text: String,
    /// Before the text, such as `Breaking`; may be empty.
    #[serde(default)]
    pub label: String,
    /// A path or an https address; may be empty.
    #[serde(default)]
    pub href: String,
    #[serde(default)]
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
}

impl Banner {
    pub fn is_shown(&self, now: Timestamp) -> bool {
        !self.text.is_empty() && self.ends_at.is_some_and(|end| end > now)
    }
}

const MAX_BLOCKS: usize = 40;
const MAX_TEXT: usize = 120;
const MAX_LABEL: usize = 20;

pub(super) fn default_blocks() -> Value {
    json!(["picks", "recent", "newsletter", "sections", "sponsored"].map(|kind| json!({ "kind": kind })))
}

pub(super) fn no_banner() -> Value {
    json!({ "text": "", "label": "Breaking", "href": "", "ends_at": null })
}

pub(super) fn normalize_blocks(value: &Value) -> Result<Value, String> {
    let list = value.as_array().ok_or("This is a list of blocks.")?;
    match list.len() {
        0 => return Err("Keep at least one block.".into()),
        1..=MAX_BLOCKS => {}
        count => return Err(format!("Keep this to {MAX_BLOCKS} blocks; there are {count}.")),
    }
    let mut blocks: Vec<Block> = Vec::with_capacity(list.len());
    for (number, value) in (1..).zip(list) {
        let block: Block = serde_json::from_value(value.clone())
            .map_err(|_| format!("Block {number} is none that the front page knows."))?;
        let is_same = |other: &Block| match (&block, other) {
            (Block::Section { category: one, .. }, Block::Section { category: two, .. }) => one == two,
            _ => block == *other,
        };
        if blocks.iter().any(is_same) {
            return Err(match block {
                Block::Section { category, .. } => format!("The category {} stands here twice.", cut(&category)),
                _ => format!("Block {number} stands here already."),
            });
        }
        blocks.push(block);
    }
    Ok(json!(blocks))
}

pub(super) fn normalize_banner(value: &Value) -> Result<Value, String> {
    let banner: Banner = serde_json::from_value(value.clone())
        .map_err(|_| "A banner has a text, a label, an address and an end such as 2026-11-25T18:00.".to_owned())?;
    let banner = Banner {
        text: one_line(&banner.text),
        label: one_line(&banner.label),
        href: web_address::complete(&one_line(&banner.href)).into_owned(),
        ends_at: banner.ends_at,
    };
    for (name, text, max) in [("text", &banner.text, MAX_TEXT), ("label", &banner.label, MAX_LABEL)] {
        let length = text.chars().count();
        if length > max {
            return Err(format!("Keep the {name} to {max} characters; it has {length}."));
        }
    }
    if !(banner.href.is_empty() || is_path(&banner.href) || is_https_address(&banner.href)) {
        return Err("Enter an address that begins with / or https://, or none.".into());
    }
    if !banner.text.is_empty() && banner.ends_at.is_none() {
        return Err("Choose when the banner ends.".into());
    }
    Ok(json!(banner))
}

/// Why a banner is not saved: it has ended.
pub(crate) fn past_end(banner: &Value, now: Timestamp) -> Option<String> {
    let banner: Banner = serde_json::from_value(banner.clone()).ok()?;
    let is_past = !banner.text.is_empty() && banner.ends_at.is_some_and(|end| end <= now);
    is_past.then(|| "The end of the banner lies in the past. Choose a later one.".to_owned())
}

/// A path of this site: browsers take `//` and backslashes for another host.
fn is_path(href: &str) -> bool {
    href.starts_with('/') && !href.starts_with("//") && !href.contains('\\') && href.len() <= 300
}

/// The beginning of what somebody sent, for an error.
pub(crate) fn cut(text: &str) -> String {
    letters::cut(&one_line(text), 60).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_known_ones_each_once_and_at_most_forty() {
        let section = |slug: &str| json!({ "kind": "section", "category": slug, "layout": "grid" });
        let why = |value: Value| normalize_blocks(&value).unwrap_err();
        let good = json!([section("tech"), { "kind": "picks" }, section("ai"), { "kind": "most_read" }]);
        assert_eq!(normalize_blocks(&good).unwrap(), good);
        assert_eq!(normalize_blocks(&default_blocks()).unwrap(), default_blocks());
        assert_eq!(why(json!("picks")), "This is a list of blocks.");
        assert_eq!(why(json!([])), "Keep at least one block.");
        assert_eq!(why(json!([{ "kind": "picks" }, { "kind": "picks" }])), "Block 2 stands here already.");
        let twice = json!([section("tech"), { "kind": "section", "category": "tech", "layout": "rows" }]);
        assert_eq!(why(twice), "The category tech stands here twice.");
        let many: Vec<Value> = (0..10_000).map(|n| section(&format!("c{n}"))).collect();
        assert_eq!(why(json!(many)), "Keep this to 40 blocks; there are 10000.");
        for hostile in [
            json!({ "kind": "html" }),
            json!({ "kind": "picks", "style": "x" }),
            json!({ "kind": "section", "category": "tech" }),
            json!({ "kind": "section", "category": "tech", "layout": "\"><script>" }),
            json!({ "kind": "section", "category": 5, "layout": "grid" }),
            json!("picks"),
            json!(null),
        ] {
            assert_eq!(why(json!([hostile.clone()])), "Block 1 is none that the front page knows.", "{hostile}");
        }
    }

    #[test]
    fn a_banner_leads_to_a_path_or_an_https_address_and_has_an_end() {
        let banner = |text: &str, href: &str| json!({ "text": text, "label": "Breaking", "href": href, "ends_at": "2026-11-25T09:00:00Z" });
        for (value, is_good) in [
            (no_banner(), true),
            (banner("Bridge closed", ""), true),
            (banner("Bridge closed", "/post/slug/bridge"), true),
            (banner("Bridge closed", "https://roads.example/now"), true),
            (banner("Bridge closed", "roads.example/now"), true),
            (banner("Bridge closed", "javascript:alert(1)"), false),
            (banner("Bridge closed", "//evil.example"), false),
            (banner("Bridge closed", "/\\evil.example"), false),
            (banner("Bridge closed", "http://roads.example"), false),
            (banner(&"x".repeat(120), ""), true),
            (banner(&"x".repeat(121), ""), false),
            (json!({ "text": "Bridge closed" }), false),
            (json!({ "text": "x", "label": "x".repeat(21), "ends_at": "2026-11-25T09:00:00Z" }), false),
            (json!({ "text": "x", "ends_at": "tomorrow" }), false),
            (json!({ "text": "x", "ends_at": "2026-11-25T09:00:00Z", "class": "x" }), false),
            (json!("Bridge closed"), false),
        ] {
            assert_eq!(normalize_banner(&value).is_ok(), is_good, "{value}");
        }
        let end = Timestamp::parse("2026-11-25T09:00:00Z").unwrap();
        assert!(past_end(&banner("Bridge closed", ""), end).is_some());
        assert_eq!(past_end(&banner("Bridge closed", ""), end.plus_ms(-1)), None);
        assert_eq!(past_end(&no_banner(), end), None);
    }
}
