use axum::Json;
use axum::extract::State;
use mwanga_core::subscriptions;

use crate::AppState;
use crate::extract::AnyUser;
use crate::problem::{ApiError, errors};
use crate::views::SubscriptionStatusView;

/// The subscription of the account's address; empty until the address is confirmed.
#[utoipa::path(get, path = "/subscriptions/status", tag = "subscriptions", operation_id = "subscription_status", security(("bearer" = [])),
    responses((status = 200, body = SubscriptionStatusView), errors::SignedIn))]
pub async fn status(
    State(app): State<AppState>,
    AnyUser(user): AnyUser,
) -> Result<Json<SubscriptionStatusView>, ApiError> {
    let status = subscriptions::status(&app.core, user.account_id).await?;
    Ok(Json(SubscriptionStatusView::new(status, app.core.now())))
}
