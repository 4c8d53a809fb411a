use axum::Json;
use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostSavedView, AdminPostView};

/// Restores a post from the trash, as a draft with its slug. A post that is not there stays as it is.
#[utoipa::path(post, path = "/admin/posts/{id}/restore", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = AdminPostSavedView), errors::StaffOnly, errors::NotFound))]
pub async fn restore_post(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let post = posts::restore(&app.core, (&writer.0).into(), id).await?;
    Ok(Json(AdminPostSavedView {
        post: AdminPostView::new(&app.core, &post).await?,
        message: "Post restored as a draft.",
    }))
}
