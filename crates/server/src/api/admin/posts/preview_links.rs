use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::idempotency;
use mwanga_core::posts::{self, NewPreviewLink, Writer};
use mwanga_store::types::{PostId, PreviewLinkId};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, IdempotencyHeader, IdempotencyKey, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{MessageView, PreviewLinkCreatedView, PreviewLinkListView};

/// The preview links of a post, newest first.
#[utoipa::path(get, path = "/admin/posts/{id}/preview-links", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = PreviewLinkListView), errors::StaffOnly, errors::NotFound))]
pub async fn list_preview_links(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<PreviewLinkListView>, ApiError> {
    let links = posts::preview_links(&app.core, (&staff.0).into(), id).await?;
    Ok(Json(PreviewLinkListView::new(links, app.core.now())))
}

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PreviewLinkInput {
    /// 1 to 30.
    pub days: i64,
    /// Whether an outsider may agree to the text, or leave a note.
    #[serde(default)]
    pub may_approve: bool,
}

/// Makes a link by which anybody who has it reads the post as it is saved. Its address is answered this once.
#[utoipa::path(post, path = "/admin/posts/{id}/preview-links", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), IdempotencyHeader), request_body = PreviewLinkInput,
    responses((status = 201, body = PreviewLinkCreatedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn create_preview_link(
    State(app): State<AppState>,
    staff: StaffUser,
    key: IdempotencyKey,
    ApiPath(id): ApiPath<PostId>,
    ApiJson(input): ApiJson<PreviewLinkInput>,
) -> Result<(StatusCode, Json<PreviewLinkCreatedView>), ApiError> {
    let (core, by) = (&app.core, Writer::from(&staff.0));
    let request = key.for_account(core, by.account_id, "POST /admin/posts/{id}/preview-links", &(id, &input))?;
    let new = NewPreviewLink { days: input.days, may_approve: input.may_approve, key: key.into_inner() };
    let sent_key = new.key.clone().unwrap_or_default();
    let find = |link| {
        let sent_key = sent_key.clone();
        async move { posts::created_preview_link(core, by, PreviewLinkId(link), &sent_key).await }
    };
    let create = |claim| async move { posts::create_preview_link(core, by, id, new, &claim).await };
    let (link, code) = idempotency::run_once(core, request, find, create).await?.into_inner();
    Ok((StatusCode::CREATED, Json(PreviewLinkCreatedView::new(core, &link, &code))))
}

/// Ends a preview link at once; what was answered to it stays.
#[utoipa::path(delete, path = "/admin/preview-links/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound))]
pub async fn end_preview_link(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<PreviewLinkId>,
) -> Result<Json<MessageView>, ApiError> {
    posts::end_preview_link(&app.core, id).await?;
    Ok(Json(MessageView { message: "The link has ended." }))
}
