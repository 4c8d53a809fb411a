use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Somebody who sends a wallet's messages no faster than wallets do.
pub struct CountedWebhook;

impl FromRequestParts<AppState> for CountedWebhook {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        app.webhook_limit.count(*client).map_err(ApiError::too_many_webhooks)?;
        Ok(Self)
    }
}
