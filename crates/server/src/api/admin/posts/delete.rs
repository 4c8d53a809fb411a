use axum::Json;
use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, DeletingWriter, ForeverParam};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Moves a post to the trash, where it stays for 30 days; its address answers 410 from then on, if it was ever public.
#[utoipa::path(delete, path = "/admin/posts/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), ForeverParam),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn delete_post(
    State(app): State<AppState>,
    DeletingWriter { identity, forever }: DeletingWriter,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<MessageView>, ApiError> {
    if forever {
        posts::delete(&app.core, id).await?;
    } else {
        posts::trash(&app.core, Some((&identity).into()), id).await?;
    }
    Ok(Json(MessageView { message: "Post deleted successfully" }))
}
