use axum::Json;
use axum::extract::State;
use mwanga_core::pages;

use crate::AppState;
use crate::extract::{ApiQuery, Paging, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPageCardView, AdminPageListView};

/// All pages: those that editors made by title, then those that the product brings.
#[utoipa::path(get, path = "/admin/pages", tag = "admin", security(("bearer" = [])), params(Paging),
    responses((status = 200, body = AdminPageListView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_pages(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(paging): ApiQuery<Paging>,
) -> Result<Json<AdminPageListView>, ApiError> {
    let request = paging.or(20)?;
    let list = pages::admin_list(&app.core, request).await?;
    Ok(Json(AdminPageListView {
        data: list.pages.iter().map(|page| AdminPageCardView::new(&app.core, page)).collect(),
        total: list.total,
        page: request.page,
        per_page: request.per_page,
    }))
}
