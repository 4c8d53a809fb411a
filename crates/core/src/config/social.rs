//! Settings of social sign-in: what differs between providers, and our credentials there.

use std::collections::HashMap;

use mwanga_store::types::SocialProvider;
use sea_orm::Iterable;
use secrecy::SecretString;
use url::Url;

use super::{ConfigError, ConfigSource};
use crate::config_source::is_https_or_local;

/// What is a social provider's own: where it is asked, and for what. Another provider is a variant of `SocialProvider`
/// and a profile.
#[derive(Debug)]
pub struct SocialProfile {
    /// What people know it by.
    pub name: &'static str,
    /// Where it is asked unless the configuration says otherwise.
    endpoints: DefaultEndpoints,
    pub scopes: &'static [&'static str],
    /// `fields` of its userinfo address, where it takes any.
    pub userinfo_fields: Option<&'static str>,
    /// An issuer that refuses a PKCE verifier from applications with a secret, and writes no nonce. Whoever stands in
    /// for it does neither.
    pub issuer_without_nonce: Option<&'static str>,
}

#[derive(Debug)]
enum DefaultEndpoints {
    Issuer(&'static str),
    Named { auth: &'static str, token: &'static str, userinfo: &'static str },
}

const GOOGLE: SocialProfile = SocialProfile {
    name: "Google",
    endpoints: DefaultEndpoints::Issuer("https://accounts.google.com"),
    scopes: &["openid", "email", "profile"],
    userinfo_fields: None,
    issuer_without_nonce: None,
};
const FACEBOOK: SocialProfile = SocialProfile {
    name: "Facebook",
    endpoints: DefaultEndpoints::Named {
        auth: "https://www.facebook.com/v23.0/dialog/oauth",
        token: "https://graph.facebook.com/v23.0/oauth/access_token",
        userinfo: "https://graph.facebook.com/v23.0/me",
    },
    scopes: &["email", "public_profile"],
    userinfo_fields: Some("id,name,email"),
    issuer_without_nonce: None,
};
const LINKEDIN: SocialProfile = SocialProfile {
    name: "LinkedIn",
    endpoints: DefaultEndpoints::Issuer("https://www.linkedin.com/oauth"),
    scopes: &["openid", "email", "profile"],
    userinfo_fields: None,
    issuer_without_nonce: Some("https://www.linkedin.com/oauth"),
};

impl SocialProfile {
    pub fn of(provider: SocialProvider) -> &'static Self {
        match provider {
            SocialProvider::Google => &GOOGLE,
            SocialProvider::Facebook => &FACEBOOK,
            SocialProvider::LinkedIn => &LINKEDIN,
        }
    }
}

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
    /// `OAUTH_{PROVIDER}_ISSUER`: it describes its addresses itself.
    Issuer(String),
    /// `OAUTH_{PROVIDER}_AUTH_URL`, `…_TOKEN_URL`, `…_USERINFO_URL`.
    Named { auth: String, token: String, userinfo: String },
}

pub(super) fn clients(
    source: &ConfigSource,
    production: bool,
) -> Result<HashMap<SocialProvider, SocialClient>, ConfigError> {
    let mut clients = HashMap::new();
    for provider in SocialProvider::iter() {
        let key = |what: &str| format!("oauth_{}_{what}", provider.as_str());
        let address = |what: &str, default: &str| {
            let (key, text) = (key(what), source.text(&key(what)).unwrap_or_else(|| default.to_owned()));
            match Url::parse(&text) {
                Ok(url) if is_https_or_local(&url, production) => Ok(text),
                _ => Err(source.invalid(&key, "is no https address (http is for development, and for this machine)")),
            }
        };
        let endpoints = match SocialProfile::of(provider).endpoints {
            DefaultEndpoints::Issuer(issuer) => Endpoints::Issuer(address("issuer", issuer)?),
            DefaultEndpoints::Named { auth, token, userinfo } => Endpoints::Named {
                auth: address("auth_url", auth)?,
                token: address("token_url", token)?,
                userinfo: address("userinfo_url", userinfo)?,
            },
        };
        match (source.text(&key("client_id")), source.text(&key("client_secret"))) {
            (Some(id), Some(secret)) => {
                clients.insert(provider, SocialClient { id, secret: SecretString::from(secret), endpoints });
            }
            (None, None) => {}
            (Some(_), None) => {
                return Err(source.invalid(&key("client_secret"), "is not set, though the client's id is"));
            }
            (None, Some(_)) => {
                return Err(source.invalid(&key("client_id"), "is not set, though the client's secret is"));
            }
        }
    }
    Ok(clients)
}
