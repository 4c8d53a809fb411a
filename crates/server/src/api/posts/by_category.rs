use axum::extract::State;
use mwanga_core::posts::{self, PostPage};
use mwanga_core::settings::Block;
use mwanga_core::{Core, categories, changes};
use mwanga_store::StoreError;
use serde::Deserialize;

use crate::AppState;
use crate::extract::ApiQuery;
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, CategoryView, FrontPageView, SectionView, SectionsView};

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
    let (sections, mut page) = posts::by_category(&app.core, per_category).await?;
    let mut cards = views::cards(&app.core, &page.posts).await?.into_iter();
    let section = |(category, own)| SectionView {
        category: CategoryView::from(&category),
        posts: cards.by_ref().take(own).collect(),
    };
    let data: Vec<SectionView> = sections.into_iter().map(section).collect();
    let total = data.len() as u64;
    let front_page = front_page(&app.core, &mut page).await?;
    let body = SectionsView { data, front_page, total, page: 1, per_page: total };
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

/// Blocks and banner; `page` takes over their tags and the moment at which they change by themselves.
async fn front_page(core: &Core, page: &mut PostPage) -> Result<FrontPageView, StoreError> {
    let settings = core.settings();
    let all = categories::all(core).await?;
    // A category that has gone since takes its block along.
    let is_there = |block: &&Block| match block {
        Block::Section { category, .. } => all.iter().any(|row| row.slug == *category),
        _ => true,
    };
    let blocks: Vec<Block> = settings.front_page.blocks.iter().filter(is_there).cloned().collect();
    let banner = Some(&settings.front_page.banner).filter(|banner| banner.is_shown(core.now())).cloned();
    page.tags.push(changes::setting("front_page.banner"));
    let mut ends = vec![page.expires_at, banner.as_ref().and_then(|banner| banner.ends_at)];
    let mut most_read = Vec::new();
    if blocks.contains(&Block::MostRead {}) {
        let read = posts::most_read(core).await?;
        most_read = views::cards(core, &read.posts).await?;
        page.tags.extend(read.tags);
        ends.push(read.expires_at);
    }
    page.expires_at = ends.into_iter().flatten().min();
    Ok(FrontPageView { blocks, banner, most_read })
}
