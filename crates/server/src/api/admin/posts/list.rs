use axum::Json;
use axum::extract::State;
use mwanga_core::categories;
use mwanga_core::paging::PageRequest;
use mwanga_core::posts::{self, AdminListQuery, Writer};
use mwanga_store::queries::posts::{AdminCursor, PostState};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, Cursor, CursorPage, CursorParams, PageParam, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostCardView, AdminPostListView};

/// Status of a post in the admin list.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusFilter {
    Published,
    Scheduled,
    InReview,
    Draft,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AdminListFilter {
    /// `published`, `scheduled`, `in_review` or `draft`.
    #[param(inline)]
    pub status: Option<StatusFilter>,
    /// Slug, id or name of a category.
    pub category: Option<String>,
    /// What the title begins with, in any case and without accents; such a list is sorted by title and has no `next`.
    pub q: Option<String>,
}

/// All posts, newest first: 5 a page, drafts and scheduled ones too. Contributors and authors see their own.
#[utoipa::path(get, path = "/admin/posts", tag = "admin", security(("bearer" = [])), params(PageParam, CursorParams, AdminListFilter),
    responses((status = 200, body = AdminPostListView), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn list_posts(
    State(app): State<AppState>,
    writer: WriterUser,
    cursor: CursorPage<AdminCursor>,
    ApiQuery(query): ApiQuery<AdminListFilter>,
) -> Result<Json<AdminPostListView>, ApiError> {
    let request = PageRequest { page: cursor.page, per_page: cursor.per_page };
    let category = match query.category.as_deref() {
        Some(text) => Some(categories::find(&app.core, text).await?.ok_or_else(ApiError::no_such_category)?),
        None => None,
    };
    let state = query.status.map(|status| match status {
        StatusFilter::Published => PostState::Published,
        StatusFilter::Scheduled => PostState::Scheduled,
        StatusFilter::InReview => PostState::InReview,
        StatusFilter::Draft => PostState::Draft,
    });
    let list = AdminListQuery { state, category, owner: Writer::from(&writer.0).owner(), title: query.q };
    let page = posts::admin_list(&app.core, &list, request, cursor.after).await?;
    Ok(Json(AdminPostListView {
        data: AdminPostCardView::list(&app.core, &page.posts).await?,
        total: page.total,
        page: request.page,
        per_page: request.per_page,
        next: page.next.map(|key| key.to_text()),
    }))
}
