use axum::Json;
use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostId;

use crate::AppState;
use crate::api::preview::PreviewParams;
use crate::extract::{ApiPath, ApiQuery, PostBody, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{MessageView, UnsavedPreviewView};

/// A post with the unsaved text that the caller stored in the last 24 hours, as a kind of reader would see it; as it is
/// saved where there is none, or where it was saved since.
#[utoipa::path(get, path = "/admin/posts/{id}/preview", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), PreviewParams),
    responses((status = 200, body = UnsavedPreviewView), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn get_unsaved(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
    ApiQuery(params): ApiQuery<PreviewParams>,
) -> Result<Json<UnsavedPreviewView>, ApiError> {
    let post = posts::with_unsaved(&app.core, (&writer.0).into(), id).await?;
    Ok(Json(UnsavedPreviewView::new(&app.core, post, params.kind).await?))
}

/// Stores the unsaved text of a form for the caller's own preview, checked and cleaned as a save would. The post stays
/// as it is.
#[utoipa::path(put, path = "/admin/posts/{id}/preview", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    request_body(content((posts::PostForm = "application/json"), (posts::PostForm = "multipart/form-data"))),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::TooLarge))]
pub async fn store_unsaved(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
    PostBody(form): PostBody,
) -> Result<Json<MessageView>, ApiError> {
    posts::store_unsaved(&app.core, (&writer.0).into(), id, form).await?;
    Ok(Json(MessageView { message: "Stored for your preview. Nothing was saved." }))
}
