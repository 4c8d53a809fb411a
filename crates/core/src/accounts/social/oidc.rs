use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use mwanga_store::types::{SocialProvider, Timestamp};
use serde::Deserialize;
use serde_json::Value;

use super::SocialError;
use super::flow::Flow;
use super::oauth::{self, Parts};
use super::person::Person;
use crate::Core;
use crate::config::{SocialClient, SocialProfile};

/// How long an issuer's description and keys are believed, in milliseconds.
const KNOWN_MS: i64 = 3_600_000;
/// How soon they may be asked for again because an ID token names a key that is not among them.
const ASK_AGAIN_MS: i64 = 60_000;
/// How far the provider's clock may be off, in seconds.
const LEEWAY_S: i64 = 60;
/// The one algorithm of ID tokens: what OpenID Connect asks of every provider, and what Google and LinkedIn use.
const ALGORITHM: Algorithm = Algorithm::RS256;

/// What issuers said about themselves.
#[derive(Default)]
pub struct Known(Mutex<HashMap<SocialProvider, Arc<Issuer>>>);

struct Issuer {
    description: Description,
    keys: JwkSet,
    asked_at: Timestamp,
}

#[derive(Deserialize)]
struct Description {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
}

impl Description {
    fn endpoints(&self) -> impl Iterator<Item = &String> {
        [&self.authorization_endpoint, &self.token_endpoint, &self.jwks_uri].into_iter().chain(&self.userinfo_endpoint)
    }
}

impl Issuer {
    fn parts<'a>(&'a self, provider: SocialProvider, client: &'a SocialClient) -> Parts<'a> {
        let Description { authorization_endpoint, token_endpoint, .. } = &self.description;
        Parts {
            provider,
            client,
            auth: authorization_endpoint,
            token: token_endpoint,
            pkce: !self.is_without_nonce(provider),
        }
    }

    /// `own`: whether the nonce of an ID token is this sign-in's; none where it has none.
    fn takes_nonce(&self, provider: SocialProvider, own: Option<bool>) -> bool {
        own.unwrap_or_else(|| self.is_without_nonce(provider))
    }

    fn is_without_nonce(&self, provider: SocialProvider) -> bool {
        SocialProfile::of(provider).issuer_without_nonce == Some(&self.description.issuer)
    }
}

/// What the issuer says of itself, not older than an hour, or than `newer_than`.
async fn issuer(
    core: &Core,
    provider: SocialProvider,
    address: &str,
    newer_than: Option<Timestamp>,
) -> Result<Arc<Issuer>, SocialError> {
    let now = core.now();
    let fresh = |known: &&Arc<Issuer>| {
        now < known.asked_at.plus_ms(KNOWN_MS) && newer_than.is_none_or(|at| known.asked_at > at)
    };
    let known = core.social.known.0.lock().unwrap_or_else(|e| e.into_inner()).get(&provider).filter(fresh).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let outgoing = &core.social.outgoing;
    let description: Description =
        outgoing.json(&format!("{}/.well-known/openid-configuration", address.trim_end_matches('/')), None).await?;
    if description.issuer.trim_end_matches('/') != address.trim_end_matches('/') {
        return Err(SocialError::Away("the issuer calls itself otherwise than OAUTH_…_ISSUER".to_owned()));
    }
    if address.starts_with("https:") && !description.endpoints().all(|endpoint| endpoint.starts_with("https:")) {
        return Err(SocialError::Away("the issuer names an address without https".to_owned()));
    }
    let keys = outgoing.json(&description.jwks_uri, None).await?;
    let issuer = Arc::new(Issuer { description, keys, asked_at: now });
    core.social.known.0.lock().unwrap_or_else(|e| e.into_inner()).insert(provider, issuer.clone());
    Ok(issuer)
}

/// The provider's page for a sign-in.
pub async fn url(
    core: &Core,
    provider: SocialProvider,
    client: &SocialClient,
    address: &str,
    flow: &Flow,
) -> Result<String, SocialError> {
    let issuer = issuer(core, provider, address, None).await?;
    oauth::url(core, &issuer.parts(provider, client), flow, Some(&flow.nonce(core)))
}

