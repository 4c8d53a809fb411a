//! HTTP client of PayPal, with access tokens and retries.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use http::{Method, StatusCode};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Client, Response, redirect};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::Mutex;

use super::super::GatewayError;
use super::PayPalConfig;

/// Timeout of one attempt, from connecting to the end of its answer.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(4);
/// Attempts of one call, all with the same request id.
const MAX_ATTEMPTS: u32 = 3;
/// Delay before the second attempt; twice as long before the third.
const RETRY_DELAY: Duration = Duration::from_millis(300);
/// Longest `Retry-After` that is waited for, because a buyer waits.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(2);
/// Most bytes of an answer.
const MAX_BODY_BYTES: usize = 512 * 1024;
/// An access token is not used in its last minute.
const EXPIRY_MARGIN: Duration = Duration::from_secs(60);
const CREDENTIALS_REFUSED: &str = "it does not take our id and secret";

/// Client of the REST API. It follows no redirect, and limits the time and size of an answer. Errors have nothing of
/// what was sent or answered.
pub struct ApiClient {
    base_url: String,
    client_id: String,
    secret: SecretString,
    http: OnceLock<Client>,
    /// The access token and its expiry.
    token: Mutex<Option<(String, Instant)>>,
}

/// Why an attempt failed.
enum AttemptError {
    /// May succeed when repeated, after the delay that the provider asks for.
    Retry(String, Option<Duration>),
    /// The access token was refused.
    Unauthorized,
    /// Not to be repeated.
    Final(GatewayError),
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    expires_in: u64,
}

#[derive(Default, Deserialize)]
struct ErrorResponse {
    #[serde(default)]
    name: String,
    #[serde(default)]
    details: Vec<ErrorDetail>,
}

#[derive(Deserialize)]
struct ErrorDetail {
    #[serde(default)]
    issue: String,
}

/// A text as a segment of a path, percent-encoded.
pub fn path_segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

impl ApiClient {
    pub fn new(config: &PayPalConfig) -> Self {
        let PayPalConfig { base_url, client_id, secret, .. } = config.clone();
        Self { base_url, client_id, secret, http: OnceLock::new(), token: Mutex::new(None) }
    }

    /// Calls the API with a JSON body, and parses the answer. Repeats the call where that may help.
    pub async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        request_id: Option<&str>,
    ) -> Result<T, GatewayError> {
        self.call_with_text(method, path, body.map(Value::to_string), request_id).await
    }

    /// [`Self::call`] with a body that is serialized already.
    pub async fn call_with_text<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        request_id: Option<&str>,
    ) -> Result<T, GatewayError> {
        let (mut attempts, mut renewed) = (1, false);
        loop {
            let delay = match self.attempt(&method, path, body.as_deref(), request_id).await {
                Ok(answer) => {
                    return serde_json::from_slice(&answer)
                        .map_err(|_| GatewayError::Unavailable("its answer cannot be read".into()));
                }
                Err(AttemptError::Final(error)) => return Err(error),
                // The token was revoked early: once it is renewed, then id and secret are wrong.
                Err(AttemptError::Unauthorized) if !renewed => {
                    renewed = true;
                    *self.token.lock().await = None;
                    continue;
                }
                Err(AttemptError::Unauthorized) => {
                    return Err(GatewayError::Unavailable(CREDENTIALS_REFUSED.into()));
                }
                Err(AttemptError::Retry(why, _)) if attempts == MAX_ATTEMPTS => {
                    return Err(GatewayError::Unavailable(why));
                }
                Err(AttemptError::Retry(why, Some(delay))) if delay > MAX_RETRY_DELAY => {
                    return Err(GatewayError::Unavailable(why));
                }
                Err(AttemptError::Retry(_, delay)) => delay.unwrap_or(RETRY_DELAY * (1 << (attempts - 1))),
            };
            attempts += 1;
            tokio::time::sleep(delay).await;
        }
    }

    async fn attempt(
        &self,
        method: &Method,
        path: &str,
        body: Option<&str>,
        request_id: Option<&str>,
    ) -> Result<Vec<u8>, AttemptError> {
        let token = self.access_token().await?;
        let mut request = self.http()?.request(method.clone(), format!("{}{path}", self.base_url)).bearer_auth(token);
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .header("prefer", "return=representation")
                .body(body.to_owned());
        }
        if let Some(id) = request_id {
            request = request.header("paypal-request-id", id);
        }
        let (status, answer) = self.send(request).await?;
        match status {
            status if status.is_success() => Ok(answer),
            StatusCode::UNAUTHORIZED => Err(AttemptError::Unauthorized),
            StatusCode::NOT_FOUND => Err(AttemptError::Final(GatewayError::NotFound)),
            _ => {
                Err(AttemptError::Final(to_gateway_error(status, serde_json::from_slice(&answer).unwrap_or_default())))
            }
        }
    }

    /// The access token, renewed when it has expired.
    async fn access_token(&self) -> Result<String, AttemptError> {
        let mut cached = self.token.lock().await;
        if let Some((token, expires_at)) = &*cached
            && Instant::now() < *expires_at
        {
            return Ok(token.clone());
        }
        let TokenResponse { access_token: token, expires_in } = self.fetch_token().await?;
        *cached = Some((
            token.clone(),
            Instant::now() + Duration::from_secs(expires_in.min(86_400)).saturating_sub(EXPIRY_MARGIN),
        ));
        Ok(token)
    }

    /// Signs in, once, whatever token is cached: whether id and secret are good.
    pub async fn verify_credentials(&self) -> Result<(), GatewayError> {
        match self.fetch_token().await {
            Ok(_) => Ok(()),
            Err(AttemptError::Final(error)) => Err(error),
            Err(AttemptError::Retry(why, _)) => Err(GatewayError::Unavailable(why)),
            Err(AttemptError::Unauthorized) => Err(GatewayError::Unavailable(CREDENTIALS_REFUSED.into())),
        }
    }

    async fn fetch_token(&self) -> Result<TokenResponse, AttemptError> {
        let basic = BASE64.encode(format!("{}:{}", self.client_id, self.secret.expose_secret()));
        let request = self
            .http()?
            .post(format!("{}/v1/oauth2/token", self.base_url))
            .header("authorization", format!("Basic {basic}"));
        let request =
            request.header("content-type", "application/x-www-form-urlencoded").body("grant_type=client_credentials");
        let (status, answer) = self.send(request).await?;
        if !status.is_success() {
            return Err(AttemptError::Final(GatewayError::Unavailable(CREDENTIALS_REFUSED.into())));
        }
        serde_json::from_slice(&answer)
            .map_err(|_| AttemptError::Final(GatewayError::Unavailable("its answer cannot be read".into())))
    }

    /// Sends a request, and reads its status and whole body.
    async fn send(&self, request: reqwest::RequestBuilder) -> Result<(StatusCode, Vec<u8>), AttemptError> {
        let retry = |e: reqwest::Error| {
            AttemptError::Retry(if e.is_timeout() { "it took too long" } else { "it did not answer" }.into(), None)
        };
        let mut response = request.send().await.map_err(retry)?;
        let status = response.status();
        // 409: the same call is still running there.
        if status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT) {
            return Err(AttemptError::Retry(format!("it answered {}", status.as_u16()), retry_after(&response)));
        }
        let mut answer = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(retry)? {
            if answer.len() + chunk.len() > MAX_BODY_BYTES {
                return Err(AttemptError::Final(GatewayError::Unavailable("it answered too much".into())));
            }
            answer.extend_from_slice(&chunk);
        }
        Ok((status, answer))
    }

    /// Created at first use: processes that sell nothing need no TLS.
    fn http(&self) -> Result<&Client, AttemptError> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        let mut client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(ATTEMPT_TIMEOUT)
            .user_agent(concat!("mwanga/", env!("CARGO_PKG_VERSION")));
        if self.base_url.starts_with("http:") {
            // Without TLS it is a development server, which no proxy reaches.
            client = client.no_proxy();
        }
        let client = client.build().map_err(|_| {
            AttemptError::Final(GatewayError::Unavailable("TLS cannot be set up on this machine".into()))
        })?;
        Ok(self.http.get_or_init(|| client))
    }
}

fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Maps an error response. Its message is left out, because it may repeat what was sent.
fn to_gateway_error(status: StatusCode, error: ErrorResponse) -> GatewayError {
    let issue = error.details.first().map_or(error.name.as_str(), |detail| detail.issue.as_str());
    match issue {
        "ORDER_ALREADY_CAPTURED" | "CAPTURE_FULLY_REFUNDED" | "DUPLICATE_INVOICE_ID" => GatewayError::AlreadyDone,
        "ORDER_NOT_APPROVED" => GatewayError::NotApproved,
        "INSTRUMENT_DECLINED"
        | "TRANSACTION_REFUSED"
        | "PAYER_CANNOT_PAY"
        // The buyer has to choose or confirm something at PayPal.
        | "PAYER_ACTION_REQUIRED"
        | "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"
        | "DECLINED_DUE_TO_RELATED_TXN"
        | "PAYER_ACCOUNT_RESTRICTED"
        | "PAYER_ACCOUNT_LOCKED_OR_CLOSED"
        | "COMPLIANCE_VIOLATION"
        | "TRANSACTION_LIMIT_EXCEEDED" => GatewayError::Declined,
        "RESOURCE_NOT_FOUND" | "INVALID_RESOURCE_ID" | "ORDER_EXPIRED" => GatewayError::NotFound,
        other => {
            let word: String = other.chars().filter(|c| c.is_ascii_uppercase() || *c == '_').take(60).collect();
            GatewayError::Refused(format!("{} {word}", status.as_u16()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paypal_issues_map_to_wallet_errors() {
        let error_of = |issue: &str| {
            to_gateway_error(
                StatusCode::UNPROCESSABLE_ENTITY,
                ErrorResponse { name: issue.into(), details: Vec::new() },
            )
        };
        for (issues, expected) in [
            (&["ORDER_ALREADY_CAPTURED", "CAPTURE_FULLY_REFUNDED"][..], GatewayError::AlreadyDone),
            (&["ORDER_NOT_APPROVED"], GatewayError::NotApproved),
            // The buyer is sent back to PayPal, and nothing was charged.
            (
                &["INSTRUMENT_DECLINED", "PAYER_ACTION_REQUIRED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"],
                GatewayError::Declined,
            ),
            (&["INVALID_RESOURCE_ID"], GatewayError::NotFound),
            (&["amina@example.com: NOT_AUTHORIZED"], GatewayError::Refused("422 NOT_AUTHORIZED".into())),
        ] {
            for issue in issues {
                assert_eq!(error_of(issue), expected, "{issue}");
            }
        }
    }
}
