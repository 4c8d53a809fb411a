//! Signed media addresses for staff, where `MWANGA_MEDIA_PRIVATE` hides unused files from the public.
//!
//! A layer over all JSON responses, so that no view has to do it. Addresses that come back are stored without
//! signatures (`media::key`, `html::address`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mwanga_core::media;

use crate::AppState;
use crate::problem::ApiError;

/// Request extension: set by the extractors of staff.
#[derive(Clone, Default)]
struct ForStaff(Arc<AtomicBool>);

/// Marks a request as one of staff: addresses in its response are signed.
pub fn mark_for_staff(parts: &Parts) {
    if let Some(ForStaff(flag)) = parts.extensions.get() {
        flag.store(true, Ordering::Relaxed);
    }
}

/// Middleware: signs the addresses of files in JSON responses to staff.
pub async fn sign_for_staff(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    if !app.core.config.media.private {
        return next.run(request).await;
    }
    let for_staff = ForStaff::default();
    request.extensions_mut().insert(for_staff.clone());
    let response = next.run(request).await;
    let is_json =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || !for_staff.0.load(Ordering::Relaxed) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let json = match to_bytes(body, usize::MAX).await {
        Ok(json) => json,
        Err(e) => return ApiError::internal(e).into_response(),
    };
    let signed = media::sign_addresses(&app.core, &String::from_utf8_lossy(&json));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(signed))
}
