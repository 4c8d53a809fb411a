use axum::Json;
use axum::extract::State;
use mwanga_core::posts::{self, PostError, PostForm};
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, PostBody, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostSavedView, AdminPostView};

/// Changes the fields that are sent.
#[utoipa::path(put, path = "/admin/posts/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    request_body(content((PostForm = "application/json"), (PostForm = "multipart/form-data"))),
    responses((status = 200, body = AdminPostSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict, errors::TooLarge))]
pub async fn update_post(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PostId>,
    PostBody(form): PostBody,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let post = match posts::update(&app.core, Some(staff.0.account_id), id, form).await {
        Err(PostError::RevisionConflict(current)) => {
            let view = AdminPostView::new(&app.core, &current).await?;
            return Err(ApiError::from(PostError::RevisionConflict(current)).with_current(view));
        }
        outcome => outcome?,
    };
    let view =
        AdminPostSavedView { post: AdminPostView::new(&app.core, &post).await?, message: "Post updated successfully!" };
    app.render_pages_of(&view.post).await;
    Ok(Json(view))
}
