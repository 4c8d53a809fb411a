//! The page that explains the API, drawn by RapiDoc from the OpenAPI document.

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};

use crate::AppState;
use crate::api_host::OnApiHost;
use crate::documents::escape;

pub async fn api_docs(State(app): State<AppState>, on_api_host: Option<Extension<OnApiHost>>) -> Response {
    // The page is made of files of the site.
    if on_api_host.is_some() {
        return Redirect::temporary(&format!("{}/api/docs", app.core.config.base())).into_response();
    }
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{brand} API</title><meta name=\"robots\" content=\"noindex\"><link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
         <script type=\"module\" src=\"/assets/api-docs.js\"></script></head><body>\
         <rapi-doc spec-url=\"/api/openapi.json\" load-fonts=\"false\" show-header=\"false\" render-style=\"read\" theme=\"light\" \
         bg-color=\"#fbf8f1\" text-color=\"#2a2420\" primary-color=\"#b03a12\" nav-bg-color=\"#f4efe6\" nav-text-color=\"#2a2420\" \
         allow-server-selection=\"false\" schema-description-expanded=\"true\"></rapi-doc></body></html>",
        brand = escape(&app.core.settings().site.brand),
    );
    let policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store"), (CONTENT_SECURITY_POLICY, policy)], html)
        .into_response()
}
