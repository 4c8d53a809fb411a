use axum::Json;
use axum::extract::State;
use mwanga_core::subscriptions;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, RateLimitedClient};
use crate::only_local::{FromHere, refuse_strangers};
use crate::problem::{ApiError, errors};
use crate::views::PurchaseView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CaptureInput {
    pub payment_id: String,
}

/// Takes the money of an order that its buyer has approved at the wallet, and unlocks what was bought. Repeating it is
/// harmless: the answer is the same.
#[utoipa::path(post, path = "/subscriptions/capture", tag = "subscriptions", operation_id = "capture_payment", request_body = CaptureInput,
    responses((status = 200, body = PurchaseView), errors::JsonBody, errors::PaymentRequired, errors::NotFound, errors::Conflict, errors::Limited, errors::Unavailable))]
pub async fn capture(
    State(app): State<AppState>,
    _: RateLimitedClient,
    from_here: FromHere,
    ApiJson(input): ApiJson<CaptureInput>,
) -> Result<Json<PurchaseView>, ApiError> {
    refuse_strangers(&app, &from_here)?;
    let bought = subscriptions::capture(&app.core, &input.payment_id).await?;
    Ok(Json(PurchaseView::new(bought, app.core.now())))
}
