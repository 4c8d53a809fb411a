//! Configuration: built-in defaults, then `mwanga.toml`, then the environment. A section is a file; a test compares the
//! README's table with what is read.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use lettre::transport::smtp::extension::ClientId;
use mwanga_store::types::SocialProvider;
use url::Url;

use crate::config_source::is_local;
use crate::payments::PaymentConfig;
use crate::smtp::hello_name;

mod backup;
mod bucket;
mod http;
mod keys;
mod links;
mod mail;
mod media;
mod network;
mod site;
mod social;
mod timeouts;

pub use backup::{BackupConfig, BackupLocation};
pub use bucket::Bucket;
pub use http::HttpConfig;
pub use keys::{KeyConfig, is_secret_key};
pub use links::LinkConfig;
pub use mail::MailConfig;
pub use media::{MediaConfig, MediaLocation};
pub use network::IpNetwork;
pub(crate) use site::OWN_BRAND;
pub use site::SiteConfig;
pub use social::{Endpoints, SocialClient, SocialProfile};
pub use timeouts::Timeouts;

pub use crate::config_source::{ConfigError, ConfigSource};

/// The configuration of a process. Each field names its `MWANGA_…` variable; the key in `mwanga.toml` is
/// the same without the prefix, in small letters.
#[derive(Clone, Debug)]
pub struct Config {
    /// `MWANGA_ENV`: `development` (default) or `production`.
    pub production: bool,
    /// Whether somebody said `MWANGA_ENV`; a public site that forgot it must not be taken for a developer's machine.
    pub is_environment_set: bool,
    /// `MWANGA_DATA_DIR`, default `./data`.
    pub data_dir: PathBuf,
    /// `DATABASE_URL`, default `mwanga.sqlite` in the data folder.
    pub database_url: String,
    /// `MWANGA_KEPT_REVISIONS`, default 100: how many saves of a post are kept, the newest ones.
    pub kept_revisions: u64,
    /// `MWANGA_LEASE_S`, default 60: how long a job or a newsletter's mail stays with a process that says nothing any
    /// more, before another one takes it.
    pub lease_s: u64,
    pub keys: KeyConfig,
    pub site: SiteConfig,
    pub http: HttpConfig,
    pub media: MediaConfig,
    pub links: LinkConfig,
    pub mail: MailConfig,
    pub backup: BackupConfig,
    /// `OAUTH_GOOGLE_…`, `OAUTH_FACEBOOK_…`, `OAUTH_LINKEDIN_…`: the providers that people may sign in with; see
    /// [`SocialClient`].
    pub social: HashMap<SocialProvider, SocialClient>,
    /// The payment providers that take the money of orders; in development without one the practice wallets do, in
    /// production nobody.
    pub payments: PaymentConfig,
    /// No variable sets them.
    pub timeouts: Timeouts,
    /// Variables that the environment sets: they fix the settings they belong to.
    pub environment: BTreeSet<String>,
}

