use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::media;
use mwanga_store::types::PostId;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, StaffUser};
use crate::problem::{ApiError, Problem};
use crate::views::MediaItemView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RecordInput {
    /// As `generate-presigned-url` answered it, absolute or relative.
    pub file_url: Option<String>,
    /// What the file was called where it came from.
    pub file_name: Option<String>,
    /// 0 or absent: not of a post yet.
    pub post_id: Option<i64>,
}

/// Checks an uploaded file and makes it public. A second call only files it under a post.
#[utoipa::path(post, path = "/admin/media/record", tag = "media", security(("bearer" = [])), request_body = RecordInput,
    responses((status = 200, body = MediaItemView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
pub async fn record_media(State(app): State<AppState>, staff: StaffUser, ApiJson(input): ApiJson<RecordInput>) -> Result<Json<MediaItemView>, ApiError> {
    let Some(file_url) = input.file_url.filter(|url| !url.trim().is_empty()) else {
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "media.missing_file_url", "Missing file_url"));
    };
    let post = input.post_id.filter(|id| *id > 0).map(PostId);
    let name = input.file_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    Ok(Json(media::record(&app.core, staff.0.account_id, &file_url, name, post).await?.into()))
}
