use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use mwanga_core::accounts::{AccountError, Client, device_name};
use mwanga_core::attempts::{self, Attempt};

use super::SessionCookies;
use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Rate-limits sign-in, registration and requests for mails by the client's network; yields the client.
pub struct RateLimitedClient(pub Client);

impl FromRequestParts<AppState> for RateLimitedClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Ok(cookies) = SessionCookies::from_request_parts(parts, app).await;
        let user_agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let network = parts.extensions.get::<ClientAddress>().map(ClientAddress::network);
        if let Some(network) = &network {
            attempts::count(&app.core, Attempt::ByNetwork(network)).await?.map_err(AccountError::TooMany)?;
        }
        let browser = cookies.browser().map(str::to_owned);
        Ok(Self(Client {
            network: network.unwrap_or_default(),
            device: device_name(user_agent),
            cookies: cookies.all(),
            browser,
        }))
    }
}
