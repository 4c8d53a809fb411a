use axum::extract::FromRequestParts;
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
        app.search_limit.count(*client).map_err(ApiError::too_many_searches)?;
        Ok(Self)
    }
}

/// Somebody who types no faster than people do, as far as suggestions go.
pub struct CountedTyping;

impl FromRequestParts<AppState> for CountedTyping {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let Some(client) = parts.extensions.get::<ClientAddress>() else { return Ok(Self) };
        app.suggestion_limit.count(*client).map_err(ApiError::too_many_searches)?;
        Ok(Self)
    }
}
