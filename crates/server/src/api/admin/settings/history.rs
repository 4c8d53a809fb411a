use axum::Json;
use axum::extract::State;
use mwanga_core::{newsletter, settings_changes};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AdminUser, ApiJson, ApiPath, ApiQuery};
use crate::problem::{ApiError, errors};
use crate::views::{SettingsHistoryView, SettingsView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// Versions before this one.
    pub before: Option<i64>,
}

/// Saved versions with what each changed, the newest first, 20 at a time. For administrators.
#[utoipa::path(get, path = "/admin/settings/history", tag = "admin", security(("bearer" = [])), params(HistoryQuery),
    responses((status = 200, body = SettingsHistoryView), errors::StaffOnly, errors::BadRequest))]
pub async fn settings_history(
    State(app): State<AppState>,
    _: AdminUser,
    ApiQuery(query): ApiQuery<HistoryQuery>,
) -> Result<Json<SettingsHistoryView>, ApiError> {
    let entries = settings_changes::history(&app.core, query.before).await?;
    Ok(Json(SettingsHistoryView { data: entries.into_iter().map(Into::into).collect() }))
}

/// The version that holds now, as its author saw it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SettingsVersionInput {
    pub version: i64,
}

/// Takes back the values of an earlier version, as a new one; 0 is the installation. For administrators.
#[utoipa::path(post, path = "/admin/settings/history/{version}/restore", tag = "admin", security(("bearer" = [])),
    params(("version" = i64, Path)), request_body = SettingsVersionInput,
    responses((status = 200, body = SettingsView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn restore_settings(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    ApiPath(earlier): ApiPath<i64>,
    ApiJson(input): ApiJson<SettingsVersionInput>,
) -> Result<Json<SettingsView>, ApiError> {
    let pending = settings_changes::restore(&app.core, input.version, earlier, admin.account_id).await?;
    newsletter::commit_settings(&app.core, pending).await?;
    Ok(Json(SettingsView::from(&*app.core.settings())))
}
