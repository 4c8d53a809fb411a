use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::problem::ApiError;

/// A JSON body; what is wrong with it is said in our words.
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        <Json<T> as FromRequest<S>>::from_request(request, state).await.map(|Json(value)| Self(value)).map_err(|rejection| rejected(&rejection))
    }
}

/// None without a `Content-Type`: the body may be left out.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let body = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await;
        body.map(|body| body.map(|Json(value)| Self(value))).map_err(|rejection| rejected(&rejection))
    }
}

pub fn rejected(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "request.content_type", "Send this as JSON (Content-Type: application/json).")
        }
        JsonRejection::JsonDataError(_) => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "request.invalid", "A field is missing or of the wrong kind."),
        rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ApiError::new(StatusCode::BAD_REQUEST, "request.malformed", "This is not readable as JSON."),
    }
}

pub fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too_large", "This is more than we take at once.")
}
