//! Requests to addresses that somebody else wrote, with SSRF protection.
//!
//! Only http and https on their default ports are allowed. A host is resolved once, all its addresses must be public,
//! and the connection goes to one of these. Redirects are not followed: whoever does resolves each address anew.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::{Client, ClientBuilder, Response, header, redirect};
use url::{Host, Url};

const RESOLVE_TIMEOUT: Duration = Duration::from_secs(5);

/// Which hosts may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Public,
    /// Those of private networks too, and any port.
    Private,
}

#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    #[error("its address is not one of the public web")]
    Refused,
    #[error("the name {0} leads nowhere")]
    Unknown(String),
}

/// A host and its resolved addresses.
#[derive(Debug)]
pub struct Target {
    pub host: String,
    pub addresses: Vec<SocketAddr>,
}

/// Resolves the host of a URL; refuses what `reach` does not allow.
pub async fn resolve(url: &Url, reach: Reach) -> Result<Target, ResolveError> {
    let port = match (url.scheme(), url.port(), reach) {
        ("http", None, _) => 80,
        ("https", None, _) => 443,
        // `port()` is None for the default port.
        ("http" | "https", Some(port), Reach::Private) => port,
        _ => return Err(ResolveError::Refused),
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(ResolveError::Refused);
    }
    let (host, addresses) = match url.host() {
        Some(Host::Ipv4(address)) => (address.to_string(), vec![SocketAddr::new(address.into(), port)]),
        Some(Host::Ipv6(address)) => (format!("[{address}]"), vec![SocketAddr::new(address.into(), port)]),
        Some(Host::Domain(name)) => {
            let unknown = || ResolveError::Unknown(name.to_owned());
            let found = tokio::time::timeout(RESOLVE_TIMEOUT, tokio::net::lookup_host((name, port)))
                .await
                .map_err(|_| unknown())?
                .map_err(|_| unknown())?;
            (name.to_owned(), found.collect::<Vec<_>>())
        }
        None => return Err(ResolveError::Refused),
    };
    if addresses.is_empty() {
        return Err(ResolveError::Unknown(host));
    }
    if reach == Reach::Public && !addresses.iter().all(|address| is_public(address.ip())) {
        return Err(ResolveError::Refused);
    }
    Ok(Target { host, addresses })
}

/// A client that connects to `target` alone and follows no redirect.
pub fn client(target: &Target) -> ClientBuilder {
    Client::builder()
        .redirect(redirect::Policy::none())
        // A proxy would resolve the name again.
        .no_proxy()
        .resolve_to_addrs(&target.host, &target.addresses)
}

/// Where a redirect of `url` leads.
pub fn location(url: &Url, response: &Response) -> Option<Url> {
    let value = response.headers().get(header::LOCATION)?.to_str().ok()?;
    url.join(value).ok()
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
            let outcome = resolve(&Url::parse(url).unwrap(), Reach::Public).await;
            assert!(matches!(outcome, Err(ResolveError::Refused)), "{url}: {outcome:?}");
        }
        let target = resolve(&Url::parse("https://8.8.8.8/x.png").unwrap(), Reach::Public).await.unwrap();
        assert_eq!(target.addresses, ["8.8.8.8:443".parse().unwrap()]);
    }

    #[tokio::test]
    async fn private_hosts_and_ports_are_reached_where_that_is_allowed() {
        let url = Url::parse("http://127.0.0.1:8081/x.png").unwrap();
        let target = resolve(&url, Reach::Private).await.unwrap();
        assert_eq!(target.addresses, ["127.0.0.1:8081".parse().unwrap()]);
        for url in ["http://user:pass@127.0.0.1:8081/", "file:///etc/passwd"] {
            let outcome = resolve(&Url::parse(url).unwrap(), Reach::Private).await;
            assert!(matches!(outcome, Err(ResolveError::Refused)), "{url}: {outcome:?}");
        }
    }
}
