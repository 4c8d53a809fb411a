use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter;
use mwanga_store::types::IssueId;
use serde::Deserialize;

use super::PreferencesQuery;
use crate::AppState;
use crate::extract::ApiQuery;
use crate::problem::{ApiError, errors};
use crate::views::{NewsletterPreferencesView, UnsubscribedView};

pub const UNSUBSCRIBED: &str = "You are unsubscribed.";

/// The subscriber behind an unsubscribe link. Changes nothing: mail scanners follow links.
#[utoipa::path(get, path = "/newsletter/unsubscribe", tag = "newsletter", operation_id = "newsletter_link", params(PreferencesQuery),
    responses((status = 200, body = NewsletterPreferencesView), errors::BadRequest, errors::Gone))]
pub async fn link(
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<PreferencesQuery>,
) -> Result<Json<NewsletterPreferencesView>, ApiError> {
    Ok(Json(newsletter::preferences(&app.core, &query.code).await?.into()))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UnsubscribeQuery {
    /// Code of the link in every newsletter.
    pub code: String,
    /// The issue whose link it is, for its report.
    #[param(value_type = Option<i64>)]
    pub issue: Option<IssueId>,
}

/// Unsubscribes at once, whatever stands in the body (RFC 8058). Again is no error.
#[utoipa::path(post, path = "/newsletter/unsubscribe", tag = "newsletter", operation_id = "unsubscribe_newsletter", params(UnsubscribeQuery),
    responses((status = 200, body = UnsubscribedView), errors::BadRequest, errors::Gone))]
pub async fn unsubscribe(
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<UnsubscribeQuery>,
) -> Result<Json<UnsubscribedView>, ApiError> {
    newsletter::unsubscribe(&app.core, &query.code, query.issue).await?;
    Ok(Json(UnsubscribedView { message: UNSUBSCRIBED }))
}
