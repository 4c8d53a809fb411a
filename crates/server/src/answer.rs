//! An answer of the public API together with what it was made of, so that the pages built on it end when it does.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{IntoResponse, Response};
use mwanga_store::types::Timestamp;
use serde::Serialize;

use crate::problem::ApiError;

/// Travels beside a response inside the process; never over the wire.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// A change of any of these ends the answer.
    pub tags: Vec<String>,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
    /// The page's own address, where the asked one was another spelling of it.
    pub canonical_path: Option<String>,
    /// Whether it is for this once alone: no page built on it is kept.
    pub never_kept: bool,
    /// Whether a page of a list was asked for that the list does not have. The answer is empty; a page built on it is
    /// not there.
    pub beyond_end: bool,
}

/// A public answer: anyone may have it, nobody may keep it without asking again.
pub struct Public<T> {
    pub body: T,
    pub provenance: Provenance,
}

impl<T: Serialize> IntoResponse for Public<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.body).into_response();
        let keep = if self.provenance.never_kept { "no-store" } else { "public, max-age=0, must-revalidate" };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        response.extensions_mut().insert(self.provenance);
        response
    }
}

/// An error that can end as well: what is missing today may be there tomorrow.
pub struct Missing {
    pub error: ApiError,
    pub provenance: Provenance,
}

impl IntoResponse for Missing {
    fn into_response(self) -> Response {
        let mut response = self.error.into_response();
        response.extensions_mut().insert(self.provenance);
        response
    }
}

impl<E: Into<ApiError>> From<E> for Missing {
    fn from(error: E) -> Self {
        Self { error: error.into(), provenance: Provenance::default() }
    }
}
