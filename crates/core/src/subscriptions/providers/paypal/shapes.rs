//! What PayPal answers, as far as we read it.

use serde::Deserialize;

use super::super::{Capture, CaptureState, Money, OrderState, WalletError, WalletEvent, WalletOrder};

#[derive(Debug, Deserialize)]
pub struct OrderShape {
    pub id: String,
    status: String,
    #[serde(default)]
    purchase_units: Vec<UnitShape>,
}

#[derive(Debug, Default, Deserialize)]
struct UnitShape {
    custom_id: Option<String>,
    amount: Option<AmountShape>,
    #[serde(default)]
    payments: PaymentsShape,
}

#[derive(Debug, Default, Deserialize)]
struct PaymentsShape {
    #[serde(default)]
    captures: Vec<CaptureShape>,
}

#[derive(Debug, Deserialize)]
struct AmountShape {
    currency_code: String,
    value: String,
}

impl AmountShape {
    fn normalize(&self) -> Option<Money> {
        Money::parse(&self.value, &self.currency_code)
    }
}

#[derive(Debug, Deserialize)]
pub struct CaptureShape {
    id: String,
    status: String,
    amount: Option<AmountShape>,
    custom_id: Option<String>,
}

impl CaptureShape {
    pub fn normalize(&self) -> Result<Capture, WalletError> {
        let state = match self.status.as_str() {
            // Some of the money went back: the rest pays for what was bought.
            "COMPLETED" | "PARTIALLY_REFUNDED" => CaptureState::Completed,
            "PENDING" => CaptureState::Pending,
            "DECLINED" | "FAILED" => CaptureState::Failed,
            // The buyer's bank took it back.
            "REFUNDED" | "REVERSED" => CaptureState::Refunded,
            other => return Err(strange("capture", other)),
        };
        Ok(Capture {
            id: self.id.clone(),
            amount: self.amount.as_ref().and_then(AmountShape::normalize),
            reference: self.custom_id.clone(),
            state,
        })
    }
}

impl OrderShape {
    pub fn normalize(mut self) -> Result<WalletOrder, WalletError> {
        let captures: Vec<CaptureShape> =
            self.purchase_units.iter_mut().flat_map(|unit| std::mem::take(&mut unit.payments.captures)).collect();
        // An order of ours has one unit; another number is somebody else's and matches nothing.
        let unit = if self.purchase_units.len() == 1 {
            self.purchase_units.pop().unwrap_or_default()
        } else {
            UnitShape::default()
        };
        let state = match (self.status.as_str(), captures.as_slice()) {
            // A capture says more than its order: one that failed may be followed by one that did not.
            (_, [.., last]) => {
                let told = captures.iter().map(CaptureShape::normalize).collect::<Result<Vec<_>, _>>()?;
                let good = told.into_iter().find(|capture| capture.state != CaptureState::Failed);
                match (good, self.status.as_str()) {
                    (Some(capture), _) => OrderState::Taken(capture),
                    (None, "CREATED" | "SAVED" | "PAYER_ACTION_REQUIRED") => OrderState::Open,
                    (None, "APPROVED") => OrderState::Approved,
                    (None, _) => OrderState::Taken(last.normalize()?),
                }
            }
            ("CREATED" | "SAVED" | "PAYER_ACTION_REQUIRED", []) => OrderState::Open,
            ("APPROVED", []) => OrderState::Approved,
            ("VOIDED", []) => OrderState::Void,
            (other, []) => return Err(strange("order", other)),
        };
        Ok(WalletOrder {
            id: self.id,
            reference: unit.custom_id,
            amount: unit.amount.as_ref().and_then(AmountShape::normalize),
            state,
        })
    }
}

/// A word that the documents do not name. Nothing is done on its account.
fn strange(what: &str, word: &str) -> WalletError {
    let word: String = word.chars().filter(|c| c.is_ascii_uppercase() || *c == '_').take(40).collect();
    WalletError::Unavailable(format!("it calls the {what} {word:?}, which we do not know"))
}

#[derive(Debug, Deserialize)]
pub struct EventShape {
    id: String,
    event_type: String,
    #[serde(default)]
    resource: ResourceShape,
}

#[derive(Debug, Default, Deserialize)]
struct ResourceShape {
    id: Option<String>,
    custom_id: Option<String>,
    #[serde(default)]
    purchase_units: Vec<UnitShape>,
    #[serde(default)]
    supplementary_data: SupplementaryShape,
    #[serde(default)]
    links: Vec<LinkShape>,
}

