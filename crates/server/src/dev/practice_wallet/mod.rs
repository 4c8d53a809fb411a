//! A wallet for trying the site out, in development alone: routes of this process that speak as much of PayPal's Orders
//! v2, Payments v2 and webhooks as the site uses, and a script in place of PayPal's own. The configuration leads the
//! site's wallet here; nothing else knows of it.

mod book;
mod payer;
mod rest;
mod sample;

use axum::Router;
use axum::routing::{get, post};
use mwanga_core::config::Config;

use crate::AppState;

pub use sample::sell_to;

/// None where there is another wallet, or none.
pub fn routes(config: &Config) -> Router<AppState> {
    if !config.paypal.as_ref().is_some_and(|wallet| wallet.practice) {
        return Router::new();
    }
    let wallet = Router::new()
        .route("/v1/oauth2/token", post(rest::key))
        .route("/v1/notifications/verify-webhook-signature", post(rest::verify))
        .route("/v2/checkout/orders", post(rest::create))
        .route("/v2/checkout/orders/{id}", get(rest::order))
        .route("/v2/checkout/orders/{id}/capture", post(rest::capture))
        .route("/v2/payments/captures/{id}", get(rest::captured))
        .route("/v2/payments/captures/{id}/refund", post(rest::refund))
        .route("/sdk/js", get(payer::script))
        .route("/payer/{id}", get(payer::order).post(payer::agree));
    Router::new().nest("/practice-wallet", wallet)
}