/// Who came back with this code.
pub async fn person(
    core: &Core,
    provider: SocialProvider,
    client: &SocialClient,
    address: &str,
    flow: &Flow,
    code: String,
) -> Result<Person, SocialError> {
    let mut issuer = issuer(core, provider, address, None).await?;
    let tokens = oauth::exchange(core, &issuer.parts(provider, client), flow, code).await?;
    let id_token = tokens.id.ok_or(SocialError::Failed("there is no statement of who it is"))?;
    let key = key_id(&id_token)?;
    if find(&issuer.keys, key.as_deref()).is_none() && core.now() >= issuer.asked_at.plus_ms(ASK_AGAIN_MS) {
        issuer = self::issuer(core, provider, address, Some(issuer.asked_at)).await?;
    }
    let person = checked(core, client, (provider, &issuer), flow, &id_token, key.as_deref())?;
    match (&person.email, &issuer.description.userinfo_endpoint) {
        // Some put the address there alone.
        (None, Some(endpoint)) => {
            let said: Person = core.social.outgoing.json(endpoint, Some(&tokens.access)).await?;
            if said.subject() == person.subject() {
                Ok(said)
            } else {
                Err(SocialError::Failed("two answers of the provider name two people"))
            }
        }
        _ => Ok(person),
    }
}

/// The key that an ID token says it was signed with.
fn key_id(id_token: &str) -> Result<Option<String>, SocialError> {
    let header = jsonwebtoken::decode_header(id_token).map_err(|_| SocialError::Failed("the statement is none"))?;
    if header.alg == ALGORITHM {
        Ok(header.kid)
    } else {
        Err(SocialError::Failed("the statement is signed in another way"))
    }
}

fn find(keys: &JwkSet, id: Option<&str>) -> Option<DecodingKey> {
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
    person: Person,
}

/// Who an ID token names, when it is the issuer's, for us, for this sign-in, and not too old.
fn checked(
    core: &Core,
    client: &SocialClient,
    (provider, issuer): (SocialProvider, &Issuer),
    flow: &Flow,
    id_token: &str,
    key: Option<&str>,
) -> Result<Person, SocialError> {
    let failed = SocialError::Failed;
    let key =
        find(&issuer.keys, key).ok_or(failed("the statement is signed with a key that the issuer does not have"))?;
    let mut validation = Validation::new(ALGORITHM);
    validation.set_issuer(&[&issuer.description.issuer]);
    validation.set_audience(&[&client.id]);
    validation.set_required_spec_claims(&["iss", "aud", "exp", "sub"]);
    // The clock is ours, not the library's.
    validation.validate_exp = false;
    let claims = match jsonwebtoken::decode::<Claims>(id_token, &key, &validation) {
        Ok(data) => data.claims,
        Err(_) => return Err(failed("the statement's signature, issuer or audience is another one")),
    };
    if claims.exp + LEEWAY_S as f64 <= (core.now().0 / 1000) as f64 {
        return Err(failed("the statement is too old"));
    }
    let shared = claims.aud.as_array().is_some_and(|audience| audience.len() > 1);
    if claims.azp.as_ref().map_or(shared, |party| *party != client.id) {
        return Err(failed("the statement was made for somebody else too"));
    }
    let own = claims.nonce.map(|nonce| flow.is_own_nonce(core, &nonce));
    if issuer.takes_nonce(provider, own) {
        Ok(claims.person)
    } else {
        Err(failed("the statement is of another sign-in"))
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
        for (address, let_off) in [
            ("https://www.linkedin.com/oauth", true),
            ("https://accounts.google.com", false),
            ("http://127.0.0.1:9000", false),
            ("https://www.linkedin.com", false),
        ] {
            let description = serde_json::json!({ "issuer": address, "authorization_endpoint": "a", "token_endpoint": "t", "jwks_uri": "k" });
            let issuer = Issuer {
                description: serde_json::from_value(description).unwrap(),
                keys: JwkSet { keys: Vec::new() },
                asked_at: Timestamp(0),
            };
            assert_eq!(issuer.parts(SocialProvider::LinkedIn, &client).pkce, !let_off, "{address}");
            let takes = |own| issuer.takes_nonce(SocialProvider::LinkedIn, own);
            assert_eq!((takes(None), takes(Some(true)), takes(Some(false))), (let_off, true, false), "{address}");
            assert!(!issuer.takes_nonce(SocialProvider::Google, None), "{address}");
        }
    }
}
