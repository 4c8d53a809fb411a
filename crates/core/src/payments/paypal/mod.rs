//! PayPal: Orders v2 and Payments v2, and its webhooks.
//!
//! - `config`: its settings, and those of the practice wallet; `client`: its REST API; `responses`: what it answers

mod client;
mod config;
mod responses;

use async_trait::async_trait;
use http::{HeaderMap, Method};
use mwanga_store::types::PlanCode;
use serde_json::{Value, json};

use self::client::ApiClient;
use self::responses::{CaptureResponse, OrderResponse, WebhookPayload};
use super::contract::{Advice, Flow, PaymentFlow, Proof, Provider, Redirect, Schedule, Words};
use super::{Capture, CheckoutOptions, GatewayError, GatewayEvent, GatewayOrder, NewOrder, OrderState, PaymentGateway};
use crate::html::letters;

pub use config::{PayPalConfig, read};

const NAME: &str = "PayPal";
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

pub const PROVIDER: Provider = Provider {
    name: NAME,
    flow: PaymentFlow::Redirect,
    fields: &[],
    prices: &[(PlanCode::EightMonths, 300), (PlanCode::TwelveMonths, 400)],
    currency: "USD",
    proves: Proof { reference: true, amount: true },
    schedule: Schedule {
        // Most buyers are back by then.
        first_ms: MINUTE_MS,
        steps: &[
            (HOUR_MS / 4, MINUTE_MS),
            (3 * HOUR_MS, 5 * MINUTE_MS),
            (96 * HOUR_MS, HOUR_MS),
            (i64::MAX, 6 * HOUR_MS),
        ],
        never_created_ms: HOUR_MS,
        not_found_ms: 3 * HOUR_MS,
        unpaid_ms: 73 * HOUR_MS,
        unclear_ms: i64::MAX,
    },
    words: Words {
        waiting: "The payment was not approved yet.",
        paid: "PayPal payment successful!",
        failed: "PayPal checkout failed.",
    },
    advice: Advice {
        set_up: "Set PAYPAL_CLIENT_ID and PAYPAL_SECRET, if subscriptions are to be sold.",
        keys: "Compare PAYPAL_CLIENT_ID and PAYPAL_SECRET with the application at developer.paypal.com; keys of its \
               sandbox belong to PAYPAL_BASE_URL=https://api-m.sandbox.paypal.com.",
        webhook: "Add a webhook to the application at developer.paypal.com and set its id as PAYPAL_WEBHOOK_ID. Its \
                  address:",
    },
};

/// Client of PayPal.
pub struct PayPal {
    client: ApiClient,
    webhook_id: Option<String>,
    checkout: CheckoutOptions,
}

impl PayPal {
    pub fn new(config: &PayPalConfig) -> Self {
        let PayPalConfig { client_id, sdk_url, name, hint, note, .. } = config.clone();
        Self {
            client: ApiClient::new(config),
            webhook_id: config.webhook_id.clone(),
            checkout: CheckoutOptions { name, hint, note, client_id, sdk_url },
        }
    }
}

#[async_trait]
impl PaymentGateway for PayPal {
    fn checkout(&self) -> &CheckoutOptions {
        &self.checkout
    }

    fn flow(&self) -> Flow<'_> {
        Flow::Redirect(self)
    }

    async fn verify_credentials(&self) -> Result<(), GatewayError> {
        self.client.verify_credentials().await
    }

    fn has_webhook(&self) -> bool {
        self.webhook_id.is_some()
    }

    async fn find_order(&self, id: &str) -> Result<GatewayOrder, GatewayError> {
        let order: OrderResponse = self
            .client
            .call(Method::GET, &format!("/v2/checkout/orders/{}", client::path_segment(id)), None, None)
            .await?;
        order.normalize()
    }

    async fn find_capture(&self, capture: &str) -> Result<Capture, GatewayError> {
        let capture: CaptureResponse = self
            .client
            .call(Method::GET, &format!("/v2/payments/captures/{}", client::path_segment(capture)), None, None)
            .await?;
        capture.normalize()
    }

    async fn refund(&self, capture: &str, request_id: &str) -> Result<(), GatewayError> {
        let path = format!("/v2/payments/captures/{}/refund", client::path_segment(capture));
        let refund: Value = self.client.call(Method::POST, &path, Some(&json!({})), Some(request_id)).await?;
        match refund["status"].as_str() {
            Some("FAILED" | "CANCELLED") => Err(GatewayError::Refused("the refund came to nothing".into())),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Redirect for PayPal {
    async fn create(&self, order: &NewOrder, request_id: &str) -> Result<String, GatewayError> {
        let amount = json!({ "currency_code": order.amount.currency, "value": order.amount.value() });
        let body = json!({
            "intent": "CAPTURE",
            "purchase_units": [{ "custom_id": order.reference, "description": truncate(&order.description, 127), "amount": amount }],
            // The address of the printed edition is asked for on the site, not at PayPal.
            "application_context": { "brand_name": truncate(&order.brand, 127), "shipping_preference": "NO_SHIPPING", "user_action": "PAY_NOW" },
        });
        let created: OrderResponse =
            self.client.call(Method::POST, "/v2/checkout/orders", Some(&body), Some(request_id)).await?;
        Ok(created.id)
    }

    async fn capture(&self, id: &str, request_id: &str) -> Result<GatewayOrder, GatewayError> {
        let path = format!("/v2/checkout/orders/{}/capture", client::path_segment(id));
        let order: OrderResponse = self.client.call(Method::POST, &path, Some(&json!({})), Some(request_id)).await?;
        let order = order.normalize()?;
        // Open after a capture: nothing was charged, and the buyer has to choose another means of payment.
        if order.state == OrderState::Open { Err(GatewayError::Declined) } else { Ok(order) }
    }

    fn parse_event(&self, body: &[u8]) -> Option<GatewayEvent> {
        self.webhook_id.as_ref()?;
        serde_json::from_slice::<WebhookPayload>(body).ok().map(WebhookPayload::normalize)
    }

    async fn verify_signature(&self, headers: &HeaderMap, body: &[u8]) -> Result<bool, GatewayError> {
        let Some(webhook_id) = &self.webhook_id else { return Ok(false) };
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let headers = [
            "paypal-auth-algo",
            "paypal-cert-url",
            "paypal-transmission-id",
            "paypal-transmission-sig",
            "paypal-transmission-time",
        ]
        .map(header);
        let ([Some(algorithm), Some(certificate), Some(id), Some(signature), Some(time)], Ok(text)) =
            (headers, std::str::from_utf8(body))
        else {
            return Ok(false);
        };
        let envelope = json!({
            "auth_algo": algorithm, "cert_url": certificate, "transmission_id": id, "transmission_sig": signature,
            "transmission_time": time, "webhook_id": webhook_id,
        });
        // The body stays byte for byte: it is signed as text, and serializing it again could change spaces and numbers.
        let envelope = envelope.to_string();
        let request = format!("{},\"webhook_event\":{text}}}", envelope.strip_suffix('}').unwrap_or(&envelope));
        let answer: Value = self
            .client
            .call_with_text(Method::POST, "/v1/notifications/verify-webhook-signature", Some(request), None)
            .await?;
        Ok(answer["verification_status"] == "SUCCESS")
    }
}

/// The first `max_chars` characters of a text: PayPal refuses longer ones.
fn truncate(text: &str, max_chars: usize) -> String {
    letters::cut(text, max_chars).to_owned()
}
