use axum::Json;
use axum::extract::State;
use mwanga_core::pages::{self, PageError};

use super::parse;
use crate::AppState;
use crate::extract::{ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::AdminPageView;

/// One page as its editors see it.
#[utoipa::path(get, path = "/admin/pages/{id}", tag = "admin", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = AdminPageView), errors::StaffOnly, errors::NotFound))]
pub async fn get_page(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<AdminPageView>, ApiError> {
    let page = pages::get(&app.core, &parse(&id)?).await?.ok_or(PageError::NotFound)?;
    Ok(Json(AdminPageView::new(&app.core, &page).await?))
}
