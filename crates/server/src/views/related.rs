use serde::Serialize;

use super::PostCardView;

/// Related posts, and the next one of the category.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RelatedView {
    /// Up to four: those that share most tags first, then others of its category.
    pub data: Vec<PostCardView>,
    /// The one that came out before it in its category.
    #[schema(required)]
    pub next: Option<PostCardView>,
}
