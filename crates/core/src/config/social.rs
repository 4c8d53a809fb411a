use std::collections::HashMap;

use mwanga_store::types::SocialProvider;
use secrecy::SecretString;
use url::{Host, Url};

use super::{ConfigError, Source};

/// LinkedIn's own service.
pub const LINKEDIN: &str = "https://www.linkedin.com/oauth";
const GOOGLE: &str = "https://accounts.google.com";
const FACEBOOK_AUTH: &str = "https://www.facebook.com/v23.0/dialog/oauth";
const FACEBOOK_TOKEN: &str = "https://graph.facebook.com/v23.0/oauth/access_token";
const FACEBOOK_USERINFO: &str = "https://graph.facebook.com/v23.0/me";

/// What a provider knows us as: `OAUTH_{PROVIDER}_CLIENT_ID` and `OAUTH_{PROVIDER}_CLIENT_SECRET`, both or neither.
#[derive(Clone, Debug)]
pub struct SocialClient {
    pub id: String,
    pub secret: SecretString,
    pub endpoints: Endpoints,
}

/// Where a provider is asked; every address can be pointed elsewhere.
#[derive(Clone, Debug)]
pub enum Endpoints {
    /// `OAUTH_{PROVIDER}_ISSUER`, of Google and LinkedIn: it describes its addresses itself.
    Issuer(String),
    /// `OAUTH_FACEBOOK_AUTH_URL`, `…_TOKEN_URL`, `…_USERINFO_URL`.
    Named { auth: String, token: String, userinfo: String },
}

pub(super) fn clients(source: &Source, production: bool) -> Result<HashMap<SocialProvider, SocialClient>, ConfigError> {
    let mut clients = HashMap::new();
    for provider in [SocialProvider::Google, SocialProvider::Facebook, SocialProvider::LinkedIn] {
        let key = |what: &str| format!("oauth_{}_{what}", provider.as_str());
        let address = |what: &str, default: &str| {
            let (key, text) = (key(what), source.text(&key(what)).unwrap_or_else(|| default.to_owned()));
            match Url::parse(&text) {
                Ok(url) if is_safe(&url, production) => Ok(text),
                _ => Err(source.wrong(&key, "is no https address (http is for development, and for this machine)")),
            }
        };
        let endpoints = match provider {
            SocialProvider::Google => Endpoints::Issuer(address("issuer", GOOGLE)?),
            SocialProvider::LinkedIn => Endpoints::Issuer(address("issuer", LINKEDIN)?),
            SocialProvider::Facebook => Endpoints::Named {
                auth: address("auth_url", FACEBOOK_AUTH)?,
                token: address("token_url", FACEBOOK_TOKEN)?,
                userinfo: address("userinfo_url", FACEBOOK_USERINFO)?,
            },
        };
        match (source.text(&key("client_id")), source.text(&key("client_secret"))) {
            (Some(id), Some(secret)) => {
                clients.insert(provider, SocialClient { id, secret: SecretString::from(secret), endpoints });
            }
            (None, None) => {}
            (Some(_), None) => return Err(source.wrong(&key("client_secret"), "is not set, though the client's id is")),
            (None, Some(_)) => return Err(source.wrong(&key("client_id"), "is not set, though the client's secret is")),
        }
    }
    Ok(clients)
}

/// Secrets go there and identities come from there, so nobody on the way may read or change them.
pub(super) fn is_safe(url: &Url, production: bool) -> bool {
    let here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && (here || !production))
}
