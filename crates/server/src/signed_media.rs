//! Signed media addresses, where `MWANGA_MEDIA_PRIVATE` hides files from the public: unused ones for staff, those of
//! gated texts for their readers.
//!
//! A layer over all JSON responses, so that no view has to do it. Addresses that come back are stored without
//! signatures (`media::key`, `html::address`).

use std::sync::{Arc, OnceLock};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mwanga_core::media;

use crate::AppState;
use crate::problem::ApiError;

/// Request extension: set where the caller may get files that the public may not. Holds the keys of files that
/// everybody gets, whose addresses stay plain.
#[derive(Clone, Default)]
struct Signing(Arc<OnceLock<Vec<String>>>);

/// Marks a request as one of staff: all addresses in its response are signed.
pub fn mark_for_staff(parts: &Parts) {
    mark_for_reader(parts, Vec::new());
}

/// Marks a request as one of somebody who may read a gated text: addresses in its response are signed, but for those of
/// the files `open`.
pub fn mark_for_reader(parts: &Parts, open: Vec<String>) {
    if let Some(Signing(keys)) = parts.extensions.get() {
        keys.get_or_init(|| open);
    }
}

/// Middleware: signs the addresses of files in JSON responses to those who were marked.
pub async fn sign_addresses(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    if !app.core.config.media.private {
        return next.run(request).await;
    }
    let signing = Signing::default();
    request.extensions_mut().insert(signing.clone());
    let response = next.run(request).await;
    let is_json =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let Some(open) = signing.0.get().filter(|_| is_json) else { return response };
    let (mut parts, body) = response.into_parts();
    let json = match to_bytes(body, usize::MAX).await {
        Ok(json) => json,
        Err(e) => return ApiError::internal(e).into_response(),
    };
    let signed = media::sign_addresses(&app.core, &String::from_utf8_lossy(&json), open);
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(signed))
}
