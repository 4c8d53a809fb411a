use mwanga_store::StoreResult;
use mwanga_store::queries::posts::{self as query, PublicFilter};

use super::list::{Page, list_filtered};
use super::slug;
use crate::Core;
use crate::paging::PageRequest;

/// The first author option, and the address of its by-line as it is stored: both stay when the site gets another brand.
pub const TEAM: &str = "mwanga_team";
pub const TEAM_SLUG: &str = "mwanga-team";

/// Author options in the order of the form: value and label, in which `{brand}` stands for the site's. The first is the
/// default; the last two want a name.
pub const AUTHOR_OPTIONS: [(&str, &str); 6] = [
    (TEAM, "{brand} Team"),
    ("admin", "Admin"),
    ("editor", "Editor"),
    ("contributor", "Contributor"),
    ("guest_writer", "Guest Writer"),
    ("custom", "Custom"),
];

/// Whether this option shows the name that was typed instead of its own label.
pub fn wants_name(author_name: &str) -> bool {
    matches!(author_name, "guest_writer" | "custom")
}

/// The by-line that readers see on a site of this brand.
pub fn author_label(brand: &str, author_name: &str, custom_author: &str) -> String {
    if wants_name(author_name) && !custom_author.is_empty() {
        return custom_author.to_owned();
    }
    AUTHOR_OPTIONS
        .iter()
        .find(|(value, _)| *value == author_name)
        .map_or_else(|| author_name.to_owned(), |(_, label)| label.replace("{brand}", brand))
}

/// A by-line as it is stored, for look-ups by its address; never empty.
pub(super) fn author_slug(author_name: &str, custom_author: &str) -> String {
    if author_name == TEAM {
        return TEAM_SLUG.to_owned();
    }
    // No other label holds the brand.
    slug::from_title(&author_label("", author_name, custom_author)).unwrap_or_else(|| "author".into())
}

/// The address of a by-line on a site of this brand: the team's follows it.
pub fn public_author_slug(brand: &str, stored: &str) -> String {
    if stored == TEAM_SLUG { team_slug(brand) } else { stored.to_owned() }
}

/// What is stored of the by-line with this address; the team's first address leads to it for good.
pub fn stored_author_slug<'a>(brand: &str, public: &'a str) -> &'a str {
    if public == team_slug(brand) { TEAM_SLUG } else { public }
}

fn team_slug(brand: &str) -> String {
    slug::from_title(&author_label(brand, TEAM, "")).unwrap_or_else(|| TEAM_SLUG.to_owned())
}

/// A by-line, as the newest of its posts writes it, and its address.
#[derive(Debug, PartialEq, Eq)]
pub struct Byline {
    pub slug: String,
    pub name: String,
}

/// The public posts under one by-line, newest first; no by-line when there is no such post.
pub async fn by_author(core: &Core, slug: &str, request: PageRequest) -> StoreResult<(Option<Byline>, Page)> {
    let brand = &core.config.site.brand;
    let stored = stored_author_slug(brand, slug);
    let filter = PublicFilter { author: Some(stored.to_owned()), ..PublicFilter::default() };
    let page = list_filtered(core, &filter, request).await?;
    let db = core.store.reader();
    let newest = query::cards(db, &query::public_ids(db, &filter, core.now(), 0, 1).await?).await?;
    let name = newest.first().map(|post| author_label(brand, &post.author_name, &post.custom_author));
    Ok((name.map(|name| Byline { slug: public_author_slug(brand, stored), name }), page))
}
