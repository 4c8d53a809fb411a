//! Who asks: the address that limits are counted by.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;
use mwanga_core::config::Network;

/// Travels with a request that came over the wire; the calls of pages, made in this process, have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// What limits are counted by: a household has many IPv6 addresses, and one network of 64 bits.
    pub fn rate_limit_key(&self) -> IpAddr {
        match self.0.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        }
    }

    pub fn network(&self) -> String {
        self.rate_limit_key().to_string()
    }
}

/// The address behind the proxies that are trusted: the last one in `X-Forwarded-For` that is none of them. What others
/// wrote there is not believed.
pub fn behind(proxies: &[Network], peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
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
        let proxies = [Network::parse("10.0.0.0/8").unwrap(), Network::parse("192.0.2.1").unwrap()];
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
                behind(&proxies, peer.parse().unwrap(), &headers),
                ClientAddress(client.parse().unwrap()),
                "{peer} {lines:?}"
            );
        }
    }
}
