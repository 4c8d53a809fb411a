use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::SettingsView;

/// All settings with the place each comes from. For administrators.
#[utoipa::path(get, path = "/admin/settings", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = SettingsView), errors::StaffOnly))]
pub async fn get_settings(State(app): State<AppState>, _: AdminUser) -> Result<Json<SettingsView>, ApiError> {
    Ok(Json(SettingsView::from(&*app.core.settings())))
}
