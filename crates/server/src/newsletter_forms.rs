//! Form handlers of mailed newsletter links, for browsers without scripts. The code is in the query, as in the link.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use mwanga_core::newsletter;
use mwanga_store::types::IssueId;
use url::form_urlencoded;

use crate::AppState;
use crate::api::newsletter::{SUBSCRIBED, UNSUBSCRIBED};
use crate::documents::Document;
use crate::extract::RateLimitedClient;
use crate::forms::{answer, parameter};
use crate::problem::ApiError;
use crate::rendering::shells;

pub async fn confirm(
    State(app): State<AppState>,
    counted: Result<RateLimitedClient, ApiError>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let fields = form_urlencoded::parse(&body);
    let topics: Vec<String> =
        fields.filter(|(name, _)| name == "topics").map(|(_, topic)| topic.into_owned()).collect();
    let outcome = match counted {
        Ok(_) => newsletter::confirm(&app.core, &code(query.as_deref()), Some(&topics)).await.map_err(ApiError::from),
        Err(e) => Err(e),
    };
    match outcome {
        Ok(subscriber) => app.respond_with_notice(
            StatusCode::OK,
            SUBSCRIBED,
            (&newsletter::preferences_path(&app.core, &subscriber), "Choose topics, or leave"),
        ),
        Err(e) => app.respond_with_error(&e),
    }
}

/// Unsubscribes at once: one-click unsubscribe of mail programs (RFC 8058), and the page's own form. Needs no cookie,
/// and does not redirect. Not rate-limited: a mail provider sends these for many readers from one address, and codes
/// are signed.
pub async fn unsubscribe(State(app): State<AppState>, RawQuery(query): RawQuery, body: Bytes) -> Response {
    let code = code(query.as_deref());
    // Leaving works whatever else the address holds.
    let issue = parameter(query.as_deref(), "issue").parse().map(IssueId).ok();
    if form_urlencoded::parse(&body).any(|(name, _)| name == "undo") {
        return match newsletter::resubscribe(&app.core, &code).await.map_err(ApiError::from) {
            Ok(()) => app.respond_with_notice(StatusCode::OK, SUBSCRIBED, ("/", "Start reading")),
            Err(e) => app.respond_with_error(&e),
        };
    }
    match newsletter::unsubscribe(&app.core, &code, issue).await.map_err(ApiError::from) {
        // The page of the link has a button to undo it.
        Ok(()) => app.respond_with_notice(
            StatusCode::OK,
            UNSUBSCRIBED,
            (&format!("/newsletter/unsubscribe?code={code}"), "Take it back"),
        ),
        Err(e) => app.respond_with_error(&e),
    }
}

fn code(query: Option<&str>) -> String {
    parameter(query, "code")
}

impl AppState {
    fn respond_with_error(&self, error: &ApiError) -> Response {
        let (status, text) = error.status_and_text();
        self.respond_with_notice(status, text, ("/newsletters", "To all newsletters"))
    }

    fn respond_with_notice(&self, status: StatusCode, text: &str, link: (&str, &str)) -> Response {
        let settings = self.core.settings();
        let html =
            shells::notice(&self.assets, &settings, &format!("Newsletter | {}", settings.site.brand), text, "", link);
        answer(self, Document::plain(status, html).uncacheable())
    }
}
