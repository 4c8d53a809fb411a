//! The one place that knows status codes: every error of the API becomes its answer here.
//!
//! - `code.rs`: the closed list of codes
//! - `features.rs`: what the features of `core` refuse
//! - `request.rs`: what is refused before a feature is asked
//! - `errors.rs`: the same answers in groups, for the API's document

mod code;
pub mod errors;
mod features;
mod request;

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use mwanga_core::secrets;
use mwanga_store::types::Timestamp;
use serde::Serialize;

pub use self::code::ProblemCode;
pub use self::request::{TOO_MANY_SEARCHES, no_such_call, wrong_method};

/// The body of every error: people read `error`, programs switch on `code`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    pub error: String,
    /// The same text as `error`.
    pub message: String,
    pub code: ProblemCode,
    /// What is wrong, by field of the form.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<&'static str, String>,
    /// On 5xx: what to tell us, to find it in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// On `post.changed`, and on `request.key_reused` of a post: the post as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::views::AdminPostView>)]
    pub current: Option<serde_json::Value>,
    /// On `account.password_needed`: the account's name, and when it was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
}

/// An error on its way out.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    /// In a box, so that a `Result` with it stays small.
    problem: Box<Problem>,
    retry_after_s: Option<u32>,
    /// What the log is told and the client is not.
    source: Option<anyhow::Error>,
}

impl ApiError {
    fn new(status: StatusCode, code: ProblemCode, error: impl Into<String>) -> Self {
        let error = error.into();
        let problem = Box::new(Problem {
            message: error.clone(),
            error,
            code,
            fields: BTreeMap::new(),
            request_id: None,
            current: None,
            username: None,
            created_at: None,
        });
        Self { status, problem, retry_after_s: None, source: None }
    }

    /// For an answer that is no JSON.
    pub fn status_and_text(&self) -> (StatusCode, &str) {
        (self.status, &self.problem.error)
    }

    fn not_found(code: ProblemCode, error: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, error)
    }

    fn invalid(code: ProblemCode, fields: BTreeMap<&'static str, String>, error: impl Into<String>) -> Self {
        let mut this = Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, error);
        this.problem.fields = fields;
        this
    }

    /// Fields of a form are refused; the first one's text stands for all.
    fn invalid_fields(code: ProblemCode, fields: BTreeMap<&'static str, String>) -> Self {
        let first = fields.values().next().cloned().unwrap_or_default();
        Self::invalid(code, fields, first)
    }

    /// One field of a form is refused.
    fn invalid_field(code: ProblemCode, field: &'static str, error: impl Into<String>) -> Self {
        let error = error.into();
        Self::invalid(code, BTreeMap::from([(field, error.clone())]), error)
    }

    pub fn with_current(mut self, current: impl Serialize) -> Self {
        self.problem.current = serde_json::to_value(current).ok();
        self
    }

    /// Something broke that the caller can do nothing about.
    pub fn internal(source: impl Into<anyhow::Error>) -> Self {
        let mut this = Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            ProblemCode::Internal,
            "Something went wrong on our side. Please try again.",
        );
        this.source = Some(source.into());
        this
    }

    /// Says when to try again, in seconds.
    fn retry(mut self, after_s: u32) -> Self {
        self.retry_after_s = Some(after_s);
        self
    }
}

impl IntoResponse for ApiError {
    fn into_response(mut self) -> Response {
        if self.status.is_server_error() {
            let request_id = secrets::random_name(12);
            match &self.source {
                Some(source) => tracing::error!(%request_id, status = self.status.as_u16(), "{source:#}"),
                None => {
                    tracing::error!(%request_id, status = self.status.as_u16(), code = ?self.problem.code, "request failed")
                }
            }
            self.problem.request_id = Some(request_id);
        }
        let mut response = (self.status, Json(self.problem)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
