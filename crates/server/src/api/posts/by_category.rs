use axum::extract::State;
use mwanga_core::posts;
use serde::Deserialize;

use crate::AppState;
use crate::extract::ApiQuery;
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, CategoryView, SectionView, SectionsView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SectionsQuery {
    /// Posts a section, 1 to 20.
    #[param(minimum = 1, maximum = 20)]
    pub per_category: Option<u64>,
}

/// The sections of home: categories with posts, in category-bar order, then by name.
#[utoipa::path(get, path = "/posts/public/by-category", tag = "posts", params(SectionsQuery), responses((status = 200, body = SectionsView), errors::BadRequest))]
pub async fn posts_by_category(
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<SectionsQuery>,
) -> Result<PublicResponse<SectionsView>, PublicError> {
    let per_category = query.per_category.unwrap_or(4);
    if !(1..=20).contains(&per_category) {
        return Err(ApiError::invalid_query("A section holds 1 to 20 posts.").into());
    }
    let (sections, page) = posts::by_category(&app.core, per_category).await?;
    let mut cards = views::cards(&app.core, &page.posts).await?.into_iter();
    let section = |(category, own)| SectionView {
        category: CategoryView::from(&category),
        posts: cards.by_ref().take(own).collect(),
    };
    let data: Vec<SectionView> = sections.into_iter().map(section).collect();
    let total = data.len() as u64;
    let body = SectionsView { data, total, page: 1, per_page: total };
    Ok(PublicResponse {
        body,
        provenance: Provenance {
            tags: page.tags,
            expires_at: page.expires_at,
            canonical_path: None,
            ..Provenance::default()
        },
    })
}
