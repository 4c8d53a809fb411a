use url::{Host, Url};

/// Secrets go there and identities come from there, so nobody on the way may read or change them.
pub fn is_https_or_local(url: &Url, production: bool) -> bool {
    url.has_host() && (url.scheme() == "https" || (url.scheme() == "http" && (is_local(url) || !production)))
}

/// Whether the host is this machine.
pub fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
