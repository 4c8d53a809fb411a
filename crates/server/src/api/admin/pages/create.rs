use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::idempotency;
use mwanga_core::pages::{self, PageForm, PageRef};
use mwanga_store::types::PageId;

use crate::AppState;
use crate::extract::{ApiJson, IdempotencyHeader, IdempotencyKey, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPageSavedView, AdminPageView};

/// Makes a page; it is a draft unless `status` says published.
#[utoipa::path(post, path = "/admin/pages", tag = "admin", security(("bearer" = [])), params(IdempotencyHeader), request_body = PageForm,
    responses((status = 201, body = AdminPageSavedView), errors::StaffOnly, errors::JsonBody, errors::Conflict))]
pub async fn create_page(
    State(app): State<AppState>,
    staff: StaffUser,
    key: IdempotencyKey,
    ApiJson(form): ApiJson<PageForm>,
) -> Result<(StatusCode, Json<AdminPageSavedView>), ApiError> {
    let (core, by) = (&app.core, staff.0.account_id);
    let request = key.for_account(core, by, "POST /admin/pages", &form)?;
    let create = |claim| async move { pages::create(core, by, form, &claim).await };
    let find = |id| async move { Ok(pages::get(core, &PageRef::Id(PageId(id))).await?) };
    let page = idempotency::run_once(core, request, find, create).await?.into_inner();
    let path = pages::path_of(&core.settings().site.brand, &page);
    let page = AdminPageView::new(core, &page).await?;
    app.render_page_at(&path).await;
    Ok((StatusCode::CREATED, Json(AdminPageSavedView { page, message: "Page created." })))
}
