use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use mwanga_core::accounts::AccountError;
use mwanga_core::accounts::social::{self, SocialError};
use mwanga_store::types::SocialProvider;

use crate::AppState;
use crate::api_host::OnApiHost;
use crate::extract::{ApiPath, SocialCookie};
use crate::problem::{ApiError, errors};

/// Sends the browser to a social provider. Where that cannot be, it goes to the page on which such a sign-in ends, with
/// `error=unavailable` where this site is no client of the provider, `error=temporarily_unavailable` where the provider
/// does not answer.
#[utoipa::path(get, path = "/auth/login/{provider}", tag = "accounts", params(("provider" = SocialProvider, Path)),
    responses((status = 302), errors::NotFound))]
pub async fn social_login(
    State(app): State<AppState>,
    ApiPath(provider): ApiPath<SocialProvider>,
    on_api_host: Option<Extension<OnApiHost>>,
    cookie: SocialCookie,
) -> Result<Response, ApiError> {
    let (base, name) = (app.core.config.base(), provider.as_str());
    let found = |url: String| (StatusCode::FOUND, [(LOCATION, url)]);
    if on_api_host.is_some() {
        // It ends on a page of the site, which has the cookies of its own host.
        return Ok(found(format!("{base}/api/auth/login/{name}")).into_response());
    }
    match social::start_login(&app.core, provider).await {
        Ok(begun) => Ok((cookie.set(begun.cookie), found(begun.url)).into_response()),
        Err(AccountError::Social(error)) => {
            let why = match error {
                SocialError::NotConfigured => "unavailable",
                other => {
                    tracing::warn!("nobody can sign in with {name}: {other}");
                    "temporarily_unavailable"
                }
            };
            Ok(found(format!("{base}/auth/callback/{name}?error={why}")).into_response())
        }
        Err(other) => Err(other.into()),
    }
}
