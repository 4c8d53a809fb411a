use axum::Json;
use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::AdminPostView;

/// One post as its editors see it.
#[utoipa::path(get, path = "/admin/posts/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = AdminPostView), errors::StaffOnly, errors::NotFound))]
pub async fn get_post(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<AdminPostView>, ApiError> {
    let post = posts::get_for(&app.core, (&writer.0).into(), id).await?;
    Ok(Json(AdminPostView::new(&app.core, &post).await?))
}
