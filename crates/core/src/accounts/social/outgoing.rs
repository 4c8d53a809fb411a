use std::pin::Pin;
use std::sync::OnceLock;
use std::time::Duration;

use http::StatusCode;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::{Client, redirect};
use serde::de::DeserializeOwned;

use super::SocialError;

/// The longest one call may take, from connecting to the end of its answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Far beyond any answer of a provider.
const LONGEST: usize = 256 * 1024;

/// Calls to providers: none follows a redirect, takes long, or reads much.
#[derive(Default)]
pub struct Outgoing(OnceLock<Client>);

impl Outgoing {
    /// An answer of 200 to 499. Errors name the host and nothing that was sent.
    pub async fn send(&self, request: HttpRequest) -> Result<HttpResponse, SocialError> {
        let host = request.uri().host().unwrap_or_default().to_owned();
        let away = |why: &str| SocialError::Away(format!("{host} {why}"));
        let request = reqwest::Request::try_from(request).map_err(|_| away("has an address that cannot be called"))?;
        let mut response = self
            .client()?
            .execute(request)
            .await
            .map_err(|e| away(if e.is_timeout() { "took too long" } else { "did not answer" }))?;
        if response.status().is_server_error() {
            return Err(away(&format!("answered {}", response.status().as_u16())));
        }
        let mut answer = http::Response::new(Vec::new());
        *answer.status_mut() = response.status();
        *answer.headers_mut() = response.headers().clone();
        while let Some(chunk) =
            response.chunk().await.map_err(|e| away(if e.is_timeout() { "took too long" } else { "broke off" }))?
        {
            if answer.body().len() + chunk.len() > LONGEST {
                return Err(away("answered too much"));
            }
            answer.body_mut().extend_from_slice(&chunk);
        }
        Ok(answer)
    }

    /// The JSON at an address.
    pub async fn json<T: DeserializeOwned>(&self, url: &str, bearer: Option<&str>) -> Result<T, SocialError> {
        let away = |why: &str| SocialError::Away(format!("an answer that was asked for {why}"));
        let mut request = http::Request::get(url).header(http::header::ACCEPT, "application/json");
        if let Some(bearer) = bearer {
            request = request.header(http::header::AUTHORIZATION, format!("Bearer {bearer}"));
        }
        let answer = self.send(request.body(Vec::new()).map_err(|_| away("cannot be asked for"))?).await?;
        if answer.status() != StatusCode::OK {
            return Err(away(&format!("was a {}", answer.status().as_u16())));
        }
        serde_json::from_slice(answer.body()).map_err(|_| away("was no JSON of its kind"))
    }

    /// Made when first needed: processes that serve nobody need no TLS.
    fn client(&self) -> Result<&Client, SocialError> {
        if let Some(client) = self.0.get() {
            return Ok(client);
        }
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .user_agent(concat!("mwanga/", env!("CARGO_PKG_VERSION")))
            .build();
        let client = client.map_err(|_| SocialError::Away("TLS cannot be set up on this machine".to_owned()))?;
        Ok(self.0.get_or_init(|| client))
    }
}

impl<'c> AsyncHttpClient<'c> for Outgoing {
    type Error = SocialError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, SocialError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
