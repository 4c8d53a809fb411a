use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::idempotency;
use mwanga_core::posts::{self, Writer};
use mwanga_store::types::PostId;

use super::create::find;
use crate::AppState;
use crate::extract::{ApiPath, IdempotencyHeader, IdempotencyKey, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostSavedView, AdminPostView};

/// Makes a draft of the caller that has all of a post but its dates, pick, corrections, notes and revisions.
#[utoipa::path(post, path = "/admin/posts/{id}/duplicate", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), IdempotencyHeader),
    responses((status = 201, body = AdminPostSavedView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn duplicate_post(
    State(app): State<AppState>,
    writer: WriterUser,
    key: IdempotencyKey,
    ApiPath(id): ApiPath<PostId>,
) -> Result<(StatusCode, Json<AdminPostSavedView>), ApiError> {
    let (core, by) = (&app.core, Writer::from(&writer.0));
    let request = key.for_account(core, by.account_id, "POST /admin/posts/{id}/duplicate", &id)?;
    let duplicate = |claim| async move { posts::duplicate(core, by, id, &claim).await };
    let copy = idempotency::run_once(core, request, |copy| find(core, copy), duplicate).await?.into_inner();
    let post = AdminPostView::new(core, &copy).await?;
    Ok((StatusCode::CREATED, Json(AdminPostSavedView { post, message: "Draft made from a copy." })))
}
