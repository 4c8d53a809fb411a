use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter::{self, NotifyOutcome};
use mwanga_store::types::{AudienceKind, PostId};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{MessageView, NoticeAudienceView, NoticeStateView, NoticeView};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct NoticeInput {
    /// Ids of topics: only who chose one or more of them is told, once. Left out: everyone.
    pub topics: Option<Vec<String>>,
}

/// Tells subscribers about a post, once, a minute after it became public; sponsored and gated posts with their opening
/// alone. As long as nobody was told, a later call says anew whom.
#[utoipa::path(post, path = "/admin/posts/{id}/notify-subscribers", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = Option<NoticeInput>,
    responses((status = 200, body = NoticeView), errors::StaffOnly, errors::JsonBody, errors::NotFound))]
pub async fn notify_subscribers(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<PostId>,
    input: Option<ApiJson<NoticeInput>>,
) -> Result<Json<NoticeView>, ApiError> {
    let topics = input.and_then(|ApiJson(input)| input.topics);
    Ok(Json(newsletter::notify(&app.core, id, topics.as_deref()).await?.into()))
}

/// Whom a post is told to, or was, and when.
#[utoipa::path(get, path = "/admin/posts/{id}/notify-subscribers", tag = "admin", operation_id = "notice_state", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = NoticeStateView), errors::StaffOnly, errors::NotFound))]
pub async fn notice_state(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<NoticeStateView>, ApiError> {
    Ok(Json(newsletter::notice_state(&app.core, id).await?.into()))
}

/// Has nobody told about a post, as long as nobody was.
#[utoipa::path(delete, path = "/admin/posts/{id}/notify-subscribers", tag = "admin", operation_id = "withdraw_notice", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound))]
pub async fn withdraw_notice(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<MessageView>, ApiError> {
    let message = match newsletter::withdraw(&app.core, id).await? {
        true => "Nobody will be notified.",
        false => "There is nothing to take back.",
    };
    Ok(Json(MessageView { message }))
}

/// Whom the account had told about its last new post: the preset of its next one.
#[utoipa::path(get, path = "/admin/notice-choice", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = NoticeAudienceView), errors::StaffOnly))]
pub async fn notice_choice(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
) -> Result<Json<NoticeAudienceView>, ApiError> {
    Ok(Json(newsletter::last_choice(&app.core, staff.account_id).await?.into()))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NoticeChoiceInput {
    pub audience: AudienceKind,
    /// Ids of topics, with `topics` alone.
    #[serde(default)]
    pub topics: Vec<String>,
}

/// Remembers whom the account had told about a new post. Tells nobody.
#[utoipa::path(put, path = "/admin/notice-choice", tag = "admin", security(("bearer" = [])), request_body = NoticeChoiceInput,
    responses((status = 200, body = NoticeAudienceView), errors::StaffOnly, errors::JsonBody))]
pub async fn set_notice_choice(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    ApiJson(input): ApiJson<NoticeChoiceInput>,
) -> Result<Json<NoticeAudienceView>, ApiError> {
    let choice = newsletter::remember_choice(&app.core, staff.account_id, input.audience, &input.topics).await?;
    Ok(Json(choice.into()))
}

/// Tells them about the newest post of the last day that nobody was told about.
#[utoipa::path(post, path = "/admin/notify-subscribers", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = NoticeView), errors::StaffOnly))]
pub async fn notify_of_newest(State(app): State<AppState>, _: StaffUser) -> Result<Json<NoticeView>, ApiError> {
    Ok(Json(newsletter::notify_newest(&app.core).await?.into()))
}

impl From<NotifyOutcome> for NoticeView {
    fn from(notice: NotifyOutcome) -> Self {
        let (message, status) = match notice {
            NotifyOutcome::Enqueued => ("Subscribers notified", "notified"),
            NotifyOutcome::AfterPublication => ("Subscribers will be notified when it is published.", "waiting"),
            NotifyOutcome::LeftToDaily => {
                ("A notice went out today: this post comes with the next daily newsletter.", "skipped")
            }
            NotifyOutcome::AlreadyNotified => ("There is nothing new to tell subscribers.", "told"),
        };
        Self { message, status }
    }
}
