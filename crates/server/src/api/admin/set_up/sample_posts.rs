use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::SetUpView;

use super::read::view;

/// Adds sample posts as drafts, which a job writes; none is added twice, nor again after somebody deleted it. For
/// administrators.
#[utoipa::path(post, path = "/admin/set-up/sample-posts", tag = "admin", security(("bearer" = [])),
    responses((status = 202, body = SetUpView), errors::StaffOnly))]
pub async fn add_sample_posts(
    State(app): State<AppState>,
    _: AdminUser,
) -> Result<(StatusCode, Json<SetUpView>), ApiError> {
    mwanga_demo::add_drafts(&app.core).await?;
    Ok((StatusCode::ACCEPTED, Json(view(&app).await?)))
}
