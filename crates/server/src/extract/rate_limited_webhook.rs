use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Rate-limits payment webhooks per client address.
pub struct RateLimitedWebhook;

impl FromRequestParts<AppState> for RateLimitedWebhook {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        app.webhook_limit.count(*client).map_err(ApiError::too_many_webhooks)?;
        Ok(Self)
    }
}
