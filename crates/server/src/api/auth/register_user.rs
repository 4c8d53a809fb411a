use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use mwanga_core::idempotency::{self, IdempotentOutcome};
use mwanga_store::types::{AccountId, SessionKind};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;

use crate::AppState;
use crate::extract::{ApiJson, IdempotencyHeader, IdempotencyKey, RateLimitedClient, SessionCookies};
use crate::problem::{ApiError, errors};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RegisterUserInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
    /// Defaults to the part of the address before the @.
    pub username: Option<String>,
}

/// Opens a reader's account and signs its owner in; a link that verifies the address is mailed. Repeated, it asks for
/// the password of that account.
#[utoipa::path(post, path = "/auth/register-user", tag = "accounts", request_body = RegisterUserInput, params(IdempotencyHeader),
    responses((status = 200, body = SessionView), errors::JsonBody, errors::Conflict, errors::Limited))]
pub async fn register_user(
    State(app): State<AppState>,
    client: RateLimitedClient,
    cookies: SessionCookies,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<RegisterUserInput>,
) -> Result<(SessionCookies, Json<SessionView>), ApiError> {
    let (core, client) = (&app.core, &client.0);
    let RegisterUserInput { email, password, username } = &input;
    // Compared without the password, which nothing keeps.
    let words = json!({ "email": email, "username": username });
    let request = key.for_anonymous(core, email, client, "POST /auth/register-user", &words)?;
    let register = |claim| async move {
        accounts::register(core, email, password.clone(), username.as_deref(), client, &claim).await
    };
    let signed_in =
        match idempotency::run_once(core, request, |id| accounts::get(core, AccountId(id)), register).await? {
            IdempotentOutcome::Created(signed_in) => signed_in,
            IdempotentOutcome::Repeated(account) => {
                accounts::repeat_registration(core, &account, password.clone(), SessionKind::Reader, client).await?
            }
        };
    Ok((cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Account created."))))
}
