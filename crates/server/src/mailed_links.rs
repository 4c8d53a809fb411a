//! The counted links of newsletters: `/r/{code}`.

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{REFERRER_POLICY, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use mwanga_core::newsletter;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::documents::Document;
use crate::extract::TrackingAllowed;
use crate::problem::ApiError;
use crate::rendering::notice;

/// Leads to where the link of an issue leads, and counts it. Nothing that has to do with counting keeps a reader.
pub async fn follow(
    State(app): State<AppState>,
    method: Method,
    headers: HeaderMap,
    client: Option<Extension<ClientAddress>>,
    tracking: Result<TrackingAllowed, ApiError>,
    code: Result<Path<String>, PathRejection>,
) -> Response {
    if let Some(Extension(client)) = client
        && let Err(wait_s) = app.render_limit.count(client)
    {
        let text = "You are opening links very quickly. Please wait a moment.";
        return later(&app, &method, (StatusCode::TOO_MANY_REQUESTS, text), wait_s);
    }
    let link = match code {
        Ok(Path(code)) => newsletter::follow(&app.core, &code).await,
        Err(_) => Ok(None),
    };
    let document = match link {
        Ok(Some(link)) => {
            let is_click = method == Method::GET && !is_prefetch(&headers);
            if is_click && matches!(tracking, Ok(TrackingAllowed(true))) {
                newsletter::count_click(&app.core, &link);
            }
            Document::redirect(StatusCode::FOUND, link.location).uncacheable()
        }
        Ok(None) => notice(&app, StatusCode::NOT_FOUND, "No such link", "This link leads nowhere.", ""),
        Err(e) => {
            tracing::error!("a link of a newsletter cannot be looked up: {e}");
            return later(&app, &method, ApiError::from(e).status_and_text(), STORE_RETRY_S);
        }
    };
    let mut response = app.encode(document).respond(&method, &headers);
    let headers = response.headers_mut();
    // Where the mail was read is nobody's business there.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

/// Seconds after which somebody may ask a store again that could not be read.
const STORE_RETRY_S: u32 = 2;

fn later(app: &AppState, method: &Method, (status, text): (StatusCode, &str), wait_s: u32) -> Response {
    let document = notice(app, status, "Newsletter", text, "");
    let mut response = app.encode(document).respond(method, &HeaderMap::new());
    response.headers_mut().insert(RETRY_AFTER, wait_s.into());
    response
}

/// Whether a browser or a mail program looks ahead, before anybody pressed anything.
fn is_prefetch(headers: &HeaderMap) -> bool {
    ["purpose", "sec-purpose", "x-purpose", "x-moz"].iter().any(|name| {
        let value = headers.get(*name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        ["prefetch", "prerender", "preview"].iter().any(|purpose| value.to_ascii_lowercase().contains(purpose))
    })
}
