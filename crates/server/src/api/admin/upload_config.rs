use axum::Json;
use axum::extract::State;
use mwanga_core::media;

use crate::AppState;
use crate::extract::StaffUser;
use crate::problem::{ApiError, errors};
use crate::views::UploadConfigView;

/// Limits of uploads, which the server enforces.
#[utoipa::path(get, path = "/admin/upload-config", tag = "media", security(("bearer" = [])),
    responses((status = 200, body = UploadConfigView), errors::StaffOnly))]
pub async fn upload_config(State(app): State<AppState>, _: StaffUser) -> Result<Json<UploadConfigView>, ApiError> {
    let config = &app.core.config;
    Ok(Json(UploadConfigView {
        max_file_size_mb: config.media.max_upload_mb,
        allowed_extensions: media::allowed_extensions(),
        timeout_seconds: config.media.upload_timeout_s,
        max_file_size_mb_camel: config.media.max_upload_mb,
        allowed_extensions_camel: media::allowed_extensions(),
        timeout_seconds_camel: config.media.upload_timeout_s,
    }))
}
