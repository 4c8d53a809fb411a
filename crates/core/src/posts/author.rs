//! Authors: options of the form, by-lines and their addresses.

use mwanga_store::StoreResult;
use mwanga_store::queries::posts::{self as query, PublicFilter};

use super::list::{PostPage, list_filtered};
use crate::Core;
use crate::paging::PageRequest;
use crate::slug;

/// The first author option, and its stored slug: both stay when the brand of the site changes.
pub const TEAM: &str = "mwanga_team";
pub const TEAM_SLUG: &str = "mwanga-team";

/// Author options in the order of the form: value and label, with `{brand}` as a placeholder. The first is the default;
/// the last two require a name.
pub const AUTHOR_OPTIONS: [(&str, &str); 6] = [
    (TEAM, "{brand} Team"),
    ("admin", "Admin"),
    ("editor", "Editor"),
    ("contributor", "Contributor"),
    ("guest_writer", "Guest Writer"),
    ("custom", "Custom"),
];

/// The values of [`AUTHOR_OPTIONS`].
pub(super) fn options() -> Vec<&'static str> {
    AUTHOR_OPTIONS.iter().map(|(value, _)| *value).collect()
}

/// Whether this option requires a typed name, which is shown instead of its label.
pub fn requires_name(author_name: &str) -> bool {
    matches!(author_name, "guest_writer" | "custom")
}

/// The by-line that readers see on a site of this brand.
pub fn author_label(brand: &str, author_name: &str, custom_author: &str) -> String {
    if requires_name(author_name) && !custom_author.is_empty() {
        return custom_author.to_owned();
    }
    AUTHOR_OPTIONS
        .iter()
        .find(|(value, _)| *value == author_name)
        .map_or_else(|| author_name.to_owned(), |(_, label)| label.replace("{brand}", brand))
}

/// The stored slug of a by-line; never empty.
pub(super) fn author_slug(author_name: &str, custom_author: &str) -> String {
    if author_name == TEAM {
        return TEAM_SLUG.to_owned();
    }
    // No other label holds the brand.
    slug::from_title(&author_label("", author_name, custom_author)).unwrap_or_else(|| "author".into())
}

/// The public slug of a by-line: that of the team follows the brand.
pub fn public_author_slug(brand: &str, stored: &str) -> String {
    if stored == TEAM_SLUG { team_slug(brand) } else { stored.to_owned() }
}

/// The stored slug for a public one. The stored slug of the team is accepted too.
pub fn stored_author_slug<'a>(brand: &str, public: &'a str) -> &'a str {
    if public == team_slug(brand) { TEAM_SLUG } else { public }
}

fn team_slug(brand: &str) -> String {
    slug::from_title(&author_label(brand, TEAM, "")).unwrap_or_else(|| TEAM_SLUG.to_owned())
}

/// A by-line with the name of its newest post, and its public slug.
#[derive(Debug, PartialEq, Eq)]
pub struct Byline {
    pub slug: String,
    pub name: String,
}

/// The public posts of a by-line, newest first; no by-line when it has none.
pub async fn by_author(core: &Core, slug: &str, request: PageRequest) -> StoreResult<(Option<Byline>, PostPage)> {
    let settings = core.settings();
    let brand = &settings.site.brand;
    let stored = stored_author_slug(brand, slug);
    let filter = PublicFilter { author: Some(stored.to_owned()), ..PublicFilter::default() };
    let page = list_filtered(core, &filter, request).await?;
    let db = core.store.reader();
    let newest = query::by_ids_without_content(db, &query::public_ids(db, &filter, core.now(), 0, 1).await?).await?;
    let name = newest.first().map(|post| author_label(brand, &post.author_name, &post.custom_author));
    Ok((name.map(|name| Byline { slug: public_author_slug(brand, stored), name }), page))
}
