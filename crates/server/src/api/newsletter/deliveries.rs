use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter;
use mwanga_store::types::{DeliveryId, DeliveryStatus, IssueId};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, StaffUser};
use crate::problem::{ApiError, errors};
use crate::reader_addresses::ReaderAddresses;
use crate::views::{DeliveryListView, DeliveryView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    #[param(inline)]
    pub status: Option<DeliveryStatus>,
    /// The `next` of the page before.
    #[param(value_type = Option<i64>)]
    pub after: Option<DeliveryId>,
}

const PER_PAGE: u64 = 100;

/// Deliveries of an issue, 100 a page. Editors see addresses as `a…@example.com`.
#[utoipa::path(get, path = "/newsletter/admin-issues/{id}/deliveries", tag = "newsletter", operation_id = "issue_deliveries", security(("bearer" = [])), params(("id" = i64, Path), DeliveryQuery),
    responses((status = 200, body = DeliveryListView), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn deliveries(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    ApiPath(id): ApiPath<IssueId>,
    ApiQuery(query): ApiQuery<DeliveryQuery>,
) -> Result<Json<DeliveryListView>, ApiError> {
    let page = newsletter::deliveries(&app.core, id, query.status, query.after, PER_PAGE).await?;
    let addresses = ReaderAddresses::of(&staff);
    addresses.log_page(&format!("deliveries of issue {id}"), page.deliveries.len());
    let data = page.deliveries.into_iter().map(|row| DeliveryView::new(row, addresses)).collect();
    Ok(Json(DeliveryListView { data, next: page.next }))
}
