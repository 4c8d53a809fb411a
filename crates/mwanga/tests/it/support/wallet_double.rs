//! Test double of the payment provider's API (PayPal Orders v2).

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use mwanga_core::config::Config;
use mwanga_core::payments::PayPalConfig;
use tokio::task::JoinHandle;

use super::{StatusCode, Value, json};

const CLIENT: &str = "mwanga-at-the-wallet";
const SECRET: &str = "what-only-the-wallet-and-we-know";
const WEBHOOK: &str = "8PT597110X687430LKGECATA";

/// How one answer of the wallet goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalletFault {
    /// It never answers, and the call is not performed.
    HangsBefore,
    /// It never answers, and the call is performed.
    HangsAfter,
    /// The connection breaks, before or after the call is performed.
    CutBefore,
    CutAfter,
    /// It answers with this status, and the call is not performed.
    Status(u16),
    /// It answers with this status, and the call is performed.
    StatusAfter(u16),
    /// Asked to come back in a second.
    TooMany,
    /// It revokes all access tokens that it issued.
    ForgetsKeys,
    Slow(u64),
    Garbage,
}

/// An order at the wallet, and what its buyer or the wallet's staff did with it.
#[derive(Clone, Debug)]
struct WalletOrder {
    custom_id: String,
    value: String,
    currency: String,
    status: &'static str,
    /// Status of the money that was taken.
    capture: Option<&'static str>,
    capture_request: Option<String>,
    declines: bool,
    /// It stays approved when the money cannot be had.
    stays_approved: bool,
    pends: bool,
    /// How often money was taken and given back.
    charges: u32,
    refunds: u32,
    /// How the next refund goes: the word for it, or why it is refused.
    next_refund: Option<Result<&'static str, &'static str>>,
    /// By request id, how each refund went. The wallet repeats it.
    refund_requests: HashMap<String, Result<&'static str, &'static str>>,
}

/// PayPal on a port of this machine, after its public documents: Orders v2, Payments v2, webhooks. It keeps its orders
/// when the site dies. A request id that it knows makes nothing new: it answers how that request stands ("Idempotency":
/// "the latest status of the previous request"), refusals too.
pub struct WalletDouble {
    pub url: String,
    state: Arc<Mutex<WalletState>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct WalletState {
    orders: HashMap<String, WalletOrder>,
    /// By request id, what it made.
    created: HashMap<String, String>,
    /// By request id, why a capture was refused.
    refused: HashMap<String, &'static str>,
    keys: HashSet<String>,
    faults: HashMap<&'static str, VecDeque<WalletFault>>,
    /// Signatures of messages that it sent, with their text.
    sent: HashMap<String, String>,
    calls: Vec<&'static str>,
    away: bool,
}

type Shared = State<Arc<Mutex<WalletState>>>;

impl WalletDouble {
    pub async fn start() -> Self {
        // The site's client wants a TLS library although nothing here speaks TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(Mutex::new(WalletState::default()));
        let routes = Router::new()
            .route("/v1/oauth2/token", post(key))
            .route("/v1/notifications/verify-webhook-signature", post(verify))
            .route("/v2/checkout/orders", post(create))
            .route("/v2/checkout/orders/{id}", get(order))
            .route("/v2/checkout/orders/{id}/capture", post(capture))
            .route("/v2/payments/captures/{id}", get(get_capture))
            .route("/v2/payments/captures/{id}/refund", post(refund))
            .with_state(state.clone());
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { url, state, task }
    }

    fn state(&self) -> MutexGuard<'_, WalletState> {
        self.state.lock().expect("nobody panicked")
    }

    /// Makes it a site's wallet.
    pub fn configure(&self, config: &mut Config) {
        config.payments.paypal = Some(PayPalConfig {
            client_id: CLIENT.into(),
            secret: SECRET.into(),
            base_url: self.url.clone(),
            webhook_id: Some(WEBHOOK.into()),
            sdk_url: "https://www.paypal.com/sdk/js".into(),
            name: "PayPal",
            hint: "",
            note: "",
            practice_wallet: false,
        });
    }

