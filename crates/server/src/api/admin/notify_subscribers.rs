use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter::{self, NotifyOutcome};
use mwanga_store::types::PostId;

use crate::AppState;
use crate::extract::{ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::NoticeView;

/// Tells subscribers about a post, once, a minute after it became public; sponsored and gated posts with their opening
/// alone.
#[utoipa::path(post, path = "/admin/posts/{id}/notify-subscribers", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = NoticeView), errors::StaffOnly, errors::NotFound))]
pub async fn notify_subscribers(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<NoticeView>, ApiError> {
    Ok(Json(newsletter::notify(&app.core, id).await?.into()))
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
