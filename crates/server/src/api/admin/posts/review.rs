use axum::Json;
use axum::extract::State;
use mwanga_core::posts::{self, PostError, Saved};
use mwanga_store::types::PostId;
use serde::Deserialize;

use super::changed;
use crate::AppState;
use crate::extract::{ApiJson, ApiPath, StaffUser, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostSavedView, AdminPostView};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct SubmitInput {
    /// The revision that the caller saw; an older one than there is answers 409.
    pub revision: Option<i32>,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct ReturnInput {
    /// To the writer; filed under the notes of the post.
    pub note: String,
    /// The revision that was read; without it 422 `post.revision_needed`, of another one than there is 409.
    pub revision: Option<i32>,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct ApproveInput {
    /// A date that has passed stays the post's date.
    pub keep_date: bool,
    /// As in `ReturnInput`.
    pub revision: Option<i32>,
}

/// Submits a draft to the editors; one that is in review already stays so.
#[utoipa::path(post, path = "/admin/posts/{id}/submit", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = Option<SubmitInput>,
    responses((status = 200, body = AdminPostSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn submit_post(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
    input: Option<ApiJson<SubmitInput>>,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let input = input.map(|ApiJson(input)| input).unwrap_or_default();
    let post = posts::submit(&app.core, (&writer.0).into(), id, input.revision).await;
    answer(&app, post, "Submitted for review.").await
}

/// Sends a post in review, or a published one, back to its writer: it is a draft again.
#[utoipa::path(post, path = "/admin/posts/{id}/return", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = Option<ReturnInput>,
    responses((status = 200, body = AdminPostSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn return_post(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PostId>,
    input: Option<ApiJson<ReturnInput>>,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let input = input.map(|ApiJson(input)| input).unwrap_or_default();
    let revision = input.revision.ok_or(PostError::RevisionNeeded)?;
    let post = posts::send_back(&app.core, (&staff.0).into(), id, &input.note, revision).await;
    answer(&app, post, "Sent back to its writer.").await
}

/// Publishes a post in review: at its date where that lies ahead, otherwise now.
#[utoipa::path(post, path = "/admin/posts/{id}/approve", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = Option<ApproveInput>,
    responses((status = 200, body = AdminPostSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn approve_post(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PostId>,
    input: Option<ApiJson<ApproveInput>>,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let input = input.map(|ApiJson(input)| input).unwrap_or_default();
    let revision = input.revision.ok_or(PostError::RevisionNeeded)?;
    let post = posts::approve(&app.core, (&staff.0).into(), id, input.keep_date, revision).await;
    answer(&app, post, "Approved.").await
}

async fn answer(
    app: &AppState,
    outcome: Result<Saved, PostError>,
    message: &'static str,
) -> Result<Json<AdminPostSavedView>, ApiError> {
    let post = match outcome {
        Ok(post) => post,
        Err(error) => return Err(changed(&app.core, error).await?),
    };
    let view = AdminPostSavedView { post: AdminPostView::new(&app.core, &post).await?, message };
    app.render_touched(post.touched).await;
    Ok(Json(view))
}
