use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ResetPasswordInput {
    pub code: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// Sets a new password by a mailed code. Every session of the account ends.
#[utoipa::path(post, path = "/auth/reset-password", tag = "accounts", request_body = ResetPasswordInput,
    responses((status = 200, body = MessageView), errors::JsonBody, errors::Gone, errors::Limited))]
pub async fn reset_password(
    State(app): State<AppState>,
    _: RateLimitedClient,
    ApiJson(input): ApiJson<ResetPasswordInput>,
) -> Result<Json<MessageView>, ApiError> {
    accounts::reset_password(&app.core, &input.code, input.password).await?;
    Ok(Json(MessageView { message: "Your password is changed. Sign in with the new one." }))
}
