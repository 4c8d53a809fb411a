use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::Core;
use mwanga_core::accounts::{self, AccountError};
use mwanga_core::idempotency::{self, Claim, IdempotentOutcome};
use mwanga_store::types::{AccountId, SessionKind};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::AppState;
use crate::extract::{ApiJson, IdempotencyHeader, IdempotencyKey, RateLimitedClient, SessionCookies};
use crate::only_local::FromHere;
use crate::problem::{ApiError, errors};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RegisterInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
    /// Set-up code, printed by the server at its start while there is no administrator.
    pub setup_code: Option<String>,
    /// Code of an administrator's invite; `email` is the address that was invited.
    pub invite_code: Option<String>,
}

/// How the first administrator is made, while there is none.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FirstAccountView {
    /// `set_up_code`: by the code that the server printed at its start. `command`: by `mwanga admin create`. Null:
    /// there is an administrator.
    #[schema(required)]
    pub first_account: Option<FirstAccount>,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstAccount {
    SetUpCode,
    Command,
}

/// Whether there is an administrator, and how the first one is made.
#[utoipa::path(get, path = "/auth/admin/register", tag = "accounts", operation_id = "first_account",
    responses((status = 200, body = FirstAccountView)))]
pub async fn first_account(
    State(app): State<AppState>,
    from_here: FromHere,
) -> Result<Json<FirstAccountView>, ApiError> {
    let is_printed = !app.core.config.production && takes_set_up_code(&app.core, &from_here);
    let first_account = match accounts::set_up_code(&app.core).await? {
        None => None,
        Some(_) if is_printed => Some(FirstAccount::SetUpCode),
        Some(_) => Some(FirstAccount::Command),
    };
    Ok(Json(FirstAccountView { first_account }))
}

/// Whether somebody there may register by set-up code: a public site that forgot `MWANGA_ENV` printed its code.
fn takes_set_up_code(core: &Core, from_here: &FromHere) -> bool {
    from_here.0 || core.config.is_environment_set
}

/// Makes the first administrator by set-up code, or the account of somebody who was invited. Repeated, it asks for the
/// password of that account.
#[utoipa::path(post, path = "/auth/admin/register", tag = "accounts", request_body = RegisterInput, params(IdempotencyHeader),
    responses((status = 201, body = SessionView), errors::JsonBody, errors::Forbidden, errors::Conflict, errors::Gone, errors::Limited))]
pub async fn admin_register(
    State(app): State<AppState>,
    client: RateLimitedClient,
    from_here: FromHere,
    cookies: SessionCookies,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<RegisterInput>,
) -> Result<(StatusCode, SessionCookies, Json<SessionView>), ApiError> {
    let (core, client) = (&app.core, &client.0);
    let RegisterInput { email, password, setup_code, invite_code } = &input;
    // Compared without the password, which nothing keeps.
    let words = json!({ "email": email, "setup_code": setup_code, "invite_code": invite_code });
    let request = key.for_anonymous(core, email, client, "POST /auth/admin/register", &words)?;
    let register = |claim: Claim| async move {
        match invite_code.as_deref().filter(|code| !code.trim().is_empty()) {
            Some(code) => accounts::accept_invite(core, email, password.clone(), code, client, &claim).await,
            None if !takes_set_up_code(core, &from_here) => Err(AccountError::RegistrationClosed),
            None => {
                accounts::register_first_admin(
                    core,
                    email,
                    password.clone(),
                    setup_code.as_deref().unwrap_or_default(),
                    client,
                    &claim,
                )
                .await
            }
        }
    };
    let signed_in =
        match idempotency::run_once(core, request, |id| accounts::get(core, AccountId(id)), register).await? {
            IdempotentOutcome::Created(signed_in) => signed_in,
            IdempotentOutcome::Repeated(account) => {
                let kind = SessionKind::of_role(account.role);
                accounts::repeat_registration(core, &account, password.clone(), kind, client).await?
            }
        };
    Ok((StatusCode::CREATED, cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Account created."))))
}
