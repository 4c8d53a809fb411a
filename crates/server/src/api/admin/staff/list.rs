use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::StaffListView;

/// Editors, administrators and open invites. For administrators.
#[utoipa::path(get, path = "/admin/staff", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = StaffListView), errors::StaffOnly))]
pub async fn list_staff(State(app): State<AppState>, _: AdminUser) -> Result<Json<StaffListView>, ApiError> {
    Ok(Json(accounts::list_staff(&app.core).await?.into()))
}
