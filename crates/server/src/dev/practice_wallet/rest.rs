//! The REST API that the server calls.

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

use super::order_files::{ORDERS, OrderState, WalletOrder};
use crate::AppState;

/// Access token of the API: derived from the secret, so it never expires.
fn expected_token(app: &AppState) -> String {
    app.core
        .config
        .payments
        .paypal
        .as_ref()
        .map(|wallet| secrets::fingerprint(wallet.secret.expose_secret()))
        .unwrap_or_default()
}

fn authorization(headers: &HeaderMap) -> &str {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// 401 where the access token is wrong.
fn refuse(headers: &HeaderMap, app: &AppState) -> Option<Response> {
    let is_authorized = authorization(headers).strip_prefix("Bearer ") == Some(&expected_token(app));
    (!is_authorized).then(|| (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_token" }))).into_response())
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

fn write_error(error: &std::io::Error) -> Response {
    tracing::error!("the practice wallet cannot write: {error}");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// Issues an access token (client credentials).
pub async fn access_token(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let Some(wallet) = &app.core.config.payments.paypal else { return unknown() };
    let expected = BASE64.encode(format!("{}:{}", wallet.client_id, wallet.secret.expose_secret()));
    if authorization(&headers).strip_prefix("Basic ") != Some(&expected) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
    }
    Json(json!({ "access_token": expected_token(&app), "token_type": "Bearer", "expires_in": 32_400 })).into_response()
}

/// Verification of a webhook fails always: the practice wallet sends none.
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
        .map_or_else(|| secrets::random_token(22), str::to_owned);
    // Idempotent: the same request id yields the same order.
    let id = app.core.keys.sign("practice wallet", &request)[..17].to_uppercase();
    let new = WalletOrder {
        id,
        custom_id: text(&unit["custom_id"]),
        description: text(&unit["description"]),
        currency_code: text(&unit["amount"]["currency_code"]),
        value: text(&unit["amount"]["value"]),
        state: OrderState::Created,
        declines: false,
        capture_request: None,
    };
    match ORDERS.insert_if_absent(&app, new).await {
        Ok(order) => (StatusCode::CREATED, Json(order_json(&order))).into_response(),
        Err(error) => write_error(&error),
    }
}

pub async fn order(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    match (refuse(&headers, &app), ORDERS.get(&app, &id).await) {
        (Some(refusal), _) => refusal,
        (None, Some(order)) => Json(order_json(&order)).into_response(),
        (None, None) => unknown(),
    }
}

pub async fn capture(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if let Some(refusal) = refuse(&headers, &app) {
        return refusal;
    }
    let request = headers.get("paypal-request-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let updated = ORDERS.update(&app, &id, |order| match order.state {
        OrderState::Created => Err("ORDER_NOT_APPROVED"),
        OrderState::Approved if order.declines => {
            // The buyer may approve again with another card.
            order.state = OrderState::Created;
            order.declines = false;
            Err("INSTRUMENT_DECLINED")
        }
        OrderState::Approved => {
            order.state = OrderState::Completed;
            order.capture_request.clone_from(&request);
            Ok(())
        }
        OrderState::Completed | OrderState::Refunded if request.is_some() && order.capture_request == request => Ok(()),
        OrderState::Completed | OrderState::Refunded => Err("ORDER_ALREADY_CAPTURED"),
    });
    match updated.await {
        Ok(Some((order, Ok(())))) => (StatusCode::CREATED, Json(order_json(&order))).into_response(),
        Ok(Some((_, Err(issue)))) => unprocessable(issue),
        Ok(None) => unknown(),
        Err(error) => write_error(&error),
    }
}

/// The order that a capture belongs to.
fn order_of(capture: &str) -> &str {
    capture.strip_prefix('C').unwrap_or_default()
}

pub async fn get_capture(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    match (refuse(&headers, &app), ORDERS.get(&app, order_of(&id)).await) {
        (Some(refusal), _) => refusal,
        (None, Some(order)) => capture_json(&order).map_or_else(unknown, |capture| Json(capture).into_response()),
        (None, None) => unknown(),
    }
}

pub async fn refund(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if let Some(refusal) = refuse(&headers, &app) {
        return refusal;
    }
    let updated = ORDERS.update(&app, order_of(&id), |order| match order.state {
        OrderState::Completed => {
            order.state = OrderState::Refunded;
            Ok(())
        }
        OrderState::Refunded => Err("CAPTURE_FULLY_REFUNDED"),
        OrderState::Created | OrderState::Approved => Err("INVALID_RESOURCE_ID"),
    });
    match updated.await {
        Ok(Some((order, Ok(())))) => {
            (StatusCode::CREATED, Json(json!({ "id": format!("R{}", order.id), "status": "COMPLETED" })))
                .into_response()
        }
        Ok(Some((_, Err(issue)))) => unprocessable(issue),
        Ok(None) => unknown(),
        Err(error) => write_error(&error),
    }
}

/// An order as JSON of PayPal's API.
pub fn order_json(order: &WalletOrder) -> Value {
    let status = match order.state {
        OrderState::Created => "CREATED",
        OrderState::Approved => "APPROVED",
        OrderState::Completed | OrderState::Refunded => "COMPLETED",
    };
    let captures: Vec<Value> = capture_json(order).into_iter().collect();
    json!({
        "id": order.id, "intent": "CAPTURE", "status": status,
        "purchase_units": [{
            "reference_id": "default", "custom_id": order.custom_id, "description": order.description, "amount": amount(order),
            "payments": { "captures": captures },
        }],
    })
}

fn amount(order: &WalletOrder) -> Value {
    json!({ "currency_code": order.currency_code, "value": order.value })
}

/// The capture of an order as JSON; none before it is captured.
fn capture_json(order: &WalletOrder) -> Option<Value> {
    let status = match order.state {
        OrderState::Completed => "COMPLETED",
        OrderState::Refunded => "REFUNDED",
        OrderState::Created | OrderState::Approved => return None,
    };
    Some(
        json!({ "id": order.capture_id(), "status": status, "amount": amount(order), "custom_id": order.custom_id, "final_capture": true }),
    )
}
