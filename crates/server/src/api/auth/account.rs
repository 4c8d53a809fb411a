use axum::Json;
use axum::extract::State;
use mwanga_core::accounts::{self, DeletionProof};
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AnyUser, ApiJson, RateLimitedClient, SessionCookies};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct DeleteAccountInput {
    #[schema(value_type = Option<String>, format = Password)]
    pub password: Option<SecretString>,
    /// From the mail of `POST /auth/delete-code`, where the account has no password and its owner did not sign in
    /// within the last ten minutes.
    pub code: Option<String>,
}

/// Deletes one's own account and everything in it.
#[utoipa::path(delete, path = "/auth/account", tag = "accounts", security(("bearer" = [])), request_body = DeleteAccountInput,
    responses((status = 200, body = MessageView), errors::JsonBody, errors::SignedIn, errors::Conflict, errors::Gone, errors::Limited))]
pub async fn delete_account(
    State(app): State<AppState>,
    user: AnyUser,
    client: RateLimitedClient,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<DeleteAccountInput>,
) -> Result<(SessionCookies, Json<MessageView>), ApiError> {
    let proof = DeletionProof { password: input.password, code: input.code };
    accounts::delete(&app.core, &user.0, proof, &client.0).await?;
    Ok((cookies.clear(None), Json(MessageView { message: "Your account is deleted." })))
}

/// Mails a link by which one's own account is deleted, good for 30 minutes and one use: for accounts without a
/// password.
#[utoipa::path(post, path = "/auth/delete-code", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = MessageView), errors::SignedIn, errors::Limited))]
pub async fn ask_delete_code(
    State(app): State<AppState>,
    user: AnyUser,
    _: RateLimitedClient,
) -> Result<Json<MessageView>, ApiError> {
    accounts::request_deletion(&app.core, &user.0).await?;
    Ok(Json(MessageView { message: "We've just sent you an email with a link. Open it in this browser." }))
}
