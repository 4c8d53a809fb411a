use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter;
use mwanga_store::types::SubscriberStatus;
use serde::Deserialize;

use super::SUBSCRIBED;
use crate::AppState;
use crate::extract::{ApiJson, CountedClient};
use crate::problem::{ApiError, Problem};
use crate::views::NewsletterView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SubscribeInput {
    #[serde(default)]
    pub email: String,
    /// A field that people do not see: who fills it in is a program, and gets the same answer and no mail.
    #[serde(default)]
    pub website: Option<String>,
}

/// Signs an address up for the newsletter.
#[utoipa::path(post, path = "/newsletter/subscribe", tag = "newsletter", request_body = SubscribeInput,
    responses((status = 200, body = NewsletterView), (status = 400, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn subscribe(State(app): State<AppState>, _: CountedClient, ApiJson(input): ApiJson<SubscribeInput>) -> Result<Json<NewsletterView>, ApiError> {
    let is_program = input.website.is_some_and(|text| !text.trim().is_empty());
    let status = if is_program { newsletter::wished(&app.core) } else { newsletter::subscribe(&app.core, &input.email).await? };
    let message = match status {
        SubscriberStatus::Confirmed => SUBSCRIBED,
        _ => "Almost there: confirm the link we e-mailed you.",
    };
    Ok(Json(NewsletterView { message, status }))
}
