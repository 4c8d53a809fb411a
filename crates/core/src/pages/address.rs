//! Addresses of pages: `/{slug}`, or the fixed path of a built-in page.

use std::collections::HashSet;

use mwanga_store::entities::page::Model;
use mwanga_store::types::PageId;
use mwanga_store::{ConnectionTrait, StoreResult, queries};

use crate::Core;
use crate::built_in_pages::{CONSULTANCY, built_in};
use crate::slug as slugs;

/// First segments of paths that are no pages: those of the site and of its API, and what is kept for later.
pub const RESERVED: [&str; 41] = [
    "admin",
    "admin-analytics",
    "admin-auth",
    "admin-subscriptions",
    "api",
    "assets",
    "auth",
    "author",
    "blog",
    "category",
    "consultancy",
    "corrections",
    "favicon",
    "feed",
    "gift",
    "healthz",
    "home",
    "index",
    "lite",
    "login",
    "manage-account",
    "media",
    "newsletter",
    "newsletters",
    "og",
    "post",
    "posts",
    "practice-wallet",
    "preview",
    "r",
    "readyz",
    "redeem",
    "register",
    "rss",
    "search",
    "series",
    "services",
    "subscribe",
    "subscription-status",
    "sw",
    "tag",
];

/// Ending of the consultancy's slug, whose beginning is the brand.
const CONSULTANCY_ENDING: &str = "-consultancy";

/// Whether a further page cannot have this slug.
pub(super) fn is_reserved(slug: &str) -> bool {
    RESERVED.contains(&slug) || built_in(slug).is_some() || is_consultancy(slug)
}

/// Whether a slug means the consultancy page under any brand.
pub(super) fn is_consultancy(slug: &str) -> bool {
    slug == CONSULTANCY || slug.ends_with(CONSULTANCY_ENDING)
}

/// The path of a page.
pub fn path_of(brand: &str, page: &Model) -> String {
    path_by_name(brand, page.built_in.as_deref(), &page.slug)
}

/// The path of a page by its key, of a further one by its slug.
pub(super) fn path_by_name(brand: &str, key: Option<&str>, slug: &str) -> String {
    match key {
        Some(CONSULTANCY) => {
            let brand = slugs::from_title(brand).unwrap_or_else(|| "our".into());
            slugs::path("", &format!("{brand}{CONSULTANCY_ENDING}"))
        }
        Some(key) if built_in(key).is_some_and(|page| page.is_service()) => format!("/services/{key}"),
        Some(key) => format!("/{key}"),
        None => slugs::path("", slug),
    }
}

/// `base`, or the first of `base-2`, `base-3`, … that a page can have.
pub async fn find_free(db: &impl ConnectionTrait, base: &str, own: Option<PageId>) -> StoreResult<String> {
    let mut from = 1;
    loop {
        let to = from + 49;
        let candidates: Vec<String> =
            (from..=to).map(|n| if n == 1 { base.to_owned() } else { format!("{base}-{n}") }).collect();
        let taken: HashSet<String> = queries::pages::taken_slugs(db, &candidates, own).await?.into_iter().collect();
        if let Some(free) = candidates.into_iter().find(|slug| !taken.contains(slug) && !is_reserved(slug)) {
            return Ok(free);
        }
        from = to + 1;
    }
}

/// The path of a page of this site.
pub(super) fn own_path(core: &Core, page: &Model) -> String {
    path_of(&core.settings().site.brand, page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_of_the_site_and_of_its_own_pages_are_reserved() {
        for slug in ["category", "about", "it-consulting", "services", "consultancy", "nuru-times-consultancy", "r"] {
            assert!(is_reserved(slug), "{slug}");
        }
        assert!(!is_reserved("jobs") && !is_reserved("consultancy-work"));
    }

    #[test]
    fn the_consultancy_follows_the_brand_and_services_stay_below_their_list() {
        let path = |key: &str, brand: &str| path_of(brand, &built_in(key).unwrap().page());
        assert_eq!(path("consultancy", "Nuru Times"), "/nuru-times-consultancy");
        assert_eq!(path("consultancy", "…"), "/our-consultancy");
        assert_eq!(path("it-consulting", "Mwanga"), "/services/it-consulting");
        assert_eq!(path("about", "Mwanga"), "/about");
    }
}
