use mwanga_core::posts::Tag;
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

/// A tag and a page of its posts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TagPageView {
    pub tag: TagView,
    pub data: Vec<PostCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    pub canonical_path: String,
}
