use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter;
use mwanga_store::types::SubscriberStatus;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, CountedClient};
use crate::problem::{ApiError, Problem};
use crate::views::NewsletterView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ConfirmInput {
    pub code: String,
}

/// Confirms by a mailed code that the owner of an address wants the newsletter. Pressing again within a day is no error.
#[utoipa::path(post, path = "/newsletter/confirm", tag = "newsletter", operation_id = "confirm_newsletter", request_body = ConfirmInput,
    responses((status = 200, body = NewsletterView), (status = 400, body = Problem), (status = 410, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn confirm(State(app): State<AppState>, _: CountedClient, ApiJson(input): ApiJson<ConfirmInput>) -> Result<Json<NewsletterView>, ApiError> {
    newsletter::confirm(&app.core, &input.code).await?;
    Ok(Json(NewsletterView { message: SUBSCRIBED, status: SubscriberStatus::Confirmed }))
}

pub const SUBSCRIBED: &str = "You're now subscribed!";
