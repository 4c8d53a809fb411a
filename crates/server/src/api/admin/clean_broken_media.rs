use axum::Json;
use axum::extract::State;
use mwanga_core::library;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::CleanedMediaView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CleanQuery {
    /// `true`: says what would be removed, and removes nothing.
    pub dry_run: Option<bool>,
}

/// Takes references to files that are gone out of every post, and from videos whose picture or subtitles they were.
/// Removes nothing when the media store cannot be reached or is not the site's own.
#[utoipa::path(post, path = "/admin/clean-broken-media", tag = "media", security(("bearer" = [])), params(CleanQuery),
    responses((status = 200, body = CleanedMediaView), errors::StaffOnly, errors::BadRequest, errors::Unavailable))]
pub async fn clean_broken_media(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiQuery(query): ApiQuery<CleanQuery>,
) -> Result<Json<CleanedMediaView>, ApiError> {
    let dry_run = query.dry_run.unwrap_or(false);
    let report = library::remove_broken_references(&app.core, (&staff.0).into(), dry_run).await?;
    Ok(Json(CleanedMediaView {
        removed: report.references,
        posts: report.posts,
        videos: report.videos,
        left: report.unchanged,
        named: report.listed.into_iter().map(Into::into).collect(),
        message: if dry_run { "Nothing was removed yet" } else { "Broken media cleaned successfully" },
    }))
}
