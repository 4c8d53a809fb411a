use axum::extract::State;
use mwanga_core::posts;
use serde::Deserialize;

use crate::AppState;
use crate::api::front_page::front_page;
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

/// What home is made of: its blocks, its banner, and a section for each category with posts that is on home or has a
/// block, in the order of the categories.
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
    let mut provenance = Provenance { tags: page.tags, expires_at: page.expires_at, ..Provenance::default() };
    let front_page = front_page(&app.core, &mut provenance).await?;
    let body = SectionsView { data, front_page, total, page: 1, per_page: total };
    Ok(PublicResponse { body, provenance })
}
