use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter;
use mwanga_store::types::IssueId;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, ApiQuery};
use crate::problem::{ApiError, errors};
use crate::views::NewsletterPreferencesView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreferencesQuery {
    /// Code of the link in every newsletter.
    pub code: String,
}

/// Preferences of the subscriber behind a newsletter's link.
#[utoipa::path(get, path = "/newsletter/preferences", tag = "newsletter", params(PreferencesQuery),
    responses((status = 200, body = NewsletterPreferencesView), errors::BadRequest, errors::Gone))]
pub async fn preferences(
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<PreferencesQuery>,
) -> Result<Json<NewsletterPreferencesView>, ApiError> {
    Ok(Json(newsletter::preferences(&app.core, &query.code).await?.into()))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PreferencesInput {
    pub code: String,
    /// Ids of the catalogue; those that are none are left out. Without it the topics stay.
    #[serde(default)]
    pub topics: Option<Vec<String>>,
    /// `false` unsubscribes, `true` takes that back. Without it that stays.
    #[serde(default)]
    pub subscribed: Option<bool>,
    /// The issue whose link was followed, for its report.
    #[serde(default)]
    pub issue: Option<IssueId>,
}

/// Changes it. Sending the same again is no error.
#[utoipa::path(post, path = "/newsletter/preferences", tag = "newsletter", request_body = PreferencesInput,
    responses((status = 200, body = NewsletterPreferencesView), errors::JsonBody, errors::Gone))]
pub async fn set_preferences(
    State(app): State<AppState>,
    ApiJson(input): ApiJson<PreferencesInput>,
) -> Result<Json<NewsletterPreferencesView>, ApiError> {
    match input.subscribed {
        Some(true) => newsletter::resubscribe(&app.core, &input.code).await?,
        Some(false) => newsletter::unsubscribe(&app.core, &input.code, input.issue).await?,
        None => {}
    }
    if let Some(topics) = input.topics {
        newsletter::set_topics(&app.core, &input.code, &topics).await?;
    }
    Ok(Json(newsletter::preferences(&app.core, &input.code).await?.into()))
}
