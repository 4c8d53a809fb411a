use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, Bearer, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct VerifyEmailInput {
    pub code: String,
    /// The account's new password, where the browser is not signed in to it.
    #[schema(value_type = Option<String>, format = Password)]
    pub password: Option<SecretString>,
}

/// Confirms an account's e-mail address by a mailed code. In a browser that is signed in to the account nothing else
/// changes. Anywhere else a password is asked for (409 `account.password_needed`, with the account's name and when it
/// was opened; nothing is used up): it becomes the account's, and every earlier session, password and identity ends.
/// Pressing again within a day is no error.
#[utoipa::path(post, path = "/auth/verify-email", tag = "accounts", request_body = VerifyEmailInput,
    responses((status = 200, body = MessageView), errors::JsonBody, errors::Conflict, errors::Gone, errors::Limited))]
pub async fn verify_email(
    State(app): State<AppState>,
    client: RateLimitedClient,
    bearer: Option<Bearer>,
    ApiJson(input): ApiJson<VerifyEmailInput>,
) -> Result<Json<MessageView>, ApiError> {
    let here =
        accounts::signed_in_accounts(&app.core, bearer.as_ref().map(|bearer| bearer.0.as_str()), &client.0.cookies)
            .await?;
    accounts::verify_email(&app.core, &input.code, input.password, &here).await?;
    Ok(Json(MessageView { message: "Your e-mail address is confirmed." }))
}
