use axum::Json;
use axum::extract::State;
use mwanga_core::media;

use crate::AppState;
use crate::extract::StaffUser;
use crate::problem::{ApiError, Problem};
use crate::views::CleanedMediaView;

/// Takes references to local files that are gone out of every post. Removes nothing when the media store cannot be reached or is not the site's own.
#[utoipa::path(post, path = "/admin/clean-broken-media", tag = "media", security(("bearer" = [])),
    responses((status = 200, body = CleanedMediaView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 503, body = Problem)))]
pub async fn clean_broken_media(State(app): State<AppState>, staff: StaffUser) -> Result<Json<CleanedMediaView>, ApiError> {
    let cleaned = media::clean_broken(&app.core, staff.0.account_id).await?;
    Ok(Json(CleanedMediaView { removed: cleaned.references, posts: cleaned.posts, left: cleaned.left, message: "Broken media cleaned successfully" }))
}
