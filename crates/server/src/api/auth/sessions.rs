use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;

use crate::AppState;
use crate::extract::{AnyUser, ApiPath};
use crate::problem::{ApiError, errors};
use crate::views::{MessageView, SessionListView};

/// Where one is signed in, last used first; at most 100.
#[utoipa::path(get, path = "/auth/sessions", tag = "accounts", security(("bearer" = [])), responses((status = 200, body = SessionListView), errors::SignedIn))]
pub async fn list_sessions(State(app): State<AppState>, user: AnyUser) -> Result<Json<SessionListView>, ApiError> {
    let sessions = accounts::list_sessions(&app.core, user.0.account_id).await?;
    Ok(Json(SessionListView::new(sessions, &user.0.session_id)))
}

/// Ends one of one's own sessions.
#[utoipa::path(delete, path = "/auth/sessions/{id}", tag = "accounts", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = MessageView), errors::SignedIn, errors::NotFound))]
pub async fn end_session(
    State(app): State<AppState>,
    user: AnyUser,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MessageView>, ApiError> {
    accounts::end_session(&app.core, user.0.account_id, &id).await?;
    Ok(Json(MessageView { message: "That browser is signed out." }))
}
