use mwanga_store::entities::category;
use mwanga_store::types::CategoryId;
use serde::Serialize;

use super::PostCardView;

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CategoryView {
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
}

impl From<&category::Model> for CategoryView {
    fn from(row: &category::Model) -> Self {
        Self { id: row.id, name: row.name.clone(), slug: row.slug.clone() }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategorySavedView {
    #[serde(flatten)]
    pub category: CategoryView,
    pub message: &'static str,
}

/// A category and a page of its posts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategoryPageView {
    pub category: CategoryView,
    pub data: Vec<PostCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    pub canonical_path: String,
}

/// A section of home.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SectionView {
    pub category: CategoryView,
    pub posts: Vec<PostCardView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SectionsView {
    pub data: Vec<SectionView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}
