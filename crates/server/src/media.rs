//! Uploaded files on their way to readers.

use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use mwanga_core::media::{self, variants};
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::AppState;
use crate::problem::ApiError;

/// A recorded file, whole or a range of it, or a narrower copy of a picture; what was not recorded is not there.
pub async fn media(State(app): State<AppState>, Path(key): Path<String>, request: Request) -> Response {
    let (key, width) = variants::parse(&key).map_or((&*key, None), |(key, width)| (key, Some(width)));
    let item = match media::find(&app.core, key).await {
        Ok(Some(item)) => item,
        Ok(None) => return missing(),
        Err(e) => return ApiError::from(e).into_response(),
    };
    let copy = match width {
        Some(width) => variants::find_or_make(&app.core, &item, width).await.unwrap_or_else(|e| {
            tracing::warn!(key = item.object_key, width, "no copy could be made, the picture itself is sent: {e}");
            None
        }),
        None => None,
    };
    let content_type = if copy.is_some() { "image/webp" } else { &item.content_type };
    let file = copy.unwrap_or_else(|| app.core.media.path(&item.object_key));
    let Ok(served) = ServeFile::new(file).oneshot(request).await;
    if served.status() == StatusCode::NOT_FOUND {
        tracing::warn!(key = item.object_key, "a recorded file is gone");
        return missing();
    }
    let mut response = served.into_response();
    if !matches!(response.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED) {
        // A refused range, or a file that could not be opened just now: nothing to be kept for a year.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return response;
    }
    let headers = response.headers_mut();
    if let Ok(content_type) = HeaderValue::from_str(content_type) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    // Whatever somebody managed to upload, it runs nothing.
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    response
}

/// A real 404: no page stands in for a file.
pub fn missing() -> Response {
    (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], "There is no such file.\n").into_response()
}
