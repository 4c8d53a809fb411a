use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_backup::downloads;
use mwanga_core::idempotency;
use mwanga_store::types::{BackupId, BackupStatus};

use crate::AppState;
use crate::extract::{AdminUser, IdempotencyHeader, IdempotencyKey};
use crate::problem::{ApiError, errors};
use crate::views::BackupRequestedView;

/// Asks for a backup to download; a job makes it. One that is under way is answered instead of a second. For
/// administrators.
#[utoipa::path(post, path = "/admin/backups", tag = "admin", security(("bearer" = [])), params(IdempotencyHeader),
    responses((status = 201, body = BackupRequestedView), errors::StaffOnly, errors::BadRequest, errors::Conflict))]
pub async fn request_backup(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    key: IdempotencyKey,
) -> Result<(StatusCode, Json<BackupRequestedView>), ApiError> {
    let core = &app.core;
    let request = key.for_account(core, admin.account_id, "POST /admin/backups", &())?;
    // One that failed is over: the next try makes another.
    let find = |id| async move {
        let found = downloads::find(core, BackupId(id)).await?;
        Ok(found.filter(|download| download.status != BackupStatus::Failed))
    };
    let create = |claim| async move { downloads::request(core, &claim).await };
    let backup = idempotency::run_once(core, request, find, create).await?.into_inner();
    Ok((StatusCode::CREATED, Json(BackupRequestedView { backup: backup.into(), message: "The backup is being made." })))
}
