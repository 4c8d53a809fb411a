use axum::Json;
use axum::extract::State;
use mwanga_backup::downloads;
use mwanga_core::security::{self, Event, EventDetails};
use mwanga_store::types::BackupId;

use crate::AppState;
use crate::extract::{AdminUser, ApiPath};
use crate::problem::{ApiError, errors};
use crate::views::BackupLinkView;

/// Makes a link to a backup, good once and for five minutes: a browser follows it without a session. The link before it
/// ends, and each with the session, the role and the password of its maker. For administrators.
#[utoipa::path(post, path = "/admin/backups/{id}/link", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = BackupLinkView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn create_backup_link(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    ApiPath(id): ApiPath<BackupId>,
) -> Result<Json<BackupLinkView>, ApiError> {
    let link = downloads::create_link(&app.core, &admin, id).await?;
    // Here it is known who: the download itself has no session.
    security::log(
        Event::Exported,
        EventDetails { subject: &format!("link to backup {id}"), ..EventDetails::default() },
    );
    let url = format!("{}/api/backups/download?code={}", app.core.config.base(), link.code);
    Ok(Json(BackupLinkView { url, expires_at: link.expires_at }))
}
