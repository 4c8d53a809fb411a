use axum::Json;
use axum::extract::State;
use mwanga_core::posts::{self, PostError};
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostView, PostRevisionView, RevisionListView};

/// The saves of a post that are kept, the newest first.
#[utoipa::path(get, path = "/admin/posts/{id}/revisions", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = RevisionListView), errors::StaffOnly, errors::NotFound))]
pub async fn list_revisions(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<RevisionListView>, ApiError> {
    Ok(Json(posts::revisions(&app.core, (&writer.0).into(), id).await?.into()))
}

/// A post as it was saved then.
#[utoipa::path(get, path = "/admin/posts/{id}/revisions/{revision}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), ("revision" = i32, Path)),
    responses((status = 200, body = PostRevisionView), errors::StaffOnly, errors::NotFound))]
pub async fn get_revision(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath((id, revision)): ApiPath<(PostId, i32)>,
) -> Result<Json<PostRevisionView>, ApiError> {
    let post = posts::revision(&app.core, (&writer.0).into(), id, revision).await?.ok_or(PostError::NotFound)?;
    let missing_files = posts::lost_files(&app.core, &post).await?.into();
    Ok(Json(PostRevisionView { post: AdminPostView::new(&app.core, &post).await?, missing_files }))
}
