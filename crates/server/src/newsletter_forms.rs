//! What the forms of mailed newsletter links send where there is no script. The code stands in the address, as in the link.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use mwanga_core::newsletter;

use crate::AppState;
use crate::api::newsletter::SUBSCRIBED;
use crate::document::{self, Document};
use crate::extract::CountedClient;
use crate::problem::ApiError;

pub async fn confirm(State(app): State<AppState>, counted: Result<CountedClient, ApiError>, RawQuery(query): RawQuery) -> Response {
    let outcome = match counted {
        Ok(_) => newsletter::confirm(&app.core, &code(query.as_deref())).await.map_err(ApiError::from),
        Err(e) => Err(e),
    };
    match outcome {
        Ok(()) => app.tell(StatusCode::OK, SUBSCRIBED, ("/", "Start reading")),
        Err(e) => app.tell_error(&e, ("/newsletters", "Sign up again")),
    }
}

fn code(query: Option<&str>) -> String {
    let code = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()).find(|(name, _)| name == "code");
    code.map(|(_, code)| code.into_owned()).unwrap_or_default()
}

impl AppState {
    fn tell_error(&self, error: &ApiError, link: (&str, &str)) -> Response {
        let (status, text) = error.told();
        self.tell(status, text, link)
    }

    fn tell(&self, status: StatusCode, text: &str, link: (&str, &str)) -> Response {
        let html = document::notice(&self.assets, &format!("Newsletter | {}", self.core.config.brand), text, link);
        self.ready(Document::plain(status, html).uncacheable()).respond(&Method::POST, &HeaderMap::new())
    }
}