#[derive(Debug, Default, Deserialize)]
struct SupplementaryShape {
    #[serde(default)]
    related_ids: RelatedShape,
}

#[derive(Debug, Default, Deserialize)]
struct RelatedShape {
    order_id: Option<String>,
    capture_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct LinkShape {
    href: String,
    rel: String,
}

impl EventShape {
    pub fn normalize(self) -> WalletEvent {
        let Self { id, event_type: kind, resource } = self;
        let ResourceShape {
            id: resource_id,
            custom_id,
            purchase_units,
            supplementary_data: SupplementaryShape { related_ids },
            links,
        } = resource;
        // A refund names its capture by a link alone.
        let above = links
            .iter()
            .find(|link| link.rel == "up")
            .and_then(|link| link.href.rsplit_once("/captures/"))
            .map(|(_, id)| id.to_owned());
        let is_order = kind.starts_with("CHECKOUT.ORDER.");
        WalletEvent {
            id,
            wallet_order: related_ids.order_id.or(resource_id.clone().filter(|_| is_order)),
            capture: related_ids.capture_id.or(above).or(resource_id.filter(|_| !is_order)),
            reference: custom_id.or_else(|| purchase_units.into_iter().find_map(|unit| unit.custom_id)),
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn order(status: &str, captures: Value) -> Result<WalletOrder, WalletError> {
        let shape = json!({
            "id": "5O190127TN364715T", "status": status, "links": [],
            "purchase_units": [{ "reference_id": "default", "custom_id": "ours", "amount": { "currency_code": "USD", "value": "3.00" }, "payments": { "captures": captures } }],
        });
        serde_json::from_value::<OrderShape>(shape).unwrap().normalize()
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
        assert!(matches!(state("DANCING", json!([])), Err(WalletError::Unavailable(_))));
        for (status, expected) in [
            ("COMPLETED", CaptureState::Completed),
            ("PARTIALLY_REFUNDED", CaptureState::Completed),
            ("PENDING", CaptureState::Pending),
            ("DECLINED", CaptureState::Failed),
            ("REFUNDED", CaptureState::Refunded),
        ] {
            let Ok(OrderState::Taken(told)) = state("COMPLETED", json!([capture(status)])) else { panic!("{status}") };
            assert_eq!((told.state, told.amount.unwrap().minor), (expected, 300));
        }
        let Ok(OrderState::Taken(told)) = state("COMPLETED", json!([capture("DECLINED"), capture("COMPLETED")])) else {
            panic!("taken")
        };
        assert_eq!(told.state, CaptureState::Completed, "a second try counts");
        assert_eq!(state("APPROVED", json!([capture("DECLINED")])), Ok(OrderState::Approved));
    }

    #[test]
    fn a_paypal_order_of_several_units_has_no_reference() {
        let unit = json!({ "custom_id": "ours", "amount": { "currency_code": "USD", "value": "3.00" } });
        let shape = json!({ "id": "1", "status": "APPROVED", "purchase_units": [unit, unit] });
        let told = serde_json::from_value::<OrderShape>(shape).unwrap().normalize().unwrap();
        assert_eq!((told.reference, told.amount), (None, None));
    }

    #[test]
    fn the_order_of_a_paypal_event_is_found_in_every_shape() {
        let told = |event: Value| serde_json::from_value::<EventShape>(event).unwrap().normalize();
        let approved = told(
            json!({ "id": "WH-1", "event_type": "CHECKOUT.ORDER.APPROVED", "resource": { "id": "5O1", "purchase_units": [{ "custom_id": "ours" }] } }),
        );
        assert_eq!(
            (approved.wallet_order.as_deref(), approved.capture, approved.reference.as_deref()),
            (Some("5O1"), None, Some("ours"))
        );
        let captured = told(json!({ "id": "WH-2", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": {
            "id": "3C6", "custom_id": "ours", "supplementary_data": { "related_ids": { "order_id": "5O1" } } } }));
        assert_eq!((captured.wallet_order.as_deref(), captured.capture.as_deref()), (Some("5O1"), Some("3C6")));
        let refunded = told(json!({ "id": "WH-3", "event_type": "PAYMENT.CAPTURE.REFUNDED", "resource": {
            "id": "1JU", "links": [{ "rel": "self", "href": "https://x/v2/payments/refunds/1JU" }, { "rel": "up", "href": "https://x/v2/payments/captures/3C6" }] } }));
        assert_eq!((refunded.wallet_order, refunded.capture.as_deref()), (None, Some("3C6")));
    }
}
