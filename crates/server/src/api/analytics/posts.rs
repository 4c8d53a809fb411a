use axum::Json;
use axum::extract::State;
use mwanga_core::analytics::{self, DayRange};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AnalyticsItemView, AnalyticsListView};

#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GroupBy {
    #[default]
    Day,
    Post,
    Type,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnalyticsQuery {
    /// First day in the publication's time zone, `2026-11-20`; 30 days before the last one when left out.
    pub from: Option<String>,
    /// Last day; today when left out. At most 366 days in all.
    pub to: Option<String>,
    #[serde(default)]
    #[param(inline)]
    pub by: GroupBy,
}

/// The days that a query asks for.
pub(super) fn range(app: &AppState, from: Option<&str>, to: Option<&str>) -> Result<DayRange, ApiError> {
    let named = |text: Option<&str>| text.map(str::to_owned).filter(|text| !text.is_empty());
    DayRange::parse(named(from).as_deref(), named(to).as_deref(), analytics::today(&app.core))
        .map_err(|wrong| ApiError::invalid_query(wrong.to_string()))
}

/// Views of posts and clicks on deals: each day of a range, or the posts that lead, or both kinds. An empty list when
/// there were none.
#[utoipa::path(get, path = "/analytics/posts", tag = "analytics", security(("bearer" = [])), params(AnalyticsQuery),
    responses((status = 200, body = AnalyticsListView), errors::StaffOnly, errors::BadRequest))]
pub async fn analytics_of_posts(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(query): ApiQuery<AnalyticsQuery>,
) -> Result<Json<AnalyticsListView>, ApiError> {
    let range = range(&app, query.from.as_deref(), query.to.as_deref())?;
    let data = match query.by {
        GroupBy::Day => analytics::days(&app.core, range).await?.into_iter().map(AnalyticsItemView::from_day).collect(),
        GroupBy::Post => {
            analytics::by_post(&app.core, range).await?.into_iter().map(AnalyticsItemView::from_post).collect()
        }
        GroupBy::Type => analytics::by_type(&app.core, range)
            .await?
            .into_iter()
            .map(|(event, count)| AnalyticsItemView::from_type(event, count))
            .collect(),
    };
    Ok(Json(AnalyticsListView { data, from: range.from(), to: range.to() }))
}
