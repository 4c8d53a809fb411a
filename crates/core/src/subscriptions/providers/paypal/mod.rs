//! PayPal's Orders v2, Payments v2 and webhooks, after its public documents. The practice wallet speaks the same.

mod calls;
mod shapes;

use http::{HeaderMap, Method};
use serde_json::{Value, json};

use self::calls::Calls;
use self::shapes::{CaptureShape, EventShape, OrderShape};
use super::{Capture, NewOrder, OrderState, WalletError, WalletEvent, WalletOrder};
use crate::config::PayPalConfig;

pub struct PayPal {
    calls: Calls,
    webhook_id: Option<String>,
}

impl PayPal {
    pub fn new(config: &PayPalConfig) -> Self {
        Self { calls: Calls::new(config), webhook_id: config.webhook_id.clone() }
    }

    pub async fn create(&self, order: &NewOrder, request_id: &str) -> Result<String, WalletError> {
        let amount = json!({ "currency_code": order.amount.currency, "value": order.amount.value() });
        let body = json!({
            "intent": "CAPTURE",
            "purchase_units": [{ "custom_id": order.reference, "description": cut(&order.description, 127), "amount": amount }],
            // Nothing is sent by post before an address was asked for, and that is ours to ask.
            "application_context": { "brand_name": cut(&order.brand, 127), "shipping_preference": "NO_SHIPPING", "user_action": "PAY_NOW" },
        });
        let made: OrderShape =
            self.calls.call(Method::POST, "/v2/checkout/orders", Some(&body), Some(request_id)).await?;
        Ok(made.id)
    }

    pub async fn order(&self, id: &str) -> Result<WalletOrder, WalletError> {
        let order: OrderShape =
            self.calls.call(Method::GET, &format!("/v2/checkout/orders/{}", calls::segment(id)), None, None).await?;
        order.normalize()
    }

    pub async fn capture(&self, id: &str, request_id: &str) -> Result<WalletOrder, WalletError> {
        let path = format!("/v2/checkout/orders/{}/capture", calls::segment(id));
        let order: OrderShape = self.calls.call(Method::POST, &path, Some(&json!({})), Some(request_id)).await?;
        let told = order.normalize()?;
        // So it answers where no money moved and the buyer has to choose other means.
        if told.state == OrderState::Open { Err(WalletError::Declined) } else { Ok(told) }
    }

    pub async fn captured(&self, capture: &str) -> Result<Capture, WalletError> {
        let capture: CaptureShape = self
            .calls
            .call(Method::GET, &format!("/v2/payments/captures/{}", calls::segment(capture)), None, None)
            .await?;
        capture.normalize()
    }

    pub async fn refund(&self, capture: &str, request_id: &str) -> Result<(), WalletError> {
        let path = format!("/v2/payments/captures/{}/refund", calls::segment(capture));
        let refund: Value = self.calls.call(Method::POST, &path, Some(&json!({})), Some(request_id)).await?;
        match refund["status"].as_str() {
            Some("FAILED" | "CANCELLED") => Err(WalletError::Refused("the refund came to nothing".into())),
            _ => Ok(()),
        }
    }

    pub fn event(&self, body: &[u8]) -> Option<WalletEvent> {
        self.webhook_id.as_ref()?;
        serde_json::from_slice::<EventShape>(body).ok().map(EventShape::normalize)
    }

    pub async fn signed(&self, headers: &HeaderMap, body: &[u8]) -> Result<bool, WalletError> {
        let Some(webhook_id) = &self.webhook_id else { return Ok(false) };
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let signed = [
            "paypal-auth-algo",
            "paypal-cert-url",
            "paypal-transmission-id",
            "paypal-transmission-sig",
            "paypal-transmission-time",
        ]
        .map(header);
        let ([Some(algorithm), Some(certificate), Some(id), Some(signature), Some(time)], Ok(text)) =
            (signed, std::str::from_utf8(body))
        else {
            return Ok(false);
        };
        let around = json!({
            "auth_algo": algorithm, "cert_url": certificate, "transmission_id": id, "transmission_sig": signature,
            "transmission_time": time, "webhook_id": webhook_id,
        });
        // Byte for byte as it came: the signature is of the text, and writing it anew would change spaces and numbers.
        let around = around.to_string();
        let asked = format!("{},\"webhook_event\":{text}}}", around.strip_suffix('}').unwrap_or(&around));
        let answer: Value = self
            .calls
            .call_with_text(Method::POST, "/v1/notifications/verify-webhook-signature", Some(asked), None)
            .await?;
        Ok(answer["verification_status"] == "SUCCESS")
    }
}

/// The first characters of a text: PayPal refuses longer ones.
fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
