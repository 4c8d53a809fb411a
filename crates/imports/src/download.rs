//! Downloads with SSRF protection (`mwanga_core::outbound`): the URLs come from a file that somebody else wrote.

use std::collections::HashMap;
#[cfg(test)]
use std::net::SocketAddr;
use std::time::Duration;

use mwanga_core::outbound::{self, Reach, ResolveError, Target};
use reqwest::StatusCode;
use url::Url;

const MAX_REDIRECTS: usize = 3;
/// Consecutive failures after which a host is not tried again.
const MAX_FAILURES: u32 = 3;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);
/// Maximum time between two reads of a response.
const READ_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum time of one request.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(300);

#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    #[error("its address is not one of the public web")]
    Refused,
    /// The host did not respond, now or so often that it was not tried again.
    #[error("{0} did not answer")]
    Unreachable(String),
    #[error("{host} answered {status}")]
    Status { host: String, status: StatusCode },
    #[error("it is larger than {0} MB")]
    TooLarge(u64),
    #[error("it leads from address to address")]
    TooManyRedirects,
}

impl From<ResolveError> for DownloadError {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Refused => Self::Refused,
            ResolveError::Unknown(host) => Self::Unreachable(host),
        }
    }
}

pub struct Downloader {
    max_bytes: u64,
    /// Consecutive failures, by host.
    failures: HashMap<String, u32>,
    /// Hosts that tests treat as public.
    #[cfg(test)]
    public_hosts: HashMap<String, SocketAddr>,
}

impl Downloader {
    /// A downloader of files of up to `max_bytes`.
    pub fn new(max_bytes: u64) -> Self {
        Self {
            max_bytes,
            failures: HashMap::new(),
            #[cfg(test)]
            public_hosts: HashMap::new(),
        }
    }

    /// Downloads a file, following redirects.
    pub async fn fetch(&mut self, url: &Url) -> Result<Vec<u8>, DownloadError> {
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let host = url.host_str().unwrap_or_default().to_owned();
            if self.failures.get(&host).is_some_and(|failures| *failures >= MAX_FAILURES) {
                return Err(DownloadError::Unreachable(host));
            }
            let outcome = tokio::time::timeout(TOTAL_TIMEOUT, self.request(&url))
                .await
                .unwrap_or_else(|_| Err(DownloadError::Unreachable(host.clone())));
            match &outcome {
                Err(DownloadError::Unreachable(_)) => *self.failures.entry(host).or_default() += 1,
                _ => {
                    self.failures.remove(&host);
                }
            }
            match outcome? {
                Response::File(bytes) => return Ok(bytes),
                Response::Redirect(next) => url = next,
            }
        }
        Err(DownloadError::TooManyRedirects)
    }

    /// Sends one request, without following redirects.
    async fn request(&self, url: &Url) -> Result<Response, DownloadError> {
        let target = self.resolve_target(url).await?;
        let unreachable = |_| DownloadError::Unreachable(target.host.clone());
        let client = outbound::client(&target)
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            .user_agent(concat!("mwanga-import/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(unreachable)?;
        let mut response = client.get(url.clone()).send().await.map_err(unreachable)?;
        let status = response.status();
        if status.is_redirection() {
            let location = outbound::location(url, &response);
            return location.map(Response::Redirect).ok_or(DownloadError::Status { host: target.host, status });
        }
        if !status.is_success() {
            return Err(DownloadError::Status { host: target.host, status });
        }
        let too_large = DownloadError::TooLarge(self.max_bytes / 1024 / 1024);
        if response.content_length().is_some_and(|length| length > self.max_bytes) {
            return Err(too_large);
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if (bytes.len() + chunk.len()) as u64 > self.max_bytes {
                return Err(too_large);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Response::File(bytes))
    }
}

impl Downloader {
    #[cfg(not(test))]
    async fn resolve_target(&self, url: &Url) -> Result<Target, DownloadError> {
        Ok(outbound::resolve(url, Reach::Public).await?)
    }

    #[cfg(test)]
    async fn resolve_target(&self, url: &Url) -> Result<Target, DownloadError> {
        match url.host_str().and_then(|host| Some((host, self.public_hosts.get(host)?))) {
            Some((host, address)) => Ok(Target { host: host.to_owned(), addresses: vec![*address] }),
            None => Ok(outbound::resolve(url, Reach::Public).await?),
        }
    }
}

enum Response {
    File(Vec<u8>),
    Redirect(Url),
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_host_that_never_answers_is_not_tried_again() {
        let mut downloader = Downloader::new(1024);
        let url = Url::parse("http://no-such-host.invalid/x.png").unwrap();
        for _ in 0..MAX_FAILURES + 2 {
            assert!(matches!(downloader.fetch(&url).await, Err(DownloadError::Unreachable(_))));
        }
        assert_eq!(downloader.failures.values().max(), Some(&MAX_FAILURES));
    }

    /// A server that answers each request by its path, and records the paths.
    async fn serve(answer: impl Fn(&str) -> String + Send + 'static) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, requested) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let paths = requested.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut line = String::new();
                BufReader::new(&mut stream).read_line(&mut line).await.unwrap();
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                let answer = answer(&path);
                paths.lock().unwrap().push(path);
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        (address, requested)
    }

    #[tokio::test]
    async fn a_redirect_to_a_private_address_is_not_followed() {
        // The client needs a crypto provider, also without TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (address, requested) = serve(|path| match path.strip_prefix("/to?") {
            Some(place) => {
                format!("HTTP/1.1 302 Found\r\nlocation: {place}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            }
            None => "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nfile".to_owned(),
        })
        .await;
        let mut downloader = Downloader::new(1024);
        downloader.public_hosts.insert("photos.example".to_owned(), address);
        let port = address.port();
        let mut fetch = async |place: &str| {
            downloader.fetch(&Url::parse(&format!("http://photos.example:{port}/to?{place}")).unwrap()).await
        };
        for place in ["/here", &format!("http://photos.example:{port}/to?/here")] {
            assert_eq!(fetch(place).await.unwrap(), b"file", "{place}");
        }
        requested.lock().unwrap().clear();
        for place in [
            format!("http://{address}/secret"),
            format!("http://localhost:{port}/secret"),
            "http://127.0.0.1/secret".to_owned(),
            "http://169.254.169.254/latest/meta-data/".to_owned(),
            "http://[::ffff:10.0.0.1]/".to_owned(),
            "file:///etc/passwd".to_owned(),
            // Through a redirect of a public host.
            format!("/to?http://{address}/secret"),
        ] {
            let outcome = fetch(&place).await;
            assert!(matches!(outcome, Err(DownloadError::Refused)), "{place}: {outcome:?}");
        }
        assert!(requested.lock().unwrap().iter().all(|path| path.starts_with("/to?")), "{requested:?}");
        assert!(matches!(fetch("/to?/to?/to?/to?/here").await, Err(DownloadError::TooManyRedirects)));
    }
}
