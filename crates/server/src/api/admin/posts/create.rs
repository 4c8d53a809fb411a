use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::Core;
use mwanga_core::idempotency::{self, RequestError};
use mwanga_core::posts::{self, PostError, PostForm, Saved, Writer};
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{IdempotencyHeader, IdempotencyKey, PostBody, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostSavedView, AdminPostView};

/// Makes a post; it is published unless `status` says draft, and scheduled when its date lies ahead. A key that made
/// another post answers `request.key_reused` with that post in `current`.
#[utoipa::path(post, path = "/admin/posts", tag = "admin", security(("bearer" = [])), params(IdempotencyHeader),
    request_body(content((PostForm = "application/json"), (PostForm = "multipart/form-data"))),
    responses((status = 201, body = AdminPostSavedView), errors::StaffOnly, errors::JsonBody, errors::Conflict, errors::TooLarge))]
pub async fn create_post(
    State(app): State<AppState>,
    writer: WriterUser,
    key: IdempotencyKey,
    PostBody(form): PostBody,
) -> Result<(StatusCode, Json<AdminPostSavedView>), ApiError> {
    let (core, by) = (&app.core, Writer::from(&writer.0));
    let request = key.for_account(core, by.account_id, "POST /admin/posts", &form)?;
    let create = |claim| async move { posts::create(core, Some(by), form, &claim).await };
    let post = match idempotency::run_once(core, request, |id| find(core, id), create).await {
        // Its writer went on after an answer that was lost: with the post at hand the rest is a change of it.
        Err(RequestError::KeyReused(id)) => return Err(key_reused(core, PostId(id)).await?),
        outcome => outcome?.into_inner(),
    };
    let view =
        AdminPostSavedView { post: AdminPostView::new(&app.core, &post).await?, message: "Post created successfully!" };
    app.render_touched(post.touched).await;
    Ok((StatusCode::CREATED, Json(view)))
}

/// The post that an earlier call with the key made, as if it had been saved now.
pub(super) async fn find(core: &Core, id: i64) -> Result<Option<Saved>, PostError> {
    match posts::get(core, PostId(id)).await? {
        Some(post) => Ok(Some(Saved::new(core, post).await)),
        None => Ok(None),
    }
}

async fn key_reused(core: &Core, id: PostId) -> Result<ApiError, ApiError> {
    let problem = ApiError::from(RequestError::<PostError>::KeyReused(id.0));
    match posts::get(core, id).await? {
        Some(post) => Ok(problem.with_current(AdminPostView::new(core, &post).await?)),
        None => Ok(problem),
    }
}
