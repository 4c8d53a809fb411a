use axum::Json;
use axum::extract::State;
use mwanga_core::analytics;
use serde::Deserialize;

use super::posts::range;
use crate::AppState;
use crate::extract::{ApiQuery, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::AnalyticsSummaryView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RangeQuery {
    /// First day in the publication's time zone, `2026-11-20`; 30 days before the last one when left out.
    pub from: Option<String>,
    /// Last day; today when left out. At most 366 days in all.
    pub to: Option<String>,
}

/// Everything that the screen of analytics shows of a range of days.
#[utoipa::path(get, path = "/analytics/summary", tag = "analytics", security(("bearer" = [])), params(RangeQuery),
    responses((status = 200, body = AnalyticsSummaryView), errors::StaffOnly, errors::BadRequest))]
pub async fn analytics_summary(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(query): ApiQuery<RangeQuery>,
) -> Result<Json<AnalyticsSummaryView>, ApiError> {
    let range = range(&app, query.from.as_deref(), query.to.as_deref())?;
    let summary = analytics::summary(&app.core, range).await?;
    Ok(Json(AnalyticsSummaryView::new(range, summary)))
}
