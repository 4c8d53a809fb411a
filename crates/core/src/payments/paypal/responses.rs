//! The parts of PayPal's JSON that are read.

use serde::Deserialize;

use super::super::{Capture, CaptureState, GatewayError, GatewayEvent, GatewayOrder, Money, OrderState};

#[derive(Debug, Deserialize)]
pub struct OrderResponse {
    pub id: String,
    status: String,
    #[serde(default)]
    purchase_units: Vec<PurchaseUnit>,
}

#[derive(Debug, Default, Deserialize)]
struct PurchaseUnit {
    custom_id: Option<String>,
    amount: Option<Amount>,
    #[serde(default)]
    payments: Payments,
}

#[derive(Debug, Default, Deserialize)]
struct Payments {
    #[serde(default)]
    captures: Vec<CaptureResponse>,
}

#[derive(Debug, Deserialize)]
struct Amount {
    currency_code: String,
    value: String,
}

impl Amount {
    fn normalize(&self) -> Option<Money> {
        Money::parse(&self.value, &self.currency_code)
    }
}

#[derive(Debug, Deserialize)]
pub struct CaptureResponse {
    id: String,
    status: String,
    amount: Option<Amount>,
    custom_id: Option<String>,
}

impl CaptureResponse {
    pub fn normalize(&self) -> Result<Capture, GatewayError> {
        let state = match self.status.as_str() {
            // After a partial refund the rest still pays for what was bought.
            "COMPLETED" | "PARTIALLY_REFUNDED" => CaptureState::Completed,
            "PENDING" => CaptureState::Pending,
            "DECLINED" | "FAILED" => CaptureState::Failed,
            // `REVERSED`: a chargeback by the buyer's bank.
            "REFUNDED" | "REVERSED" => CaptureState::Refunded,
            other => return Err(unknown_status("capture", other)),
        };
        Ok(Capture {
            id: self.id.clone(),
            amount: self.amount.as_ref().and_then(Amount::normalize),
            reference: self.custom_id.clone(),
            state,
        })
    }
}

impl OrderResponse {
    pub fn normalize(mut self) -> Result<GatewayOrder, GatewayError> {
        let captures: Vec<CaptureResponse> =
            self.purchase_units.iter_mut().flat_map(|unit| std::mem::take(&mut unit.payments.captures)).collect();
        // Orders of this site have one unit; any other number matches nothing.
        let unit = if self.purchase_units.len() == 1 {
            self.purchase_units.pop().unwrap_or_default()
        } else {
            PurchaseUnit::default()
        };
        let state = match (self.status.as_str(), captures.as_slice()) {
            // Captures decide before the status of the order: a failed one may be followed by one that succeeded.
            (_, [.., last]) => {
                let parsed = captures.iter().map(CaptureResponse::normalize).collect::<Result<Vec<_>, _>>()?;
                let succeeded = parsed.into_iter().find(|capture| capture.state != CaptureState::Failed);
                match (succeeded, self.status.as_str()) {
                    (Some(capture), _) => OrderState::Captured(capture),
                    (None, "CREATED" | "SAVED" | "PAYER_ACTION_REQUIRED") => OrderState::Open,
                    (None, "APPROVED") => OrderState::Approved,
                    (None, _) => OrderState::Captured(last.normalize()?),
                }
            }
            ("CREATED" | "SAVED" | "PAYER_ACTION_REQUIRED", []) => OrderState::Open,
            ("APPROVED", []) => OrderState::Approved,
            ("VOIDED", []) => OrderState::Void,
            (other, []) => return Err(unknown_status("order", other)),
        };
        Ok(GatewayOrder {
            id: self.id,
            reference: unit.custom_id,
            amount: unit.amount.as_ref().and_then(Amount::normalize),
            state,
        })
    }
}

/// The error for an undocumented status: nothing is concluded from it.
fn unknown_status(what: &str, word: &str) -> GatewayError {
    let word: String = word.chars().filter(|c| c.is_ascii_uppercase() || *c == '_').take(40).collect();
    GatewayError::Unavailable(format!("it calls the {what} {word:?}, which we do not know"))
}

#[derive(Debug, Deserialize)]
pub struct WebhookPayload {
    id: String,
    event_type: String,
    #[serde(default)]
    resource: Resource,
}

#[derive(Debug, Default, Deserialize)]
struct Resource {
    id: Option<String>,
    custom_id: Option<String>,
    #[serde(default)]
    purchase_units: Vec<PurchaseUnit>,
    #[serde(default)]
    supplementary_data: SupplementaryData,
    #[serde(default)]
    links: Vec<Link>,
}

#[derive(Debug, Default, Deserialize)]
struct SupplementaryData {
    #[serde(default)]
    related_ids: RelatedIds,
}

