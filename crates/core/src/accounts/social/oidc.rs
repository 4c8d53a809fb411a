//! OpenID Connect: discovery, signing keys (JWKS) and ID tokens.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use mwanga_store::types::{SocialProvider, Timestamp};
use serde::Deserialize;
use serde_json::Value;

use super::SocialError;
use super::flow::Flow;
use super::oauth::{self, OAuthClient};
use super::user_info::UserInfo;
use crate::Core;
use crate::config::{SocialClient, SocialProfile};

/// How long provider metadata and keys are cached, in milliseconds.
const METADATA_TTL_MS: i64 = 3_600_000;
/// Minimum interval between refreshes caused by an unknown key id, in milliseconds.
const KEY_REFRESH_INTERVAL_MS: i64 = 60_000;
/// Allowed clock skew of the provider, in seconds.
const LEEWAY_S: i64 = 60;
/// The one accepted algorithm of ID tokens: OpenID Connect requires it of every provider.
const ALGORITHM: Algorithm = Algorithm::RS256;

/// Cache of provider metadata and keys.
#[derive(Default)]
pub struct IssuerCache(Mutex<HashMap<SocialProvider, Arc<Issuer>>>);

impl IssuerCache {
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(|e| e.into_inner()).clear();
    }
}

struct Issuer {
    metadata: ProviderMetadata,
    keys: JwkSet,
    fetched_at: Timestamp,
}

#[derive(Deserialize)]
struct ProviderMetadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
}

impl ProviderMetadata {
    fn endpoints(&self) -> impl Iterator<Item = &String> {
        [&self.authorization_endpoint, &self.token_endpoint, &self.jwks_uri].into_iter().chain(&self.userinfo_endpoint)
    }
}

impl Issuer {
    fn oauth_client<'a>(&'a self, provider: SocialProvider, client: &'a SocialClient) -> OAuthClient<'a> {
        let ProviderMetadata { authorization_endpoint, token_endpoint, .. } = &self.metadata;
        OAuthClient {
            provider,
            client,
            auth: authorization_endpoint,
            token: token_endpoint,
            pkce: !self.omits_nonce(provider),
        }
    }

    /// `matches_flow`: whether the nonce of the ID token is that of the flow; none when the token has no nonce.
    fn accepts_nonce(&self, provider: SocialProvider, matches_flow: Option<bool>) -> bool {
        matches_flow.unwrap_or_else(|| self.omits_nonce(provider))
    }

    fn omits_nonce(&self, provider: SocialProvider) -> bool {
        SocialProfile::of(provider).issuer_without_nonce == Some(&self.metadata.issuer)
    }
}

/// OpenID Connect discovery: metadata and keys of an issuer, cached for an hour, fetched after `newer_than`.
async fn discover(
    core: &Core,
    provider: SocialProvider,
    address: &str,
    newer_than: Option<Timestamp>,
) -> Result<Arc<Issuer>, SocialError> {
    let now = core.now();
    let fresh = |known: &&Arc<Issuer>| {
        now < known.fetched_at.plus_ms(METADATA_TTL_MS) && newer_than.is_none_or(|at| known.fetched_at > at)
    };
    let known = core.social().issuers.0.lock().unwrap_or_else(|e| e.into_inner()).get(&provider).filter(fresh).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let http = &core.social().http;
    let metadata: ProviderMetadata =
        http.json(&format!("{}/.well-known/openid-configuration", address.trim_end_matches('/')), None).await?;
    if metadata.issuer.trim_end_matches('/') != address.trim_end_matches('/') {
        return Err(SocialError::Unavailable("the issuer calls itself otherwise than OAUTH_…_ISSUER".to_owned()));
    }
    if address.starts_with("https:") && !metadata.endpoints().all(|endpoint| endpoint.starts_with("https:")) {
        return Err(SocialError::Unavailable("the issuer names an address without https".to_owned()));
    }
    let keys = http.json(&metadata.jwks_uri, None).await?;
    let issuer = Arc::new(Issuer { metadata, keys, fetched_at: now });
    core.social().issuers.0.lock().unwrap_or_else(|e| e.into_inner()).insert(provider, issuer.clone());
    Ok(issuer)
}

/// Fetches metadata and keys of an issuer again, whatever is cached.
pub async fn refresh(core: &Core, provider: SocialProvider, address: &str) -> Result<(), SocialError> {
    discover(core, provider, address, Some(core.now())).await.map(drop)
}

/// Authorization URL of an issuer.
pub async fn authorization_url(
    core: &Core,
    provider: SocialProvider,
    client: &SocialClient,
    address: &str,
    flow: &Flow,
) -> Result<String, SocialError> {
    let issuer = discover(core, provider, address, None).await?;
    oauth::authorization_url(core, &issuer.oauth_client(provider, client), flow, Some(&flow.nonce(core)))
}

