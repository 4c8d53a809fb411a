//! HTTP client for identity providers, limited in time and size, without redirects.

use std::pin::Pin;
use std::sync::OnceLock;
use std::time::Duration;

use http::StatusCode;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::{Client, redirect};
use serde::de::DeserializeOwned;

use super::SocialError;

/// Total timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of a response body.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

/// HTTP client for providers: no redirects, limited in time and size.
#[derive(Default)]
pub struct ProviderClient(OnceLock<Client>);

impl ProviderClient {
    /// Sends a request. Server errors (5xx) are errors here; they name the host and nothing that was sent.
    pub async fn send(&self, request: HttpRequest) -> Result<HttpResponse, SocialError> {
        let host = request.uri().host().unwrap_or_default().to_owned();
        let unavailable = |why: &str| SocialError::Unavailable(format!("{host} {why}"));
        let request =
            reqwest::Request::try_from(request).map_err(|_| unavailable("has an address that cannot be called"))?;
        let mut response = self
            .client()?
            .execute(request)
            .await
            .map_err(|e| unavailable(if e.is_timeout() { "took too long" } else { "did not answer" }))?;
        if response.status().is_server_error() {
            return Err(unavailable(&format!("answered {}", response.status().as_u16())));
        }
        let mut answer = http::Response::new(Vec::new());
        *answer.status_mut() = response.status();
        *answer.headers_mut() = response.headers().clone();
        while let Some(chunk) = response
            .chunk()
            .await
            .map_err(|e| unavailable(if e.is_timeout() { "took too long" } else { "broke off" }))?
        {
            if answer.body().len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(unavailable("answered too much"));
            }
            answer.body_mut().extend_from_slice(&chunk);
        }
        Ok(answer)
    }

    /// Fetches JSON.
    pub async fn json<T: DeserializeOwned>(&self, url: &str, bearer: Option<&str>) -> Result<T, SocialError> {
        let unavailable = |why: &str| SocialError::Unavailable(format!("an answer that was asked for {why}"));
        let mut request = http::Request::get(url).header(http::header::ACCEPT, "application/json");
        if let Some(bearer) = bearer {
            request = request.header(http::header::AUTHORIZATION, format!("Bearer {bearer}"));
        }
        let answer = self.send(request.body(Vec::new()).map_err(|_| unavailable("cannot be asked for"))?).await?;
        if answer.status() != StatusCode::OK {
            return Err(unavailable(&format!("was a {}", answer.status().as_u16())));
        }
        serde_json::from_slice(answer.body()).map_err(|_| unavailable("was no JSON of its kind"))
    }

    /// Whether there is something at an address: any answer will do but "not found" and a server error.
    pub async fn probe(&self, url: &str) -> Result<(), SocialError> {
        let unavailable = |why: &str| SocialError::Unavailable(format!("{url} {why}"));
        let request = http::Request::get(url).body(Vec::new()).map_err(|_| unavailable("cannot be called"))?;
        match self.send(request).await?.status() {
            StatusCode::NOT_FOUND => Err(unavailable("is not there")),
            _ => Ok(()),
        }
    }

    /// Built lazily: commands that do not serve need no TLS.
    fn client(&self) -> Result<&Client, SocialError> {
        if let Some(client) = self.0.get() {
            return Ok(client);
        }
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .user_agent(concat!("mwanga/", env!("CARGO_PKG_VERSION")))
            .build();
        let client = client.map_err(|_| SocialError::Unavailable("TLS cannot be set up on this machine".to_owned()))?;
        Ok(self.0.get_or_init(|| client))
    }
}

impl<'c> AsyncHttpClient<'c> for ProviderClient {
    type Error = SocialError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, SocialError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
