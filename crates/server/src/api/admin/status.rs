use axum::Json;
use axum::extract::State;
use mwanga_core::{backups, set_up};

use crate::AppState;
use crate::extract::StaffUser;
use crate::problem::{ApiError, errors};
use crate::views::StatusView;

/// Set-up of the site that staff should know about, such as a missing mail server.
#[utoipa::path(get, path = "/admin/status", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = StatusView), errors::StaffOnly))]
pub async fn status(State(app): State<AppState>, StaffUser(staff): StaffUser) -> Result<Json<StatusView>, ApiError> {
    let backup = backups::state(&app.core).await?.into();
    let default_access = app.core.settings().posts.default_access;
    Ok(Json(StatusView {
        mail_leaves: app.core.mailer().is_smtp(),
        held: app.core.held().is_set(),
        backup,
        default_access,
        set_up: set_up::invitation(&app.core, staff.role).await?.into(),
    }))
}
