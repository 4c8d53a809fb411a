use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use super::strict_json;
use crate::problem::ApiError;

/// Extractor of a JSON body; a rejection is an [`ApiError`].
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Json(value) = <Json<serde_json::Value> as FromRequest<S>>::from_request(request, state)
            .await
            .map_err(|rejection| rejected(&rejection))?;
        strict_json::read(value).map(Self).map_err(|_| ApiError::wrong_shape())
    }
}

/// None without a `Content-Type`: the body may be left out.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let body = <Json<serde_json::Value> as OptionalFromRequest<S>>::from_request(request, state)
            .await
            .map_err(|rejection| rejected(&rejection))?;
        body.map(|Json(value)| strict_json::read(value).map(Self).map_err(|_| ApiError::wrong_shape())).transpose()
    }
}

fn rejected(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => ApiError::not_json(),
        rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(),
        _ => ApiError::malformed_json(),
    }
}
