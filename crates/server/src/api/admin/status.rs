use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::extract::StaffUser;
use crate::problem::{ApiError, Problem};
use crate::views::StatusView;

/// What the newsroom should know about the way the site is set up.
#[utoipa::path(get, path = "/admin/status", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = StatusView), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub async fn status(State(app): State<AppState>, _: StaffUser) -> Result<Json<StatusView>, ApiError> {
    Ok(Json(StatusView { mail_leaves: app.core.mailer.leaves() }))
}