/// User info of the user who came back with this code, from the ID token or the userinfo endpoint.
pub async fn fetch_user_info(
    core: &Core,
    provider: SocialProvider,
    client: &SocialClient,
    address: &str,
    flow: &Flow,
    code: String,
) -> Result<UserInfo, SocialError> {
    let mut issuer = discover(core, provider, address, None).await?;
    let tokens = oauth::exchange_code(core, &issuer.oauth_client(provider, client), flow, code).await?;
    let id_token = tokens.id.ok_or(SocialError::Rejected("there is no statement of who it is"))?;
    let key = key_id(&id_token)?;
    if find_key(&issuer.keys, key.as_deref()).is_none()
        && core.now() >= issuer.fetched_at.plus_ms(KEY_REFRESH_INTERVAL_MS)
    {
        issuer = discover(core, provider, address, Some(issuer.fetched_at)).await?;
    }
    let person = verify_id_token(core, client, (provider, &issuer), flow, &id_token, key.as_deref())?;
    match (&person.email, &issuer.metadata.userinfo_endpoint) {
        // Some providers give the address at this endpoint only.
        (None, Some(endpoint)) => {
            let user_info: UserInfo = core.social().http.json(endpoint, Some(&tokens.access)).await?;
            if user_info.subject() == person.subject() {
                Ok(user_info)
            } else {
                Err(SocialError::Rejected("two answers of the provider name two people"))
            }
        }
        _ => Ok(person),
    }
}

/// Key id (`kid`) in the header of an ID token.
fn key_id(id_token: &str) -> Result<Option<String>, SocialError> {
    let header = jsonwebtoken::decode_header(id_token).map_err(|_| SocialError::Rejected("the statement is none"))?;
    if header.alg == ALGORITHM {
        Ok(header.kid)
    } else {
        Err(SocialError::Rejected("the statement is signed in another way"))
    }
}

fn find_key(keys: &JwkSet, id: Option<&str>) -> Option<DecodingKey> {
    let jwk = match (id, keys.keys.as_slice()) {
        (Some(id), _) => keys.find(id)?,
        (None, [only]) => only,
        (None, _) => return None,
    };
    DecodingKey::from_jwk(jwk).ok()
}

#[derive(Deserialize)]
struct Claims {
    aud: Value,
    azp: Option<String>,
    /// Seconds since 1970.
    exp: f64,
    nonce: Option<String>,
    #[serde(flatten)]
    person: UserInfo,
}

/// Verifies an ID token: signature, issuer, audience, expiry and nonce.
fn verify_id_token(
    core: &Core,
    client: &SocialClient,
    (provider, issuer): (SocialProvider, &Issuer),
    flow: &Flow,
    id_token: &str,
    key: Option<&str>,
) -> Result<UserInfo, SocialError> {
    let rejected = SocialError::Rejected;
    let key = find_key(&issuer.keys, key)
        .ok_or(rejected("the statement is signed with a key that the issuer does not have"))?;
    let mut validation = Validation::new(ALGORITHM);
    validation.set_issuer(&[&issuer.metadata.issuer]);
    validation.set_audience(&[&client.id]);
    validation.set_required_spec_claims(&["iss", "aud", "exp", "sub"]);
    // Expiry is checked below against [`Core::now`], not the library's clock.
    validation.validate_exp = false;
    let claims = match jsonwebtoken::decode::<Claims>(id_token, &key, &validation) {
        Ok(data) => data.claims,
        Err(_) => return Err(rejected("the statement's signature, issuer or audience is another one")),
    };
    if claims.exp + LEEWAY_S as f64 <= (core.now().0 / 1000) as f64 {
        return Err(rejected("the statement is too old"));
    }
    let shared = claims.aud.as_array().is_some_and(|audience| audience.len() > 1);
    if claims.azp.as_ref().map_or(shared, |party| *party != client.id) {
        return Err(rejected("the statement was made for somebody else too"));
    }
    let matches_flow = claims.nonce.map(|nonce| flow.verify_nonce(core, &nonce));
    if issuer.accepts_nonce(provider, matches_flow) {
        Ok(claims.person)
    } else {
        Err(rejected("the statement is of another sign-in"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Endpoints;

    #[test]
    fn only_linkedin_itself_may_omit_pkce_and_nonce() {
        let client =
            SocialClient { id: "mwanga".into(), secret: "hunter2".into(), endpoints: Endpoints::Issuer(String::new()) };
        for (address, is_exempt) in [
            ("https://www.linkedin.com/oauth", true),
            ("https://accounts.google.com", false),
            ("http://127.0.0.1:9000", false),
            ("https://www.linkedin.com", false),
        ] {
            let metadata = serde_json::json!({ "issuer": address, "authorization_endpoint": "a", "token_endpoint": "t", "jwks_uri": "k" });
            let issuer = Issuer {
                metadata: serde_json::from_value(metadata).unwrap(),
                keys: JwkSet { keys: Vec::new() },
                fetched_at: Timestamp(0),
            };
            assert_eq!(issuer.oauth_client(SocialProvider::LinkedIn, &client).pkce, !is_exempt, "{address}");
            let takes = |matches_flow| issuer.accepts_nonce(SocialProvider::LinkedIn, matches_flow);
            assert_eq!((takes(None), takes(Some(true)), takes(Some(false))), (is_exempt, true, false), "{address}");
            assert!(!issuer.accepts_nonce(SocialProvider::Google, None), "{address}");
        }
    }
}