impl Config {
    /// Reads `file` (an explicit one must exist; `mwanga.toml` in the working folder may be absent) and the
    /// environment. Creates the secret key where there is none.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::from_source(&ConfigSource::load(file)?)
    }

    /// [`Config::load`] that writes nothing: a secret key that is not there yet is not kept.
    pub fn load_read_only(file: Option<&Path>) -> Result<Self, ConfigError> {
        Self::read(&ConfigSource::load(file)?)
    }

    pub fn from_source(source: &ConfigSource) -> Result<Self, ConfigError> {
        let mut config = Self::read(source)?;
        config.keys.create_secret_file(&config.data_dir)?;
        Ok(config)
    }

    fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let environment = source.text("env");
        let production = match environment.as_deref() {
            None | Some("development") => false,
            Some("production") => true,
            Some(_) => return Err(source.invalid("env", "is neither `development` nor `production`")),
        };
        let data_dir = PathBuf::from(source.text("data_dir").unwrap_or_else(|| "./data".into()));
        let database_url = source
            .text("database_url")
            .unwrap_or_else(|| format!("sqlite://{}", data_dir.join("mwanga.sqlite").display()));
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| database_url.starts_with(scheme)) {
            return Err(source.invalid("database_url", "starts with neither `sqlite://` nor `postgres://`"));
        }
        Ok(Self {
            production,
            is_environment_set: environment.is_some(),
            http: HttpConfig::read(source, production)?,
            site: SiteConfig::read(source, production),
            database_url,
            kept_revisions: source.number("kept_revisions", 100, 1..=10_000)?,
            lease_s: source.number("lease_s", 60, 1..=3_600)?,
            keys: KeyConfig::read(source, &data_dir)?,
            media: MediaConfig::read(source)?,
            links: LinkConfig::read(source)?,
            mail: MailConfig::read(source, production)?,
            backup: BackupConfig::read(source)?,
            social: social::clients(source, production)?,
            payments: PaymentConfig::read(source, production)?,
            timeouts: Timeouts::default(),
            environment: source.environment().clone(),
            data_dir,
        })
    }

    /// The public URL without a slash at its end; call only after [`Config::set_listen_address`] or with one
    /// configured.
    pub fn base(&self) -> &str {
        self.http.base_url.as_ref().map_or("http://127.0.0.1:8080", |url| url.as_str().trim_end_matches('/'))
    }

    /// Falls back to the bound address where no public URL was given, and in development to the practice wallets of this
    /// very process where no wallet was.
    pub fn set_listen_address(&mut self, address: SocketAddr) {
        if self.payments.is_empty() && !self.production && is_reached_from_here(address.ip()) {
            self.payments = PaymentConfig::practice(address);
        }
        if self.http.base_url.is_none() {
            self.http.base_url = Url::parse(&format!("http://{address}")).ok();
        }
    }

    /// Refuses to serve readers elsewhere by a configuration that forgot `MWANGA_ENV`.
    ///
    /// # Errors
    ///
    /// - [`ConfigError::NoEnvironment`]: the base URL is https, or `address` is not loopback, and nobody said it.
    pub fn check_environment(&self, address: Option<SocketAddr>) -> Result<(), ConfigError> {
        let is_https = self.http.base_url.as_ref().is_some_and(|url| url.scheme() == "https");
        match address {
            _ if self.is_environment_set => Ok(()),
            _ if is_https => Err(ConfigError::NoEnvironment("MWANGA_BASE_URL is https")),
            Some(address) if !address.ip().to_canonical().is_loopback() => {
                Err(ConfigError::NoEnvironment("MWANGA_LISTEN is not a loopback address"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the links of the site lead to this machine alone.
    pub fn is_base_local(&self) -> bool {
        self.http.base_url.as_ref().is_none_or(is_local)
    }

    /// What we call ourselves to mail servers.
    pub fn hello(&self) -> ClientId {
        let host = || hello_name(self.http.base_url.as_ref()?.host_str()?);
        self.mail.hello.clone().or_else(host).unwrap_or_else(|| ClientId::Domain("localhost".to_owned()))
    }
}

/// Whether a socket that is bound to this address answers on loopback too.
fn is_reached_from_here(address: IpAddr) -> bool {
    let address = address.to_canonical();
    address.is_loopback() || address.is_unspecified()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source<const N: usize>(pairs: [(&str, &str); N]) -> ConfigSource {
        ConfigSource::from_pairs(pairs.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())))
    }

    #[test]
    fn production_requires_a_base_url() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().to_str().unwrap();
        let missing = |s: ConfigSource| Config::from_source(&s).unwrap_err().to_string();
        assert_eq!(
            missing(source([("env", "production"), ("data_dir", data)])),
            "MWANGA_BASE_URL must be set in production"
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

    /// Names of variables, each written out: `…_ISSUER` after `OAUTH_GOOGLE_CLIENT_ID` is `OAUTH_GOOGLE_ISSUER`.
    fn documented_variables() -> std::collections::BTreeSet<String> {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
        let table = readme
            .lines()
            .skip_while(|line| !line.starts_with("| `MWANGA_LISTEN`"))
            .take_while(|line| line.starts_with('|'));
        let mut names = std::collections::BTreeSet::new();
        for row in table {
            let cell = row.split('|').nth(1).unwrap();
            let mut first = "";
            for name in cell.split('`').skip(1).step_by(2) {
                if let Some(end) = name.strip_prefix('…') {
                    names.insert(first.splitn(3, '_').take(2).collect::<Vec<_>>().join("_") + end);
                } else {
                    first = name;
                    names.insert(name.to_owned());
                }
            }
        }
        names
    }

    #[test]
    fn the_readme_names_every_variable_that_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let source = source([("data_dir", dir.path().to_str().unwrap())]);
        Config::from_source(&source).unwrap();
        // Of the process rather than the site, and read by the logger alone.
        let mut documented = documented_variables();
        assert!(documented.remove("RUST_LOG"));
        assert_eq!(source.read_variables(), documented);
    }

    #[test]
    fn an_invalid_value_is_reported_with_its_variable() {
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
            ("undo_s", "a minute"),
            ("dkim_key_file", "/no/such/key.pem"),
            ("dns_server", "dns.example"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let error = Config::from_source(&source([("data_dir", dir.path().to_str().unwrap()), (key, value)]))
                .unwrap_err()
                .to_string();
            assert!(error.to_lowercase().contains(key), "{error}");
            assert!(!error.contains("hunter2"), "a secret stands in {error}");
        }
    }

    #[test]
    fn hosts_and_origins_are_normalized_as_browsers_send_them() {
        let dir = tempfile::tempdir().unwrap();
        let config = Config::from_source(&source([
            ("data_dir", dir.path().to_str().unwrap()),
            ("api_host", "API.News.example:8443"),
            ("cors_origins", "https://App.example/, http://localhost:5173"),
            ("smtp_url", "smtp+starttls://desk:secret@mail.example:587"),
        ]))
        .unwrap();
        assert_eq!(config.http.api_host.as_deref(), Some("api.news.example:8443"));
        assert_eq!(config.http.cors_origins, ["https://app.example", "http://localhost:5173"]);
        assert!(!format!("{config:?}").contains("secret@"));
    }

    #[test]
    fn a_social_provider_needs_id_and_secret_and_may_have_own_endpoints() {
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
        assert!(
            matches!(&config.social[&SocialProvider::Google].endpoints, Endpoints::Issuer(issuer) if issuer == "https://accounts.google.com")
        );
        let Endpoints::Named { auth, token, .. } = &config.social[&SocialProvider::Facebook].endpoints else {
            panic!("Facebook has no issuer")
        };
        assert_eq!(
            (auth.as_str(), token.as_str()),
            ("https://www.facebook.com/v23.0/dialog/oauth", "http://login.example/token")
        );
        assert!(!config.social.contains_key(&SocialProvider::LinkedIn), "an address alone is no client");
        assert!(!format!("{config:?}").contains("hunter2"));
        let wrong =
            |key, value| Config::from_source(&source([("data_dir", data), (key, value)])).unwrap_err().to_string();
        assert_eq!(
            wrong("oauth_google_client_id", "mwanga"),
            "OAUTH_GOOGLE_CLIENT_SECRET: is not set, though the client's id is"
        );
        assert_eq!(
            wrong("oauth_linkedin_client_secret", "hunter2"),
            "OAUTH_LINKEDIN_CLIENT_ID: is not set, though the client's secret is"
        );
        assert!(wrong("oauth_google_issuer", "accounts.google.com").starts_with("OAUTH_GOOGLE_ISSUER: "));
    }

    #[test]
    fn production_requires_https_for_identity_providers() {
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
    fn what_others_may_reach_needs_the_environment_said() {
        let dir = tempfile::tempdir().unwrap();
        let config = |base_url: &str, env: &str| {
            let pairs = [("data_dir", dir.path().to_str().unwrap()), ("base_url", base_url), ("env", env)];
            Config::from_source(&source(pairs)).unwrap()
        };
        let refused = |config: Config, address: &str| {
            config.check_environment(Some(address.parse().unwrap())).err().map(|e| e.to_string())
        };
        for address in ["127.0.0.1:80", "127.8.0.1:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
            assert_eq!(refused(config("", ""), address), None, "{address}");
            assert_eq!(refused(config("http://news.example", ""), address), None, "{address}");
        }
        for address in ["0.0.0.0:80", "[::]:80", "192.0.2.1:80", "[::ffff:192.0.2.1]:80"] {
            assert!(refused(config("", ""), address).unwrap().contains("MWANGA_ENV must be set"), "{address}");
            assert_eq!(refused(config("", "development"), address), None, "{address}");
        }
        for base_url in ["https://news.example", "HTTPS://localhost:8443"] {
            assert!(refused(config(base_url, ""), "127.0.0.1:80").unwrap().contains("MWANGA_BASE_URL is https"));
            assert!(config(base_url, "").check_environment(None).is_err());
            assert_eq!(refused(config(base_url, "development"), "127.0.0.1:80"), None);
        }
    }

    #[test]
    fn production_refuses_to_switch_rate_limits_off() {
        let dir = tempfile::tempdir().unwrap();
        let pairs = [
            ("env", "production"),
            ("data_dir", dir.path().to_str().unwrap()),
            ("base_url", "https://news.example"),
            ("contact_email", "desk@news.example"),
            ("contact_phone", "+254 20 555 0101"),
        ];
        assert!(Config::from_source(&source(pairs)).unwrap().http.rate_limits);
        let off = Config::from_source(&ConfigSource::from_pairs(
            pairs.iter().chain(&[("rate_limits", "off")]).map(|(k, v)| ((*k).to_owned(), (*v).to_owned())),
        ));
        assert_eq!(off.unwrap_err().to_string(), "MWANGA_RATE_LIMITS: cannot be `off` in production");
    }
}
