use axum::Json;
use axum::extract::State;
use mwanga_core::pages::{self, PageError, PageForm};

use super::parse;
use crate::AppState;
use crate::extract::{ApiJson, ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPageSavedView, AdminPageView};

/// Changes the fields that are sent.
#[utoipa::path(put, path = "/admin/pages/{id}", tag = "admin", security(("bearer" = [])), params(("id" = String, Path)), request_body = PageForm,
    responses((status = 200, body = AdminPageSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn update_page(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<String>,
    ApiJson(form): ApiJson<PageForm>,
) -> Result<Json<AdminPageSavedView>, ApiError> {
    let page = match pages::update(&app.core, Some(staff.0.account_id), &parse(&id)?, form).await {
        Err(PageError::RevisionConflict(current)) => {
            let view = AdminPageView::new(&app.core, &current).await?;
            return Err(ApiError::from(PageError::RevisionConflict(current)).with_current(view));
        }
        outcome => outcome?,
    };
    let path = pages::path_of(&app.core.settings().site.brand, &page);
    let page = AdminPageView::new(&app.core, &page).await?;
    app.render_page_at(&path).await;
    Ok(Json(AdminPageSavedView { page, message: "Page updated." }))
}
