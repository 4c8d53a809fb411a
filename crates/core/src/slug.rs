//! Slugs: the part of a URL that is made from a title.

use std::collections::HashSet;

use mwanga_store::types::PostId;
use mwanga_store::{ConnectionTrait, StoreResult, queries};

use crate::fold::fold;

/// Longest slug in characters, before a number is added.
const MAX_SLUG_CHARS: usize = 80;

/// `Café ya Nairobi: 5G!` becomes `cafe-ya-nairobi-5g`; none when nothing of the title can be written in ASCII.
pub fn from_title(title: &str) -> Option<String> {
    let mut slug = fold(title).replace(' ', "-");
    if slug.len() > MAX_SLUG_CHARS {
        let cut = slug[..=MAX_SLUG_CHARS].rfind('-').filter(|at| *at > MAX_SLUG_CHARS / 2).unwrap_or(MAX_SLUG_CHARS);
        slug.truncate(cut);
    }
    (!slug.is_empty()).then_some(slug)
}

/// Whether a text can be the slug of a page or category.
pub fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 100
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// `base`, or the first of `base-2`, `base-3`, … that no post except `own` has or had.
pub async fn find_free(db: &impl ConnectionTrait, base: &str, own: Option<PostId>) -> StoreResult<String> {
    let mut from = 1;
    loop {
        let to = from + 49;
        let candidates: Vec<String> =
            (from..=to).map(|n| if n == 1 { base.to_owned() } else { format!("{base}-{n}") }).collect();
        let taken: HashSet<String> = queries::posts::taken_slugs(db, &candidates, own).await?.into_iter().collect();
        if let Some(free) = candidates.into_iter().find(|slug| !taken.contains(slug)) {
            return Ok(free);
        }
        from = to + 1;
    }
}

/// Whether `slug` was made from `base`, with or without a number.
pub fn is_derived_from(slug: &str, base: &str) -> bool {
    slug.strip_prefix(base).is_some_and(|rest| {
        rest.is_empty()
            || rest.strip_prefix('-').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_ascii_slugs() {
        for (title, slug) in [
            ("Habari ya Asubuhi", Some("habari-ya-asubuhi")),
            ("  Café — “naïve” façade ", Some("cafe-naive-facade")),
            ("Don't panic: 5G & you!", Some("dont-panic-5g-you")),
            ("Müller straße", Some("muller-strasse")),
            ("Москва", Some("moskva")),
            ("日本", Some("ri-ben")),
            ("../../etc/passwd", Some("etc-passwd")),
            ("…—!", None),
            ("", None),
        ] {
            assert_eq!(from_title(title).as_deref(), slug, "{title}");
        }
    }

    #[test]
    fn slugs_of_long_titles_are_cut_at_a_word() {
        let slug = from_title(&"solar power for everyone ".repeat(9)).unwrap();
        assert!(
            slug.len() <= MAX_SLUG_CHARS
                && slug.split('-').all(|word| ["solar", "power", "for", "everyone"].contains(&word)),
            "{slug}"
        );
        assert_eq!(from_title(&"x".repeat(300)).unwrap().len(), MAX_SLUG_CHARS);
    }

    #[test]
    fn a_numbered_slug_is_recognized_by_its_base() {
        assert!(is_derived_from("habari", "habari") && is_derived_from("habari-12", "habari"));
        assert!(
            !is_derived_from("habari-njema", "habari")
                && !is_derived_from("habari-", "habari")
                && !is_derived_from("haba", "habari")
        );
    }
}
