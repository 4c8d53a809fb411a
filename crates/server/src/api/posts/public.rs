use axum::extract::State;
use mwanga_core::posts::{self, PublicListQuery};
use mwanga_core::{categories, changes};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, Paging};
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, PostListView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PublicQuery {
    /// From 1.
    #[param(minimum = 1)]
    pub page: Option<u64>,
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<u64>,
    /// Only of this category: slug, id or name.
    pub category: Option<String>,
    /// Not of these categories, separated by commas. With `sponsored`, nor of those that are no news.
    pub exclude: Option<String>,
    /// Only Today's Picks.
    pub pick: Option<bool>,
}

/// Public posts, newest first.
#[utoipa::path(get, path = "/posts/public", tag = "posts", params(PublicQuery), responses((status = 200, body = PostListView), errors::BadRequest))]
pub async fn public_posts(
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<PublicQuery>,
) -> Result<PublicResponse<PostListView>, PublicError> {
    let request = Paging { page: query.page, per_page: query.per_page }.or(20)?;
    let mut list = PublicListQuery { picks: query.pick.unwrap_or(false), ..PublicListQuery::default() };
    if let Some(name) = query.category.as_deref().filter(|name| !name.trim().is_empty()) {
        let Some(category) = categories::find(&app.core, name).await? else {
            let provenance = Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() };
            return Err(PublicError { error: ApiError::no_category_to_list(), provenance });
        };
        list.category = Some(category);
    }
    for name in query.exclude.as_deref().unwrap_or_default().split(',').filter(|name| !name.trim().is_empty()).take(20)
    {
        list.exclude.extend(categories::find(&app.core, name).await?);
    }
    // What leaves out paid posts is a list of news: Most Recent.
    if list.exclude.iter().any(|category| category.slug == categories::SPONSORED) {
        list.exclude.extend(categories::not_news(&app.core).await?);
    }
    // One list, one total, however it was asked for.
    list.exclude.sort_by_key(|category| category.id);
    list.exclude.dedup();
    let page = posts::list_public(&app.core, &list, request).await?;
    let body = PostListView {
        data: views::cards(&app.core, &page.posts).await?,
        total: page.total,
        page: request.page,
        per_page: request.per_page,
    };
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
