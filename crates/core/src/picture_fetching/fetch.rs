//! One picture of another site.

use futures_util::StreamExt;
use reqwest::header::{ACCEPT, CONTENT_LENGTH};
use reqwest::{Response, StatusCode};
use url::Url;

use crate::outbound::{self, Reach, ResolveError};

const MAX_REDIRECTS: usize = 5;
const USER_AGENT: &str = concat!("mwanga/", env!("CARGO_PKG_VERSION"), " (picture of a text)");

#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error("it is no web address")]
    NoAddress,
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    #[error("its site answered {0}")]
    Status(StatusCode),
    #[error("it leads on and on")]
    Redirects,
    #[error("its site took too long")]
    Slow,
    #[error("it is no picture of a kind that can be uploaded")]
    NoPicture,
    #[error("it is larger than an upload may be")]
    TooLarge,
    #[error("its site could not be reached, or stopped in the middle")]
    Broken(#[from] reqwest::Error),
}

/// Reads the answer of an address, and follows redirects by hand: each address is checked.
pub(super) async fn fetch(address: &str, reach: Reach, max_bytes: u64) -> Result<Vec<u8>, FetchError> {
    let mut url = Url::parse(address).map_err(|_| FetchError::NoAddress)?;
    url.set_fragment(None);
    for _ in 0..=MAX_REDIRECTS {
        let target = outbound::resolve(&url, reach).await?;
        let client = outbound::client(&target).user_agent(USER_AGENT).build()?;
        let response = client.get(url.clone()).header(ACCEPT, "image/*").send().await?;
        let status = response.status();
        match outbound::location(&url, &response).filter(|_| status.is_redirection()) {
            Some(next) => url = next,
            None if status == StatusCode::OK => return read(response, max_bytes).await,
            None => return Err(FetchError::Status(status)),
        }
    }
    Err(FetchError::Redirects)
}

async fn read(response: Response, max_bytes: u64) -> Result<Vec<u8>, FetchError> {
    let said = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if said.is_some_and(|length| length > max_bytes) {
        return Err(FetchError::TooLarge);
    }
    let mut bytes = Vec::new();
    let mut body = response.bytes_stream();
    while let Some(chunk) = body.next().await {
        bytes.extend_from_slice(&chunk?);
        if bytes.len() as u64 > max_bytes {
            return Err(FetchError::TooLarge);
        }
    }
    Ok(bytes)
}
