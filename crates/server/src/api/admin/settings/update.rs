use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use mwanga_core::{newsletter, settings_changes};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AdminUser, ApiJson};
use crate::problem::{ApiError, errors};
use crate::views::SettingsView;

use super::SettingInput;

/// Changes of settings, on top of the version that their author saw.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SettingsInput {
    pub version: i64,
    /// By key; null goes back to the default.
    #[schema(value_type = BTreeMap<String, SettingInput>)]
    pub values: BTreeMap<String, serde_json::Value>,
}

/// Saves settings, all of them or none. Pages that show a changed one are drawn anew. For administrators.
#[utoipa::path(put, path = "/admin/settings", tag = "admin", security(("bearer" = [])), request_body = SettingsInput,
    responses((status = 200, body = SettingsView), errors::StaffOnly, errors::JsonBody, errors::Conflict))]
pub async fn update_settings(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    ApiJson(input): ApiJson<SettingsInput>,
) -> Result<Json<SettingsView>, ApiError> {
    let pending = settings_changes::save(&app.core, input.version, input.values, admin.account_id).await?;
    newsletter::commit_settings(&app.core, pending).await?;
    Ok(Json(SettingsView::from(&*app.core.settings())))
}
