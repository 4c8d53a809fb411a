use axum::Json;
use axum::extract::State;
use mwanga_backup::downloads;
use mwanga_core::backups;
use mwanga_store::queries;
use mwanga_store::types::BackupKind;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::{BackupDownloadView, BackupListView, BackupScheduleView};

/// Scheduled backups that are listed.
const NEWEST: u64 = 10;

/// Backups to download, at most 20, and how it stands with the scheduled ones. For administrators.
#[utoipa::path(get, path = "/admin/backups", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = BackupListView), errors::StaffOnly))]
pub async fn list_backups(State(app): State<AppState>, _: AdminUser) -> Result<Json<BackupListView>, ApiError> {
    let core = &app.core;
    let newest = queries::backups::list_newest(core.store.reader(), BackupKind::Scheduled, NEWEST).await?;
    Ok(Json(BackupListView {
        data: downloads::list(core).await?.into_iter().map(BackupDownloadView::from).collect(),
        encrypted: core.config.backup.encrypt_to.is_some(),
        schedule: BackupScheduleView::new(backups::state(core).await?, newest),
    }))
}
