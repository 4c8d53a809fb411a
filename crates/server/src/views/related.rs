use serde::Serialize;

use super::PostCardView;

/// What to read after a post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RelatedView {
    /// Up to four: those that share most tags first, then others of its category.
    pub data: Vec<PostCardView>,
    /// The one that came out before it in its category.
    #[schema(required)]
    pub next: Option<PostCardView>,
}
