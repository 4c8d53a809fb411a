//! What answers only to requests made on this very machine.

use std::convert::Infallible;
use std::sync::Once;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use mwanga_core::accounts::AccountError;
use mwanga_core::email::EmailAddress;
use mwanga_core::subscriptions::SubscriptionError;
use mwanga_demo as demo;
use secrecy::{ExposeSecret, SecretString};

use crate::AppState;
use crate::client_address::{ClientAddress, Local, forwarding_header};
use crate::problem::ApiError;

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

/// Refuses to sell by the practice wallets to anybody who is not at this machine.
pub fn refuse_strangers(app: &AppState, from_here: &FromHere) -> Result<(), ApiError> {
    if app.core.config.payments.is_practice() && !from_here.0 {
        Err(SubscriptionError::NotConfigured.into())
    } else {
        Ok(())
    }
}

/// Refuses the password of a demo account, which everybody knows, through a proxy, and where nobody said that this is
/// development to anybody who is not at this machine: as a wrong one, whether the store has that account or not.
pub fn refuse_demo_password(
    app: &AppState,
    from_here: &FromHere,
    headers: &HeaderMap,
    email: &str,
    password: &SecretString,
) -> Result<(), ApiError> {
    static TOLD: Once = Once::new();
    let is_trial = app.core.config.is_environment_set && forwarding_header(headers).is_none();
    if app.core.config.production || from_here.0 || is_trial {
        return Ok(());
    }
    let key = EmailAddress::parse(email).map(|email| email.key()).unwrap_or_default();
    let is_known = |(email, known, _): &&(&str, &str, _)| *email == key && *known == password.expose_secret();
    let Some((email, ..)) = demo::ACCOUNTS.iter().find(is_known) else { return Ok(()) };
    TOLD.call_once(|| {
        tracing::warn!(
            "a sign-in as {email} was refused: everybody knows the password of this demo account, so it is good \
             neither through a proxy nor, unless MWANGA_ENV=development is set, from another machine. Set \
             MWANGA_ENV=production, on a store of its own, for readers"
        );
    });
    Err(AccountError::InvalidCredentials.into())
}
