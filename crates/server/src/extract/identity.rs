use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use mwanga_core::accounts::{self, AccountError, Identity};
use mwanga_store::types::{Role, SessionKind};

use crate::AppState;
use crate::problem::ApiError;
use crate::{security_log, signed_media};

/// The bearer token of the `Authorization` header, not verified.
pub struct Bearer(pub String);

impl<S: Send + Sync> OptionalFromRequestParts<S> for Bearer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Self::Rejection> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer =
            header.and_then(|text| text.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        Ok(bearer.map(|(_, value)| Self(value.trim().to_owned())).filter(|bearer| !bearer.0.is_empty()))
    }
}

async fn authenticate(parts: &mut Parts, app: &AppState) -> Result<Identity, ApiError> {
    let Ok(bearer) = <Bearer as OptionalFromRequestParts<AppState>>::from_request_parts(parts, app).await;
    let Some(Bearer(token)) = bearer else { return Err(AccountError::NotSignedIn.into()) };
    let identity = accounts::authenticate(&app.core, &token).await?;
    security_log::record_account(&identity);
    Ok(identity)
}

/// Anyone of the newsroom, contributors and authors too, by a session opened at the staff sign-in. What it may do with
/// a post, `core::posts::Writer` says.
pub struct WriterUser(pub Identity);

impl FromRequestParts<AppState> for WriterUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let identity = authenticate(parts, app).await?;
        if identity.kind == SessionKind::Staff && identity.role.is_staff() {
            signed_media::mark_for_staff(parts);
            Ok(Self(identity))
        } else {
            Err(ApiError::staff_only())
        }
    }
}

/// An editor or an administrator, by a session opened at the staff sign-in.
pub struct StaffUser(pub Identity);

impl FromRequestParts<AppState> for StaffUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let WriterUser(identity) = WriterUser::from_request_parts(parts, app).await?;
        if identity.role.is_editor() { Ok(Self(identity)) } else { Err(ApiError::editors_only()) }
    }
}

/// An administrator, by a session opened at the staff sign-in.
pub struct AdminUser(pub Identity);

impl FromRequestParts<AppState> for AdminUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let StaffUser(identity) = StaffUser::from_request_parts(parts, app).await?;
        match identity.role {
            Role::Admin => Ok(Self(identity)),
            _ => Err(ApiError::administrators_only()),
        }
    }
}

/// Anyone with a session.
pub struct AnyUser(pub Identity);

impl FromRequestParts<AppState> for AnyUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self(authenticate(parts, app).await?))
    }
}
