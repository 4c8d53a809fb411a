use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AnyUser, ApiJson, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewPasswordInput {
    #[schema(value_type = String, format = Password)]
    pub current_password: SecretString,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// Changes one's own password. Every other session of the account ends.
#[utoipa::path(post, path = "/auth/password", tag = "accounts", security(("bearer" = [])), request_body = NewPasswordInput,
    responses((status = 200, body = MessageView), errors::JsonBody, errors::SignedIn, errors::Limited))]
pub async fn new_password(
    State(app): State<AppState>,
    user: AnyUser,
    client: RateLimitedClient,
    ApiJson(input): ApiJson<NewPasswordInput>,
) -> Result<Json<MessageView>, ApiError> {
    accounts::change_password(&app.core, &user.0, input.current_password, input.password, &client.0).await?;
    Ok(Json(MessageView { message: "Your password is changed. Other browsers are signed out." }))
}
