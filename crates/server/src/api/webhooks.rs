use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use mwanga_core::subscriptions::{self, SubscriptionError, WebhookOutcome};

use mwanga_store::types::PaymentProvider;

use crate::AppState;
use crate::extract::{ApiPath, RateLimitedWebhook};
use crate::problem::{ApiError, errors};

/// Takes the wallet's messages. They are believed only where the wallet itself says that it signed them, and then make
/// us ask it how the order stands.
#[utoipa::path(post, path = "/webhooks/{provider}", tag = "subscriptions", operation_id = "payment_webhook", params(("provider" = PaymentProvider, Path)),
    request_body(content = String, content_type = "application/json"),
    responses((status = 204), errors::BadRequest, errors::NotFound, errors::Limited, errors::Unavailable))]
pub async fn payment_webhook(
    State(app): State<AppState>,
    ApiPath(provider): ApiPath<PaymentProvider>,
    _: RateLimitedWebhook,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    match subscriptions::handle_webhook(&app.core, provider, &headers, &body, |order| {
        app.order_webhook_limit.count_key(&order)
    })
    .await
    {
        Ok(WebhookOutcome::Accepted) => Ok(StatusCode::NO_CONTENT),
        Ok(WebhookOutcome::InvalidSignature) => {
            tracing::warn!("a message that the wallet did not sign was refused");
            Err(ApiError::forged_webhook())
        }
        Ok(WebhookOutcome::RateLimited(wait_s)) => Err(ApiError::too_many_webhooks(wait_s)),
        Err(SubscriptionError::NotConfigured) => Err(ApiError::no_such_address()),
        Err(error) => Err(error.into()),
    }
}
