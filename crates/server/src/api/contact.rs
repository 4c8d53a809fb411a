use axum::Json;
use axum::extract::State;
use mwanga_core::contact::{self, ContactError, ContactForm};
use mwanga_core::idempotency;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, IdempotencyHeader, IdempotencyKey, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ContactInput {
    #[serde(default)]
    pub name: String,
    /// The answer goes there.
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub message: String,
    /// A field that people do not see: who fills it in is a program, and gets the same answer and mails nobody.
    #[serde(default)]
    pub website: Option<String>,
}

/// Mails a message to the contact address of the site: at most 5 an hour from one network.
#[utoipa::path(post, path = "/contact", tag = "site", request_body = ContactInput, params(IdempotencyHeader),
    responses((status = 200, body = MessageView), errors::JsonBody, errors::Conflict, errors::Limited, errors::Unavailable))]
pub async fn send_message(
    State(app): State<AppState>,
    client: RateLimitedClient,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<ContactInput>,
) -> Result<Json<MessageView>, ApiError> {
    let core = &app.core;
    let is_program = input.website.as_ref().is_some_and(|text| !text.trim().is_empty());
    if !is_program {
        let request = key.for_anonymous(core, &input.email, &client.0, "POST /contact", &input)?;
        let form = ContactForm { name: input.name, email: input.email, message: input.message };
        let network = client.0.network.as_str();
        let send = |claim| async move { contact::send(core, form, network, &claim).await };
        // Nothing is kept of a message but that it was taken.
        let sent = |_| async { Ok::<_, ContactError>(Some(())) };
        idempotency::run_once(core, request, sent, send).await?;
    }
    Ok(Json(MessageView { message: "Thank you. Your message is on its way." }))
}
