use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use mwanga_core::media::{self, MediaError, UploadClaims};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UploadQuery {
    pub expires: i64,
    #[serde(default)]
    pub session: String,
    pub signature: String,
}

/// Takes the bytes of a presigned upload. The link itself is the permission, and ends with the session of its maker.
#[utoipa::path(put, path = "/uploads/{key}", tag = "media", params(("key" = String, Path), UploadQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = MessageView), errors::BadRequest, errors::Conflict, errors::RequestTimeout, errors::Gone, errors::TooLarge))]
pub async fn upload(
    State(app): State<AppState>,
    ApiPath(key): ApiPath<String>,
    ApiQuery(query): ApiQuery<UploadQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<axum::Json<MessageView>, ApiError> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let content_length = headers.get(CONTENT_LENGTH).and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok());
    let claims = UploadClaims {
        key: &key,
        content_type,
        expires: query.expires,
        session_id: &query.session,
        signature: &query.signature,
        content_length,
    };
    let limit_s = app.core.config.media.upload_timeout_s;
    let upload = media::upload(&app.core, claims, body.into_data_stream());
    let Ok(outcome) = tokio::time::timeout(Duration::from_secs(limit_s), upload).await else {
        return Err(ApiError::upload_timed_out(limit_s));
    };
    match outcome {
        Ok(()) => Ok(axum::Json(MessageView { message: "File received." })),
        Err(MediaError::TooLarge) => Err(ApiError::upload_too_large(app.core.settings().uploads.max_mb)),
        Err(e) => Err(e.into()),
    }
}
