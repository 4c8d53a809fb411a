use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ChangePasswordInput {
    pub email: String,
}

/// Mails a link that sets a new password, good for 30 minutes and one use. Known and unknown addresses are answered
/// alike.
#[utoipa::path(post, path = "/auth/change-password", tag = "accounts", request_body = ChangePasswordInput,
    responses((status = 200, body = MessageView), errors::JsonBody, errors::Limited))]
pub async fn change_password(
    State(app): State<AppState>,
    RateLimitedClient(client): RateLimitedClient,
    ApiJson(input): ApiJson<ChangePasswordInput>,
) -> Result<Json<MessageView>, ApiError> {
    accounts::request_reset(&app.core, &input.email, &client).await?;
    Ok(Json(MessageView { message: "We've just sent you an email to reset your password." }))
}
