use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use mwanga_core::subscriptions::{self, SubscriptionError, WebhookOutcome};

use mwanga_store::types::PaymentProvider;

use crate::AppState;
use crate::extract::{ApiPath, RateLimitedWebhook};
use crate::only_local::{FromHere, refuse_strangers};
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

/// Takes what a provider that asks on phones tells about one order, at an address that nobody else knows: it is written
/// down, and makes us ask the provider.
#[utoipa::path(post, path = "/webhooks/{provider}/{secret}", tag = "subscriptions", operation_id = "payment_callback",
    params(("provider" = PaymentProvider, Path), ("secret" = String, Path, description = "Lower-case hexadecimal.")),
    request_body(content = String, content_type = "application/json"),
    responses((status = 200), errors::BadRequest, errors::NotFound, errors::Limited, errors::Unavailable))]
pub async fn payment_callback(
    State(app): State<AppState>,
    ApiPath((provider, secret)): ApiPath<(PaymentProvider, String)>,
    _: RateLimitedWebhook,
    from_here: FromHere,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    refuse_strangers(&app, &from_here).map_err(|_| ApiError::no_such_address())?;
    match subscriptions::handle_callback(&app.core, provider, &secret, &body).await {
        Ok(WebhookOutcome::InvalidSignature) => Err(ApiError::forged_webhook()),
        Ok(_) => Ok(StatusCode::OK),
        Err(SubscriptionError::NotConfigured | SubscriptionError::OrderNotFound) => Err(ApiError::no_such_address()),
        Err(error) => Err(error.into()),
    }
}
