use axum::Json;
use axum::extract::State;
use mwanga_core::pages;

use super::parse;
use crate::AppState;
use crate::extract::{ApiPath, DeletingUser, ForeverParam};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Moves a page to the trash, where it stays for 30 days; its address answers 410 from then on, if it was ever public. A
/// page that the product brings has the product's words again.
#[utoipa::path(delete, path = "/admin/pages/{id}", tag = "admin", security(("bearer" = [])), params(("id" = String, Path), ForeverParam),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn delete_page(
    State(app): State<AppState>,
    DeletingUser { identity, forever }: DeletingUser,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MessageView>, ApiError> {
    let page = parse(&id)?;
    if forever {
        pages::delete(&app.core, &page).await?;
    } else {
        pages::trash(&app.core, identity.account_id, &page).await?;
    }
    let message = match page {
        pages::PageRef::BuiltIn(_) => "The page has its original words again.",
        pages::PageRef::Id(_) => "Page deleted.",
    };
    Ok(Json(MessageView { message }))
}
