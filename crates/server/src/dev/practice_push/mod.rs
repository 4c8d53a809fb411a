//! Practice wallet that pushes: stands in for mobile money in development. Routes of this process implement what the
//! site asks of it, and a page shows the screen of every phone.
//!
//! - `api`: the calls of the server
//! - `phone`: the screen of the phone, and the callback that follows from its answer
//!
//! A number that ends in 00 is asked, and neither the answer to the site nor a callback ever comes; one that ends in 01
//! is refused.

mod api;
mod phone;

use axum::Router;
use axum::routing::{get, post};
use mwanga_core::config::Config;
use serde::{Deserialize, Serialize};

use super::files::{Files, Kept};
use crate::AppState;

const FILES: Files<PushRequest> = Files::new("practice-push");
/// How long a request stays on the phone.
const ON_PHONE_MS: i64 = 60_000;

/// A request on a phone.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PushRequest {
    id: String,
    phone: String,
    amount_minor: i64,
    currency: String,
    description: String,
    /// Where the site wants to be told.
    callback: String,
    status: Status,
    /// Milliseconds since 1970.
    asked_at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Waiting,
    Paid,
    Cancelled,
    NoMoney,
    NoAnswer,
    Refunded,
}

impl Kept for PushRequest {
    fn id(&self) -> &str {
        &self.id
    }
}

impl PushRequest {
    /// The status now: a request that nobody answers leaves the phone.
    fn status_at(&self, now_ms: i64) -> Status {
        let is_gone = self.status == Status::Waiting && now_ms - self.asked_at >= ON_PHONE_MS;
        if is_gone { Status::NoAnswer } else { self.status }
    }
}

/// Routes of the practice wallet that pushes; empty unless it is configured.
pub fn routes(config: &Config) -> Router<AppState> {
    if config.payments.practice_push.is_none() {
        return Router::new();
    }
    let wallet = Router::new()
        .route("/requests", post(api::push))
        .route("/requests/{id}", get(api::find))
        .route("/requests/{id}/refund", post(api::refund))
        .route("/phone", get(phone::screen))
        .route("/phone/{id}", post(phone::answer));
    Router::new().nest("/practice-push", wallet)
}
