//! Authors: options of the form, by-lines and their addresses.

use mwanga_store::StoreResult;
use mwanga_store::queries::ascii_slugs;
use mwanga_store::queries::posts::{self as query, PublicFilter};

use super::list::{PostPage, list_filtered};
use super::namesakes::{Heading, MAX_NAMESAKES, Named};
use crate::paging::PageRequest;
use crate::{Core, slug};

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

/// The stored slug for a public one. The stored slug of the team is accepted too, and how earlier versions spelled it.
pub fn stored_author_slug<'a>(brand: &str, public: &'a str) -> &'a str {
    let earlier = || slug::ascii_from_title(&author_label(brand, TEAM, ""));
    if public == team_slug(brand) || earlier().is_some_and(|earlier| public == earlier) { TEAM_SLUG } else { public }
}

fn team_slug(brand: &str) -> String {
    slug::from_title(&author_label(brand, TEAM, "")).unwrap_or_else(|| TEAM_SLUG.to_owned())
}

/// The public posts of a by-line, newest first, and its heading; no heading without posts.
///
/// A slug that no by-line has means all that earlier versions spelled so.
pub async fn by_author(core: &Core, slug: &str, request: PageRequest) -> StoreResult<(Option<Heading>, PostPage)> {
    let settings = core.settings();
    let brand = &settings.site.brand;
    let stored = stored_author_slug(brand, slug);
    let mut authors = vec![stored.to_owned()];
    let mut found = named(core, &authors).await?;
    if found.is_empty() {
        let spelled = ascii_slugs::slugs(core.store.reader(), ascii_slugs::AUTHOR, stored, MAX_NAMESAKES).await?;
        found = named(core, &spelled).await?;
        authors.extend(spelled);
    }
    let filter = PublicFilter { authors, ..PublicFilter::default() };
    let page = list_filtered(core, &filter, request).await?;
    Ok((Heading::of(slug, found), page))
}

/// Those of these stored slugs that public posts have, each with the name of the newest.
async fn named(core: &Core, slugs: &[String]) -> StoreResult<Vec<Named>> {
    let settings = core.settings();
    let brand = &settings.site.brand;
    let db = core.store.reader();
    let mut found = Vec::new();
    for slug in slugs {
        let filter = PublicFilter { authors: vec![slug.clone()], ..PublicFilter::default() };
        let newest = query::public_ids(db, &filter, core.now(), 0, 1).await?;
        if let Some(post) = query::by_ids_without_content(db, &newest).await?.first() {
            let name = author_label(brand, &post.author_name, &post.custom_author);
            found.push(Named { slug: public_author_slug(brand, slug), name });
        }
    }
    Ok(found)
}
