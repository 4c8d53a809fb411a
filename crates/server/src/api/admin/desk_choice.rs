use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use mwanga_store::types::DeskStart;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, WriterUser};
use crate::problem::{ApiError, errors};

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DeskChoice {
    /// `form`: the form of a new post is open. `list`: it is closed to its heading above the list of posts.
    pub begins_with: DeskStart,
}

/// What the admin area begins with for the account.
#[utoipa::path(get, path = "/admin/desk-choice", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = DeskChoice), errors::StaffOnly))]
pub async fn desk_choice(
    State(app): State<AppState>,
    WriterUser(staff): WriterUser,
) -> Result<Json<DeskChoice>, ApiError> {
    Ok(Json(DeskChoice { begins_with: accounts::desk_start(&app.core, staff.account_id).await? }))
}

/// Remembers what the admin area begins with for the account.
#[utoipa::path(put, path = "/admin/desk-choice", tag = "admin", security(("bearer" = [])), request_body = DeskChoice,
    responses((status = 200, body = DeskChoice), errors::StaffOnly, errors::JsonBody))]
pub async fn set_desk_choice(
    State(app): State<AppState>,
    WriterUser(staff): WriterUser,
    ApiJson(choice): ApiJson<DeskChoice>,
) -> Result<Json<DeskChoice>, ApiError> {
    accounts::set_desk_start(&app.core, staff.account_id, choice.begins_with).await?;
    Ok(Json(choice))
}
