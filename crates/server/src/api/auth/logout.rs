use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use mwanga_store::types::SessionKind;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, Bearer, SessionCookies};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct LogoutInput {
    /// The sessions that end; both kinds where it is missing.
    pub kind: Option<SessionKind>,
}

/// Ends the session of the bearer and those of both cookies, or of those the ones of a kind. Whoever has none is signed
/// out already.
#[utoipa::path(post, path = "/auth/logout", tag = "accounts", request_body = Option<LogoutInput>,
    responses((status = 200, body = MessageView), errors::JsonBody))]
pub async fn logout(
    State(app): State<AppState>,
    bearer: Option<Bearer>,
    cookies: SessionCookies,
    input: Option<ApiJson<LogoutInput>>,
) -> Result<(SessionCookies, Json<MessageView>), ApiError> {
    let kind = input.and_then(|ApiJson(input)| input.kind);
    accounts::sign_out(&app.core, bearer.as_ref().map(|bearer| bearer.0.as_str()), &cookies.all(), kind).await?;
    Ok((cookies.clear(kind), Json(MessageView { message: "Goodbye! See you soon." })))
}
