use axum::Json;
use axum::extract::State;
use mwanga_core::media;

use crate::AppState;
use crate::extract::WriterUser;
use crate::problem::{ApiError, errors};
use crate::views::UploadConfigView;

/// Limits of uploads, which the server enforces.
#[utoipa::path(get, path = "/admin/upload-config", tag = "media", security(("bearer" = [])),
    responses((status = 200, body = UploadConfigView), errors::StaffOnly))]
pub async fn upload_config(State(app): State<AppState>, _: WriterUser) -> Result<Json<UploadConfigView>, ApiError> {
    let (max_mb, timeout_s) = (app.core.settings().uploads.max_mb, app.core.config.media.upload_timeout_s);
    Ok(Json(UploadConfigView {
        max_file_size_mb: max_mb,
        allowed_extensions: media::allowed_extensions(),
        timeout_seconds: timeout_s,
        max_file_size_mb_camel: max_mb,
        allowed_extensions_camel: media::allowed_extensions(),
        timeout_seconds_camel: timeout_s,
    }))
}
