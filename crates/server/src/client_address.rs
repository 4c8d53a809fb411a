//! Client address of a request, and the key of rate limits that is derived from it.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Request, Uri, header};
use mwanga_core::attempts::ipv6_network;
use mwanga_core::config::IpNetwork;

/// Request extension: address of the client. API calls of pages, made in this process, have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Key of rate limits: an IPv4 address, or the /64 network of an IPv6 address, as a household has many of those.
    pub fn rate_limit_key(&self) -> IpAddr {
        match self.0.to_canonical() {
            IpAddr::V6(address) => ipv6_network(address, 64).into(),
            address => address,
        }
    }

    /// The network of this length around an IPv6 address; none of others.
    pub fn wider_network(&self, prefix: u32) -> Option<IpAddr> {
        match self.0.to_canonical() {
            IpAddr::V6(address) => Some(ipv6_network(address, prefix).into()),
            IpAddr::V4(_) => None,
        }
    }

    /// [`Self::rate_limit_key`] as text.
    pub fn network(&self) -> String {
        self.rate_limit_key().to_string()
    }
}

/// Request extension: the request was made on this very machine, and no proxy sent it. Conveniences of development are
/// for such requests alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local;

/// [`Local`], where the peer, `Host` and, of a browser, the page that asks are loopback.
pub fn local<B>(peer: IpAddr, request: &Request<B>) -> Option<Local> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok())?.parse().ok()?;
    let origin =
        headers.get(header::ORIGIN).map(|origin| origin.to_str().ok().and_then(|text| text.parse::<Uri>().ok()));
    let is_local = peer.to_canonical().is_loopback()
        && is_loopback(&host)
        && request.uri().authority().is_none_or(is_loopback)
        && origin.is_none_or(|origin| origin.is_some_and(|origin| origin.authority().is_some_and(is_loopback)))
        && forwarding_header(headers).is_none();
    is_local.then_some(Local)
}

/// The header by which a proxy says that it sent the request; none where it came without one.
pub fn forwarding_header(headers: &HeaderMap) -> Option<&str> {
    headers
        .keys()
        .map(HeaderName::as_str)
        .find(|name| matches!(*name, "forwarded" | "via" | "x-real-ip") || name.starts_with("x-forwarded"))
}

fn is_loopback(authority: &Authority) -> bool {
    let host = authority.host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    // What stands before an `@` is no part of the host, and in none that a browser sends.
    !authority.as_str().contains('@')
        && (host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.to_canonical().is_loopback()))
}

/// The client address behind trusted proxies: the last one in `X-Forwarded-For` that is not a trusted proxy. The header
/// is ignored where the peer is none.
pub fn resolve(proxies: &[IpNetwork], peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
    let trusted = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    let mut client = peer.to_canonical();
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok()).collect::<Vec<_>>();
    for part in lines.iter().flat_map(|line| line.split(',')).rev() {
        if !trusted(client) {
            break;
        }
        let Ok(address) = part.trim().parse::<IpAddr>() else { break };
        client = address.to_canonical();
    }
    ClientAddress(client)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_made_on_this_machine_are_local() {
        let is_local = |peer: &str, uri: &str, headers: &[(&str, &str)]| {
            let mut request = Request::builder().uri(uri);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            local(peer.parse().unwrap(), &request.body(()).unwrap()).is_some()
        };
        for (peer, host) in [
            ("127.0.0.1", "127.0.0.1:8080"),
            ("127.0.0.1", "localhost"),
            ("127.0.0.1", "LOCALHOST:8080"),
            ("::1", "[::1]:8080"),
            ("::ffff:127.0.0.1", "127.3.2.1"),
        ] {
            assert!(is_local(peer, "/", &[("host", host)]), "{peer} {host}");
            assert!(is_local(peer, "/", &[("host", host), ("origin", "http://localhost:8080")]), "{peer} {host}");
            for header in [
                "x-forwarded-for",
                "X-Forwarded-Proto",
                "x-forwarded-host",
                "X-Forwarded-Anything",
                "X-Forwarded",
                "forwarded",
                "Via",
                "x-real-ip",
            ] {
                for value in ["127.0.0.1", ""] {
                    assert!(!is_local(peer, "/", &[("host", host), (header, value)]), "{peer} {host} {header}");
                }
            }
            for origin in
                ["https://news.example", "null", "http://localhost.news.example", "http://localhost@news.example"]
            {
                assert!(!is_local(peer, "/", &[("host", host), ("origin", origin)]), "{peer} {host} {origin}");
            }
            assert!(!is_local(peer, "http://news.example/", &[("host", host)]), "{peer} {host}");
        }
        for (peer, host) in [
            ("192.0.2.1", "127.0.0.1"),
            ("2001:db8::1", "[::1]"),
            ("::ffff:192.0.2.1", "localhost"),
            ("127.0.0.1", "news.example"),
            ("127.0.0.1", "localhost.news.example"),
            ("127.0.0.1", "127.0.0.1.news.example"),
            ("127.0.0.1", "127.0.0.1@news.example"),
            ("127.0.0.1", "news.example@127.0.0.1"),
            ("127.0.0.1", "0.0.0.0:8080"),
            ("127.0.0.1", "[::ffff:192.0.2.1]"),
            ("127.0.0.1", ""),
        ] {
            assert!(!is_local(peer, "/", &[("host", host)]), "{peer} {host}");
        }
        assert!(!is_local("127.0.0.1", "/", &[]), "HTTP/1.0 has no host");
    }

    #[test]
    fn x_forwarded_for_is_read_from_trusted_proxies_only() {
        let proxies = [IpNetwork::parse("10.0.0.0/8").unwrap(), IpNetwork::parse("192.0.2.1").unwrap()];
        for (peer, lines, client) in [
            ("203.0.113.9", vec![], "203.0.113.9"),
            ("203.0.113.9", vec!["198.51.100.7"], "203.0.113.9"),
            ("10.0.0.1", vec!["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", vec!["6.6.6.6, 198.51.100.7, 192.0.2.1"], "198.51.100.7"),
            ("10.0.0.1", vec!["6.6.6.6, 198.51.100.7", "192.0.2.1"], "198.51.100.7"),
            ("10.0.0.1", vec!["not an address"], "10.0.0.1"),
            ("10.0.0.1", vec!["198.51.100.7, unknown, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", vec!["10.0.0.3"], "10.0.0.3"),
            ("::ffff:10.0.0.1", vec!["2001:db8::1"], "2001:db8::1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in &lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            assert_eq!(
                resolve(&proxies, peer.parse().unwrap(), &headers),
                ClientAddress(client.parse().unwrap()),
                "{peer} {lines:?}"
            );
        }
    }
}
