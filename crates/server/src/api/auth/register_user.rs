use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, CountedClient, SessionCookies};
use crate::problem::{ApiError, Problem};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RegisterUserInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
    /// Defaults to the part of the address before the @.
    pub username: Option<String>,
}

/// Opens a reader's account and signs its owner in; a link that verifies the address is mailed.
#[utoipa::path(post, path = "/auth/register-user", tag = "accounts", request_body = RegisterUserInput,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 409, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn register_user(
    State(app): State<AppState>,
    client: CountedClient,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<RegisterUserInput>,
) -> Result<(SessionCookies, Json<SessionView>), ApiError> {
    let signed_in = accounts::register(&app.core, &input.email, input.password, input.username.as_deref(), &client.0).await?;
    Ok((cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Account created."))))
}
