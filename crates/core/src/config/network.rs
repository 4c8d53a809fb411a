//! IP networks in CIDR notation.

use std::net::IpAddr;

/// An IP network in CIDR notation, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpNetwork {
    address: IpAddr,
    bits: u32,
}

impl IpNetwork {
    /// `192.0.2.7`, `10.0.0.0/8` or `fd00::/8`.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(most), |bits| bits.parse().ok())?;
        (bits <= most).then_some(Self { address, bits })
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        // An IPv4 client of a socket for both comes as `::ffff:192.0.2.7`.
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                prefix_bits(own.to_bits().into(), self.bits, 32) == prefix_bits(other.to_bits().into(), self.bits, 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                prefix_bits(own.to_bits(), self.bits, 128) == prefix_bits(other.to_bits(), self.bits, 128)
            }
            _ => false,
        }
    }
}

fn prefix_bits(address: u128, bits: u32, of: u32) -> u128 {
    address.checked_shr(of - bits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_contains_the_addresses_with_its_prefix() {
        for (network, address, holds) in [
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("192.0.2.7", "::ffff:192.0.2.7", true),
            ("10.0.0.0/8", "10.200.3.4", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("::/0", "2001:db8::1", true),
            ("::/0", "192.0.2.7", false),
            ("2001:db8::/32", "2001:db8:1::9", true),
            ("2001:db8::/32", "2001:db9::1", false),
        ] {
            assert_eq!(
                IpNetwork::parse(network).unwrap().contains(address.parse().unwrap()),
                holds,
                "{network} {address}"
            );
        }
        for text in ["", "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129"] {
            assert_eq!(IpNetwork::parse(text), None, "{text}");
        }
    }
}
