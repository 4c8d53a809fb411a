use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use mwanga_core::accounts::{self, AccountError};
use mwanga_store::types::SessionKind;
use serde::Deserialize;

use crate::AppState;
use crate::api::auth::cookies;
use crate::extract::ApiJson;
use crate::problem::{ApiError, Problem};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RefreshInput {
    pub kind: SessionKind,
}

/// Exchanges the refresh cookie of one kind for a new token.
#[utoipa::path(post, path = "/auth/refresh", tag = "accounts", request_body = RefreshInput,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
pub async fn refresh(State(app): State<AppState>, jar: CookieJar, ApiJson(input): ApiJson<RefreshInput>) -> Result<(CookieJar, Json<SessionView>), ApiError> {
    let cookie = jar.get(cookies::name(input.kind)).map(|cookie| cookie.value().to_owned()).ok_or(AccountError::Required)?;
    let signed_in = accounts::refresh(&app.core, input.kind, &cookie).await?;
    Ok((cookies::set(jar, &app.core.config, &signed_in), Json(SessionView::new(&signed_in, "Signed in."))))
}
