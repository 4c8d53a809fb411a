use axum::Json;
use axum::extract::State;
use mwanga_core::pages::{self, PageError};

use super::parse;
use crate::AppState;
use crate::extract::{ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPageView, PageRevisionView, RevisionListView};

/// The saves of a page that are kept, the newest first.
#[utoipa::path(get, path = "/admin/pages/{id}/revisions", tag = "admin", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = RevisionListView), errors::StaffOnly, errors::NotFound))]
pub async fn list_page_revisions(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<RevisionListView>, ApiError> {
    Ok(Json(pages::revisions(&app.core, &parse(&id)?).await?.into()))
}

/// A page as it was saved then; revision 0 has the product's words.
#[utoipa::path(get, path = "/admin/pages/{id}/revisions/{revision}", tag = "admin", security(("bearer" = [])), params(("id" = String, Path), ("revision" = i32, Path)),
    responses((status = 200, body = PageRevisionView), errors::StaffOnly, errors::NotFound))]
pub async fn get_page_revision(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath((id, revision)): ApiPath<(String, i32)>,
) -> Result<Json<PageRevisionView>, ApiError> {
    let page = pages::revision(&app.core, &parse(&id)?, revision).await?.ok_or(PageError::NotFound)?;
    let missing_files = pages::lost_files(&app.core, &page).await?.into();
    Ok(Json(PageRevisionView { page: AdminPageView::new(&app.core, &page).await?, missing_files }))
}
