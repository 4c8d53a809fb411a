use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use mwanga_core::Core;
use mwanga_core::accounts::Client;
use mwanga_core::email::EmailAddress;
use mwanga_core::idempotency::{Caller, KeyedRequest};
use mwanga_store::StoreResult;
use mwanga_store::types::AccountId;
use serde::Serialize;

use crate::problem::ApiError;

/// The `Idempotency-Key` header: a request that is repeated with it creates nothing twice. Without it nothing is
/// stored.
#[derive(Default)]
pub struct IdempotencyKey(Option<String>);

/// Random keys have some 40 characters.
const MAX_CHARS: usize = 200;

/// The header in the API's document.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its shape is used")]
pub struct IdempotencyHeader {
    /// Random, 1 to 200 visible ASCII characters. For 24 hours a request that is repeated with it makes nothing twice,
    /// and answers what was made. Another body answers 422 `request.key_reused`; while the first one still runs: 409
    /// `request.in_progress`.
    #[param(rename = "Idempotency-Key", nullable = false)]
    idempotency_key: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut sent = parts.headers.get_all("idempotency-key").iter();
        let Some(value) = sent.next() else { return Ok(Self(None)) };
        let key = value.as_bytes();
        if sent.next().is_some() || key.is_empty() || key.len() > MAX_CHARS || !key.iter().all(u8::is_ascii_graphic) {
            return Err(ApiError::invalid_idempotency_key());
        }
        Ok(Self(Some(String::from_utf8_lossy(key).into_owned())))
    }
}

impl IdempotencyKey {
    /// The key as it was sent.
    pub fn into_inner(self) -> Option<String> {
        self.0
    }

    /// The request of a signed-in account. `route` is method and path; requests are compared by `body`.
    pub fn for_account(
        &self,
        core: &Core,
        id: AccountId,
        route: &'static str,
        body: &impl Serialize,
    ) -> StoreResult<Option<KeyedRequest>> {
        self.for_caller(core, Caller::Account(id), route, body)
    }

    /// The request of an anonymous caller, identified by the e-mail address in the body, else by its network.
    pub fn for_anonymous(
        &self,
        core: &Core,
        email: &str,
        client: &Client,
        route: &'static str,
        body: &impl Serialize,
    ) -> StoreResult<Option<KeyedRequest>> {
        match EmailAddress::parse(email) {
            Ok(email) => self.for_caller(core, Caller::Email(&email.key()), route, body),
            Err(_) => self.for_caller(core, Caller::Network(&client.network), route, body),
        }
    }

    fn for_caller(
        &self,
        core: &Core,
        caller: Caller<'_>,
        route: &'static str,
        body: &impl Serialize,
    ) -> StoreResult<Option<KeyedRequest>> {
        self.0.as_deref().map(|key| KeyedRequest::new(core, caller, route, key, body)).transpose()
    }
}
