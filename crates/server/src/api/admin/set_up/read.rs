use axum::Json;
use axum::extract::State;
use mwanga_core::set_up;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::SetUpView;

/// The questions of set-up and what became of each, with what the server knows to answer them. For administrators.
#[utoipa::path(get, path = "/admin/set-up", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = SetUpView), errors::StaffOnly))]
pub async fn get_set_up(State(app): State<AppState>, _: AdminUser) -> Result<Json<SetUpView>, ApiError> {
    Ok(Json(view(&app).await?))
}

pub(super) async fn view(app: &AppState) -> Result<SetUpView, ApiError> {
    let core = &app.core;
    Ok(SetUpView::new(core, &set_up::progress(core).await?, mwanga_demo::draft_progress(core).await?))
}