    /// The same, for a process of its own.
    pub fn variables(&self) -> [(&'static str, String); 4] {
        [
            ("PAYPAL_CLIENT_ID", CLIENT.into()),
            ("PAYPAL_SECRET", SECRET.into()),
            ("PAYPAL_BASE_URL", self.url.clone()),
            ("PAYPAL_WEBHOOK_ID", WEBHOOK.into()),
        ]
    }

    /// The next answers to a kind of call (`key`, `create`, `order`, `capture`, `get_capture`, `refund`, `verify`) go
    /// wrong, one each.
    pub fn fail_at(&self, call: &'static str, faults: &[WalletFault]) {
        self.state().faults.entry(call).or_default().extend(faults);
    }

    /// Answers nothing but 503 until it is set back.
    pub fn go_away(&self, away: bool) {
        self.state().away = away;
    }

    fn change<T>(&self, id: &str, change: impl FnOnce(&mut WalletOrder) -> T) -> T {
        change(self.state().orders.get_mut(id).expect("an order of the wallet"))
    }

    /// The buyer agrees to pay.
    pub fn approve(&self, id: &str) {
        self.change(id, |order| order.status = "APPROVED");
    }

    /// The buyer agrees, and the money cannot be had.
    pub fn approve_without_money(&self, id: &str) {
        self.change(id, |order| (order.status, order.declines) = ("APPROVED", true));
    }

    /// As above, and the order goes on being called approved.
    pub fn approve_without_money_for_now(&self, id: &str) {
        self.change(id, |order| (order.status, order.declines, order.stays_approved) = ("APPROVED", true, true));
    }

    /// The buyer agrees, and the wallet wants to look at it first.
    pub fn approve_pending(&self, id: &str) {
        self.change(id, |order| (order.status, order.pends) = ("APPROVED", true));
    }

    /// The wallet has looked at it.
    pub fn clear(&self, id: &str, status: &'static str) {
        self.change(id, |order| order.capture = Some(status));
    }

    /// Somebody changes what the wallet knows of an order.
    pub fn falsify(&self, id: &str, custom_id: Option<&str>, value: Option<&str>, currency: Option<&str>) {
        self.change(id, |order| {
            order.custom_id = custom_id.unwrap_or(&order.custom_id).to_owned();
            order.value = value.unwrap_or(&order.value).to_owned();
            order.currency = currency.unwrap_or(&order.currency).to_owned();
        });
    }

    /// The wallet's own staff gives the money back.
    pub fn refund(&self, id: &str) {
        self.change(id, |order| {
            order.capture = Some("REFUNDED");
            order.refunds += 1;
        });
    }

    /// The next refund of an order goes like this: `Ok("PENDING")`, `Ok("FAILED")`, or refused with this issue.
    pub fn next_refund(&self, id: &str, goes: Result<&'static str, &'static str>) {
        self.change(id, |order| order.next_refund = Some(goes));
    }

    /// A refund that was pending comes to its end.
    pub fn end_refund(&self, id: &str, status: &'static str) {
        self.change(id, |order| {
            for goes in order.refund_requests.values_mut().filter(|goes| **goes == Ok("PENDING")) {
                *goes = Ok(status);
                if status == "COMPLETED" {
                    order.capture = Some("REFUNDED");
                    order.refunds += 1;
                }
            }
        });
    }

    /// The money is taken with another request id than ours.
    pub fn take(&self, id: &str) {
        self.change(id, |order| {
            (order.status, order.capture) = ("COMPLETED", Some("COMPLETED"));
            order.charges += 1;
        });
    }

    /// The order is forgotten, as those are that nobody paid.
    pub fn forget(&self, id: &str) {
        self.state().orders.remove(id);
    }

    /// How often money was taken for an order.
    pub fn charges(&self, id: &str) -> u32 {
        self.change(id, |order| order.charges)
    }

    pub fn refunds(&self, id: &str) -> u32 {
        self.change(id, |order| order.refunds)
    }

    /// Every order: its name, how often it was charged.
    pub fn all(&self) -> Vec<(String, u32)> {
        self.state().orders.iter().map(|(id, order)| (id.clone(), order.charges)).collect()
    }

    /// Orders whose buyer agreed, paid or not.
    pub fn approved(&self) -> HashSet<String> {
        self.state().orders.iter().filter(|(_, order)| order.status != "CREATED").map(|(id, _)| id.clone()).collect()
    }

    pub fn calls(&self, of: &str) -> usize {
        self.state().calls.iter().filter(|call| **call == of).count()
    }

    pub fn capture_id(id: &str) -> String {
        format!("3C{id}")
    }

    /// A message about an order, signed by the wallet: its headers and text.
    pub fn message(&self, kind: &str, id: &str) -> (Vec<(String, String)>, String) {
        let custom_id = self.change(id, |order| order.custom_id.clone());
        let capture = Self::capture_id(id);
        let resource = match kind {
            "CHECKOUT.ORDER.APPROVED" => {
                json!({ "id": id, "status": "APPROVED", "purchase_units": [{ "custom_id": custom_id }] })
            }
            "PAYMENT.CAPTURE.REFUNDED" => {
                json!({ "id": format!("1J{id}"), "status": "COMPLETED", "links": [{ "rel": "up", "method": "GET", "href": format!("{}/v2/payments/captures/{capture}", self.url) }] })
            }
            _ => {
                json!({ "id": capture, "status": "COMPLETED", "custom_id": custom_id, "supplementary_data": { "related_ids": { "order_id": id } } })
            }
        };
        let event = mwanga_core::secrets::random_token(17);
        // Unusual spaces and order: the signature is of this text, so a re-serialised one must not verify.
        let text =
            format!("{{ \"id\":\"WH-{event}\",\n  \"event_type\" : \"{kind}\", \"resource\":{resource},\"zz\":1.50 }}");
        let signature = mwanga_core::secrets::random_token(40);
        self.state().sent.insert(signature.clone(), text.clone());
        (Self::headers(&signature), text)
    }

    /// The headers of a message with this signature.
    pub fn headers(signature: &str) -> Vec<(String, String)> {
        [
            ("paypal-auth-algo", "SHA256withRSA"),
            ("paypal-cert-url", "https://api.paypal.com/v1/notifications/certs/CERT-360caa42"),
            ("paypal-transmission-id", "69cd13f0-d67a-11e5-baa3-778b53f4ae55"),
            ("paypal-transmission-time", "2026-11-20T09:00:00Z"),
            ("paypal-transmission-sig", signature),
            ("content-type", "application/json"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
    }
}

impl Drop for WalletDouble {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn cut() -> Response {
    let broken = futures_util::stream::iter([Err::<Bytes, _>(std::io::Error::other("cut"))]);
    Body::from_stream(broken).into_response()
}

/// Answers one call, with the next fault that is queued for it; `act` performs the call.
async fn answer(
    state: &Mutex<WalletState>,
    call: &'static str,
    headers: &HeaderMap,
    act: impl FnOnce(&mut WalletState) -> Response,
) -> Response {
    let fault = {
        let mut state = state.lock().expect("nobody panicked");
        state.calls.push(call);
        if state.away {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        state.faults.get_mut(call).and_then(VecDeque::pop_front)
    };
    let status = |status: u16| {
        let name = if status == 429 { "RATE_LIMIT_REACHED" } else { "INTERNAL_SERVER_ERROR" };
        (StatusCode::from_u16(status).expect("a status"), Json(json!({ "name": name, "debug_id": "90957fca61718" })))
            .into_response()
    };
    let act = || {
        let mut state = state.lock().expect("nobody panicked");
        let bearer = headers
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        if call != "key" && !bearer.is_some_and(|bearer| state.keys.contains(bearer)) {
            return (
                StatusCode::UNAUTHORIZED,
                Json(json!({ "error": "invalid_token", "error_description": "Token signature verification failed" })),
            )
                .into_response();
        }
        act(&mut state)
    };
    match fault {
        None => act(),
        Some(WalletFault::HangsBefore) => std::future::pending().await,
        Some(WalletFault::HangsAfter) => {
            act();
            std::future::pending().await
        }
        Some(WalletFault::CutBefore) => cut(),
        Some(WalletFault::CutAfter) => {
            act();
            cut()
        }
        Some(WalletFault::Status(code)) => status(code),
        Some(WalletFault::StatusAfter(code)) => {
            act();
            status(code)
        }
        Some(WalletFault::TooMany) => {
            let mut response = status(429);
            response.headers_mut().insert("retry-after", 1.into());
            response
        }
        Some(WalletFault::ForgetsKeys) => {
            state.lock().expect("nobody panicked").keys.clear();
            act()
        }
        Some(WalletFault::Slow(ms)) => {
            tokio::time::sleep(Duration::from_millis(ms)).await;
            act()
        }
        Some(WalletFault::Garbage) => (StatusCode::OK, "<!doctype html><title>Hm</title>").into_response(),
    }
}

fn unprocessable(issue: &str) -> Response {
    let body = json!({ "name": "UNPROCESSABLE_ENTITY", "details": [{ "issue": issue, "description": "as documented" }], "debug_id": "9095" });
    (StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response()
}

fn unknown() -> Response {
    let body = json!({ "name": "RESOURCE_NOT_FOUND", "details": [{ "issue": "INVALID_RESOURCE_ID" }] });
    (StatusCode::NOT_FOUND, Json(body)).into_response()
}

fn malformed(why: &str) -> Response {
    eprintln!("the wallet was asked wrongly: {why}");
    let body =
        json!({ "name": "INVALID_REQUEST", "details": [{ "issue": "MALFORMED_REQUEST_JSON", "description": why }] });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}

async fn key(State(state): Shared, headers: HeaderMap, body: String) -> Response {
    answer(&state, "key", &headers, |state| {
        let expected = format!("Basic {}", BASE64.encode(format!("{CLIENT}:{SECRET}")));
        if headers.get("authorization").is_none_or(|value| value.as_bytes() != expected.as_bytes()) || body != "grant_type=client_credentials" {
            return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
        }
        let key = mwanga_core::secrets::random_token(30);
        state.keys.insert(key.clone());
        Json(json!({ "scope": "https://uri.paypal.com/services/payments", "access_token": key, "token_type": "Bearer", "expires_in": 31_668 })).into_response()
    })
    .await
}

/// The request id of a call that needs one, and its body's JSON.
fn parse_post(headers: &HeaderMap, body: &[u8]) -> Result<(String, Value), &'static str> {
    let request = headers.get("paypal-request-id").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if request.is_empty() || request.len() > 108 {
        return Err("PayPal-Request-Id is 1 to 108 characters");
    }
    if headers.get("content-type").is_none_or(|value| value.as_bytes() != b"application/json") {
        return Err("Content-Type is application/json");
    }
    Ok((request.to_owned(), serde_json::from_slice(body).map_err(|_| "no JSON")?))
}

/// Whether an object has documented fields only.
fn has_only_fields(object: &Value, names: &[&str]) -> bool {
    object.as_object().is_some_and(|object| object.keys().all(|key| names.contains(&key.as_str())))
}

fn new_order(body: &Value) -> Result<WalletOrder, &'static str> {
    let unit = &body["purchase_units"][0];
    let fits = has_only_fields(body, &["intent", "purchase_units", "application_context", "payment_source", "payer"])
        && has_only_fields(
            unit,
            &[
                "reference_id",
                "description",
                "custom_id",
                "invoice_id",
                "soft_descriptor",
                "amount",
                "items",
                "payee",
                "shipping",
            ],
        )
        && has_only_fields(&unit["amount"], &["currency_code", "value", "breakdown"])
        && has_only_fields(
            &body["application_context"],
            &["brand_name", "shipping_preference", "user_action", "locale", "landing_page", "return_url", "cancel_url"],
        );
    if !fits || body["intent"] != "CAPTURE" || body["purchase_units"].as_array().is_none_or(|units| units.len() != 1) {
        return Err("a field that the documents do not name");
    }
    let text = |value: &Value, most: usize| {
        value.as_str().filter(|text| !text.is_empty() && text.chars().count() <= most).map(str::to_owned)
    };
    let custom_id = text(&unit["custom_id"], 127).ok_or("custom_id is 1 to 127 characters")?;
    text(&unit["description"], 127).ok_or("description is 1 to 127 characters")?;
    let value = text(&unit["amount"]["value"], 32)
        .filter(|value| value.split_once('.').is_some_and(|(_, cents)| cents.len() == 2));
    let (value, currency) = (
        value.ok_or("value has two decimals")?,
        text(&unit["amount"]["currency_code"], 3).ok_or("currency_code is 3 letters")?,
    );
    Ok(WalletOrder {
        custom_id,
        value,
        currency,
        status: "CREATED",
        capture: None,
        capture_request: None,
        declines: false,
        stays_approved: false,
        pends: false,
        charges: 0,
        refunds: 0,
        next_refund: None,
        refund_requests: HashMap::new(),
    })
}

async fn create(State(state): Shared, headers: HeaderMap, body: Bytes) -> Response {
    answer(&state, "create", &headers, |state| {
        let (request, body) = match parse_post(&headers, &body) {
            Ok(parsed) => parsed,
            Err(why) => return malformed(why),
        };
        if let Some(known) = state.created.get(&request) {
            return (StatusCode::OK, Json(order_json(known, &state.orders[known]))).into_response();
        }
        let order = match new_order(&body) {
            Ok(order) => order,
            Err(why) => return malformed(why),
        };
        let id = mwanga_core::secrets::random_token(17).to_uppercase();
        let answer = order_json(&id, &order);
        state.created.insert(request, id.clone());
        state.orders.insert(id, order);
        (StatusCode::CREATED, Json(answer)).into_response()
    })
    .await
}

async fn order(State(state): Shared, headers: HeaderMap, Path(id): Path<String>) -> Response {
    answer(&state, "order", &headers, |state| {
        state.orders.get(&id).map_or_else(unknown, |order| Json(order_json(&id, order)).into_response())
    })
    .await
}

async fn capture(State(state): Shared, headers: HeaderMap, Path(id): Path<String>, body: Bytes) -> Response {
    answer(&state, "capture", &headers, |state| {
        let (request, _) = match parse_post(&headers, &body) {
            Ok(parsed) => parsed,
            Err(why) => return malformed(why),
        };
        if let Some(issue) = state.refused.get(&request) {
            return unprocessable(issue);
        }
        let Some(order) = state.orders.get_mut(&id) else { return unknown() };
        match order.status {
            "COMPLETED" if order.capture_request.as_ref() == Some(&request) => {
                return (StatusCode::OK, Json(order_json(&id, order))).into_response();
            }
            "COMPLETED" => return unprocessable("ORDER_ALREADY_CAPTURED"),
            "APPROVED" => {}
            _ => return unprocessable("ORDER_NOT_APPROVED"),
        }
        if order.declines {
            order.declines = false;
            if !order.stays_approved {
                order.status = "CREATED";
            }
            state.refused.insert(request, "INSTRUMENT_DECLINED");
            return unprocessable("INSTRUMENT_DECLINED");
        }
        order.status = "COMPLETED";
        order.capture = Some(if order.pends { "PENDING" } else { "COMPLETED" });
        order.capture_request = Some(request);
        order.charges += 1;
        (StatusCode::CREATED, Json(order_json(&id, order))).into_response()
    })
    .await
}

async fn get_capture(State(state): Shared, headers: HeaderMap, Path(id): Path<String>) -> Response {
    answer(&state, "get_capture", &headers, |state| {
        let order = id.strip_prefix("3C").and_then(|id| state.orders.get(id).map(|order| (id, order)));
        order
            .and_then(|(id, order)| capture_json(id, order))
            .map_or_else(unknown, |capture| Json(capture).into_response())
    })
    .await
}

async fn refund(State(state): Shared, headers: HeaderMap, Path(id): Path<String>, body: Bytes) -> Response {
    answer(&state, "refund", &headers, |state| {
        let (request, _) = match parse_post(&headers, &body) {
            Ok(parsed) => parsed,
            Err(why) => return malformed(why),
        };
        let Some(order) = id.strip_prefix("3C").and_then(|id| state.orders.get_mut(id)) else { return unknown() };
        let goes = match (order.refund_requests.get(&request), order.capture) {
            (Some(goes), _) => *goes,
            (None, Some("REFUNDED")) => return unprocessable("CAPTURE_FULLY_REFUNDED"),
            (None, Some("COMPLETED")) if order.refund_requests.values().any(|goes| *goes == Ok("PENDING")) => {
                return unprocessable("REFUND_AMOUNT_EXCEEDED");
            }
            (None, Some("COMPLETED")) => {
                let goes = order.next_refund.take().unwrap_or(Ok("COMPLETED"));
                if goes == Ok("COMPLETED") {
                    order.capture = Some("REFUNDED");
                    order.refunds += 1;
                }
                order.refund_requests.insert(request, goes);
                goes
            }
            _ => return unprocessable("CANNOT_BE_NEGATIVE"),
        };
        match goes {
            Ok(status) => {
                (StatusCode::CREATED, Json(json!({ "id": format!("1J{id}"), "status": status }))).into_response()
            }
            Err(issue) => unprocessable(issue),
        }
    })
    .await
}

async fn verify(State(state): Shared, headers: HeaderMap, body: String) -> Response {
    answer(&state, "verify", &headers, |state| {
        let asked: Value = serde_json::from_str(&body).expect("JSON around the message");
        let text = state.sent.get(asked["transmission_sig"].as_str().unwrap_or_default());
        // The verification call has to contain the text byte for byte.
        let is_ours = asked["webhook_id"] == WEBHOOK && text.is_some_and(|text| body.contains(text.as_str()));
        Json(json!({ "verification_status": if is_ours { "SUCCESS" } else { "FAILURE" } })).into_response()
    })
    .await
}

fn order_json(id: &str, order: &WalletOrder) -> Value {
    let captures: Vec<Value> = capture_json(id, order).into_iter().collect();
    json!({
        "id": id, "intent": "CAPTURE", "status": order.status, "create_time": "2026-11-20T09:00:00Z",
        "links": [{ "href": format!("https://www.paypal.com/checkoutnow?token={id}"), "rel": "approve", "method": "GET" }],
        "purchase_units": [{
            "reference_id": "default", "custom_id": order.custom_id, "amount": { "currency_code": order.currency, "value": order.value },
            "payments": { "captures": captures },
        }],
    })
}

fn capture_json(id: &str, order: &WalletOrder) -> Option<Value> {
    Some(json!({
        "id": WalletDouble::capture_id(id), "status": order.capture?, "amount": { "currency_code": order.currency, "value": order.value },
        "custom_id": order.custom_id, "final_capture": true, "seller_protection": { "status": "NOT_ELIGIBLE" },
    }))
}
