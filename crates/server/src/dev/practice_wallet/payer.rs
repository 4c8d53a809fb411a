//! Calls of the buyer's browser.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::order_files::{ORDERS, OrderState};
use crate::AppState;

const SCRIPT: &str = include_str!("sdk.js");

/// Replaces PayPal's script; it has what `@paypal/react-paypal-js` uses of that.
pub async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-store")], SCRIPT).into_response()
}

/// The order, for the buyer to approve.
pub async fn order(State(app): State<AppState>, Path(id): Path<String>) -> Response {
    match ORDERS.get(&app, &id).await {
        Some(order) => {
            let body =
                json!({ "description": order.description, "value": order.value, "currency_code": order.currency_code });
            ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Body of an approval.
#[derive(Deserialize)]
pub struct Approval {
    /// Simulates a declined capture.
    #[serde(default)]
    declines: bool,
}

/// Approves an order.
pub async fn approve(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Json(Approval { declines }): Json<Approval>,
) -> Response {
    let updated = ORDERS.update(&app, &id, |order| {
        if matches!(order.state, OrderState::Created | OrderState::Approved) {
            order.state = OrderState::Approved;
            order.declines = declines;
        }
    });
    match updated.await {
        Ok(Some(_)) => StatusCode::NO_CONTENT.into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!("the practice wallet cannot write: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
