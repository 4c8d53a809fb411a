//! Client address of a request, and the key of rate limits that is derived from it.

use std::net::IpAddr;

use axum::http::HeaderMap;
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
