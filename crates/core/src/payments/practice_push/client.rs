//! HTTP client of the practice wallet that pushes.

use std::sync::OnceLock;
use std::time::Duration;

use http::StatusCode;
use reqwest::{RequestBuilder, Response, redirect};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::{GatewayError, NewPush};
use super::PracticePushConfig;

/// Timeout of a call, from connecting to the end of its answer.
const TIMEOUT: Duration = Duration::from_secs(4);

/// Client of the calls. Nothing is repeated: a repeated push would be a second one.
pub struct Client {
    base_url: String,
    secret: SecretString,
    http: OnceLock<reqwest::Client>,
}

/// A request on a phone, as the wallet tells it.
#[derive(Debug, Deserialize)]
pub struct RequestResponse {
    pub status: String,
}

impl Client {
    pub fn new(config: &PracticePushConfig) -> Self {
        let PracticePushConfig { base_url, secret } = config.clone();
        Self { base_url, secret, http: OnceLock::new() }
    }

    /// Has the phone asked for the money, and returns the request's id.
    ///
    /// # Errors
    ///
    /// - [`GatewayError::Refused`]: nothing was sent to the phone.
    /// - [`GatewayError::Unavailable`]: nobody knows whether something was.
    pub async fn push(&self, push: &NewPush, callback: &str) -> Result<String, GatewayError> {
        #[derive(Deserialize)]
        struct Pushed {
            request_id: String,
        }
        let body = json!({
            "phone": push.phone, "amount_minor": push.amount.minor, "currency": push.amount.currency,
            "description": push.description, "callback": callback,
        });
        let request = self.http()?.post(self.address("")).header("content-type", "application/json");
        let pushed: Pushed = self.call(request.body(body.to_string())).await?;
        Ok(pushed.request_id)
    }

    pub async fn find(&self, id: &str) -> Result<RequestResponse, GatewayError> {
        self.call(self.http()?.get(self.address(&format!("/{id}")))).await
    }

    pub async fn refund(&self, id: &str) -> Result<(), GatewayError> {
        let _: Value = self.call(self.http()?.post(self.address(&format!("/{id}/refund")))).await?;
        Ok(())
    }

    fn address(&self, path: &str) -> String {
        format!("{}/practice-push/requests{path}", self.base_url)
    }

    fn http(&self) -> Result<&reqwest::Client, GatewayError> {
        http(&self.http).ok_or_else(|| GatewayError::Refused("no client can be made".into()))
    }

    async fn call<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, GatewayError> {
        let failed = |e: reqwest::Error| match e.is_connect() {
            true => GatewayError::Refused("it could not be reached".into()),
            false => GatewayError::Unavailable("it did not answer".into()),
        };
        let response: Response = request.bearer_auth(self.secret.expose_secret()).send().await.map_err(failed)?;
        match response.status() {
            status if status.is_success() => {}
            StatusCode::NOT_FOUND => return Err(GatewayError::NotFound),
            status if status.is_client_error() => {
                return Err(GatewayError::Refused(format!("it answered {}", status.as_u16())));
            }
            status => return Err(GatewayError::Unavailable(format!("it answered {}", status.as_u16()))),
        }
        let body = response.bytes().await.map_err(|_| GatewayError::Unavailable("its answer broke off".into()))?;
        serde_json::from_slice(&body).map_err(|_| GatewayError::Unavailable("its answer cannot be read".into()))
    }
}

fn http(cell: &OnceLock<reqwest::Client>) -> Option<&reqwest::Client> {
    if cell.get().is_none() {
        let made = reqwest::Client::builder().no_proxy().redirect(redirect::Policy::none()).timeout(TIMEOUT).build();
        let _ = cell.set(made.ok()?);
    }
    cell.get()
}

/// Tells the site how a request ended, as the wallet does: once, whatever it answers.
pub async fn call_back(address: &str, body: &Value) {
    static HTTP: OnceLock<reqwest::Client> = OnceLock::new();
    let Some(http) = http(&HTTP) else { return };
    let call = http.post(address).header("content-type", "application/json").body(body.to_string());
    if let Err(error) = call.send().await {
        tracing::warn!("the practice phone could not tell the site: {}", error.without_url());
    }
}
