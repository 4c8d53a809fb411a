//! What the buyer's browser asks of the wallet.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::book::{self, State as Stands};
use crate::AppState;

const SCRIPT: &str = include_str!("sdk.js");

/// In place of PayPal's own script; it offers as much of it as `@paypal/react-paypal-js` uses.
pub async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-store")], SCRIPT).into_response()
}

/// What the buyer is asked to pay.
pub async fn order(State(app): State<AppState>, Path(id): Path<String>) -> Response {
    match book::get(&app, &id).await {
        Some(entry) => {
            let told =
                json!({ "description": entry.description, "value": entry.value, "currency_code": entry.currency_code });
            ([(CACHE_CONTROL, "no-store")], Json(told)).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
pub struct Agreement {
    /// The buyer agrees, and then the money cannot be had.
    #[serde(default)]
    declines: bool,
}

pub async fn agree(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Json(Agreement { declines }): Json<Agreement>,
) -> Response {
    let agreed = book::change(&app, &id, |entry| {
        if matches!(entry.state, Stands::Created | Stands::Approved) {
            entry.state = Stands::Approved;
            entry.declines = declines;
        }
    });
    match agreed.await {
        Ok(Some(_)) => StatusCode::NO_CONTENT.into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!("the practice wallet cannot write: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
