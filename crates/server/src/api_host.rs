//! The API on a host of its own (`MWANGA_API_HOST`).

use axum::http::{HeaderMap, header};
use mwanga_core::config::Config;

/// Request extension: marks a call that came to the API's own host.
#[derive(Clone, Copy, Debug)]
pub struct OnApiHost;

/// Whether a request is for the API's own host.
pub fn is_for_api_host(config: &Config, headers: &HeaderMap) -> bool {
    let Some(host) = &config.http.api_host else { return false };
    headers.get(header::HOST).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(host.as_bytes()))
}
