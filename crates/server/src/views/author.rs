use mwanga_core::posts::Named;
use serde::Serialize;

use super::PostCardView;

/// A by-line: its page is `/author/{slug}`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AuthorView {
    pub slug: String,
    pub name: String,
}

impl From<Named> for AuthorView {
    fn from(author: Named) -> Self {
        Self { slug: author.slug, name: author.name }
    }
}

/// A by-line and a page of its posts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AuthorPageView {
    pub author: AuthorView,
    /// Those whom an address of an earlier version may mean, where they are several; each has a page of its own now.
    pub namesakes: Vec<AuthorView>,
    pub data: Vec<PostCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    pub canonical_path: String,
}
