//! Logos, marks and share pictures of the settings, by their hash.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use mwanga_core::brand_pictures;

use crate::problem::ApiError;
use crate::{AppState, media};

/// The address holds the hash of the bytes, so it never changes.
pub async fn brand_picture(State(app): State<AppState>, Path(name): Path<String>) -> Response {
    let hash = name.rsplit_once('.').map_or(name.as_str(), |(hash, _)| hash);
    match brand_pictures::picture(&app.core, hash).await {
        Ok(Some(picture)) => (
            [(CONTENT_TYPE, picture.content_type), (CACHE_CONTROL, "public, max-age=31536000, immutable")],
            picture.bytes,
        )
            .into_response(),
        Ok(None) => media::missing(),
        Err(e) => ApiError::from(e).into_response(),
    }
}
