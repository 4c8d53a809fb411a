//! The screen of the phone.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use mwanga_core::payments::{Money, call_back};
use serde_json::json;

use super::{FILES, PushRequest, Status};
use crate::AppState;
use crate::documents::escape;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:420px;margin:24px auto;padding:0 16px}\
    :root{color-scheme:light dark}form{border:2px solid;border-radius:12px;padding:16px;margin:16px 0}\
    h1{font-size:20px}b{font-size:24px;display:block}\
    button{font:inherit;font-weight:600;min-height:44px;padding:8px 16px;margin:4px 8px 4px 0}";
const ANSWERS: [(&str, &str); 4] = [
    ("pay", "Enter PIN and pay"),
    ("cancel", "Cancel"),
    ("no_money", "Not enough money"),
    ("pay_silently", "Pay, and tell the site nothing"),
];

/// The requests that wait on any phone, newest first; looks again each three seconds.
pub async fn screen(State(app): State<AppState>) -> Response {
    let now = app.core.now().0;
    let mut waiting = FILES.all(&app).await;
    waiting.retain(|request| request.status_at(now) == Status::Waiting);
    waiting.sort_by_key(|request| -request.asked_at);
    let requests: String = waiting.iter().map(form).collect();
    let none = if waiting.is_empty() { "<p>No request waits on any phone.</p>" } else { "" };
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"3\"><title>Practice phone</title><style>{STYLE}</style>\
         <h1>Practice phone</h1><p>No money moves. This stands in for the phone of whoever pays.</p>\
         {none}{requests}</html>"
    );
    let policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";
    ([(header::CONTENT_SECURITY_POLICY, policy), (header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

fn form(request: &PushRequest) -> String {
    let PushRequest { id, phone, amount_minor, currency, description, .. } = request;
    let amount = Money { minor: *amount_minor, currency: currency.clone() };
    let buttons: String =
        ANSWERS.map(|(name, words)| format!("<button name=\"answer\" value=\"{name}\">{words}</button>")).concat();
    format!(
        "<form method=\"post\" action=\"/practice-push/phone/{id}\">+{}<p>{}</p><p><b>{amount}</b></p>{buttons}</form>",
        escape(phone),
        escape(description)
    )
}

/// Answers a request, and tells the site.
pub async fn answer(State(app): State<AppState>, Path(id): Path<String>, body: String) -> Response {
    // A form of one button.
    let answer = body.strip_prefix("answer=").unwrap_or_default();
    let status = match answer {
        "pay" | "pay_silently" => Status::Paid,
        "cancel" => Status::Cancelled,
        "no_money" => Status::NoMoney,
        _ => return StatusCode::BAD_REQUEST.into_response(),
    };
    let now = app.core.now().0;
    let answered = FILES.update(&app, &id, |request| {
        let is_waiting = request.status_at(now) == Status::Waiting;
        if is_waiting {
            request.status = status;
        }
        is_waiting
    });
    match answered.await {
        Ok(Some((request, is_answered))) => {
            if is_answered && answer != "pay_silently" && !request.callback.is_empty() {
                let amount = (status == Status::Paid).then_some(request.amount_minor);
                let body = json!({ "request_id": request.id, "status": status, "amount_minor": amount });
                tokio::spawn(async move { call_back(&request.callback, &body).await });
            }
            Redirect::to("/practice-push/phone").into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!("the practice phone cannot write: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
