//! Tracing span of a call: every log line in it carries the account and the network of the caller.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use mwanga_core::accounts::Identity;
use mwanga_core::security::{self, About, Event};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use crate::client_address::ClientAddress;

/// Wraps a call that came over the wire into its span, and logs that it was forbidden or came too often.
pub async fn of_call(request: Request, next: Next) -> Response {
    let Some(address) = request.extensions().get::<ClientAddress>() else { return next.run(request).await };
    let (method, path) = (request.method(), request.uri().path());
    let span =
        tracing::info_span!(target: "security", "call", network = %address.network(), %method, path, account = Empty);
    let call = async move {
        let response = next.run(request).await;
        match response.status() {
            StatusCode::FORBIDDEN => security::log(Event::Forbidden, About::default()),
            StatusCode::TOO_MANY_REQUESTS => security::log(Event::Limited, About::default()),
            _ => {}
        }
        response
    };
    call.instrument(span).await
}

/// Records the account in the span of the call.
pub fn called_by(identity: &Identity) {
    Span::current().record("account", tracing::field::display(identity.account_id));
}
