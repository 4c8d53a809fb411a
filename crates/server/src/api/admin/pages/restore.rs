use axum::Json;
use axum::extract::State;
use mwanga_core::pages;
use mwanga_store::types::PageId;

use crate::AppState;
use crate::extract::{ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPageSavedView, AdminPageView};

/// Restores a page from the trash, as a draft with its slug. A page that is not there stays as it is.
#[utoipa::path(post, path = "/admin/pages/{id}/restore", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = AdminPageSavedView), errors::StaffOnly, errors::NotFound))]
pub async fn restore_page(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<PageId>,
) -> Result<Json<AdminPageSavedView>, ApiError> {
    let page = pages::restore(&app.core, staff.0.account_id, id).await?;
    let page = AdminPageView::new(&app.core, &page).await?;
    Ok(Json(AdminPageSavedView { page, message: "Page restored as a draft." }))
}
