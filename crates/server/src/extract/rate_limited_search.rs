use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Rate-limits searches per client address. API calls of a page that is being rendered have no address: `count_render`
/// has counted their reader.
pub struct RateLimitedSearch;

impl FromRequestParts<AppState> for RateLimitedSearch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        app.search_limit.count(*client).map_err(ApiError::too_many_searches)?;
        Ok(Self)
    }
}

/// Rate-limits search suggestions per client address.
pub struct RateLimitedSuggestions;

impl FromRequestParts<AppState> for RateLimitedSuggestions {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        app.suggestion_limit.count(*client).map_err(ApiError::too_many_searches)?;
        Ok(Self)
    }
}
