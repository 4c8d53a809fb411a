use axum::Json;
use mwanga_core::settings;
use serde::Deserialize;

use crate::extract::{AdminUser, ApiQuery};
use crate::problem::{ApiError, errors};
use crate::views::{SettingsShadesView, ShadesView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ShadesParams {
    /// Such as `#b03a12`.
    pub colour: String,
}

/// A colour as both themes would show it; 422 where it cannot be read in one. Nothing is saved. For administrators.
#[utoipa::path(get, path = "/admin/settings/shades", tag = "admin", security(("bearer" = [])), params(ShadesParams),
    responses((status = 200, body = SettingsShadesView), errors::StaffOnly, errors::Invalid))]
pub async fn settings_shades(
    _: AdminUser,
    ApiQuery(params): ApiQuery<ShadesParams>,
) -> Result<Json<SettingsShadesView>, ApiError> {
    let shades = settings::accent_shades(&params.colour.to_ascii_lowercase())
        .map_err(|why| settings::SettingsError::Invalid([("look.accent".to_owned(), why)].into()))?;
    Ok(Json(SettingsShadesView { shades: shades.map(ShadesView::from) }))
}
