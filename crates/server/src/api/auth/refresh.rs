use axum::Json;
use axum::extract::State;
use mwanga_core::accounts::{self, AccountError};
use mwanga_store::types::SessionKind;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, SessionCookies};
use crate::problem::{ApiError, errors};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RefreshInput {
    pub kind: SessionKind,
}

/// Exchanges the refresh cookie of one kind for a new token.
#[utoipa::path(post, path = "/auth/refresh", tag = "accounts", request_body = RefreshInput,
    responses((status = 200, body = SessionView), errors::JsonBody, errors::SignedIn))]
pub async fn refresh(
    State(app): State<AppState>,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<RefreshInput>,
) -> Result<(SessionCookies, Json<SessionView>), ApiError> {
    let cookie = cookies.get(input.kind).map(str::to_owned).ok_or(AccountError::NotSignedIn)?;
    let signed_in = accounts::refresh(&app.core, input.kind, &cookie).await?;
    Ok((cookies.set(&signed_in), Json(SessionView::new(&signed_in, "Signed in."))))
}
