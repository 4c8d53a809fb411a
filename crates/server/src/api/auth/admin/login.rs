use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, RateLimitedClient, SessionCookies};
use crate::only_local::{FromHere, refuse_demo_password};
use crate::problem::{ApiError, errors};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct LoginInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// Signs an editor or administrator in. Anyone else gets the same answer as for a wrong password.
#[utoipa::path(post, path = "/auth/admin/login", tag = "accounts", request_body = LoginInput,
    responses((status = 200, body = SessionView), errors::JsonBody, errors::SignedIn, errors::Limited))]
pub async fn admin_login(
    State(app): State<AppState>,
    client: RateLimitedClient,
    from_here: FromHere,
    headers: HeaderMap,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<LoginInput>,
) -> Result<(SessionCookies, Json<SessionView>), ApiError> {
    refuse_demo_password(&app, &from_here, &headers, &input.email, &input.password)?;
    let signed_in = accounts::sign_in_staff(&app.core, &input.email, input.password, &client.0).await?;
    Ok((cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Logged in successfully!"))))
}
