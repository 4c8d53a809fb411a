use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CACHE_CONTROL;
use axum::http::request::Parts;
use mwanga_core::{posts, subscriptions};
use mwanga_store::types::{Access, PostId};

use crate::extract::{AnyUser, ApiPath};
use crate::problem::{ApiError, errors};
use crate::views::PostView;
use crate::{AppState, signed_media};

/// The whole of a public post, for those it is for: the only way to what stands behind the opening of a gated one.
#[utoipa::path(get, path = "/posts/{id}/full", tag = "posts", params(("id" = PostId, Path)), security(("bearer" = [])),
    responses((status = 200, body = PostView), errors::StaffOnly, errors::NotFound))]
pub async fn full_post(
    State(app): State<AppState>,
    parts: Parts,
    AnyUser(who): AnyUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<([(HeaderName, &'static str); 1], Json<PostView>), ApiError> {
    let post = posts::get(&app.core, id).await?.filter(|post| posts::is_public(post, app.core.now()));
    let post = post.ok_or_else(ApiError::no_such_post)?;
    if !subscriptions::may_read(&app.core, &who, &post).await? {
        return Err(ApiError::subscribers_only());
    }
    if post.access != Access::Everyone {
        signed_media::mark_for_reader(&parts, posts::cover_files(&app.core, &post).await?);
    }
    Ok(([(CACHE_CONTROL, "private, no-store")], Json(PostView::full(&app.core, &post).await?)))
}
