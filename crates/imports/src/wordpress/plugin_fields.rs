//! What plug-ins of WordPress write beside a post: by-lines, subtitles, sponsors, main categories, and what has no place
//! here.

use mwanga_core::html;

use super::entry::{Item, Taxonomy};

/// Something of a post that has no place here, in words for one post and for more.
pub type Left = (&'static str, &'static str);

pub const ENCLOSURE: Left = ("post had an enclosure, which was left", "posts had enclosures, which were left");
pub const CANONICAL: Left = (
    "post named another address as its original (canonical), which was left",
    "posts named other addresses as their originals (canonical), which were left",
);
pub const NOINDEX: Left = (
    "post was kept out of search engines (noindex); here it is not",
    "posts were kept out of search engines (noindex); here they are not",
);
pub const LANGUAGE: Left = (
    "post had a language that is no language tag, which was left",
    "posts had languages that are no language tags, which were left",
);
pub const PAGE_LANGUAGE: Left =
    ("page had a language of its own, which was left", "pages had languages of their own, which were left");
pub const MAIN_CATEGORY: Left = (
    "post had a main category that the file does not define; it is in its first one",
    "posts had main categories that the file does not define; they are in their first ones",
);
pub const LONG_BYLINE: Left =
    ("post had more authors than a by-line has room for", "posts had more authors than a by-line has room for");

/// Keys of the line below a title, without `_` before them: Newspack, WP Subtitle, Subtitles, Secondary Title, KIA
/// Subtitle, and fields that newsrooms make themselves.
const SUBTITLES: [&str; 17] = [
    "newspack_post_subtitle",
    "wps_subtitle",
    "subtitle",
    "secondary_title",
    "kia_subtitle",
    "post_subtitle",
    "sub_title",
    "article_subtitle",
    "dek",
    "deck",
    "standfirst",
    "subhead",
    "subheadline",
    "sub_headline",
    "subheading",
    "sub_heading",
    "second_title",
];
/// Term id of the main category: Yoast, Rank Math, The SEO Framework, SEOPress, SmartCrawl.
const MAIN_CATEGORIES: [&str; 5] = [
    "_yoast_wpseo_primary_category",
    "rank_math_primary_category",
    "_primary_term_category",
    "_seopress_robots_primary_cat",
    "wds_primary_category",
];
/// Yoast, Rank Math, All in One SEO, SEOPress, Genesis and The SEO Framework, SmartCrawl.
const CANONICALS: [&str; 7] = [
    "_yoast_wpseo_canonical",
    "rank_math_canonical_url",
    "_aioseo_canonical_url",
    "_aioseop_custom_link",
    "_seopress_robots_canonical",
    "_genesis_canonical_uri",
    "_wds_canonical",
];
/// Of the same plug-ins; the values differ.
const NOINDEXES: [&str; 8] = [
    "_yoast_wpseo_meta-robots-noindex",
    "rank_math_robots",
    "_aioseo_robots_noindex",
    "_aioseo_noindex",
    "_aioseop_noindex",
    "_seopress_robots_index",
    "_genesis_noindex",
    "_wds_meta-robots-noindex",
];
/// WPML and Bogo; Polylang has a taxonomy.
const LANGUAGES: [&str; 3] = ["_wpml_import_language_code", "wpml_language", "_locale"];
/// Marks of posts that were paid for, without `_` before them.
const PAID: [&str; 8] = [
    "sponsored",
    "is_sponsored",
    "sponsored_post",
    "is_sponsored_post",
    "sponsored_content",
    "advertorial",
    "is_advertorial",
    "paid_post",
];
/// Names in place of that of an account, without `_` before them.
const NAMES: [&str; 4] = ["guest-author", "guest_author", "guest_author_name", "custom_byline"];
/// Of Newspack (by-lines and sponsors) and of Co-Authors Plus (guests).
const OTHERS: [&str; 7] = [
    "_newspack_byline",
    "_newspack_byline_active",
    "newspack_sponsor_only_direct",
    "cap-display_name",
    "cap-user_login",
    "cap-linked_account",
    "enclosure",
];

/// Whether the value of a key is read. Those of all others stay in the file.
pub fn is_read(key: &str) -> bool {
    let bare = key.strip_prefix('_').unwrap_or(key);
    [&MAIN_CATEGORIES[..], &CANONICALS, &NOINDEXES, &LANGUAGES, &OTHERS].iter().any(|keys| keys.contains(&key))
        || [&SUBTITLES[..], &PAID, &NAMES].iter().any(|keys| keys.contains(&bare))
}

/// The value of a key; none where it is empty.
pub fn value<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.meta.iter().find(|(own, value)| own == key && !value.is_empty()).map(|(_, value)| value.as_str())
}

