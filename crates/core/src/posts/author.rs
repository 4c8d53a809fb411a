use mwanga_store::StoreResult;
use mwanga_store::queries::posts::{self as query, PublicFilter};

use super::read::{Page, PageRequest, list_filtered};
use super::slug;
use crate::Core;

/// Author options in the order of the form: value and label. The first is the default; the last two want a name.
pub const AUTHOR_OPTIONS: [(&str, &str); 6] = [
    ("mwanga_team", "Mwanga Team"),
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

/// The by-line that readers see.
pub fn author_label<'a>(author_name: &'a str, custom_author: &'a str) -> &'a str {
    if wants_name(author_name) && !custom_author.is_empty() {
        return custom_author;
    }
    AUTHOR_OPTIONS.iter().find(|(value, _)| *value == author_name).map_or(author_name, |(_, label)| label)
}

/// The address of a by-line; never empty.
pub(super) fn author_slug(author_name: &str, custom_author: &str) -> String {
    slug::from_title(author_label(author_name, custom_author)).unwrap_or_else(|| "author".into())
}

/// The public posts under one by-line, newest first, and the by-line as the newest of them writes it; none when there is no such post.
pub async fn by_author(core: &Core, slug: &str, request: PageRequest) -> StoreResult<(Option<String>, Page)> {
    let filter = PublicFilter { author: Some(slug.to_owned()), ..PublicFilter::default() };
    let page = list_filtered(core, &filter, request).await?;
    let db = core.store.reader();
    let newest = query::cards(db, &query::public_ids(db, &filter, core.now(), 0, 1).await?).await?;
    Ok((newest.first().map(|post| author_label(&post.author_name, &post.custom_author).to_owned()), page))
}
