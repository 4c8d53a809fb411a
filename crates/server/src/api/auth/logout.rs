use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;

use crate::AppState;
use crate::extract::{Bearer, SessionCookies};
use crate::problem::ApiError;
use crate::views::MessageView;

/// Ends the session of the bearer and those of both cookies. Whoever has none is signed out already.
#[utoipa::path(post, path = "/auth/logout", tag = "accounts", responses((status = 200, body = MessageView)))]
pub async fn logout(State(app): State<AppState>, bearer: Option<Bearer>, cookies: SessionCookies) -> Result<(SessionCookies, Json<MessageView>), ApiError> {
    accounts::sign_out(&app.core, bearer.as_ref().map(|bearer| bearer.0.as_str()), &cookies.held()).await?;
    Ok((cookies.clear(), Json(MessageView { message: "Goodbye! See you soon." })))
}
