//! Configuration: built-in defaults, then `mwanga.toml`, then the environment.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use lettre::Address;
use lettre::message::Mailbox;
use mwanga_store::types::SocialProvider;
use secrecy::SecretString;
use url::Url;

use crate::{fold, mail, secrets};

mod media;
mod network;
mod patience;
mod paypal;
mod social;
mod source;

pub use media::{Bucket, MediaPlace};
pub use network::Network;
pub use patience::Patience;
pub use paypal::PayPalConfig;
pub use social::{Endpoints, SocialClient, SocialProfile};
pub use source::Source;

/// Everything a process is told before it starts. Each field names its `MWANGA_…` variable; the key in `mwanga.toml` is the same without the prefix, in small letters.
#[derive(Clone, Debug)]
pub struct Config {
    /// `MWANGA_ENV`: `development` (default) or `production`.
    pub production: bool,
    /// `MWANGA_LISTEN`, default `127.0.0.1:8080`; port 0 picks a free one.
    pub listen: String,
    /// `MWANGA_BASE_URL`: the public URL, without a slash at its end; none: `http://` and the bound address.
    pub base_url: Option<Url>,
    /// `MWANGA_DATA_DIR`, default `./data`.
    pub data_dir: PathBuf,
    /// `DATABASE_URL`, default `mwanga.sqlite` in the data folder.
    pub database_url: String,
    /// `MWANGA_SECRET_KEY`, else generated once and kept in the data folder: signs tokens and upload links.
    pub secret_key: SecretString,
    /// `MWANGA_SECRET_KEY_BEFORE`: the one before it; what it signed is still accepted.
    pub secret_key_before: Option<SecretString>,
    /// `MWANGA_BRAND`, `MWANGA_TAGLINE`.
    pub brand: String,
    pub tagline: String,
    /// `MWANGA_CONTACT_EMAIL`, `MWANGA_CONTACT_PHONE`; reserved values outside production.
    pub contact_email: String,
    pub contact_phone: String,
    /// `MWANGA_MAX_UPLOAD_MB`, default 100 (MB of 1,048,576 bytes).
    pub max_upload_mb: u64,
    /// `MWANGA_UPLOAD_TIMEOUT_S`, default 120.
    pub upload_timeout_s: u64,
    /// `MWANGA_MEDIA_URL`: where media lie; see [`MediaPlace`].
    pub media: MediaPlace,
    /// `MWANGA_MEDIA_CACHE_MB`, default 2048: how much of a bucket is kept on the local disk for readers.
    pub media_cache_mb: u64,
    /// No variable sets it.
    pub patience: Patience,
    /// `MWANGA_MEDIA_PRIVATE`, default false: strangers get no file that nothing public uses.
    pub media_private: bool,
    /// `MWANGA_FFMPEG`: the program that draws a frame of each video; default `ffmpeg` of the `PATH`, where there is one.
    pub ffmpeg: Option<PathBuf>,
    /// `MWANGA_KEPT_REVISIONS`, default 100: how many saves of a post are kept, the newest ones.
    pub kept_revisions: u64,
    /// `MWANGA_NEWSLETTER_DOUBLE_OPT_IN`, default true; `false`: an address is confirmed at once.
    pub newsletter_double_opt_in: bool,
    /// `MWANGA_TRUSTED_PROXIES`: addresses, or networks such as `10.0.0.0/8`, separated by commas, whose `X-Forwarded-For` is believed; default none.
    pub trusted_proxies: Vec<Network>,
    /// `MWANGA_CONNECTIONS_PER_ADDRESS`, default 512: open connections of one address, those of trusted proxies left out; when there are more, the one
    /// longest without a whole request ends.
    pub connections_per_address: u64,
    /// `MWANGA_RATE_LIMITS`: `on` (default), or `off` for load tests; refused in production.
    pub rate_limits: bool,
    /// `MWANGA_HSTS_SUBDOMAINS`, default false: browsers are told to use https for every host below the site's too.
    pub hsts_subdomains: bool,
    /// `MWANGA_API_HOST`: a second host (with its port, where it has one) that answers the API at bare paths.
    pub api_host: Option<String>,
    /// `MWANGA_CORS_ORIGINS`: origins such as `https://app.example`, separated by commas, whose pages may call the API with credentials; default none.
    pub cors_origins: Vec<String>,
    /// `SMTP_URL`: `smtp://`, `smtps://` or `smtp+starttls://user:pass@host:port`; without it every mail is a file in `outbox/` of the data folder.
    pub smtp_url: Option<SecretString>,
    /// `MWANGA_MAIL_FROM`: sender of every mail, `news@site.example` or `The News <news@site.example>`; default the brand at the base URL's host.
    pub mail_from: Option<Mailbox>,
    /// `MWANGA_POSTAL_ADDRESS`: where the newsroom is, at the end of each newsletter, as many countries ask for; default none. Lines become one.
    pub postal_address: Option<String>,
    /// `MWANGA_DKIM_KEY_FILE`, `MWANGA_DKIM_SELECTOR`: the private key that mail is signed with, and the name of its public half in the DNS; default none.
    pub dkim: Option<(PathBuf, String)>,
    /// `MWANGA_MAIL_CONNECTIONS`, default 4: sessions with the mail server that newsletters are sent over at once.
    pub mail_connections: u64,
    /// `MWANGA_MAIL_PER_SECOND`: newsletters sent in a second at most, by one process; default 0: as fast as the mail server takes them.
    pub mail_per_second: u64,
    /// `MWANGA_MAIL_PER_DOMAIN`: newsletters sent in a minute at most to addresses of one host, by one process; default 0: no limit.
    pub mail_per_domain: u64,
    /// `MWANGA_MAIL_TIMEOUT_S`, default 30: how long a mail server may take over one answer; over the one to a whole message five times as long.
    pub mail_timeout_s: u64,
    /// `MWANGA_LEASE_S`, default 60: how long a job or a newsletter's mail stays with a process that says nothing any more, before another one takes it.
    pub lease_s: u64,
    /// `OAUTH_GOOGLE_…`, `OAUTH_FACEBOOK_…`, `OAUTH_LINKEDIN_…`: the providers that people may sign in with; see [`SocialClient`].
    pub social: HashMap<SocialProvider, SocialClient>,
    /// `PAYPAL_…`: takes the money of orders; in development without them the practice wallet does, in production nobody. See [`PayPalConfig`].
    pub paypal: Option<PayPalConfig>,
    /// `MWANGA_FRONTEND_DIR`, development only: a frontend build to serve in place of the embedded one.
    pub frontend_dir: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{name}: {why}")]
    Value { name: String, why: String },
    #[error("{path}: {why}")]
    File { path: PathBuf, why: String },
    #[error("{0} must be set in production")]
    Missing(&'static str),
}

pub const DEFAULT_TAGLINE: &str = "Your guide to a brighter future, powered by reliable information.";

impl Config {
    /// Reads `file` (an explicit one must exist; `mwanga.toml` in the working folder may be absent) and the environment.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::from_source(&Source::load(file)?)
    }

