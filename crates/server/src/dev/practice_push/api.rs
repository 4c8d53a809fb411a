//! The calls of the server.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use mwanga_core::secrets;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::json;

use super::{FILES, PushRequest, Status};
use crate::AppState;

#[derive(Deserialize)]
pub struct PushInput {
    phone: String,
    amount_minor: i64,
    currency: String,
    description: String,
    callback: String,
}

/// Whether the site asks.
fn is_site(app: &AppState, headers: &HeaderMap) -> bool {
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let wallet = app.core.config.payments.practice_push.as_ref();
    wallet.is_some_and(|wallet| given == Some(&format!("Bearer {}", wallet.secret.expose_secret())))
}

fn write_error(error: &std::io::Error) -> Response {
    tracing::error!("the practice phone cannot write: {error}");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// Asks on a phone. Asked again, it asks twice.
pub async fn push(State(app): State<AppState>, headers: HeaderMap, Json(input): Json<PushInput>) -> Response {
    if !is_site(&app, &headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let PushInput { phone, amount_minor, currency, description, callback } = input;
    let is_lost = phone.ends_with("00");
    if phone.ends_with("01") {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    }
    let request = PushRequest {
        id: secrets::random_token(20),
        phone,
        amount_minor,
        currency,
        description,
        callback: if is_lost { String::new() } else { callback },
        status: Status::Waiting,
        asked_at: app.core.now().0,
    };
    match FILES.insert_if_absent(&app, request).await {
        Ok(_) if is_lost => std::future::pending().await,
        Ok(request) => (StatusCode::CREATED, Json(json!({ "request_id": request.id }))).into_response(),
        Err(error) => write_error(&error),
    }
}

/// How a request stands: not how much was paid.
pub async fn find(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if !is_site(&app, &headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    match FILES.get(&app, &id).await {
        Some(request) => Json(json!({ "status": request.status_at(app.core.now().0) })).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Gives the money of a request back.
pub async fn refund(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if !is_site(&app, &headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let refunded = FILES.update(&app, &id, |request| {
        let is_paid = matches!(request.status, Status::Paid | Status::Refunded);
        if is_paid {
            request.status = Status::Refunded;
        }
        is_paid
    });
    match refunded.await {
        Ok(Some((_, true))) => Json(json!({})).into_response(),
        Ok(Some((_, false))) => StatusCode::CONFLICT.into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => write_error(&error),
    }
}
