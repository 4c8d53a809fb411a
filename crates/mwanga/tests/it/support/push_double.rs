//! Test double of a payment provider that asks on phones, after what mobile money does: a push cannot be repeated, its
//! end is told once, and who asks about it is told no amount.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use mwanga_core::config::Config;
use mwanga_core::payments::PracticePushConfig;
use tokio::task::JoinHandle;

use super::{StatusCode, Value, json};

const SECRET: &str = "what-only-the-operator-and-we-know";

/// How one answer of the operator goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushFault {
    /// It never answers; the call is not performed, or is.
    HangsBefore,
    HangsAfter,
    /// It answers with this status; the call is not performed, or is.
    Status(u16),
    StatusAfter(u16),
    Garbage,
    GarbageAfter,
    /// It answers with this id of a request, which is another one's.
    OtherId(&'static str),
}

/// A request on a phone.
#[derive(Clone, Debug)]
pub struct AskedPhone {
    pub phone: String,
    pub amount_minor: i64,
    /// The path of the site that is told.
    pub callback: String,
    pub status: &'static str,
}

/// An operator of mobile money on a port of this machine. It keeps its requests when the site dies.
pub struct PushDouble {
    pub url: String,
    state: Arc<Mutex<PushState>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct PushState {
    asked: BTreeMap<String, AskedPhone>,
    faults: HashMap<&'static str, VecDeque<PushFault>>,
    calls: Vec<&'static str>,
}

type Shared = State<Arc<Mutex<PushState>>>;

impl PushDouble {
    pub async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(Mutex::new(PushState::default()));
        let routes = Router::new()
            .route("/practice-push/requests", post(push))
            .route("/practice-push/requests/{id}", get(find))
            .route("/practice-push/requests/{id}/refund", post(refund))
            .with_state(state.clone());
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { url, state, task }
    }

    fn state(&self) -> MutexGuard<'_, PushState> {
        self.state.lock().expect("nobody panicked")
    }

    /// Makes it a site's way to pay.
    pub fn configure(&self, config: &mut Config) {
        config.payments.practice_push =
            Some(PracticePushConfig { base_url: self.url.clone(), secret: SECRET.to_owned().into() });
    }

    /// The next answers to a kind of call (`push`, `find`, `refund`) go wrong, one each.
    pub fn fail_at(&self, call: &'static str, faults: &[PushFault]) {
        self.state().faults.entry(call).or_default().extend(faults);
    }

    pub fn calls(&self, of: &str) -> usize {
        self.state().calls.iter().filter(|call| **call == of).count()
    }

    /// Every request that reached a phone, by its id.
    pub fn asked(&self) -> Vec<(String, AskedPhone)> {
        self.state().asked.iter().map(|(id, asked)| (id.clone(), asked.clone())).collect()
    }

    /// The one request that reached a phone.
    pub fn one(&self) -> (String, AskedPhone) {
        let mut asked = self.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked.remove(0)
    }

    /// What the person at the phone does: `paid`, `cancelled`, `no_money`, `no_answer`.
    pub fn answer(&self, id: &str, status: &'static str) {
        self.state().asked.get_mut(id).expect("a request of the operator").status = status;
    }

    /// Takes a request out of the operator's memory.
    pub fn forget(&self, id: &str) {
        self.state().asked.remove(id);
    }

    /// The callback about a request, as the operator sends it.
    pub fn callback(id: &str, asked: &AskedPhone) -> Value {
        let amount = (asked.status == "paid").then_some(asked.amount_minor);
        json!({ "request_id": id, "status": asked.status, "amount_minor": amount })
    }
}

impl Drop for PushDouble {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(
    state: &Mutex<PushState>,
    call: &'static str,
    headers: &HeaderMap,
    act: impl FnOnce(&mut PushState) -> Response,
) -> Response {
    let fault = {
        let mut state = state.lock().expect("nobody panicked");
        state.calls.push(call);
        state.faults.get_mut(call).and_then(VecDeque::pop_front)
    };
    let status = |status: u16| StatusCode::from_u16(status).expect("a status").into_response();
    let garbage = || (StatusCode::OK, "<!doctype html><title>Hm</title>").into_response();
    let act = || {
        let given = headers.get("authorization").and_then(|value| value.to_str().ok());
        if given != Some(&format!("Bearer {SECRET}")) {
            return status(401);
        }
        act(&mut state.lock().expect("nobody panicked"))
    };
    let hang = async || {
        tokio::time::sleep(Duration::from_secs(60)).await;
        status(500)
    };
    match fault {
        None => act(),
        Some(PushFault::HangsBefore) => hang().await,
        Some(PushFault::HangsAfter) => {
            act();
            hang().await
        }
        Some(PushFault::Status(code)) => status(code),
        Some(PushFault::StatusAfter(code)) => {
            act();
            status(code)
        }
        Some(PushFault::Garbage) => garbage(),
        Some(PushFault::GarbageAfter) => {
            act();
            garbage()
        }
        Some(PushFault::OtherId(id)) => {
            act();
            Json(json!({ "request_id": id })).into_response()
        }
    }
}

async fn push(State(state): Shared, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    answer(&state, "push", &headers, |state| {
        let text = |name: &str| body[name].as_str().unwrap_or_else(|| panic!("{name} in {body}")).to_owned();
        let callback = text("callback");
        let path = callback.split_once("/api/").map(|(_, path)| format!("/api/{path}")).expect("a path of the API");
        let id = mwanga_core::secrets::random_token(20);
        let asked = AskedPhone {
            phone: text("phone"),
            amount_minor: body["amount_minor"].as_i64().expect("minor units"),
            callback: path,
            status: "waiting",
        };
        assert_eq!(body["currency"], "KES");
        state.asked.insert(id.clone(), asked);
        (StatusCode::CREATED, Json(json!({ "request_id": id }))).into_response()
    })
    .await
}

async fn find(State(state): Shared, headers: HeaderMap, Path(id): Path<String>) -> Response {
    answer(&state, "find", &headers, |state| match state.asked.get(&id) {
        Some(asked) => Json(json!({ "status": asked.status })).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    })
    .await
}

async fn refund(State(state): Shared, headers: HeaderMap, Path(id): Path<String>) -> Response {
    answer(&state, "refund", &headers, |state| match state.asked.get_mut(&id) {
        Some(asked) => {
            asked.status = "refunded";
            Json(json!({})).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    })
    .await
}
