use axum::Json;
use axum::extract::State;
use mwanga_core::{post_links, posts};
use mwanga_store::entities::post::Model;
use mwanga_store::types::PostId;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{MessageView, PostLinkListView, SameTitlePostView, SameTitleView};

/// The links of a post as it is saved, and what they answered when they were last asked.
#[utoipa::path(get, path = "/admin/posts/{id}/links", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = PostLinkListView), errors::StaffOnly, errors::NotFound))]
pub async fn list_post_links(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<PostLinkListView>, ApiError> {
    Ok(Json(post_links::of_post(&app.core, (&writer.0).into(), id).await?.into()))
}

/// Has the links of a post asked again, at most 20 times in 15 minutes.
#[utoipa::path(post, path = "/admin/posts/{id}/links", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound, errors::Conflict, errors::Limited))]
pub async fn check_post_links(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<MessageView>, ApiError> {
    post_links::check_again(&app.core, (&writer.0).into(), id).await?;
    Ok(Json(MessageView { message: "The links are being checked." }))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SameTitleQuery {
    pub title: String,
    /// The post that has the title itself.
    pub except: Option<PostId>,
}

/// Up to three other posts with this title, compared without case, accents and punctuation: public ones, and those that
/// the caller may read.
#[utoipa::path(get, path = "/admin/posts/same-title", tag = "admin", security(("bearer" = [])), params(SameTitleQuery),
    responses((status = 200, body = SameTitleView), errors::StaffOnly, errors::BadRequest))]
pub async fn posts_with_title(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiQuery(query): ApiQuery<SameTitleQuery>,
) -> Result<Json<SameTitleView>, ApiError> {
    let (core, by) = (&app.core, (&writer.0).into());
    let found = posts::same_title(core, by, &query.title, query.except).await?;
    let view = |post: Model| SameTitlePostView {
        is_public: posts::is_public(&post, core.now()),
        id: post.id,
        title: post.title,
        slug: post.slug,
    };
    Ok(Json(SameTitleView { data: found.into_iter().map(view).collect() }))
}