/// The first text of a key of `keys`, with or without `_` before it.
fn text<'a>(item: &'a Item, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| {
        let is_own = |own: &str| own == *key || own.strip_prefix('_') == Some(*key);
        let found = item.meta.iter().find(|(own, value)| is_own(own) && !value.is_empty() && is_text(value));
        found.map(|(_, value)| value.as_str())
    })
}

/// Whether a value is a text, neither the name of a field of Advanced Custom Fields nor a serialized list.
fn is_text(value: &str) -> bool {
    let is_field = value.starts_with("field_") && !value.contains(char::is_whitespace);
    let is_serialized = value.ends_with(['}', ';']) && value.get(1..2) == Some(":");
    !is_field && !is_serialized
}

/// The line below the title. May hold HTML.
pub fn subtitle(item: &Item) -> Option<&str> {
    text(item, &SUBTITLES)
}

/// The name of an author that stands in the place of the account. May hold HTML.
pub fn author_text(item: &Item) -> Option<&str> {
    text(item, &NAMES)
}

/// The by-line of Newspack, as readers see it; `[Author id=2]Ada[/Author]` is a link there. May hold HTML.
pub fn byline(item: &Item) -> Option<String> {
    value(item, "_newspack_byline_active").filter(|value| is_true(value))?;
    let mut rest = value(item, "_newspack_byline")?;
    let mut out = String::new();
    while let Some((before, tag)) = rest.split_once('[') {
        out.push_str(before);
        rest = tag;
        if tag.starts_with("Author ") || tag.starts_with("/Author]") {
            rest = tag.split_once(']').map_or("", |(_, after)| after);
        } else {
            out.push('[');
        }
    }
    out.push_str(rest);
    let out = out.trim();
    let by = out.get(..3).filter(|start| start.eq_ignore_ascii_case("by "));
    Some(by.map_or(out, |by| out[by.len()..].trim()).to_owned()).filter(|text| !text.is_empty())
}

/// Term id of the category that it is filed under before its others.
pub fn main_category(item: &Item) -> Option<u64> {
    MAIN_CATEGORIES.iter().find_map(|key| value(item, key)?.parse().ok().filter(|id| *id > 0))
}

/// Whether a field of it says that it was paid for.
pub fn is_marked_paid(item: &Item) -> bool {
    text(item, &PAID).is_some_and(is_true)
}

/// Whether a sponsor shows on posts it is given to alone, and not on those of its categories and tags.
pub fn is_only_direct(item: &Item) -> bool {
    value(item, "newspack_sponsor_only_direct").is_some_and(is_true)
}

fn is_true(value: &str) -> bool {
    !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no" | "off" | "none")
}

/// What it has that has no place here, each with what the report says of it.
pub fn left(item: &Item) -> Vec<(Left, String)> {
    let mut left = Vec::new();
    for (_, value) in item.meta.iter().filter(|(key, _)| key == "enclosure") {
        let address = value.lines().next().unwrap_or_default().trim();
        if !address.is_empty() {
            left.push((ENCLOSURE, address.to_owned()));
        }
    }
    let is_other = |address: &&str| address.trim_end_matches('/') != item.link.trim_end_matches('/');
    if let Some(address) = CANONICALS.iter().find_map(|key| value(item, key)).filter(is_other) {
        left.push((CANONICAL, address.to_owned()));
    }
    if NOINDEXES.iter().any(|key| value(item, key).is_some_and(|value| is_noindex(key, value))) {
        left.push((NOINDEX, String::new()));
    }
    if let Some(said) = said_language(item) {
        match language(said) {
            Some(_) if item.kind == "page" => left.push((PAGE_LANGUAGE, said.to_owned())),
            Some(_) => {}
            None => left.push((LANGUAGE, said.to_owned())),
        }
    }
    left
}

/// The language of a post as multilingual plugins have it; none where none says it as a tag (BCP 47).
pub fn language_of(item: &Item) -> Option<String> {
    said_language(item).and_then(language)
}

fn said_language(item: &Item) -> Option<&str> {
    let taxonomy = item.terms.iter().find(|term| term.taxonomy == Taxonomy::Language);
    let taxonomy = taxonomy.map(|term| if term.slug.is_empty() { term.name.as_str() } else { term.slug.as_str() });
    taxonomy.or_else(|| LANGUAGES.iter().find_map(|key| value(item, key)))
}

fn language(said: &str) -> Option<String> {
    html::language::normalize(said)
}

