//! Fields of a post other than its content: title, dates, author, category, tags.

use mwanga_store::types::Timestamp;

use super::entry::Item;
use super::export_index::ExportIndex;
use super::plugin_fields::{self, Left};
use super::shortcodes;
use super::source::{
    MAX_LINE, MAX_NAME, SourceStatus, date_title, own_title, post_date, source_status, terms, wanted_slug,
};
use mwanga_html::{self as html, letters};

#[derive(Debug, PartialEq, Eq)]
pub struct PostFields {
    pub source_status: SourceStatus,
    pub title: String,
    /// Whether the title is its own, not made of its date.
    pub has_own_title: bool,
    pub slug: Option<String>,
    /// None if it was never published.
    pub publish_date: Option<Timestamp>,
    pub created_at: Option<Timestamp>,
    pub category: Option<String>,
    /// `a, b`.
    pub tags: String,
    pub author: Option<String>,
    pub excerpt: String,
    /// The line below its title, where the excerpt is another one.
    pub subtitle: String,
    /// A language tag (BCP 47).
    pub language: Option<String>,
    /// Names of those who paid for it, maybe none; None where nobody did.
    pub sponsors: Option<String>,
    /// What it has that has no place here.
    pub left: Vec<(Left, String)>,
}

/// Fields of a post or page; None for any other item, and for trash, revisions and automatic drafts.
pub fn post_fields(item: &Item, index: &ExportIndex) -> Option<PostFields> {
    let source_status = source_status(item)?;
    let dated_at = post_date(item);
    let title = own_title(item);
    let has_own_title = !title.is_empty();
    let sponsors = index.sponsors_of(item);
    // The category of what was paid for says so; its own becomes a tag.
    let (category, tags) = terms(item, index.main_category(item).filter(|_| sponsors.is_none()));
    let mut left = plugin_fields::left(item);
    if index.is_main_category_unknown(item) {
        left.push((plugin_fields::MAIN_CATEGORY, String::new()));
    }
    let (author, all_authors) = author(item, index);
    left.extend(all_authors.map(|names| (plugin_fields::LONG_BYLINE, names)));
    let mut excerpt = line(&item.excerpt);
    let mut subtitle = plugin_fields::subtitle(item).map(line).unwrap_or_default();
    if excerpt.is_empty() || excerpt == subtitle {
        excerpt = std::mem::take(&mut subtitle);
    }
    Some(PostFields {
        source_status,
        title: if has_own_title { title } else { date_title(item) },
        has_own_title,
        slug: wanted_slug(item),
        publish_date: dated_at.filter(|_| matches!(item.status.as_str(), "publish" | "future" | "private")),
        created_at: dated_at,
        category,
        tags,
        author,
        excerpt,
        subtitle,
        language: plugin_fields::language_of(item),
        sponsors: sponsors.map(|names| letters::cut(&join_names(&names), MAX_LINE).to_owned()),
        left,
    })
}

/// Plain text of a line that may hold HTML and shortcodes.
fn line(text: &str) -> String {
    // Room for the ellipsis.
    let text = strip_shortcodes(text);
    match html::check_limits(&text) {
        Ok(()) => html::plain_text(&html::clean(&text), MAX_LINE - 1),
        Err(_) => String::new(),
    }
}

/// The by-line, and all its names where it has no room for them. Names that the newsroom gave to a post come before the
/// account that published it.
fn author(item: &Item, index: &ExportIndex) -> (Option<String>, Option<String>) {
    let text = plugin_fields::byline(item)
        .or_else(|| Some(index.authors_of(item)).filter(|names| !names.is_empty()).map(|names| fit_names(&names)));
    let text = text
        .or_else(|| plugin_fields::author_text(item).map(str::to_owned))
        .map(|text| html::strip_tags(&text))
        .filter(|text| !text.is_empty() && !text.contains('@'))
        .or_else(|| index.author_name(&item.creator).map(html::strip_tags));
    let all = join_names(&index.authors_of(item));
    let is_short = all.chars().count() > MAX_NAME;
    (
        text.map(|text| letters::cut(&text, MAX_NAME).to_owned()).filter(|name: &String| !name.is_empty()),
        Some(all).filter(|_| is_short),
    )
}

/// `A, B and C`.
fn join_names(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// As many names as a by-line has room for.
fn fit_names(names: &[String]) -> String {
    let mut text = join_names(names);
    let mut shown = names.to_vec();
    while text.chars().count() > MAX_NAME && shown.len() > 1 {
        shown.pop();
        text = join_names(&[&shown[..], &["others".to_owned()]].concat());
    }
    text
}

/// Replaces shortcodes by their content.
fn strip_shortcodes(text: &str) -> String {
    shortcodes::expand(text, &mut |code| code.content.unwrap_or_default().to_owned()).text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(kind: &str, status: &str) -> Item {
        Item {
            id: 5,
            kind: kind.into(),
            status: status.into(),
            title: "Fish &amp; <em>Chips</em>".into(),
            creator: "ada".into(),
            name: "fish-chips".into(),
            date: "2009-09-05 19:00:23".into(),
            date_gmt: "2009-09-05 16:00:23".into(),
            ..Item::default()
        }
    }

    #[test]
    fn the_status_of_a_wordpress_item_maps_to_its_appearance() {
        for (kind, status, password, source_status, dated) in [
            ("post", "publish", false, Some(SourceStatus::Published), true),
            ("post", "future", false, Some(SourceStatus::Published), true),
            ("post", "draft", false, Some(SourceStatus::Draft), false),
            ("post", "pending", false, Some(SourceStatus::Draft), false),
            ("post", "private", false, Some(SourceStatus::Private), true),
            ("post", "publish", true, Some(SourceStatus::WithPassword), true),
            ("page", "publish", false, Some(SourceStatus::Page), true),
            ("page", "trash", false, None, false),
            ("post", "auto-draft", false, None, false),
            ("revision", "inherit", false, None, false),
            ("nav_menu_item", "publish", false, None, false),
        ] {
            let found = post_fields(&Item { has_password: password, ..item(kind, status) }, &ExportIndex::default());
            assert_eq!(found.as_ref().map(|found| found.source_status), source_status, "{kind} {status}");
            assert_eq!(found.is_some_and(|found| found.publish_date.is_some()), dated, "{kind} {status}");
        }
    }

    #[test]
    fn title_date_author_and_slug_are_read_from_an_item() {
        let found = post_fields(&item("post", "publish"), &ExportIndex::default()).unwrap();
        assert_eq!(
            (found.title.as_str(), found.author.as_deref(), found.slug.as_deref()),
            ("Fish & Chips", Some("ada"), Some("fish-chips"))
        );
        assert_eq!(found.publish_date.unwrap().iso(), "2009-09-05T16:00:23Z");
        for (title, date, gmt, pub_date, called) in [
            ("<br>", "2009-09-05 19:00:23", "2009-09-05 16:00:23", "", "5 September 2009"),
            ("", "0000-00-00 00:00:00", "2009-09-06 01:00:00", "", "6 September 2009"),
            ("", "", "0000-00-00 00:00:00", "Sat, 05 Sep 2009 16:00:23 +0000", "5 September 2009"),
            ("", "", "", "Wed, 30 Nov -0001 00:00:00 +0000", "Post 5"),
        ] {
            let item = Item {
                title: title.into(),
                date: date.into(),
                date_gmt: gmt.into(),
                pub_date: pub_date.into(),
                ..item("post", "publish")
            };
            assert_eq!(post_fields(&item, &ExportIndex::default()).unwrap().title, called);
        }
    }
}
