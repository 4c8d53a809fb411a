use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::NewsroomView;

/// Editors, administrators and open invites. For administrators.
#[utoipa::path(get, path = "/admin/staff", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = NewsroomView), errors::StaffOnly))]
pub async fn list_staff(State(app): State<AppState>, _: AdminUser) -> Result<Json<NewsroomView>, ApiError> {
    Ok(Json(accounts::list_staff(&app.core).await?.into()))
}
