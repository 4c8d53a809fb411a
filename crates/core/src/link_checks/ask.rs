//! Asking one address whether it leads somewhere.

use std::time::Duration;

use mwanga_store::types::{LinkOutcome, LinkReason};
use reqwest::{Method, StatusCode};
use url::Url;

use crate::outbound::{self, Reach, ResolveError};

const MAX_REDIRECTS: usize = 5;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum time of one request, until the head of its answer.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(10);
const USER_AGENT: &str = concat!("mwanga/", env!("CARGO_PKG_VERSION"), " (link check)");

/// What an address answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Status(StatusCode),
    /// Its host is not known.
    NoName,
    Timeout,
    /// The connection was refused, or broke.
    NoConnection,
    TooManyRedirects,
    /// It, or a redirect, leads to a host that may not be asked.
    Private,
}

impl Answer {
    pub(super) fn outcome(self) -> LinkOutcome {
        match self {
            Self::Status(status) if status.is_success() => LinkOutcome::Ok,
            Self::Status(StatusCode::NOT_FOUND | StatusCode::GONE) => LinkOutcome::Broken,
            Self::NoName | Self::Timeout | Self::NoConnection => LinkOutcome::Broken,
            Self::Status(_) | Self::TooManyRedirects | Self::Private => LinkOutcome::Unclear,
        }
    }

    pub(super) fn reason(self) -> LinkReason {
        match self {
            Self::Status(_) => LinkReason::Answered,
            Self::NoName => LinkReason::Name,
            Self::Timeout => LinkReason::Timeout,
            Self::NoConnection => LinkReason::Connection,
            Self::TooManyRedirects => LinkReason::Redirects,
            Self::Private => LinkReason::Private,
        }
    }

    pub(super) fn status(self) -> Option<i32> {
        match self {
            Self::Status(status) => Some(status.as_u16().into()),
            _ => None,
        }
    }
}

/// Asks an address. What is broken is asked a second time after `pause`: a host may only have been busy.
pub(super) async fn ask(url: &Url, reach: Reach, pause: Duration) -> Answer {
    let mut answer = follow(Method::HEAD, url, reach).await;
    // Many servers answer HEAD with an error where GET finds the page.
    if matches!(answer, Answer::Status(status) if !status.is_success()) {
        tokio::time::sleep(pause).await;
        answer = follow(Method::GET, url, reach).await;
    }
    if answer.outcome() == LinkOutcome::Broken {
        tokio::time::sleep(pause).await;
        answer = follow(Method::GET, url, reach).await;
    }
    answer
}

/// Sends a request, and follows redirects by hand: each address is checked.
async fn follow(method: Method, url: &Url, reach: Reach) -> Answer {
    let mut url = url.clone();
    for _ in 0..=MAX_REDIRECTS {
        match tokio::time::timeout(TOTAL_TIMEOUT, request(method.clone(), &url, reach)).await {
            Ok(Ok(Reply::Redirect(next))) => url = next,
            Ok(Ok(Reply::Status(status))) => return Answer::Status(status),
            Ok(Err(answer)) => return answer,
            Err(_) => return Answer::Timeout,
        }
    }
    Answer::TooManyRedirects
}

enum Reply {
    Status(StatusCode),
    Redirect(Url),
}

async fn request(method: Method, url: &Url, reach: Reach) -> Result<Reply, Answer> {
    let target = outbound::resolve(url, reach).await.map_err(|error| match error {
        ResolveError::Refused => Answer::Private,
        ResolveError::Unknown(_) => Answer::NoName,
    })?;
    let failed = |error: reqwest::Error| if error.is_timeout() { Answer::Timeout } else { Answer::NoConnection };
    let client =
        outbound::client(&target).connect_timeout(CONNECT_TIMEOUT).user_agent(USER_AGENT).build().map_err(failed)?;
    // The body is never read.
    let response = client.request(method, url.clone()).send().await.map_err(failed)?;
    let status = response.status();
    Ok(match outbound::location(url, &response).filter(|_| status.is_redirection()) {
        Some(next) => Reply::Redirect(next),
        None => Reply::Status(status),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_gone_or_silent_is_broken() {
        let of = |status: u16| Answer::Status(StatusCode::from_u16(status).unwrap()).outcome();
        for (status, outcome) in [
            (200, LinkOutcome::Ok),
            (204, LinkOutcome::Ok),
            (404, LinkOutcome::Broken),
            (410, LinkOutcome::Broken),
            (401, LinkOutcome::Unclear),
            (403, LinkOutcome::Unclear),
            (429, LinkOutcome::Unclear),
            (500, LinkOutcome::Unclear),
            (503, LinkOutcome::Unclear),
            (304, LinkOutcome::Unclear),
        ] {
            assert_eq!(of(status), outcome, "{status}");
        }
        for (answer, outcome) in [
            (Answer::NoName, LinkOutcome::Broken),
            (Answer::Timeout, LinkOutcome::Broken),
            (Answer::NoConnection, LinkOutcome::Broken),
            (Answer::TooManyRedirects, LinkOutcome::Unclear),
            (Answer::Private, LinkOutcome::Unclear),
        ] {
            assert_eq!(answer.outcome(), outcome, "{answer:?}");
        }
    }
}
