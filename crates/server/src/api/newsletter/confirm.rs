use axum::Json;
use axum::extract::State;
use mwanga_core::{email, newsletter};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, ApiQuery, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::{NewsletterConfirmedView, PendingSubscriptionView};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ConfirmInput {
    pub code: String,
    /// Ids of the catalogue that the subscriber chose; those that are none are left out.
    #[serde(default)]
    pub topics: Option<Vec<String>>,
}

/// Confirms by a mailed code that the owner of an address wants the newsletter. Pressing again within a day is no
/// error.
#[utoipa::path(post, path = "/newsletter/confirm", tag = "newsletter", operation_id = "confirm_newsletter", request_body = ConfirmInput,
    responses((status = 200, body = NewsletterConfirmedView), errors::JsonBody, errors::Gone, errors::Limited))]
pub async fn confirm(
    State(app): State<AppState>,
    _: RateLimitedClient,
    ApiJson(input): ApiJson<ConfirmInput>,
) -> Result<Json<NewsletterConfirmedView>, ApiError> {
    let subscriber = newsletter::confirm(&app.core, &input.code, input.topics.as_deref()).await?;
    Ok(Json(NewsletterConfirmedView {
        message: SUBSCRIBED,
        preferences_path: newsletter::preferences_path(&app.core, &subscriber),
    }))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConfirmQuery {
    /// Code of the mail that asks for a confirmation.
    pub code: String,
}

/// The subscription that a mailed code confirms. Changes nothing: mail scanners follow links.
#[utoipa::path(get, path = "/newsletter/confirm", tag = "newsletter", operation_id = "newsletter_wish", params(ConfirmQuery),
    responses((status = 200, body = PendingSubscriptionView), errors::BadRequest, errors::Gone, errors::Limited))]
pub async fn pending_subscription(
    State(app): State<AppState>,
    _: RateLimitedClient,
    ApiQuery(query): ApiQuery<ConfirmQuery>,
) -> Result<Json<PendingSubscriptionView>, ApiError> {
    let subscriber = newsletter::find_by_code(&app.core, &query.code).await?;
    Ok(Json(PendingSubscriptionView { email: email::shown(&subscriber.email), status: subscriber.status }))
}

pub const SUBSCRIBED: &str = "You're now subscribed!";
