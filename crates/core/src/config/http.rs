//! Settings of the HTTP server.

use std::path::PathBuf;

use url::Url;

use super::{ConfigError, ConfigSource, IpNetwork};

/// Where the site is served, and to whom.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// `MWANGA_LISTEN`, default `127.0.0.1:8080`; port 0 picks a free one.
    pub listen: String,
    /// `MWANGA_BASE_URL`: the public URL, without a slash at its end; none: `http://` and the bound address.
    pub base_url: Option<Url>,
    /// Whether somebody gave it; otherwise it is where the server listens.
    pub is_base_url_set: bool,
    /// `MWANGA_TRUSTED_PROXIES`: addresses, or networks such as `10.0.0.0/8`, separated by commas, whose
    /// `X-Forwarded-For` is believed; default none.
    pub trusted_proxies: Vec<IpNetwork>,
    /// `MWANGA_CONNECTIONS_PER_ADDRESS`, default 512: open connections of one address, those of trusted proxies left
    /// out; when there are more, the one longest without a whole request ends.
    pub connections_per_address: u64,
    /// `MWANGA_RATE_LIMITS`: `on` (default), or `off` for load tests; refused in production.
    pub rate_limits: bool,
    /// `MWANGA_HSTS_SUBDOMAINS`, default false: browsers are told to use https for every host below the site's too.
    pub hsts_subdomains: bool,
    /// `MWANGA_API_HOST`: a second host (with its port, where it has one) that answers the API at bare paths.
    pub api_host: Option<String>,
    /// `MWANGA_CORS_ORIGINS`: origins such as `https://app.example`, separated by commas, whose pages may call the API
    /// with credentials; default none.
    pub cors_origins: Vec<String>,
    /// `MWANGA_FRONTEND_DIR`, development only: a frontend build to serve in place of the embedded one.
    pub frontend_dir: Option<PathBuf>,
}

impl HttpConfig {
    pub(super) fn read(source: &ConfigSource, production: bool) -> Result<Self, ConfigError> {
        let base_url = match source.text("base_url") {
            Some(text) => Some(
                base_url(&text)
                    .ok_or_else(|| source.invalid("base_url", "is not an http or https address without a path"))?,
            ),
            None if production => return Err(ConfigError::Missing("MWANGA_BASE_URL")),
            None => None,
        };
        let rate_limits = match source.text("rate_limits").as_deref() {
            None | Some("on") => true,
            Some("off") if production => return Err(source.invalid("rate_limits", "cannot be `off` in production")),
            Some("off") => false,
            Some(_) => return Err(source.invalid("rate_limits", "is neither `on` nor `off`")),
        };
        Ok(Self {
            is_base_url_set: base_url.is_some(),
            listen: source.text("listen").unwrap_or_else(|| "127.0.0.1:8080".into()),
            base_url,
            trusted_proxies: networks(source, "trusted_proxies")?,
            connections_per_address: source.number("connections_per_address", 512, 1..=1_000_000)?,
            rate_limits,
            hsts_subdomains: source.flag("hsts_subdomains", false)?,
            api_host: match source.text("api_host") {
                Some(host) => Some(
                    api_host(&host)
                        .ok_or_else(|| source.invalid("api_host", "is not a host such as `api.news.example`"))?,
                ),
                None => None,
            },
            cors_origins: origins(source, "cors_origins")?,
            frontend_dir: source.text("frontend_dir").filter(|_| !production).map(PathBuf::from),
        })
    }
}

fn networks(source: &ConfigSource, key: &str) -> Result<Vec<IpNetwork>, ConfigError> {
    let text = source.text(key).unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            IpNetwork::parse(part)
                .ok_or_else(|| source.invalid(key, "is not a list of addresses or networks such as 10.0.0.0/8"))
        })
        .collect()
}

/// A host as browsers send it: small letters, no default port.
fn api_host(text: &str) -> Option<String> {
    let url = base_url(&format!("https://{text}"))?;
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

/// Origins exactly as browsers send them.
fn origins(source: &ConfigSource, key: &str) -> Result<Vec<String>, ConfigError> {
    let text = source.text(key).unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let origin = |part: &str| base_url(part).map(|url| url.origin().ascii_serialization());
    parts
        .map(|part| {
            origin(part).ok_or_else(|| source.invalid(key, "is not a list of origins such as https://app.example"))
        })
        .collect()
}

fn base_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none())
    .then_some(url)
}
