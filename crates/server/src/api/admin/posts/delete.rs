use axum::Json;
use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Takes a post away for good; its address answers 410 from then on.
#[utoipa::path(delete, path = "/admin/posts/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound))]
pub async fn delete_post(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<MessageView>, ApiError> {
    posts::delete(&app.core, Some((&writer.0).into()), id).await?;
    Ok(Json(MessageView { message: "Post deleted successfully" }))
}
