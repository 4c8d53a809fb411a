use axum::Json;
use axum::extract::State;
use mwanga_core::Core;
use mwanga_core::posts::{self, PostError, PostForm};
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, PostBody, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostSavedView, AdminPostView};

/// Changes the fields that are sent.
#[utoipa::path(put, path = "/admin/posts/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    request_body(content((PostForm = "application/json"), (PostForm = "multipart/form-data"))),
    responses((status = 200, body = AdminPostSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict, errors::TooLarge))]
pub async fn update_post(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
    PostBody(form): PostBody,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let post = match posts::update(&app.core, Some((&writer.0).into()), id, form).await {
        Ok(post) => post,
        Err(error) => return Err(changed(&app.core, error).await?),
    };
    let view =
        AdminPostSavedView { post: AdminPostView::new(&app.core, &post).await?, message: "Post updated successfully!" };
    app.render_touched(post.touched).await;
    Ok(Json(view))
}

/// The problem of a save; of a conflict with the post as it is now.
pub(super) async fn changed(core: &Core, error: PostError) -> Result<ApiError, ApiError> {
    match error {
        PostError::RevisionConflict(current) => {
            let view = AdminPostView::new(core, &current).await?;
            Ok(ApiError::from(PostError::RevisionConflict(current)).with_current(view))
        }
        error => Ok(error.into()),
    }
}
