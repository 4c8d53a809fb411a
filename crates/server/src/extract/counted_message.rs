use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Somebody who sends a wallet's messages no faster than wallets do.
pub struct CountedMessage;

impl FromRequestParts<AppState> for CountedMessage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        app.message_limit.count(*client).map_err(too_often)?;
        Ok(Self)
    }
}

/// Tells a sender to come back in some seconds.
pub fn too_often(wait_s: u32) -> ApiError {
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "webhook.limited", "Too many messages at once. Send them again later.").retry(wait_s)
}
