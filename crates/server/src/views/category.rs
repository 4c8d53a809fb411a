use mwanga_core::settings::{Banner, Block};
use mwanga_core::{Core, brand_pictures, posts};
use mwanga_store::StoreError;
use mwanga_store::entities::category;
use mwanga_store::types::CategoryId;
use serde::Serialize;

use super::{BrandPictureView, PostCardView};

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

/// A category as the newsroom sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminCategoryView {
    #[serde(flatten)]
    pub category: CategoryView,
    pub description: String,
    /// `#rrggbb`, empty for that of the style sheet.
    pub colour: String,
    #[schema(required)]
    pub picture: Option<BrandPictureView>,
    /// Whether it has a section on home without being named there.
    pub on_home: bool,
    /// Whether its posts stand in Most Recent, the feeds of the site and the news sitemap.
    pub is_news: bool,
    /// The number of its public posts.
    pub post_count: u64,
}

impl AdminCategoryView {
    pub async fn list(core: &Core, rows: &[category::Model]) -> Result<Vec<Self>, StoreError> {
        let mut views = Vec::with_capacity(rows.len());
        for row in rows {
            views.push(Self {
                category: row.into(),
                description: row.description.clone(),
                colour: row.colour.clone(),
                picture: category_picture(core, row).await?,
                on_home: row.on_home,
                is_news: row.is_news,
                post_count: posts::count_in_category(core, row.id).await?,
            });
        }
        Ok(views)
    }
}

/// The picture that somebody chose for a category.
pub async fn category_picture(core: &Core, row: &category::Model) -> Result<Option<BrandPictureView>, StoreError> {
    Ok(brand_pictures::picture(core, &row.picture).await?.as_ref().map(BrandPictureView::from))
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategorySavedView {
    #[serde(flatten)]
    pub category: AdminCategoryView,
    pub message: &'static str,
}

/// A category and a page of its posts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategoryPageView {
    pub category: CategoryView,
    /// One line, may be empty.
    pub description: String,
    /// For shared links, and at the head of the page.
    #[schema(required)]
    pub picture: Option<BrandPictureView>,
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
    /// Of the categories on home, and of those that a block names.
    pub data: Vec<SectionView>,
    pub front_page: FrontPageView,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

/// What home is made of.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FrontPageView {
    /// From the top.
    pub blocks: Vec<Block>,
    /// Above them; null where there is none, or it has ended.
    #[schema(required)]
    pub banner: Option<Banner>,
    /// The posts of the block `most_read`, empty where there is no such block.
    pub most_read: Vec<PostCardView>,
}
