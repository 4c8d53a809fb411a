use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Extensions;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mwanga_core::subscriptions::SubscriptionError;

use crate::client_address::{ClientAddress, Local};
use crate::problem::ApiError;
use crate::{AppState, pages};

/// Middleware: an address of development is none to others.
pub async fn only_local(State(app): State<AppState>, request: Request, next: Next) -> Response {
    if answers(request.extensions()) {
        return next.run(request).await;
    }
    pages::page(State(app), request).await.into_response()
}

/// Whether a request is answered by what is for development: it was made on this machine.
pub fn answers(extensions: &Extensions) -> bool {
    extensions.get::<Local>().is_some()
}

/// Whether the request was made on this machine; also true of calls that pages make in this process.
pub struct FromHere(pub bool);

impl FromRequestParts<AppState> for FromHere {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Infallible> {
        Ok(Self(answers(&parts.extensions) || parts.extensions.get::<ClientAddress>().is_none()))
    }
}

/// Refuses to sell by the practice wallet to anybody who is not at this machine.
pub fn refuse_strangers(app: &AppState, from_here: &FromHere) -> Result<(), ApiError> {
    let practice = app.core.config.paypal.as_ref().is_some_and(|wallet| wallet.practice_wallet);
    if practice && !from_here.0 { Err(SubscriptionError::NotConfigured.into()) } else { Ok(()) }
}