    pub fn from_source(source: &Source) -> Result<Self, ConfigError> {
        let production = match source.text("env").as_deref() {
            None | Some("development") => false,
            Some("production") => true,
            Some(_) => return Err(source.wrong("env", "is neither `development` nor `production`")),
        };
        let data_dir = PathBuf::from(source.text("data_dir").unwrap_or_else(|| "./data".into()));
        let database_url = source.text("database_url").unwrap_or_else(|| format!("sqlite://{}", data_dir.join("mwanga.sqlite").display()));
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| database_url.starts_with(scheme)) {
            return Err(source.wrong("database_url", "starts with neither `sqlite://` nor `postgres://`"));
        }
        let base_url = match source.text("base_url") {
            Some(text) => Some(base_url(&text).ok_or_else(|| source.wrong("base_url", "is not an http or https address without a path"))?),
            None if production => return Err(ConfigError::Missing("MWANGA_BASE_URL")),
            None => None,
        };
        let contact = |key: &'static str, name: &'static str, demo: &str| match source.text(key) {
            Some(text) => Ok(text),
            None if production => Err(ConfigError::Missing(name)),
            None => Ok(demo.to_owned()),
        };
        let secret_key = match source.text("secret_key") {
            Some(key) if key.len() >= 32 => SecretString::from(key),
            Some(_) => return Err(source.wrong("secret_key", "is shorter than 32 characters")),
            None => stored_secret(&data_dir)?,
        };
        let secret_key_before = match source.text("secret_key_before") {
            Some(key) if key.len() < 32 => return Err(source.wrong("secret_key_before", "is shorter than 32 characters")),
            key => key.map(SecretString::from),
        };
        let rate_limits = match source.text("rate_limits").as_deref() {
            None | Some("on") => true,
            Some("off") if production => return Err(source.wrong("rate_limits", "cannot be `off` in production")),
            Some("off") => false,
            Some(_) => return Err(source.wrong("rate_limits", "is neither `on` nor `off`")),
        };
        let smtp_url = source.text("smtp_url").map(SecretString::from);
        if let Some(url) = &smtp_url {
            mail::SmtpServer::parse(url).map_err(|why| source.wrong("smtp_url", why))?;
        }
        let mail_from = match source.text("mail_from") {
            Some(text) => Some(text.parse().map_err(|_| source.wrong("mail_from", "is not a sender such as `The News <news@site.example>`"))?),
            None => None,
        };
        Ok(Self {
            production,
            listen: source.text("listen").unwrap_or_else(|| "127.0.0.1:8080".into()),
            base_url,
            database_url,
            secret_key,
            secret_key_before,
            brand: source.text("brand").unwrap_or_else(|| "Mwanga".into()),
            tagline: source.text("tagline").unwrap_or_else(|| DEFAULT_TAGLINE.into()),
            contact_email: contact("contact_email", "MWANGA_CONTACT_EMAIL", "hello@example.com")?,
            // 555 01xx is kept free for fiction.
            contact_phone: contact("contact_phone", "MWANGA_CONTACT_PHONE", "+254 20 555 0100")?,
            max_upload_mb: source.number("max_upload_mb", 100, 1..=10_000)?,
            upload_timeout_s: source.number("upload_timeout_s", 120, 1..=86_400)?,
            media: media::place(source)?,
            media_cache_mb: source.number("media_cache_mb", 2_048, 1..=1_000_000)?,
            patience: Patience::default(),
            media_private: source.flag("media_private", false)?,
            ffmpeg: media::ffmpeg(source)?,
            kept_revisions: source.number("kept_revisions", 100, 1..=10_000)?,
            newsletter_double_opt_in: source.flag("newsletter_double_opt_in", true)?,
            trusted_proxies: networks(source, "trusted_proxies")?,
            connections_per_address: source.number("connections_per_address", 512, 1..=1_000_000)?,
            rate_limits,
            hsts_subdomains: source.flag("hsts_subdomains", false)?,
            api_host: match source.text("api_host") {
                Some(host) => Some(api_host(&host).ok_or_else(|| source.wrong("api_host", "is not a host such as `api.news.example`"))?),
                None => None,
            },
            cors_origins: origins(source, "cors_origins")?,
            smtp_url,
            mail_from,
            postal_address: source.text("postal_address").map(|text| one_address(&text)).filter(|address| !address.is_empty()),
            dkim: dkim(source)?,
            mail_connections: source.number("mail_connections", 4, 1..=64)?,
            mail_per_second: source.number("mail_per_second", 0, 0..=10_000)?,
            mail_per_domain: source.number("mail_per_domain", 0, 0..=1_000_000)?,
            mail_timeout_s: source.number("mail_timeout_s", 30, 1..=600)?,
            lease_s: source.number("lease_s", 60, 1..=3_600)?,
            social: social::clients(source, production)?,
            paypal: paypal::read(source, production)?,
            frontend_dir: source.text("frontend_dir").filter(|_| !production).map(PathBuf::from),
            data_dir,
        })
    }

    /// The public URL without a slash at its end; call only after [`Config::bound_to`] or with one configured.
    pub fn base(&self) -> &str {
        self.base_url.as_ref().map_or("http://127.0.0.1:8080", |url| url.as_str().trim_end_matches('/'))
    }

    /// Falls back to the bound address where no public URL was given, and in development to the practice wallet of this very process where no wallet was.
    pub fn bound_to(&mut self, address: std::net::SocketAddr) {
        if self.paypal.is_none() && !self.production {
            self.paypal = Some(PayPalConfig::practice(address));
        }
        if self.base_url.is_none() {
            self.base_url = Url::parse(&format!("http://{address}")).ok();
        }
    }

    /// The hosts that the page of a payment needs besides our own, of every payment provider.
    pub fn payment_hosts(&self) -> Vec<String> {
        self.paypal.iter().filter_map(PayPalConfig::script_hosts).collect()
    }

    /// Who every mail comes from.
    pub fn mail_from(&self) -> Mailbox {
        self.mail_from.clone().unwrap_or_else(|| {
            // A mail address has a name for its host; a bare address of a machine in development gets one.
            let host = self.base_url.as_ref().and_then(Url::domain).unwrap_or("localhost");
            let name = fold::fold(&self.brand).replace(' ', "-");
            let address = Address::new(if name.is_empty() { "news" } else { &name }, host).or_else(|_| Address::new("news", "localhost"));
            Mailbox::new(Some(mail::one_line(&self.brand)), address.expect("a fixed address"))
        })
    }

    pub fn max_upload_bytes(&self) -> u64 {
        self.max_upload_mb * 1024 * 1024
    }
}

