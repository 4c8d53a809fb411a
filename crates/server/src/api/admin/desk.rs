use axum::Json;
use axum::extract::State;
use mwanga_core::desk::{self, MonthRange};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{MonthView, TodayView};

/// What today holds: what waits, what goes out next, what is not well. Contributors and authors see their own posts.
#[utoipa::path(get, path = "/admin/desk", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = TodayView), errors::StaffOnly))]
pub async fn get_desk(State(app): State<AppState>, writer: WriterUser) -> Result<Json<TodayView>, ApiError> {
    let today = desk::today(&app.core, (&writer.0).into()).await?;
    Ok(Json(TodayView::new(app.core.now(), today)))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    /// A month of the publication, such as `2026-11`; otherwise the present one.
    pub month: Option<String>,
}

/// What has a date within a month, by time: posts, and for editors issues of the newsletter.
#[utoipa::path(get, path = "/admin/calendar", tag = "admin", security(("bearer" = [])), params(MonthQuery),
    responses((status = 200, body = MonthView), errors::StaffOnly, errors::BadRequest))]
pub async fn get_calendar(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiQuery(query): ApiQuery<MonthQuery>,
) -> Result<Json<MonthView>, ApiError> {
    let range = match query.month.as_deref() {
        Some(text) => MonthRange::parse(text).map_err(ApiError::no_such_month)?,
        None => MonthRange::of(app.core.now(), app.core.settings().time_zone()),
    };
    let month = desk::month(&app.core, (&writer.0).into(), range).await?;
    Ok(Json(MonthView::new(app.core.now(), range.to_text(), month)))
}
