use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, CountedClient, SessionCookies};
use crate::problem::{ApiError, Problem};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RegisterInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
    /// What the server printed at its start while there was no administrator.
    pub setup_code: Option<String>,
    /// What an administrator's invite mailed; `email` is the address that was invited.
    pub invite_code: Option<String>,
}

/// Makes the first administrator by set-up code, or the account of somebody who was invited.
#[utoipa::path(post, path = "/auth/admin/register", tag = "accounts", request_body = RegisterInput,
    responses((status = 201, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem), (status = 410, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn admin_register(
    State(app): State<AppState>,
    client: CountedClient,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<RegisterInput>,
) -> Result<(StatusCode, SessionCookies, Json<SessionView>), ApiError> {
    let RegisterInput { email, password, setup_code, invite_code } = input;
    let signed_in = match invite_code.filter(|code| !code.trim().is_empty()) {
        Some(code) => accounts::accept_invite(&app.core, &email, password, &code, &client.0).await?,
        None => accounts::register_first_admin(&app.core, &email, password, &setup_code.unwrap_or_default(), &client.0).await?,
    };
    Ok((StatusCode::CREATED, cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Account created."))))
}
