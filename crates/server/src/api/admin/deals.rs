use axum::Json;
use axum::extract::State;
use mwanga_core::link_checks;
use mwanga_store::types::DealProblem;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, Paging, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::AdminDealListView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DealFilter {
    /// `broken`, `expired` or `old_price`; otherwise all.
    #[param(inline)]
    pub problem: Option<DealProblem>,
}

/// Deals of public posts whose link is broken, which are over, or whose price was seen more than 30 days ago; those of
/// the newest posts first.
#[utoipa::path(get, path = "/admin/deals", tag = "admin", security(("bearer" = [])), params(Paging, DealFilter),
    responses((status = 200, body = AdminDealListView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_deals(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(paging): ApiQuery<Paging>,
    ApiQuery(filter): ApiQuery<DealFilter>,
) -> Result<Json<AdminDealListView>, ApiError> {
    let request = paging.or(20)?;
    let list = link_checks::attention(&app.core, filter.problem, request).await?;
    Ok(Json(AdminDealListView::new(list, request.page, request.per_page)))
}
