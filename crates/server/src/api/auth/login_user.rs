use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use mwanga_core::accounts;

use crate::AppState;
use crate::api::auth::admin::LoginInput;
use crate::extract::{ApiJson, RateLimitedClient, SessionCookies};
use crate::only_local::{FromHere, refuse_demo_password};
use crate::problem::{ApiError, errors};
use crate::views::SessionView;

/// Signs anyone in as a reader. Staff who sign in here are readers in this session.
#[utoipa::path(post, path = "/auth/login-user", tag = "accounts", request_body = LoginInput,
    responses((status = 200, body = SessionView), errors::JsonBody, errors::SignedIn, errors::Limited))]
pub async fn login_user(
    State(app): State<AppState>,
    client: RateLimitedClient,
    from_here: FromHere,
    headers: HeaderMap,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<LoginInput>,
) -> Result<(SessionCookies, Json<SessionView>), ApiError> {
    refuse_demo_password(&app, &from_here, &headers, &input.email, &input.password)?;
    let signed_in = accounts::sign_in_reader(&app.core, &input.email, input.password, &client.0).await?;
    Ok((cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Logged in successfully!"))))
}
