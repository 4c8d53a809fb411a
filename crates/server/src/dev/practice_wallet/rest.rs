//! What the site asks of the wallet.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use mwanga_core::secrets;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::book::{self, Entry, State as Stands};
use crate::AppState;

/// What our calls are let in by: it follows from the secret, so it is good as long as the process runs.
fn key_of(app: &AppState) -> String {
    app.core
        .config
        .paypal
        .as_ref()
        .map(|wallet| secrets::fingerprint(wallet.secret.expose_secret()))
        .unwrap_or_default()
}

fn authorization(headers: &HeaderMap) -> &str {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn refuse(headers: &HeaderMap, app: &AppState) -> Option<Response> {
    let is_ours = authorization(headers).strip_prefix("Bearer ") == Some(&key_of(app));
    (!is_ours).then(|| (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_token" }))).into_response())
}

fn problem(status: StatusCode, name: &str, issue: &str) -> Response {
    (status, Json(json!({ "name": name, "details": [{ "issue": issue }] }))).into_response()
}

fn unprocessable(issue: &str) -> Response {
    problem(StatusCode::UNPROCESSABLE_ENTITY, "UNPROCESSABLE_ENTITY", issue)
}

fn unknown() -> Response {
    problem(StatusCode::NOT_FOUND, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
}

fn broken(error: &std::io::Error) -> Response {
    tracing::error!("the practice wallet cannot write: {error}");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

pub async fn key(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let Some(wallet) = &app.core.config.paypal else { return unknown() };
    let expected = BASE64.encode(format!("{}:{}", wallet.client_id, wallet.secret.expose_secret()));
    if authorization(&headers).strip_prefix("Basic ") != Some(&expected) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
    }
    Json(json!({ "access_token": key_of(&app), "token_type": "Bearer", "expires_in": 32_400 })).into_response()
}

/// It sends no messages, so none is its own.
pub async fn verify(State(app): State<AppState>, headers: HeaderMap) -> Response {
    refuse(&headers, &app).unwrap_or_else(|| Json(json!({ "verification_status": "FAILURE" })).into_response())
}

pub async fn create(State(app): State<AppState>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    if let Some(refusal) = refuse(&headers, &app) {
        return refusal;
    }
    let unit = &body["purchase_units"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let request = headers
        .get("paypal-request-id")
        .and_then(|value| value.to_str().ok())
        .map_or_else(|| secrets::random_name(22), str::to_owned);
    // The same request makes the same order.
    let id = app.core.keys.sign("practice wallet", &request)[..17].to_uppercase();
    let new = Entry {
        id,
        custom_id: text(&unit["custom_id"]),
        description: text(&unit["description"]),
        currency_code: text(&unit["amount"]["currency_code"]),
        value: text(&unit["amount"]["value"]),
        state: Stands::Created,
        declines: false,
        capture_request: None,
    };
    match book::make(&app, new).await {
        Ok(entry) => (StatusCode::CREATED, Json(shown(&entry))).into_response(),
        Err(error) => broken(&error),
    }
}

pub async fn order(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    match (refuse(&headers, &app), book::get(&app, &id).await) {
        (Some(refusal), _) => refusal,
        (None, Some(entry)) => Json(shown(&entry)).into_response(),
        (None, None) => unknown(),
    }
}

pub async fn capture(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if let Some(refusal) = refuse(&headers, &app) {
        return refusal;
    }
    let request = headers.get("paypal-request-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let taken = book::change(&app, &id, |entry| match entry.state {
        Stands::Created => Err("ORDER_NOT_APPROVED"),
        Stands::Approved if entry.declines => {
            // The buyer may come back and choose other means.
            entry.state = Stands::Created;
            entry.declines = false;
            Err("INSTRUMENT_DECLINED")
        }
        Stands::Approved => {
            entry.state = Stands::Completed;
            entry.capture_request.clone_from(&request);
            Ok(())
        }
        Stands::Completed | Stands::Refunded if request.is_some() && entry.capture_request == request => Ok(()),
        Stands::Completed | Stands::Refunded => Err("ORDER_ALREADY_CAPTURED"),
    });
    match taken.await {
        Ok(Some((entry, Ok(())))) => (StatusCode::CREATED, Json(shown(&entry))).into_response(),
        Ok(Some((_, Err(issue)))) => unprocessable(issue),
        Ok(None) => unknown(),
        Err(error) => broken(&error),
    }
}

/// The order that a capture belongs to.
fn order_of(capture: &str) -> &str {
    capture.strip_prefix('C').unwrap_or_default()
}

pub async fn captured(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    match (refuse(&headers, &app), book::get(&app, order_of(&id)).await) {
        (Some(refusal), _) => refusal,
        (None, Some(entry)) => taken(&entry).map_or_else(unknown, |capture| Json(capture).into_response()),
        (None, None) => unknown(),
    }
}

pub async fn refund(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if let Some(refusal) = refuse(&headers, &app) {
        return refusal;
    }
    let returned = book::change(&app, order_of(&id), |entry| match entry.state {
        Stands::Completed => {
            entry.state = Stands::Refunded;
            Ok(())
        }
        Stands::Refunded => Err("CAPTURE_FULLY_REFUNDED"),
        Stands::Created | Stands::Approved => Err("INVALID_RESOURCE_ID"),
    });
    match returned.await {
        Ok(Some((entry, Ok(())))) => {
            (StatusCode::CREATED, Json(json!({ "id": format!("R{}", entry.id), "status": "COMPLETED" })))
                .into_response()
        }
        Ok(Some((_, Err(issue)))) => unprocessable(issue),
        Ok(None) => unknown(),
        Err(error) => broken(&error),
    }
}

/// An order as the wallet tells it.
pub fn shown(entry: &Entry) -> Value {
    let status = match entry.state {
        Stands::Created => "CREATED",
        Stands::Approved => "APPROVED",
        Stands::Completed | Stands::Refunded => "COMPLETED",
    };
    let captures: Vec<Value> = taken(entry).into_iter().collect();
    json!({
        "id": entry.id, "intent": "CAPTURE", "status": status,
        "purchase_units": [{
            "reference_id": "default", "custom_id": entry.custom_id, "description": entry.description, "amount": amount(entry),
            "payments": { "captures": captures },
        }],
    })
}

fn amount(entry: &Entry) -> Value {
    json!({ "currency_code": entry.currency_code, "value": entry.value })
}

fn taken(entry: &Entry) -> Option<Value> {
    let status = match entry.state {
        Stands::Completed => "COMPLETED",
        Stands::Refunded => "REFUNDED",
        Stands::Created | Stands::Approved => return None,
    };
    Some(
        json!({ "id": entry.capture_id(), "status": status, "amount": amount(entry), "custom_id": entry.custom_id, "final_capture": true }),
    )
}