/// Lines as one, as envelopes are written on one.
fn one_address(lines: &str) -> String {
    lines.lines().map(mail::one_line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ")
}

fn dkim(source: &Source) -> Result<Option<(PathBuf, String)>, ConfigError> {
    match (source.text("dkim_key_file"), source.text("dkim_selector")) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(source.wrong("dkim_key_file", "needs MWANGA_DKIM_SELECTOR beside it")),
        (None, Some(_)) => Err(source.wrong("dkim_selector", "needs MWANGA_DKIM_KEY_FILE beside it")),
        (Some(file), Some(selector)) if selector.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.')) => Ok(Some((file.into(), selector))),
        (Some(_), Some(_)) => Err(source.wrong("dkim_selector", "is not a name in the DNS such as `news`")),
    }
}

fn networks(source: &Source, key: &str) -> Result<Vec<Network>, ConfigError> {
    let text = source.text(key).unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| Network::parse(part).ok_or_else(|| source.wrong(key, "is not a list of addresses or networks such as 10.0.0.0/8"))).collect()
}

/// A host as browsers send it: small letters, no default port.
fn api_host(text: &str) -> Option<String> {
    let url = base_url(&format!("https://{text}"))?;
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

/// Origins exactly as browsers send them.
fn origins(source: &Source, key: &str) -> Result<Vec<String>, ConfigError> {
    let text = source.text(key).unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let origin = |part: &str| base_url(part).map(|url| url.origin().ascii_serialization());
    parts.map(|part| origin(part).ok_or_else(|| source.wrong(key, "is not a list of origins such as https://app.example"))).collect()
}

fn base_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/" && url.query().is_none() && url.fragment().is_none()).then_some(url)
}

