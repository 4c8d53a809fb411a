use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::posts::{self, PostForm};

use crate::AppState;
use crate::extract::{PostBody, StaffUser};
use crate::problem::{ApiError, Problem};
use crate::views::{AdminPostSavedView, AdminPostView};

/// Makes a post; it is published unless `status` says draft, and scheduled when its date lies ahead.
#[utoipa::path(post, path = "/admin/posts", tag = "admin", security(("bearer" = [])),
    request_body(content((PostForm = "application/json"), (PostForm = "multipart/form-data"))),
    responses((status = 201, body = AdminPostSavedView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
pub async fn create_post(State(app): State<AppState>, staff: StaffUser, PostBody(form): PostBody) -> Result<(StatusCode, Json<AdminPostSavedView>), ApiError> {
    let post = posts::create(&app.core, Some(staff.0.account_id), form).await?;
    let view = AdminPostSavedView { post: AdminPostView::new(&app.core, &post).await?, message: "Post created successfully!" };
    app.show(&view.post).await;
    Ok((StatusCode::CREATED, Json(view)))
}
