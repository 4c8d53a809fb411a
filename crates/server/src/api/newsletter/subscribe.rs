use axum::Json;
use axum::extract::State;
use mwanga_core::{idempotency, newsletter};
use mwanga_store::types::{SubscriberId, SubscriberStatus};
use serde::{Deserialize, Serialize};

use super::SUBSCRIBED;
use crate::AppState;
use crate::extract::{ApiJson, IdempotencyHeader, IdempotencyKey, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::NewsletterView;

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SubscribeInput {
    #[serde(default)]
    pub email: String,
    /// A field that people do not see: who fills it in is a program, and gets the same answer and no mail.
    #[serde(default)]
    pub website: Option<String>,
}

/// Signs an address up for the newsletter.
#[utoipa::path(post, path = "/newsletter/subscribe", tag = "newsletter", request_body = SubscribeInput, params(IdempotencyHeader),
    responses((status = 200, body = NewsletterView), errors::JsonBody, errors::Conflict, errors::Limited))]
pub async fn subscribe(
    State(app): State<AppState>,
    client: RateLimitedClient,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<SubscribeInput>,
) -> Result<Json<NewsletterView>, ApiError> {
    let core = &app.core;
    let is_program = input.website.as_ref().is_some_and(|text| !text.trim().is_empty());
    let status = if is_program {
        newsletter::initial_status(core)
    } else {
        let request = key.for_anonymous(core, &input.email, &client.0, "POST /newsletter/subscribe", &input)?;
        let email = input.email.as_str();
        let subscribe = |claim| async move { newsletter::subscribe(core, email, &claim).await };
        idempotency::run_once(
            core,
            request,
            |id| newsletter::find_subscription_status(core, SubscriberId(id)),
            subscribe,
        )
        .await?
        .into_inner()
    };
    let message = match status {
        SubscriberStatus::Confirmed => SUBSCRIBED,
        _ => "Almost there: confirm the link we e-mailed you.",
    };
    Ok(Json(NewsletterView { message, status }))
}
