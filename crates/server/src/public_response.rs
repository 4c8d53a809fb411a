//! Responses of the public API with their provenance: cache tags and expiry, which the pages built on them take over.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{IntoResponse, Response};
use mwanga_store::types::Timestamp;
use serde::Serialize;

use crate::problem::ApiError;

/// Response extension inside the process; never sent.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// Cache tags: a purge of any of them makes the response stale.
    pub tags: Vec<String>,
    /// When it expires without a purge.
    pub expires_at: Option<Timestamp>,
    /// The canonical path, where that of the request differs.
    pub canonical_path: Option<String>,
    /// Language of the post that a page built on it shows; none: the publication's.
    pub language: Option<Box<str>>,
    /// Whether neither it nor a page built on it may be cached.
    pub uncacheable: bool,
    /// Whether the page number is beyond the end of the list: the response is empty, a page built on it is a 404.
    pub beyond_end: bool,
}

/// A public response: cacheable by anyone, with revalidation before each use.
pub struct PublicResponse<T> {
    pub body: T,
    pub provenance: Provenance,
}

impl<T: Serialize> IntoResponse for PublicResponse<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.body).into_response();
        let cache_control = if self.provenance.uncacheable { "no-store" } else { "public, max-age=0, must-revalidate" };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
        response.extensions_mut().insert(self.provenance);
        response
    }
}

/// An error with provenance: it is purged like a response, because what is missing may be published.
pub struct PublicError {
    pub error: ApiError,
    pub provenance: Provenance,
}

impl IntoResponse for PublicError {
    fn into_response(self) -> Response {
        let mut response = self.error.into_response();
        response.extensions_mut().insert(self.provenance);
        response
    }
}

impl<E: Into<ApiError>> From<E> for PublicError {
    fn from(error: E) -> Self {
        Self { error: error.into(), provenance: Provenance::default() }
    }
}
