//! The practice wallet that pushes: it asks for the money on a phone, of which this process shows the screen. For
//! development alone; it behaves as mobile money does: a push cannot be repeated, its end is told once or never, and
//! who asks about it learns that it was paid, not how much.

mod client;

use std::net::SocketAddr;

use async_trait::async_trait;
use mwanga_store::types::{PaymentFailure, PlanCode};
use secrecy::SecretString;
use serde::Deserialize;

use self::client::{Client, RequestResponse};
use super::contract::{Advice, Field, FieldName, Flow, PaymentFlow, Proof, Provider, Push, Schedule, Words};
use super::{
    Capture, CaptureState, CheckoutOptions, GatewayError, GatewayOrder, Money, NewPush, OrderState, PaymentGateway,
    PushCallback,
};
use crate::secrets;

pub use client::call_back;

const NAME: &str = "Practice phone";
const CURRENCY: &str = "KES";
const SECOND_MS: i64 = 1_000;
const HOUR_MS: i64 = 3_600 * SECOND_MS;

pub const PROVIDER: Provider = Provider {
    name: NAME,
    flow: PaymentFlow::Push,
    fields: &[Field {
        name: FieldName::Phone,
        label: "Phone number",
        hint: "A Kenyan mobile number, such as 0712 345 678.",
        wrong: "Enter a Kenyan mobile number such as 0712 345 678.",
        parse: parse_phone,
    }],
    prices: &[(PlanCode::EightMonths, 40_000), (PlanCode::TwelveMonths, 55_000)],
    currency: CURRENCY,
    proves: Proof { reference: false, amount: false },
    schedule: Schedule {
        first_ms: 10 * SECOND_MS,
        steps: &[(180 * SECOND_MS, 10 * SECOND_MS), (HOUR_MS, 300 * SECOND_MS), (96 * HOUR_MS, HOUR_MS)],
        never_created_ms: 60 * SECOND_MS,
        // The provider may know a request later than we do: one that is missing is not one that ended.
        not_found_ms: i64::MAX,
        unpaid_ms: i64::MAX,
        // The request leaves the phone after a minute.
        unclear_ms: 90 * SECOND_MS,
    },
    words: Words {
        waiting: "Look at your phone: we have sent a request there. Enter your PIN on the phone to pay.",
        paid: "Phone payment successful!",
        failed: "The payment did not go through.",
    },
    advice: Advice { set_up: "", keys: "", webhook: "" },
};

/// Settings of the practice wallet that pushes.
#[derive(Clone, Debug)]
pub struct PracticePushConfig {
    /// Where its routes and ours are, without a slash at the end.
    pub base_url: String,
    /// Of this process alone, so nobody else talks to it as the site does.
    pub secret: SecretString,
}

impl PracticePushConfig {
    /// The wallet of this process, on the address where it is reached from this machine.
    pub fn of_process(address: SocketAddr) -> Self {
        Self { base_url: format!("http://{address}"), secret: secrets::random_token(32).into() }
    }
}

/// Client of the practice wallet that pushes.
pub struct PracticePush {
    client: Client,
    base_url: String,
    checkout: CheckoutOptions,
}

impl PracticePush {
    pub fn new(config: &PracticePushConfig) -> Self {
        Self {
            client: Client::new(config),
            base_url: config.base_url.clone(),
            checkout: CheckoutOptions {
                name: NAME,
                hint: "For trying out: it behaves like mobile money, and no money moves.",
                note: "No message is sent to any phone: answer on the practice phone, at /practice-push/phone.",
                ..CheckoutOptions::default()
            },
        }
    }
}

#[async_trait]
impl PaymentGateway for PracticePush {
    fn checkout(&self) -> &CheckoutOptions {
        &self.checkout
    }

    fn flow(&self) -> Flow<'_> {
        Flow::Push(self)
    }

    async fn verify_credentials(&self) -> Result<(), GatewayError> {
        Ok(())
    }

    fn has_webhook(&self) -> bool {
        true
    }

    async fn find_order(&self, id: &str) -> Result<GatewayOrder, GatewayError> {
        let request = self.client.find(id).await?;
        Ok(GatewayOrder { id: id.to_owned(), reference: None, amount: None, state: state_of(id, &request)? })
    }

    async fn find_capture(&self, capture: &str) -> Result<Capture, GatewayError> {
        match state_of(capture, &self.client.find(capture).await?)? {
            OrderState::Captured(capture) => Ok(capture),
            _ => Err(GatewayError::NotFound),
        }
    }

    async fn refund(&self, capture: &str, _: &str) -> Result<(), GatewayError> {
        self.client.refund(capture).await
    }
}

#[async_trait]
impl Push for PracticePush {
    async fn push(&self, push: &NewPush) -> Result<String, GatewayError> {
        self.client.push(push, &format!("{}{}", self.base_url, push.callback_path)).await
    }

    fn parse_callback(&self, body: &[u8]) -> Option<PushCallback> {
        #[derive(Deserialize)]
        struct Callback {
            request_id: String,
            amount_minor: Option<i64>,
        }
        let Callback { request_id, amount_minor } = serde_json::from_slice(body).ok()?;
        let is_id = (1..=64).contains(&request_id.len()) && request_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let amount = amount_minor.map(|minor| Money { minor, currency: CURRENCY.into() });
        is_id.then_some(PushCallback { request_id, amount })
    }
}

/// What a request's status says. It is paid in full or not at all, and the answer names no amount.
fn state_of(id: &str, request: &RequestResponse) -> Result<OrderState, GatewayError> {
    let captured = |state| Capture { id: id.to_owned(), amount: None, reference: None, state };
    Ok(match request.status.as_str() {
        "waiting" => OrderState::Open,
        "paid" => OrderState::Captured(captured(CaptureState::Completed)),
        "refunded" => OrderState::Captured(captured(CaptureState::Refunded)),
        "cancelled" => OrderState::Failed(PaymentFailure::Cancelled),
        "no_money" => OrderState::Failed(PaymentFailure::NoMoney),
        "no_answer" => OrderState::Failed(PaymentFailure::NoAnswer),
        _ => return Err(GatewayError::Unavailable("it names a status that we do not know".into())),
    })
}

/// A Kenyan mobile number in international form without `+`, such as `254712345678`.
fn parse_phone(typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|c| !matches!(c, ' ' | '\u{a0}' | '-' | '.' | '(' | ')')).collect();
    let digits = digits.strip_prefix('+').or_else(|| digits.strip_prefix("00")).unwrap_or(&digits);
    let national = digits.strip_prefix("254").or_else(|| digits.strip_prefix('0'))?;
    let is_mobile = national.len() == 9
        && national.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(national.as_bytes()[0], b'7' | b'1');
    is_mobile.then(|| format!("254{national}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_one_however_it_is_typed_and_others_are_refused() {
        for typed in
            ["0712345678", "0712 345 678", "+254 712 345 678", "254712345678", "00254-712-345-678", "(0712)345678"]
        {
            assert_eq!(parse_phone(typed).as_deref(), Some("254712345678"), "{typed}");
        }
        assert_eq!(parse_phone("0110 000 001").as_deref(), Some("254110000001"));
        for typed in
            ["", "0", "712345678", "071234567", "07123456789", "0812345678", "+1 555 0100", "0712 34५ 678", "+"]
        {
            assert_eq!(parse_phone(typed), None, "{typed}");
        }
    }
}
