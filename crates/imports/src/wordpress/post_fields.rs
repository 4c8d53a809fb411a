//! Fields of a post other than its content: title, dates, author, category, tags.

use jiff::civil;
use jiff::fmt::rfc2822;
use mwanga_store::types::Timestamp;

use super::entry::Item;
use super::export_index::{ExportIndex, to_slug};
use super::shortcodes;
use mwanga_core::posts;
use mwanga_html as html;

/// Status of a post at its source. All but the first become drafts here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceStatus {
    Published,
    Draft,
    /// Visible to its author only.
    Private,
    /// Protected by a password, which posts here cannot be.
    WithPassword,
    /// A page; it becomes the draft of a page.
    Page,
}

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
}

/// Maximum lengths of fields, in characters.
const MAX_TITLE: usize = 300;
const MAX_NAME: usize = 120;
const MAX_LINE: usize = 1_000;

/// Fields of a post or page; None for any other item, and for trash, revisions and automatic drafts.
pub fn post_fields(item: &Item, index: &ExportIndex) -> Option<PostFields> {
    let is_page = match item.kind.as_str() {
        "post" => false,
        "page" => true,
        _ => return None,
    };
    let source_status = match item.status.as_str() {
        "auto-draft" | "trash" | "inherit" => return None,
        _ if is_page => SourceStatus::Page,
        _ if item.has_password => SourceStatus::WithPassword,
        "publish" | "future" => SourceStatus::Published,
        "private" => SourceStatus::Private,
        _ => SourceStatus::Draft,
    };
    let dated_at = post_date(item);
    let title: String = html::strip_tags(&item.title).chars().take(MAX_TITLE).collect();
    let has_own_title = !title.is_empty();
    let (category, tags) = terms(item);
    Some(PostFields {
        source_status,
        title: if has_own_title { title } else { date_title(item) },
        has_own_title,
        slug: to_slug(&item.name),
        publish_date: dated_at.filter(|_| matches!(item.status.as_str(), "publish" | "future" | "private")),
        created_at: dated_at,
        category,
        tags,
        author: index
            .author_name(&item.creator)
            .map(|name| html::strip_tags(name).chars().take(MAX_NAME).collect())
            .filter(|name: &String| !name.is_empty()),
        // Room for the ellipsis.
        excerpt: html::plain_text(&html::clean(&strip_shortcodes(&item.excerpt)), MAX_LINE - 1),
    })
}

/// Replaces shortcodes by their content.
fn strip_shortcodes(text: &str) -> String {
    shortcodes::expand(text, &mut |code| code.content.unwrap_or_default().to_owned()).text
}

/// Date of a post. The time zone of their site is not in the file, so local time counts as UTC without a UTC time.
fn post_date(item: &Item) -> Option<Timestamp> {
    let utc = |text: &str| Timestamp::parse(&format!("{}Z", text.trim().replacen(' ', "T", 1)));
    let published = || rfc2822::parse(&item.pub_date).ok().map(|at| Timestamp::from_jiff(at.timestamp()));
    utc(&item.date_gmt).or_else(|| utc(&item.date)).or_else(published)
}

/// Title made of the date, such as `5 September 2009`.
fn date_title(item: &Item) -> String {
    let day = item.date.split(' ').next().and_then(|day| day.parse::<civil::Date>().ok());
    let day = day.or_else(|| post_date(item)?.iso().get(..10)?.parse().ok());
    day.map_or_else(|| format!("Post {}", item.id), |day| day.strftime("%-d %B %Y").to_string())
}

/// Category and tags: the first category, and all others as tags.
fn terms(item: &Item) -> (Option<String>, String) {
    let name = |text: &str| html::strip_tags(text);
    let mut categories =
        item.terms.iter().filter(|term| term.is_category).map(|term| name(&term.name)).filter(|name| !name.is_empty());
    let first = categories.next();
    let tags = item.terms.iter().filter(|term| !term.is_category).map(|term| name(&term.name));
    let mut known: Vec<String> = Vec::new();
    let mut length = 0;
    // Commas separate tags.
    for tag in categories.chain(tags).map(|tag| tag.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" "))
    {
        let tag: String = tag.chars().take(posts::MAX_TAG).collect();
        let chars = tag.chars().count() + 2;
        let repeated = first.iter().chain(&known).any(|other| other.to_lowercase() == tag.to_lowercase());
        if !tag.is_empty() && !repeated && tag.to_lowercase() != "uncategorized" && length + chars <= MAX_LINE {
            length += chars;
            known.push(tag);
        }
    }
    (first, known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::entry::Term;
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

    #[test]
    fn the_first_category_is_kept_and_the_others_become_tags() {
        let term = |is_category, name: &str| Term { is_category, name: name.into() };
        let terms_of = |list: &[Term]| terms(&Item { terms: list.to_vec(), ..Item::default() });
        let list = [
            term(false, "solar"),
            term(true, "Child &amp; Co"),
            term(true, "Parent"),
            term(true, "Uncategorized"),
            term(false, "Solar"),
            term(false, "a, b"),
            term(false, "parent"),
        ];
        assert_eq!(terms_of(&list), (Some("Child & Co".into()), "Parent, solar, a b".into()));
        assert_eq!(terms_of(&[]), (None, String::new()));
        let many: Vec<Term> = (0..900).map(|number| term(false, &format!("tag {number}"))).collect();
        assert!(terms_of(&many).1.len() <= MAX_LINE);
    }
}
