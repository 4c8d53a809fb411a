use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;

use crate::AppState;
use crate::extract::{AnyUser, SessionCookies};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Ends every session of the account, this one too.
#[utoipa::path(post, path = "/auth/logout-everywhere", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = MessageView), errors::SignedIn))]
pub async fn logout_everywhere(
    State(app): State<AppState>,
    user: AnyUser,
    cookies: SessionCookies,
) -> Result<(SessionCookies, Json<MessageView>), ApiError> {
    accounts::sign_out_everywhere(&app.core, user.0.account_id).await?;
    Ok((cookies.clear(None), Json(MessageView { message: "You are signed out everywhere." })))
}
