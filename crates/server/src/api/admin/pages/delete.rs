use axum::Json;
use axum::extract::State;
use mwanga_core::pages;

use super::parse;
use crate::AppState;
use crate::extract::{ApiPath, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Takes a page away for good: its address answers 410 from then on. A page that the product brings has the product's
/// words again.
#[utoipa::path(delete, path = "/admin/pages/{id}", tag = "admin", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound))]
pub async fn delete_page(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MessageView>, ApiError> {
    let page = parse(&id)?;
    pages::delete(&app.core, &page).await?;
    let message = match page {
        pages::PageRef::BuiltIn(_) => "The page has its original words again.",
        pages::PageRef::Id(_) => "Page deleted.",
    };
    Ok(Json(MessageView { message }))
}
