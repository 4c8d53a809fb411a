use axum::Json;
use axum::extract::State;
use mwanga_core::Core;
use mwanga_core::newsletter::{self, Schedule};
use mwanga_store::types::Timestamp;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, StaffUser};
use crate::problem::{ApiError, errors};

/// When the daily newsletter goes out.
#[derive(Debug, Deserialize, Serialize, utoipa::ToSchema)]
pub struct NewsletterSchedule {
    pub enabled: bool,
    /// Time of day in the publication's time zone, `HH:MM`.
    #[schema(examples("06:30"))]
    pub time: String,
    /// New posts that it takes; on a day with fewer there is none.
    #[schema(minimum = 1, maximum = 20)]
    pub minimum: u32,
}

/// When the daily newsletter goes out, and when the next one does.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewsletterScheduleView {
    #[serde(flatten)]
    pub schedule: NewsletterSchedule,
    /// If there are enough new posts by then; null where it is switched off.
    #[schema(required)]
    pub next_at: Option<Timestamp>,
}

fn view(core: &Core, Schedule { enabled, time, minimum }: Schedule) -> Json<NewsletterScheduleView> {
    let schedule = NewsletterSchedule { enabled, time, minimum };
    Json(NewsletterScheduleView { schedule, next_at: newsletter::next_daily(core) })
}

/// When the daily newsletter goes out.
#[utoipa::path(get, path = "/newsletter/admin-schedule", tag = "newsletter", operation_id = "newsletter_schedule", security(("bearer" = [])),
    responses((status = 200, body = NewsletterScheduleView), errors::StaffOnly))]
pub async fn schedule(State(app): State<AppState>, _: StaffUser) -> Result<Json<NewsletterScheduleView>, ApiError> {
    Ok(view(&app.core, Schedule::from(&*app.core.settings())))
}

/// Changes it.
#[utoipa::path(put, path = "/newsletter/admin-schedule", tag = "newsletter", operation_id = "set_newsletter_schedule", security(("bearer" = [])), request_body = NewsletterSchedule,
    responses((status = 200, body = NewsletterScheduleView), errors::StaffOnly, errors::JsonBody))]
pub async fn set_schedule(
    State(app): State<AppState>,
    StaffUser(editor): StaffUser,
    ApiJson(input): ApiJson<NewsletterSchedule>,
) -> Result<Json<NewsletterScheduleView>, ApiError> {
    let NewsletterSchedule { enabled, time, minimum } = input;
    let schedule = Schedule { enabled, time, minimum };
    Ok(view(&app.core, newsletter::set_schedule(&app.core, schedule, editor.account_id).await?))
}
