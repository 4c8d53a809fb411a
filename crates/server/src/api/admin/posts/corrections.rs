use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::idempotency;
use mwanga_core::posts::{self, Writer};
use mwanga_store::types::{PostCorrectionId, PostId};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, IdempotencyHeader, IdempotencyKey, StaffUser, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminCorrectionListView, AdminCorrectionView, MessageView};

/// The corrections of a post, and what was done to them.
#[utoipa::path(get, path = "/admin/posts/{id}/corrections", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = AdminCorrectionListView), errors::StaffOnly, errors::NotFound))]
pub async fn list_corrections(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<AdminCorrectionListView>, ApiError> {
    Ok(Json(posts::corrections(&app.core, (&writer.0).into(), id).await?.into()))
}

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct CorrectionInput {
    /// Plain text of one paragraph, up to 1,000 characters.
    pub text: String,
}

/// Corrects a public post: readers see the note, with the date of today, on its page and in the list of corrections.
#[utoipa::path(post, path = "/admin/posts/{id}/corrections", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), IdempotencyHeader), request_body = CorrectionInput,
    responses((status = 201, body = AdminCorrectionView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn create_correction(
    State(app): State<AppState>,
    writer: WriterUser,
    key: IdempotencyKey,
    ApiPath(id): ApiPath<PostId>,
    ApiJson(input): ApiJson<CorrectionInput>,
) -> Result<(StatusCode, Json<AdminCorrectionView>), ApiError> {
    let (core, by) = (&app.core, Writer::from(&writer.0));
    let request = key.for_account(core, by.account_id, "POST /admin/posts/{id}/corrections", &(id, &input))?;
    let add = |claim| async move { posts::add_correction(core, by, id, &input.text, &claim).await };
    let find = |correction| posts::get_correction(core, PostCorrectionId(correction));
    let correction = idempotency::run_once(core, request, find, add).await?.into_inner();
    Ok((StatusCode::CREATED, Json(AdminCorrectionView::new(correction, Some(writer.0.username)))))
}

/// Changes the text of a correction, which keeps its date.
#[utoipa::path(put, path = "/admin/corrections/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = CorrectionInput,
    responses((status = 200, body = AdminCorrectionView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn update_correction(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PostCorrectionId>,
    ApiJson(input): ApiJson<CorrectionInput>,
) -> Result<Json<AdminCorrectionView>, ApiError> {
    let (correction, author) = posts::change_correction(&app.core, (&staff.0).into(), id, &input.text).await?;
    Ok(Json(AdminCorrectionView::new(correction, author)))
}

/// Withdraws a correction: readers do not see it any more, the newsroom still sees what it said.
#[utoipa::path(delete, path = "/admin/corrections/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn withdraw_correction(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PostCorrectionId>,
) -> Result<Json<MessageView>, ApiError> {
    posts::withdraw_correction(&app.core, (&staff.0).into(), id).await?;
    Ok(Json(MessageView { message: "Correction withdrawn." }))
}
