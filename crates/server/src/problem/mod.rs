//! Problem responses: the one place that maps errors to status codes and bodies of the API.
//!
//! - `features.rs`: errors of the features of `core`
//! - `request.rs`: errors of extractors, the router and handlers, before a feature is called
//! - `errors.rs`: the same responses in groups, for the OpenAPI description

pub mod errors;
mod features;
mod request;

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use mwanga_core::secrets;
use mwanga_store::types::Timestamp;
use serde::Serialize;

use crate::problem_code::ProblemCode;

pub use self::request::{TOO_MANY_SEARCHES, no_such_call, wrong_method};

/// The body of every error: people read `error`, programs switch on `code`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    pub error: String,
    /// The same text as `error`.
    pub message: String,
    pub code: ProblemCode,
    /// Validation errors by field of the form.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub fields: BTreeMap<Cow<'static, str>, String>,
    /// On 5xx: what to tell us, to find it in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// On `post.changed`, `page.changed` and `issue_draft.changed`, and on `request.key_reused` of a post or a draft of a
    /// newsletter: what is there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::views::CurrentView>)]
    pub current: Option<serde_json::Value>,
    /// On `account.password_needed`: the account's name, and when it was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
}

/// An error response of the API.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    /// In a box, so that a `Result` with it stays small.
    problem: Box<Problem>,
    retry_after_s: Option<u32>,
    /// Cause, for the log only; never sent.
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

    /// For a response other than JSON.
    pub fn status_and_text(&self) -> (StatusCode, &str) {
        (self.status, &self.problem.error)
    }

    /// Validation errors by field of the form, for a response other than JSON.
    pub fn fields(&self) -> &BTreeMap<Cow<'static, str>, String> {
        &self.problem.fields
    }

    pub fn retry_after_s(&self) -> Option<u32> {
        self.retry_after_s
    }

    /// The code and the sentence, where an answer tells of several errors.
    pub fn code_and_text(&self) -> (ProblemCode, &str) {
        (self.problem.code, &self.problem.error)
    }

    /// Whether it is a failure of ours.
    pub fn is_internal(&self) -> bool {
        self.status.is_server_error()
    }

    fn not_found(code: ProblemCode, error: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, error)
    }

    fn invalid<Field: Into<Cow<'static, str>>>(
        code: ProblemCode,
        fields: BTreeMap<Field, String>,
        error: impl Into<String>,
    ) -> Self {
        let mut this = Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, error);
        this.problem.fields = fields.into_iter().map(|(field, text)| (field.into(), text)).collect();
        this
    }

    /// Fields of a form are refused; the first one's text stands for all.
    fn invalid_fields<Field: Into<Cow<'static, str>>>(code: ProblemCode, fields: BTreeMap<Field, String>) -> Self {
        let first = fields.values().next().cloned().unwrap_or_default();
        Self::invalid(code, fields, first)
    }

    /// One field of a form is refused.
    fn invalid_field(code: ProblemCode, field: &'static str, error: impl Into<String>) -> Self {
        let error = error.into();
        Self::invalid(code, BTreeMap::from([(field, error.clone())]), error)
    }

    /// Adds the current state of what was to be changed.
    pub fn with_current(mut self, current: impl Serialize) -> Self {
        self.problem.current = serde_json::to_value(current).ok();
        self
    }

    /// 500: an unexpected failure that the caller cannot fix.
    pub fn internal(source: impl Into<anyhow::Error>) -> Self {
        let mut this = Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            ProblemCode::Internal,
            "Something went wrong on our side. Please try again.",
        );
        this.source = Some(source.into());
        this
    }

    /// Sets `Retry-After`, in seconds.
    fn retry(mut self, after_s: u32) -> Self {
        self.retry_after_s = Some(after_s);
        self
    }
}

impl IntoResponse for ApiError {
    fn into_response(mut self) -> Response {
        if self.status.is_server_error() {
            let request_id = secrets::random_token(12);
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
