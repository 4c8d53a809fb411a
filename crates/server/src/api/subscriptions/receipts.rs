use axum::Json;
use axum::extract::State;
use mwanga_core::subscriptions;

use crate::AppState;
use crate::extract::{AnyUser, ApiQuery, Paging};
use crate::problem::{ApiError, errors};
use crate::views::ReceiptListView;

/// The payments for the account's confirmed address, newest first, 20 a page.
#[utoipa::path(get, path = "/subscriptions/receipts", tag = "subscriptions", security(("bearer" = [])), params(Paging),
    responses((status = 200, body = ReceiptListView), errors::BadRequest, errors::SignedIn))]
pub async fn receipts(
    State(app): State<AppState>,
    AnyUser(user): AnyUser,
    ApiQuery(paging): ApiQuery<Paging>,
) -> Result<Json<ReceiptListView>, ApiError> {
    let page = paging.or(20)?;
    let found = subscriptions::receipts(&app.core, user.account_id, page).await?;
    let data = found.receipts.into_iter().map(Into::into).collect();
    Ok(Json(ReceiptListView { data, total: found.total, page: page.page, per_page: page.per_page }))
}
