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

use super::super::WalletError;
use crate::config::PayPalConfig;

/// The longest one try may take, from connecting to the end of its answer.
const PATIENCE: Duration = Duration::from_secs(4);
/// Tries of one call, all with the same request id.
const TRIES: u32 = 3;
/// Before the second try; twice as long before the third.
const PAUSE: Duration = Duration::from_millis(300);
/// A wallet that asks for a longer pause than this is left in peace: somebody waits for us.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Far beyond any answer.
const LONGEST: usize = 512 * 1024;
/// A key is not used in its last minute.
const MARGIN: Duration = Duration::from_secs(60);

/// Calls to PayPal: none follows a redirect, takes long, or reads much. Nothing that was sent or answered is repeated
/// in an error.
pub struct Calls {
    base_url: String,
    client_id: String,
    secret: SecretString,
    http: OnceLock<Client>,
    /// The key that our calls are let in by, and until when.
    key: Mutex<Option<(String, Instant)>>,
}

/// How a try went that brought no answer to the call.
enum Failed {
    /// Another try may go better; after this pause, where the wallet names one.
    Again(String, Option<Duration>),
    KeyRefused,
    For(WalletError),
}

#[derive(Deserialize)]
struct KeyShape {
    access_token: String,
    expires_in: u64,
}

#[derive(Default, Deserialize)]
struct ProblemShape {
    #[serde(default)]
    name: String,
    #[serde(default)]
    details: Vec<DetailShape>,
}

#[derive(Deserialize)]
struct DetailShape {
    #[serde(default)]
    issue: String,
}

/// A name in a path.
pub fn segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

impl Calls {
    pub fn new(config: &PayPalConfig) -> Self {
        let PayPalConfig { base_url, client_id, secret, .. } = config.clone();
        Self { base_url, client_id, secret, http: OnceLock::new(), key: Mutex::new(None) }
    }

    pub async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        request_id: Option<&str>,
    ) -> Result<T, WalletError> {
        self.call_with_text(method, path, body.map(Value::to_string), request_id).await
    }

    /// As above, with the body's JSON as it is.
    pub async fn call_with_text<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        request_id: Option<&str>,
    ) -> Result<T, WalletError> {
        let (mut tries, mut renewed) = (1, false);
        loop {
            let pause = match self.attempt(&method, path, body.as_deref(), request_id).await {
                Ok(answer) => {
                    return serde_json::from_slice(&answer)
                        .map_err(|_| WalletError::Unavailable("its answer cannot be read".into()));
                }
                Err(Failed::For(error)) => return Err(error),
                // Taken back before its time, once; then our id and secret are none.
                Err(Failed::KeyRefused) if !renewed => {
                    renewed = true;
                    *self.key.lock().await = None;
                    continue;
                }
                Err(Failed::KeyRefused) => {
                    return Err(WalletError::Unavailable("it does not take our id and secret".into()));
                }
                Err(Failed::Again(why, _)) if tries == TRIES => return Err(WalletError::Unavailable(why)),
                Err(Failed::Again(why, Some(pause))) if pause > LONGEST_PAUSE => {
                    return Err(WalletError::Unavailable(why));
                }
                Err(Failed::Again(_, pause)) => pause.unwrap_or(PAUSE * (1 << (tries - 1))),
            };
            tries += 1;
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(
        &self,
        method: &Method,
        path: &str,
        body: Option<&str>,
        request_id: Option<&str>,
    ) -> Result<Vec<u8>, Failed> {
        let key = self.key().await?;
        let mut request = self.http()?.request(method.clone(), format!("{}{path}", self.base_url)).bearer_auth(key);
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .header("prefer", "return=representation")
                .body(body.to_owned());
        }
        if let Some(id) = request_id {
            request = request.header("paypal-request-id", id);
        }
        let (status, answer) = self.answer(request).await?;
        match status {
            status if status.is_success() => Ok(answer),
            StatusCode::UNAUTHORIZED => Err(Failed::KeyRefused),
            StatusCode::NOT_FOUND => Err(Failed::For(WalletError::Unknown)),
            _ => Err(Failed::For(meaning(status, serde_json::from_slice(&answer).unwrap_or_default()))),
        }
    }

    /// One key for all calls, asked for when there is none that is good.
    async fn key(&self) -> Result<String, Failed> {
        let mut held = self.key.lock().await;
        if let Some((key, until)) = &*held
            && Instant::now() < *until
        {
            return Ok(key.clone());
        }
        let basic = BASE64.encode(format!("{}:{}", self.client_id, self.secret.expose_secret()));
        let request = self
            .http()?
            .post(format!("{}/v1/oauth2/token", self.base_url))
            .header("authorization", format!("Basic {basic}"));
        let request =
            request.header("content-type", "application/x-www-form-urlencoded").body("grant_type=client_credentials");
        let (status, answer) = self.answer(request).await?;
        if !status.is_success() {
            return Err(Failed::For(WalletError::Unavailable("it does not take our id and secret".into())));
        }
        let KeyShape { access_token: key, expires_in } = serde_json::from_slice(&answer)
            .map_err(|_| Failed::For(WalletError::Unavailable("its answer cannot be read".into())))?;
        *held =
            Some((key.clone(), Instant::now() + Duration::from_secs(expires_in.min(86_400)).saturating_sub(MARGIN)));
        Ok(key)
    }

    /// A whole answer that says something about its call.
    async fn answer(&self, request: reqwest::RequestBuilder) -> Result<(StatusCode, Vec<u8>), Failed> {
        let again = |e: reqwest::Error| {
            Failed::Again(if e.is_timeout() { "it took too long" } else { "it did not answer" }.into(), None)
        };
        let mut response = request.send().await.map_err(again)?;
        let status = response.status();
        // A conflict: the same call of ours is still under way there.
        if status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT) {
            return Err(Failed::Again(format!("it answered {}", status.as_u16()), retry_after(&response)));
        }
        let mut answer = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(again)? {
            if answer.len() + chunk.len() > LONGEST {
                return Err(Failed::For(WalletError::Unavailable("it answered too much".into())));
            }
            answer.extend_from_slice(&chunk);
        }
        Ok((status, answer))
    }

    /// Made when first needed: processes that sell nothing need no TLS.
    fn http(&self) -> Result<&Client, Failed> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        let mut client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(PATIENCE)
            .user_agent(concat!("mwanga/", env!("CARGO_PKG_VERSION")));
        if self.base_url.starts_with("http:") {
            // Without TLS it is this machine, or another one of those who develop: no proxy knows the way.
            client = client.no_proxy();
        }
        let client = client
            .build()
            .map_err(|_| Failed::For(WalletError::Unavailable("TLS cannot be set up on this machine".into())))?;
        Ok(self.http.get_or_init(|| client))
    }
}

fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// What a refusal means to us. Its own words may repeat what it was sent.
fn meaning(status: StatusCode, problem: ProblemShape) -> WalletError {
    let issue = problem.details.first().map_or(problem.name.as_str(), |detail| detail.issue.as_str());
    match issue {
        "ORDER_ALREADY_CAPTURED" | "CAPTURE_FULLY_REFUNDED" | "DUPLICATE_INVOICE_ID" => WalletError::Already,
        "ORDER_NOT_APPROVED" => WalletError::NotApproved,
        "INSTRUMENT_DECLINED"
        | "TRANSACTION_REFUSED"
        | "PAYER_CANNOT_PAY"
        // The buyer has to go back to the wallet, and choose or prove something there.
        | "PAYER_ACTION_REQUIRED"
        | "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"
        | "DECLINED_DUE_TO_RELATED_TXN"
        | "PAYER_ACCOUNT_RESTRICTED"
        | "PAYER_ACCOUNT_LOCKED_OR_CLOSED"
        | "COMPLIANCE_VIOLATION"
        | "TRANSACTION_LIMIT_EXCEEDED" => WalletError::Declined,
        "RESOURCE_NOT_FOUND" | "INVALID_RESOURCE_ID" | "ORDER_EXPIRED" => WalletError::Unknown,
        other => {
            let word: String = other.chars().filter(|c| c.is_ascii_uppercase() || *c == '_').take(60).collect();
            WalletError::Refused(format!("{} {word}", status.as_u16()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paypal_issues_map_to_wallet_errors() {
        let told = |issue: &str| {
            meaning(StatusCode::UNPROCESSABLE_ENTITY, ProblemShape { name: issue.into(), details: Vec::new() })
        };
        for (issues, expected) in [
            (&["ORDER_ALREADY_CAPTURED", "CAPTURE_FULLY_REFUNDED"][..], WalletError::Already),
            (&["ORDER_NOT_APPROVED"], WalletError::NotApproved),
            // The buyer is led back to the wallet, and nothing was charged.
            (
                &["INSTRUMENT_DECLINED", "PAYER_ACTION_REQUIRED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"],
                WalletError::Declined,
            ),
            (&["INVALID_RESOURCE_ID"], WalletError::Unknown),
            (&["amina@example.com: NOT_AUTHORIZED"], WalletError::Refused("422 NOT_AUTHORIZED".into())),
        ] {
            for issue in issues {
                assert_eq!(told(issue), expected, "{issue}");
            }
        }
    }
}
