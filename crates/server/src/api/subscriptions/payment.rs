use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use mwanga_core::subscriptions;

use crate::AppState;
use crate::extract::ApiPath;
use crate::only_local::{FromHere, refuse_strangers};
use crate::problem::{ApiError, errors};
use crate::views::PaymentStatusView;

/// What became of a payment, for who has its id: nothing of who paid. Asking charges nobody.
#[utoipa::path(get, path = "/subscriptions/payments/{payment_id}", tag = "subscriptions", operation_id = "payment_status", params(("payment_id" = String, Path)),
    responses((status = 200, body = PaymentStatusView), errors::NotFound, errors::Unavailable))]
pub async fn payment(
    State(app): State<AppState>,
    from_here: FromHere,
    ApiPath(payment_id): ApiPath<String>,
) -> Result<([(HeaderName, &'static str); 1], Json<PaymentStatusView>), ApiError> {
    refuse_strangers(&app, &from_here)?;
    let status = subscriptions::payment(&app.core, &payment_id).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(status.into())))
}
