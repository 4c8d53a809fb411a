use axum::Json;
use axum::extract::State;
use mwanga_core::accounts::social::{self, CallbackParams};
use mwanga_store::types::SocialProvider;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, RateLimitedClient, SessionCookies, SocialCookie};
use crate::problem::{ApiError, errors};
use crate::views::SessionView;

/// Query parameters of the redirect from the provider (OAuth 2.0).
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SocialCallbackQuery {
    pub code: Option<String>,
    pub state: Option<String>,
    /// In place of a code.
    pub error: Option<String>,
}

/// Ends a sign-in at a social provider, in the browser that began it. Staff who sign in this way are readers in this
/// session.
#[utoipa::path(get, path = "/auth/callback/{provider}", tag = "accounts", params(("provider" = SocialProvider, Path), SocialCallbackQuery),
    responses((status = 200, body = SessionView), errors::BadRequest, errors::NotFound, errors::Conflict, errors::Invalid, errors::Limited, errors::BadGateway))]
pub async fn social_callback(
    State(app): State<AppState>,
    ApiPath(provider): ApiPath<SocialProvider>,
    ApiQuery(SocialCallbackQuery { code, state, error }): ApiQuery<SocialCallbackQuery>,
    client: RateLimitedClient,
    cookies: SessionCookies,
    cookie: SocialCookie,
) -> Result<(SocialCookie, SessionCookies, Json<SessionView>), (SocialCookie, ApiError)> {
    let answer = CallbackParams { code, state, error };
    match social::complete_login(&app.core, provider, answer, cookie.get(), &client.0).await {
        Ok(signed_in) => {
            Ok((cookie.clear(), cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Logged in successfully!"))))
        }
        Err(error) => Err((cookie.clear(), error.into())),
    }
}