/// The key in the data folder; made on the first call, readable by its owner alone.
fn stored_secret(data_dir: &Path) -> Result<SecretString, ConfigError> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;

    let path = data_dir.join("secret.key");
    let failed = |e: std::io::Error| ConfigError::File { path: path.clone(), why: e.to_string() };
    std::fs::create_dir_all(data_dir).map_err(failed)?;
    let fresh = data_dir.join(format!("secret.{}.new", secrets::random_name(8)));
    if !path.exists() {
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&fresh).map_err(failed)?;
        file.write_all(secrets::random_name(64).as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        // A link never replaces: of two first starts at once, both read the winner's key.
        let _ = std::fs::hard_link(&fresh, &path);
        std::fs::remove_file(&fresh).map_err(failed)?;
    }
    let key = std::fs::read_to_string(&path).map_err(failed)?;
    if key.trim().len() < 32 {
        return Err(ConfigError::File { path, why: "holds no key of 32 characters or more".into() });
    }
    Ok(SecretString::from(key.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source<const N: usize>(pairs: [(&str, &str); N]) -> Source {
        Source::from_pairs(pairs.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())))
    }

    #[test]
    fn production_refuses_to_start_half_configured() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().to_str().unwrap();
        let missing = |s: Source| Config::from_source(&s).unwrap_err().to_string();
        assert_eq!(missing(source([("env", "production"), ("data_dir", data)])), "MWANGA_BASE_URL must be set in production");
        assert_eq!(
            missing(source([("env", "production"), ("data_dir", data), ("base_url", "https://news.example")])),
            "MWANGA_CONTACT_EMAIL must be set in production"
        );
        let config = Config::from_source(&source([
            ("env", "production"),
            ("data_dir", data),
            ("base_url", "https://news.example"),
            ("contact_email", "desk@news.example"),
            ("contact_phone", "+254 20 555 0101"),
        ]))
        .unwrap();
        assert_eq!(config.base(), "https://news.example");
    }

    #[test]
    fn a_wrong_value_is_named() {
        for (key, value) in [
            ("env", "prod"),
            ("base_url", "news.example"),
            ("base_url", "https://news.example/blog"),
            ("max_upload_mb", "lots"),
            ("newsletter_double_opt_in", "maybe"),
            ("trusted_proxies", "10.0.0.1, proxy.example"),
            ("database_url", "mysql://x"),
            ("secret_key", "hunter2"),
            ("rate_limits", "never"),
            ("api_host", "api.news.example/v1"),
            ("cors_origins", "https://app.example, *"),
            ("cors_origins", "https://app.example/path"),
            ("smtp_url", "hunter2://user:hunter2@mail.example"),
            ("mail_from", "the desk"),
            ("mail_connections", "0"),
            ("dkim_key_file", "/no/such/key.pem"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let error = Config::from_source(&source([("data_dir", dir.path().to_str().unwrap()), (key, value)])).unwrap_err().to_string();
            assert!(error.to_lowercase().contains(key), "{error}");
            assert!(!error.contains("hunter2"), "a secret stands in {error}");
        }
    }

    #[test]
    fn hosts_and_origins_are_kept_as_browsers_send_them() {
        let dir = tempfile::tempdir().unwrap();
        let config = Config::from_source(&source([
            ("data_dir", dir.path().to_str().unwrap()),
            ("api_host", "API.News.example:8443"),
            ("cors_origins", "https://App.example/, http://localhost:5173"),
            ("smtp_url", "smtp+starttls://desk:secret@mail.example:587"),
        ]))
        .unwrap();
        assert_eq!(config.api_host.as_deref(), Some("api.news.example:8443"));
        assert_eq!(config.cors_origins, ["https://app.example", "http://localhost:5173"]);
        assert_eq!(config.mail_from().to_string(), "Mwanga <mwanga@localhost>");
        assert!(!format!("{config:?}").contains("secret@"));
    }

    #[test]
    fn a_social_provider_is_told_whole_and_may_lie_elsewhere() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().to_str().unwrap();
        let config = Config::from_source(&source([
            ("data_dir", data),
            ("oauth_google_client_id", "mwanga"),
            ("oauth_google_client_secret", "hunter2"),
            ("oauth_facebook_client_id", "mwanga"),
            ("oauth_facebook_client_secret", "hunter2"),
            ("oauth_facebook_token_url", "http://login.example/token"),
            ("oauth_linkedin_issuer", "https://linkedin.example"),
        ]))
        .unwrap();
        assert!(matches!(&config.social[&SocialProvider::Google].endpoints, Endpoints::Issuer(issuer) if issuer == "https://accounts.google.com"));
        let Endpoints::Named { auth, token, .. } = &config.social[&SocialProvider::Facebook].endpoints else { panic!("Facebook has no issuer") };
        assert_eq!((auth.as_str(), token.as_str()), ("https://www.facebook.com/v23.0/dialog/oauth", "http://login.example/token"));
        assert!(!config.social.contains_key(&SocialProvider::LinkedIn), "an address alone is no client");
        assert!(!format!("{config:?}").contains("hunter2"));
        let wrong = |key, value| Config::from_source(&source([("data_dir", data), (key, value)])).unwrap_err().to_string();
        assert_eq!(wrong("oauth_google_client_id", "mwanga"), "OAUTH_GOOGLE_CLIENT_SECRET: is not set, though the client's id is");
        assert_eq!(wrong("oauth_linkedin_client_secret", "hunter2"), "OAUTH_LINKEDIN_CLIENT_ID: is not set, though the client's secret is");
        assert!(wrong("oauth_google_issuer", "accounts.google.com").starts_with("OAUTH_GOOGLE_ISSUER: "));
    }

    #[test]
    fn secrets_of_production_go_over_https() {
        let dir = tempfile::tempdir().unwrap();
        for (issuer, fits) in [
            ("https://login.example", true),
            ("http://login.example", false),
            ("http://127.0.0.1:9000", true),
            ("http://localhost:9000", true),
            ("ftp://localhost", false),
        ] {
            let config = Config::from_source(&source([
                ("env", "production"),
                ("data_dir", dir.path().to_str().unwrap()),
                ("base_url", "https://news.example"),
                ("contact_email", "desk@news.example"),
                ("contact_phone", "+254 20 555 0101"),
                ("oauth_google_issuer", issuer),
            ]));
            assert_eq!(config.is_ok(), fits, "{issuer}");
        }
    }

    #[test]
    fn production_keeps_its_limits() {
        let dir = tempfile::tempdir().unwrap();
        let pairs = [
            ("env", "production"),
            ("data_dir", dir.path().to_str().unwrap()),
            ("base_url", "https://news.example"),
            ("contact_email", "desk@news.example"),
            ("contact_phone", "+254 20 555 0101"),
        ];
        assert!(Config::from_source(&source(pairs)).unwrap().rate_limits);
        let off = Config::from_source(&Source::from_pairs(pairs.iter().chain(&[("rate_limits", "off")]).map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))));
        assert_eq!(off.unwrap_err().to_string(), "MWANGA_RATE_LIMITS: cannot be `off` in production");
    }

    #[test]
    fn the_generated_key_is_kept_and_private() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let keys: Vec<String> = (0..2).map(|_| secrecy::ExposeSecret::expose_secret(&stored_secret(dir.path()).unwrap()).to_owned()).collect();
        assert_eq!(keys[0], keys[1]);
        assert_eq!(std::fs::metadata(dir.path().join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
