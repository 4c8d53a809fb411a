use mwanga_core::posts::{Named, Tag};
use serde::Serialize;

use super::PostCardView;

/// A tag: its page is `/tag/{slug}`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TagView {
    pub slug: String,
    pub name: String,
}

impl From<Tag> for TagView {
    fn from(tag: Tag) -> Self {
        Self { slug: tag.slug, name: tag.name }
    }
}

impl From<Named> for TagView {
    fn from(tag: Named) -> Self {
        Self { slug: tag.slug, name: tag.name }
    }
}

/// A tag and a page of its posts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TagPageView {
    pub tag: TagView,
    /// Those that an address of an earlier version may mean, where they are several; each has a page of its own now.
    pub namesakes: Vec<TagView>,
    pub data: Vec<PostCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    pub canonical_path: String,
}
