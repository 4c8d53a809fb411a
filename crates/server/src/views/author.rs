use serde::Serialize;

use super::PostCardView;

/// A by-line: its page is `/author/{slug}`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AuthorView {
    pub slug: String,
    pub name: String,
}

/// A by-line and a page of its posts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AuthorPageView {
    pub author: AuthorView,
    pub data: Vec<PostCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    pub canonical_path: String,
}