#[derive(Debug, Default, Deserialize)]
struct RelatedIds {
    order_id: Option<String>,
    capture_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Link {
    href: String,
    rel: String,
}

impl WebhookPayload {
    pub fn normalize(self) -> GatewayEvent {
        let Self { id, event_type: kind, resource } = self;
        let Resource {
            id: resource_id,
            custom_id,
            purchase_units,
            supplementary_data: SupplementaryData { related_ids },
            links,
        } = resource;
        // A refund references its capture only by a link.
        let linked_capture = links
            .iter()
            .find(|link| link.rel == "up")
            .and_then(|link| link.href.rsplit_once("/captures/"))
            .map(|(_, id)| id.to_owned());
        let is_order = kind.starts_with("CHECKOUT.ORDER.");
        GatewayEvent {
            id,
            wallet_order: related_ids.order_id.or(resource_id.clone().filter(|_| is_order)),
            capture: related_ids.capture_id.or(linked_capture).or(resource_id.filter(|_| !is_order)),
            reference: custom_id.or_else(|| purchase_units.into_iter().find_map(|unit| unit.custom_id)),
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn order(status: &str, captures: Value) -> Result<GatewayOrder, GatewayError> {
        let shape = json!({
            "id": "5O190127TN364715T", "status": status, "links": [],
            "purchase_units": [{ "reference_id": "default", "custom_id": "ours", "amount": { "currency_code": "USD", "value": "3.00" }, "payments": { "captures": captures } }],
        });
        serde_json::from_value::<OrderResponse>(shape).unwrap().normalize()
    }

    fn capture(status: &str) -> Value {
        json!({ "id": "3C679366HH908993F", "status": status, "amount": { "currency_code": "USD", "value": "3.00" }, "custom_id": "ours", "final_capture": true })
    }

    #[test]
    fn the_state_of_a_paypal_order_follows_its_captures() {
        let state = |status, captures| order(status, captures).map(|order| order.state);
        assert_eq!(state("CREATED", json!([])), Ok(OrderState::Open));
        assert_eq!(state("PAYER_ACTION_REQUIRED", json!([])), Ok(OrderState::Open));
        assert_eq!(state("APPROVED", json!([])), Ok(OrderState::Approved));
        assert_eq!(state("VOIDED", json!([])), Ok(OrderState::Void));
        assert!(matches!(state("DANCING", json!([])), Err(GatewayError::Unavailable(_))));
        for (status, expected) in [
            ("COMPLETED", CaptureState::Completed),
            ("PARTIALLY_REFUNDED", CaptureState::Completed),
            ("PENDING", CaptureState::Pending),
            ("DECLINED", CaptureState::Failed),
            ("REFUNDED", CaptureState::Refunded),
        ] {
            let Ok(OrderState::Captured(captured)) = state("COMPLETED", json!([capture(status)])) else {
                panic!("{status}")
            };
            assert_eq!((captured.state, captured.amount.unwrap().minor), (expected, 300));
        }
        let Ok(OrderState::Captured(captured)) = state("COMPLETED", json!([capture("DECLINED"), capture("COMPLETED")]))
        else {
            panic!("taken")
        };
        assert_eq!(captured.state, CaptureState::Completed, "a second try counts");
        assert_eq!(state("APPROVED", json!([capture("DECLINED")])), Ok(OrderState::Approved));
    }

    #[test]
    fn a_paypal_order_of_several_units_has_no_reference() {
        let unit = json!({ "custom_id": "ours", "amount": { "currency_code": "USD", "value": "3.00" } });
        let shape = json!({ "id": "1", "status": "APPROVED", "purchase_units": [unit, unit] });
        let order = serde_json::from_value::<OrderResponse>(shape).unwrap().normalize().unwrap();
        assert_eq!((order.reference, order.amount), (None, None));
    }

    #[test]
    fn the_order_of_a_paypal_event_is_found_in_every_shape() {
        let parse = |event: Value| serde_json::from_value::<WebhookPayload>(event).unwrap().normalize();
        let approved = parse(
            json!({ "id": "WH-1", "event_type": "CHECKOUT.ORDER.APPROVED", "resource": { "id": "5O1", "purchase_units": [{ "custom_id": "ours" }] } }),
        );
        assert_eq!(
            (approved.wallet_order.as_deref(), approved.capture, approved.reference.as_deref()),
            (Some("5O1"), None, Some("ours"))
        );
        let captured = parse(json!({ "id": "WH-2", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": {
            "id": "3C6", "custom_id": "ours", "supplementary_data": { "related_ids": { "order_id": "5O1" } } } }));
        assert_eq!((captured.wallet_order.as_deref(), captured.capture.as_deref()), (Some("5O1"), Some("3C6")));
        let refunded = parse(json!({ "id": "WH-3", "event_type": "PAYMENT.CAPTURE.REFUNDED", "resource": {
            "id": "1JU", "links": [{ "rel": "self", "href": "https://x/v2/payments/refunds/1JU" }, { "rel": "up", "href": "https://x/v2/payments/captures/3C6" }] } }));
        assert_eq!((refunded.wallet_order, refunded.capture.as_deref()), (None, Some("3C6")));
    }
}
