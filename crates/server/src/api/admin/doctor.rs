use axum::Json;
use axum::extract::State;
use mwanga_core::doctor;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::DoctorView;

/// Checks the site as `mwanga doctor` does, which takes some seconds. For administrators.
#[utoipa::path(get, path = "/admin/doctor", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = DoctorView), errors::StaffOnly))]
pub async fn get_doctor(State(app): State<AppState>, _: AdminUser) -> Result<Json<DoctorView>, ApiError> {
    let checks = doctor::check_all(&app.core).await;
    Ok(Json(DoctorView::new(app.core.now(), checks)))
}
