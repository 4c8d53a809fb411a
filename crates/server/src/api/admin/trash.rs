use axum::Json;
use axum::extract::State;
use mwanga_core::trash::{self, TrashCursor};
use mwanga_store::types::TrashKind;
use serde::Deserialize;

use crate::AppState;
use crate::cursor::Cursor;
use crate::extract::{ApiQuery, CursorPage, CursorParams, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::TrashView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TrashFilter {
    /// `post`, `page` or `media`; otherwise everything.
    #[param(inline)]
    pub kind: Option<TrashKind>,
}

/// What was deleted within 30 days, the last deleted first.
#[utoipa::path(get, path = "/admin/trash", tag = "admin", security(("bearer" = [])), params(CursorParams, TrashFilter),
    responses((status = 200, body = TrashView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_trash(
    State(app): State<AppState>,
    _: StaffUser,
    cursor: CursorPage<TrashCursor>,
    ApiQuery(filter): ApiQuery<TrashFilter>,
) -> Result<Json<TrashView>, ApiError> {
    let page = trash::list(&app.core, filter.kind, cursor.after, cursor.per_page).await?;
    let next = page.next.map(|key| key.to_text());
    Ok(Json(TrashView { data: page.entries.into_iter().map(Into::into).collect(), per_page: cursor.per_page, next }))
}
