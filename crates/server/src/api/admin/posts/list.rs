use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::categories;
use mwanga_core::posts::{self, AdminList};
use mwanga_store::queries::posts::{AdminKey, PostState};
use mwanga_store::types::{PostId, Timestamp};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, Paging, StaffUser};
use crate::problem::{ApiError, Problem};
use crate::views::{AdminPostCardView, AdminPostListView};

/// What a post is to its editors.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusFilter {
    Published,
    Scheduled,
    Draft,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AdminListQuery {
    /// From 1.
    #[param(minimum = 1)]
    pub page: Option<u64>,
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<u64>,
    /// `published`, `scheduled` or `draft`.
    #[param(inline)]
    pub status: Option<StatusFilter>,
    /// Slug, id or name of a category.
    pub category: Option<String>,
    /// What the title begins with, in any case and without accents; such a list is sorted by title and has no `next`.
    pub q: Option<String>,
    /// The `next` of the page before; wins over `page`.
    pub after: Option<String>,
}

/// All posts, newest first: 5 a page, drafts and scheduled ones too.
#[utoipa::path(get, path = "/admin/posts", tag = "admin", security(("bearer" = [])), params(AdminListQuery),
    responses((status = 200, body = AdminPostListView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn list_posts(State(app): State<AppState>, _: StaffUser, ApiQuery(query): ApiQuery<AdminListQuery>) -> Result<Json<AdminPostListView>, ApiError> {
    let request = Paging { page: query.page, per_page: query.per_page }.or(5)?;
    let after = match query.after.as_deref() {
        Some(text) => Some(key(text).ok_or_else(|| ApiError::new(StatusCode::BAD_REQUEST, "request.invalid_query", "This is no place in the list."))?),
        None => None,
    };
    let category = match query.category.as_deref() {
        Some(text) => Some(categories::find(&app.core, text).await?.ok_or_else(|| ApiError::not_found("category.not_found", "There is no such category."))?),
        None => None,
    };
    let state = query.status.map(|status| match status {
        StatusFilter::Published => PostState::Published,
        StatusFilter::Scheduled => PostState::Scheduled,
        StatusFilter::Draft => PostState::Draft,
    });
    let page = posts::admin_list(&app.core, &AdminList { state, category, title: query.q }, request, after).await?;
    Ok(Json(AdminPostListView {
        data: AdminPostCardView::list(&app.core, &page.posts).await?,
        total: page.total,
        page: request.page,
        per_page: request.per_page,
        next: page.next.map(|key| format!("{}_{}", key.published_at.0, key.id)),
    }))
}

fn key(text: &str) -> Option<AdminKey> {
    let (at, id) = text.split_once('_')?;
    Some(AdminKey { published_at: Timestamp(at.parse().ok()?), id: PostId(id.parse().ok()?) })
}
