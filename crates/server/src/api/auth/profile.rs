use axum::Json;
use axum::extract::State;
use mwanga_core::accounts::{self, AccountError};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AnyUser, ApiJson};
use crate::problem::{ApiError, errors};
use crate::views::{ProfileSavedView, ProfileView};

/// The signed-in account.
#[utoipa::path(get, path = "/auth/profile", tag = "accounts", security(("bearer" = [])), responses((status = 200, body = ProfileView), errors::SignedIn))]
pub async fn profile(State(app): State<AppState>, user: AnyUser) -> Result<Json<ProfileView>, ApiError> {
    let account = accounts::get(&app.core, user.0.account_id).await?.ok_or(AccountError::SessionEnded)?;
    let providers = accounts::linked_providers(&app.core, account.id).await?;
    Ok(Json(ProfileView::new(account, user.0.role, providers)))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ProfileInput {
    /// 1 to 60 characters.
    pub username: String,
}

/// Changes one's own username.
#[utoipa::path(put, path = "/auth/profile", tag = "accounts", security(("bearer" = [])), request_body = ProfileInput,
    responses((status = 200, body = ProfileSavedView), errors::JsonBody, errors::SignedIn))]
pub async fn update_profile(
    State(app): State<AppState>,
    user: AnyUser,
    ApiJson(input): ApiJson<ProfileInput>,
) -> Result<Json<ProfileSavedView>, ApiError> {
    let account = accounts::rename(&app.core, user.0.account_id, &input.username).await?;
    let providers = accounts::linked_providers(&app.core, account.id).await?;
    Ok(Json(ProfileSavedView { profile: ProfileView::new(account, user.0.role, providers), message: "Saved." }))
}