fn is_noindex(key: &str, value: &str) -> bool {
    match key {
        "rank_math_robots" => value.contains("noindex"),
        // Yoast: 2 is `index`; The SEO Framework: -1.
        "_yoast_wpseo_meta-robots-noindex" | "_genesis_noindex" | "_wds_meta-robots-noindex" => value == "1",
        _ => is_true(value),
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Term;
    use super::*;

    fn item(meta: &[(&str, &str)]) -> Item {
        let meta = meta.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Item { link: "https://old.example/a/".into(), meta, ..Item::default() }
    }

    #[test]
    fn subtitles_are_found_by_the_keys_of_plug_ins() {
        for key in ["newspack_post_subtitle", "_secondary_title", "wps_subtitle", "_subtitle", "subtitle", "dek"] {
            assert!(is_read(key), "{key}");
            assert_eq!(subtitle(&item(&[(key, "In short")])), Some("In short"), "{key}");
        }
        let fields = item(&[("_subtitle", "field_5f3a9c"), ("subtitle", "In short")]);
        assert_eq!(subtitle(&fields), Some("In short"), "the other is of Advanced Custom Fields");
        assert_eq!(subtitle(&item(&[("subtitle", ""), ("subtitle", "a:1:{i:0;s:1:\"x\";}")])), None);
        assert_eq!(subtitle(&item(&[("subtitle", "\u{e9};")])), Some("\u{e9};"));
        assert!(!is_read("_edit_last") && !is_read("cap-user_email"));
    }

    #[test]
    fn by_lines_of_newspack_are_their_words() {
        let text = "By [Author id=2]Ada L[/Author] and <b>Bob</b> [sic]";
        let active = |value| item(&[("_newspack_byline_active", value), ("_newspack_byline", text)]);
        assert_eq!(byline(&active("1")).as_deref(), Some("Ada L and <b>Bob</b> [sic]"));
        assert_eq!((byline(&active("")), byline(&active("0"))), (None, None));
        assert_eq!(
            byline(&item(&[("_newspack_byline_active", "1"), ("_newspack_byline", "Bў[")])).as_deref(),
            Some("Bў[")
        );
    }

    #[test]
    fn main_categories_and_marks_of_paid_posts_are_read() {
        for key in MAIN_CATEGORIES {
            assert_eq!(main_category(&item(&[(key, "12")])), Some(12), "{key}");
            assert_eq!((main_category(&item(&[(key, "none")])), main_category(&item(&[(key, "")]))), (None, None));
        }
        for (value, paid) in [("1", true), ("yes", true), ("0", false), ("No", false), ("", false), ("field_1", false)]
        {
            assert_eq!(is_marked_paid(&item(&[("_is_sponsored", value)])), paid, "{value}");
        }
    }

    #[test]
    fn what_has_no_place_here_is_listed() {
        for (key, value, expected) in [
            (
                "enclosure",
                "https://old.example/a.mp3\n1234\naudio/mpeg\n",
                Some((ENCLOSURE, "https://old.example/a.mp3")),
            ),
            ("_yoast_wpseo_canonical", "https://first.example/a", Some((CANONICAL, "https://first.example/a"))),
            ("rank_math_canonical_url", "https://old.example/a", None),
            ("_yoast_wpseo_meta-robots-noindex", "1", Some((NOINDEX, ""))),
            ("_yoast_wpseo_meta-robots-noindex", "2", None),
            ("rank_math_robots", "a:1:{i:0;s:7:\"noindex\";}", Some((NOINDEX, ""))),
            ("rank_math_robots", "a:1:{i:0;s:5:\"index\";}", None),
            ("_seopress_robots_index", "yes", Some((NOINDEX, ""))),
            ("_genesis_noindex", "-1", None),
            ("_wpml_import_language_code", "sw", None),
            ("wpml_language", "Kiswahili", Some((LANGUAGE, "Kiswahili"))),
        ] {
            assert!(is_read(key), "{key}");
            let expected: Vec<_> = expected.into_iter().map(|(kind, text)| (kind, text.to_owned())).collect();
            assert_eq!(left(&item(&[(key, value)])), expected, "{key} {value}");
        }
        let language = Term { taxonomy: Taxonomy::Language, slug: "fr".into(), name: "Fran\u{e7}ais".into() };
        let french = Item { terms: vec![language], ..Item::default() };
        assert_eq!((left(&french), language_of(&french)), (Vec::new(), Some("fr".to_owned())));
        let page = Item { kind: "page".to_owned(), ..item(&[("wpml_language", "fr")]) };
        assert_eq!(left(&page), [(PAGE_LANGUAGE, "fr".to_owned())]);
        assert_eq!(language_of(&item(&[("_locale", "pt_BR")])), Some("pt-BR".to_owned()));
        assert_eq!(language_of(&Item::default()), None);
    }
}
