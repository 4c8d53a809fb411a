//! Practice wallet: a fake PayPal for development. Routes of this process implement what the site uses of PayPal's
//! Orders v2, Payments v2 and webhooks, and a script replaces PayPal's own. Only the configuration refers to it.
//!
//! - `rest`: the REST API that the server calls
//! - `payer`: the script and the calls of the buyer's browser
//! - `order_files`: storage of orders
//! - `sample`: an order for the demo publication

mod order_files;
mod payer;
mod rest;
mod sample;

use axum::Router;
use axum::routing::{get, post};
use mwanga_core::config::Config;

use crate::AppState;

pub use sample::create_demo_orders;

/// Routes of the practice wallet; empty unless it is configured.
pub fn routes(config: &Config) -> Router<AppState> {
    if !config.payments.paypal.as_ref().is_some_and(|wallet| wallet.practice_wallet) {
        return Router::new();
    }
    let wallet = Router::new()
        .route("/v1/oauth2/token", post(rest::access_token))
        .route("/v1/notifications/verify-webhook-signature", post(rest::verify))
        .route("/v2/checkout/orders", post(rest::create))
        .route("/v2/checkout/orders/{id}", get(rest::order))
        .route("/v2/checkout/orders/{id}/capture", post(rest::capture))
        .route("/v2/payments/captures/{id}", get(rest::get_capture))
        .route("/v2/payments/captures/{id}/refund", post(rest::refund))
        .route("/sdk/js", get(payer::script))
        .route("/payer/{id}", get(payer::order).post(payer::approve));
    Router::new().nest("/practice-wallet", wallet)
}
