use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use mwanga_store::types::{AccountId, Role};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AdminUser, ApiJson, ApiPath};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct StaffInput {
    /// `reader` takes somebody out of the newsroom.
    pub role: Role,
}

/// Gives a member of the newsroom another role; their sessions end. For administrators.
#[utoipa::path(put, path = "/admin/staff/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = StaffInput,
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn update_staff(
    State(app): State<AppState>,
    _: AdminUser,
    ApiPath(id): ApiPath<AccountId>,
    ApiJson(input): ApiJson<StaffInput>,
) -> Result<Json<MessageView>, ApiError> {
    accounts::set_role(&app.core, id, input.role).await?;
    Ok(Json(MessageView {
        message: if input.role.is_staff() { "Role changed." } else { "Removed from the newsroom." },
    }))
}
