use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Somebody who has not searched too often. Pages ask without an address: they have counted their reader already.
pub struct CountedSearch;

impl FromRequestParts<AppState> for CountedSearch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        let too_often = |wait_s| ApiError::new(StatusCode::TOO_MANY_REQUESTS, "search.limited", TOO_OFTEN).retry(wait_s);
        app.search_limit.count(*client).map_err(too_often)?;
        Ok(Self)
    }
}

/// Somebody who types no faster than people do, as far as suggestions go.
pub struct CountedTyping;

impl FromRequestParts<AppState> for CountedTyping {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        let too_often = |wait_s| ApiError::new(StatusCode::TOO_MANY_REQUESTS, "search.limited", TOO_OFTEN).retry(wait_s);
        app.suggestion_limit.count(*client).map_err(too_often)?;
        Ok(Self)
    }
}

/// What somebody reads who searched too often.
pub const TOO_OFTEN: &str = "You are searching very quickly. Wait a moment, then try again.";
