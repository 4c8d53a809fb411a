use axum::Json;
use axum::extract::State;
use mwanga_core::set_up;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AdminUser, ApiJson};
use crate::problem::{ApiError, errors};
use crate::views::SetUpView;

use super::read::view;

/// Whether set-up was put away.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SetUpInput {
    /// False also notes that somebody is there: nobody is led to the questions again.
    pub is_put_away: bool,
}

/// Begins set-up, or puts its reminder away. The questions can be found afterwards all the same. For administrators.
#[utoipa::path(put, path = "/admin/set-up", tag = "admin", security(("bearer" = [])), request_body = SetUpInput,
    responses((status = 200, body = SetUpView), errors::StaffOnly, errors::JsonBody))]
pub async fn update_set_up(
    State(app): State<AppState>,
    _: AdminUser,
    ApiJson(input): ApiJson<SetUpInput>,
) -> Result<Json<SetUpView>, ApiError> {
    set_up::set_put_away(&app.core, input.is_put_away).await?;
    Ok(Json(view(&app).await?))
}
