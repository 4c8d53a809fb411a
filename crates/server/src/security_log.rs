//! Tracing span of a call: every log line in it carries the account and the network of the caller.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use mwanga_core::accounts::Identity;
use mwanga_core::html;
use mwanga_core::security::{self, Event, EventDetails};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::headers::PREVIEW;

/// Middleware: wraps a call from a client into its span, and logs responses 403 and 429.
pub async fn trace_call(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let queues = app.readings.clone();
    let Some(address) = request.extensions().get::<ClientAddress>() else {
        return html::in_call(queues, next.run(request)).await;
    };
    let (method, path) = (request.method(), without_code(request.uri().path()));
    let span =
        tracing::info_span!(target: "security", "call", network = %address.network(), %method, path, account = Empty);
    let call = async move {
        let response = next.run(request).await;
        match response.status() {
            StatusCode::FORBIDDEN => security::log(Event::Forbidden, EventDetails::default()),
            StatusCode::TOO_MANY_REQUESTS => security::log(Event::Limited, EventDetails::default()),
            _ => {}
        }
        response
    };
    html::in_call(queues, call.instrument(span)).await
}

/// The path of a call, without the code of a preview link: who reads the log must not be able to open it.
fn without_code(path: &str) -> &str {
    if path.starts_with(PREVIEW) { PREVIEW } else { path }
}

/// Records the account in the span of the call.
pub fn record_account(identity: &Identity) {
    Span::current().record("account", tracing::field::display(identity.account_id));
    html::of_account(identity.account_id.0);
}
