//! Downloads with SSRF protection: the URLs come from a file that somebody else wrote.
//!
//! Only http and https on their default ports are allowed. A host is resolved once, all its addresses must be public,
//! and the connection goes to one of these. The same holds for each redirect.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::{Client, StatusCode, header, redirect};
use url::{Host, Url};

const MAX_REDIRECTS: usize = 3;
/// Consecutive failures after which a host is not tried again.
const MAX_FAILURES: u32 = 3;
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(5);
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
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            // A proxy would resolve the name again.
            .no_proxy()
            .resolve_to_addrs(&target.host, &target.addresses)
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            .user_agent(concat!("mwanga-import/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(unreachable)?;
        let mut response = client.get(url.clone()).send().await.map_err(unreachable)?;
        let status = response.status();
        if status.is_redirection() {
            let location = response
                .headers()
                .get(header::LOCATION)
                .and_then(|value| value.to_str().ok())
                .and_then(|value| url.join(value).ok());
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
        resolve(url).await
    }

    #[cfg(test)]
    async fn resolve_target(&self, url: &Url) -> Result<Target, DownloadError> {
        match url.host_str().and_then(|host| Some((host, self.public_hosts.get(host)?))) {
            Some((host, address)) => Ok(Target { host: host.to_owned(), addresses: vec![*address] }),
            None => resolve(url).await,
        }
    }
}

enum Response {
    File(Vec<u8>),
    Redirect(Url),
}

/// A host and its resolved addresses, all public.
#[derive(Debug)]
struct Target {
    host: String,
    addresses: Vec<SocketAddr>,
}

/// Resolves the host of a URL; refuses any that is not on the public internet.
async fn resolve(url: &Url) -> Result<Target, DownloadError> {
    let port = match url.scheme() {
        "http" => 80,
        "https" => 443,
        _ => return Err(DownloadError::Refused),
    };
    // `port()` is None for the default port.
    if url.port().is_some() || !url.username().is_empty() || url.password().is_some() {
        return Err(DownloadError::Refused);
    }
    let (host, addresses) = match url.host() {
        Some(Host::Ipv4(address)) => (address.to_string(), vec![SocketAddr::new(address.into(), port)]),
        Some(Host::Ipv6(address)) => (format!("[{address}]"), vec![SocketAddr::new(address.into(), port)]),
        Some(Host::Domain(name)) => {
            let unreachable = || DownloadError::Unreachable(name.to_owned());
            let found = tokio::time::timeout(RESOLVE_TIMEOUT, tokio::net::lookup_host((name, port)))
                .await
                .map_err(|_| unreachable())?
                .map_err(|_| unreachable())?;
            (name.to_owned(), found.collect::<Vec<_>>())
        }
        None => return Err(DownloadError::Refused),
    };
    if addresses.is_empty() {
        return Err(DownloadError::Unreachable(host));
    }
    if !addresses.iter().all(|address| is_public(address.ip())) {
        return Err(DownloadError::Refused);
    }
    Ok(Target { host, addresses })
}

/// Whether an address belongs to the public internet.
///
/// Source: IANA special-purpose address registries for IPv4 and IPv6.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // Carrier-grade NAT, protocol assignments, 6to4 relays, benchmarks.
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a, b, c) == (192, 88, 99)
        || (a == 198 && matches!(b, 18 | 19))
        // Multicast, reserved, broadcast.
        || a >= 224;
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner = |high: u16, low: u16| is_public_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
    match parts {
        // Embedded IPv4: mapped, NAT64, 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            inner(high, low)
        }
        // Teredo and the other protocol assignments, documentation.
        [0x2001, second, ..] if second < 0x200 || second == 0xdb8 => false,
        [0x3fff, second, ..] if second < 0x1000 => false,
        // Global unicast is 2000::/3; unique-local, link-local, multicast and the rest lie outside.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn only_public_ip_addresses_are_allowed() {
        for address in [
            "8.8.8.8",
            "1.1.1.1",
            "192.0.66.2",
            "100.63.0.1",
            "100.128.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.0.0.1",
            "127.0.0.1",
            "127.255.0.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::1",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn private_hosts_ports_and_schemes_are_refused() {
        for url in [
            "http://127.0.0.1/x.png",
            "http://localhost/x.png",
            "http://[::1]/x.png",
            "http://[::ffff:127.0.0.1]/x.png",
            "http://2130706433/x.png",
            "http://0x7f.1/x.png",
            "http://169.254.169.254/latest/meta-data/",
            "http://8.8.8.8:22/x.png",
            "http://user:pass@8.8.8.8/x.png",
            "ftp://8.8.8.8/x.png",
            "file:///etc/passwd",
        ] {
            let outcome = resolve(&Url::parse(url).unwrap()).await;
            assert!(matches!(outcome, Err(DownloadError::Refused)), "{url}: {outcome:?}");
        }
        let target = resolve(&Url::parse("https://8.8.8.8/x.png").unwrap()).await.unwrap();
        assert_eq!(target.addresses, ["8.8.8.8:443".parse().unwrap()]);
    }

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
