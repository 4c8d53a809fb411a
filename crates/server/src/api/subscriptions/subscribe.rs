use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use mwanga_core::subscriptions::{self, CheckoutRequest};
use mwanga_store::types::PaymentProvider;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, Bearer, IdempotencyHeader, IdempotencyKey, RateLimitedClient};
use crate::only_local::{FromHere, refuse_strangers};
use crate::problem::{ApiError, errors};
use crate::views::PaymentView;

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SubscriptionInput {
    /// `8_months` or `12_months`.
    #[serde(default)]
    pub plan: String,
    /// One of the payment providers that the site has.
    #[serde(default)]
    #[schema(value_type = PaymentProvider)]
    pub payment_method: String,
    /// Address of the subscriber.
    #[serde(default)]
    pub email: String,
    /// Whether the buyer wants all newsletters. Nothing renews by itself.
    #[serde(default)]
    pub auto_subscribe_all: bool,
    /// Where the provider asks on a phone. It is not stored.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub phone: String,
}

/// Makes an order at the wallet, for its buyer to approve there, or has the provider ask on the phone. Sent again with
/// the same `Idempotency-Key`, it is the same order. Anyone may buy; a reader who is signed in and buys for their own
/// confirmed address has it at once.
#[utoipa::path(post, path = "/subscriptions/subscribe", tag = "subscriptions", operation_id = "subscribe_to_plan", request_body = SubscriptionInput,
    params(IdempotencyHeader),
    responses((status = 200, body = PaymentView), errors::JsonBody, errors::Conflict, errors::Limited, errors::Unavailable))]
pub async fn subscribe(
    State(app): State<AppState>,
    client: RateLimitedClient,
    from_here: FromHere,
    bearer: Option<Bearer>,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<SubscriptionInput>,
) -> Result<Json<PaymentView>, ApiError> {
    refuse_strangers(&app, &from_here)?;
    // Who is not signed in any more buys as a guest does.
    let account = match bearer {
        Some(Bearer(session)) => {
            accounts::authenticate(&app.core, &session).await.ok().map(|identity| identity.account_id)
        }
        None => None,
    };
    const ROUTE: &str = "POST /subscriptions/subscribe";
    let request = match account {
        Some(id) => key.for_account(&app.core, id, ROUTE, &input)?,
        None => key.for_anonymous(&app.core, &input.email, &client.0, ROUTE, &input)?,
    };
    let SubscriptionInput { plan, payment_method, email, auto_subscribe_all, phone } = input;
    Ok(Json(
        subscriptions::subscribe(
            &app.core,
            account,
            CheckoutRequest { plan, payment_method, email, auto_subscribe_all, phone },
            request,
        )
        .await?
        .into(),
    ))
}
