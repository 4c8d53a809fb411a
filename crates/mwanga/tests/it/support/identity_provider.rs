//! Test double of an OpenID Connect provider.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use mwanga_core::config::{Config, Endpoints, SocialClient};
use mwanga_store::types::SocialProvider;
use tokio::task::JoinHandle;
use url::Url;

use super::{NOW, StatusCode, Value, json};

const PROVIDER_KEY: &[u8] = include_bytes!("provider-key.der");
/// A key that is not in the provider's key set.
const STRANGER_KEY: &[u8] = include_bytes!("stranger-key.der");
pub const CLIENT_ID: &str = "mwanga-at-the-provider";
const CLIENT_SECRET: &str = "what-only-both-of-us-know";

/// How an answer goes wrong.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Hangs,
    /// Never ends by itself.
    Huge,
    Garbage,
    Status(u16),
    /// To the true answer's address, which a client must not follow.
    Redirects,
}

/// How ID tokens are signed.
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    Good,
    /// By another key with the `kid` of the true one.
    Stranger,
    /// By a key that was added after the client last fetched the key set.
    NewKey,
    None,
    /// By HMAC with the public key as its secret (algorithm confusion).
    PublicKeyAsSecret,
}

/// A double of a social provider, on a port of this machine. It follows OpenID Connect until a fault is set.
pub struct IdentityProvider {
    pub url: String,
    state: Arc<Mutex<ProviderState>>,
    task: JoinHandle<()>,
}

struct ProviderState {
    url: String,
    /// Authorization codes: the person and the parameters of the authorization request.
    grants: HashMap<String, (Value, HashMap<String, String>)>,
    users: HashMap<String, Value>,
    signature: Signature,
    change: fn(&mut Value),
    /// By path.
    faults: HashMap<&'static str, Fault>,
    /// Claims that are in the answer of `/me` alone, not in the ID token.
    only_in_userinfo: Vec<&'static str>,
    kid: &'static str,
}

type SharedState = State<Arc<Mutex<ProviderState>>>;

impl IdentityProvider {
    pub async fn start() -> Self {
        // The site's client wants a TLS library although nothing here speaks TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = ProviderState {
            url: url.clone(),
            grants: HashMap::new(),
            users: HashMap::new(),
            signature: Signature::Good,
            change: |_| {},
            faults: HashMap::new(),
            only_in_userinfo: Vec::new(),
            kid: "first",
        };
        let state = Arc::new(Mutex::new(state));
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(description))
            .route("/authorize", get(|| async { "Do you agree?" }))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(me))
            .layer(axum::middleware::from_fn_with_state(state.clone(), misbehave))
            .with_state(state.clone());
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { url, state, task }
    }

    fn state(&self) -> MutexGuard<'_, ProviderState> {
        self.state.lock().expect("nobody panicked")
    }

    /// Makes a site its client, as all three providers.
    pub fn configure(&self, config: &mut Config) {
        let at = |path: &str| format!("{}{path}", self.url);
        let client = |endpoints| SocialClient { id: CLIENT_ID.to_owned(), secret: CLIENT_SECRET.into(), endpoints };
        config.social.insert(SocialProvider::Google, client(Endpoints::Issuer(self.url.clone())));
        config.social.insert(SocialProvider::LinkedIn, client(Endpoints::Issuer(self.url.clone())));
        let named = Endpoints::Named { auth: at("/authorize"), token: at("/token"), userinfo: at("/me") };
        config.social.insert(SocialProvider::Facebook, client(named));
    }

    /// A person consents on the authorization page. Returns the authorization code.
    pub fn consent(&self, page: &str, person: Value) -> String {
        let page = Url::parse(page).expect("a URL");
        let code = mwanga_core::secrets::random_token(20);
        self.state().grants.insert(code.clone(), (person, page.query_pairs().into_owned().collect()));
        code
    }

    pub fn sign_with(&self, signature: Signature) {
        let mut state = self.state();
        state.signature = signature;
        if matches!(signature, Signature::NewKey) {
            state.kid = "second";
        }
    }

    /// Changes what ID tokens say before they are signed.
    pub fn change_claims(&self, change: fn(&mut Value)) {
        self.state().change = change;
    }

    /// Moves these claims from the ID token to `/me`.
    pub fn claims_only_in_userinfo(&self, claims: &[&'static str]) {
        self.state().only_in_userinfo = claims.to_vec();
    }

    pub fn fail_at(&self, path: &'static str, fault: Fault) {
        self.state().faults.insert(path, fault);
    }

    pub fn behave(&self) {
        let mut state = self.state();
        state.faults.clear();
        state.signature = Signature::Good;
        state.change = |_| {};
    }
}

impl Drop for IdentityProvider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn misbehave(
    State(state): SharedState,
    request: axum::extract::Request,
    next: axum::middleware::Next,
) -> Response {
    let fault = state.lock().expect("nobody panicked").faults.get(request.uri().path()).copied();
    match fault {
        None => next.run(request).await,
        Some(_) if request.uri().query() == Some("followed") => next.run(request).await,
        Some(Fault::Hangs) => std::future::pending().await,
        Some(Fault::Huge) => {
            let mib = bytes::Bytes::from(vec![b' '; 1024 * 1024]);
            let stream = futures_util::stream::repeat_with(move || Ok::<_, std::io::Error>(mib.clone()));
            axum::body::Body::from_stream(stream).into_response()
        }
        Some(Fault::Garbage) => "<!doctype html><title>Hm</title>".into_response(),
        Some(Fault::Status(status)) => StatusCode::from_u16(status).expect("a status").into_response(),
        Some(Fault::Redirects) => {
            (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, format!("{}?followed", request.uri().path()))]).into_response()
        }
    }
}

async fn description(State(state): SharedState) -> Json<Value> {
    let url = &state.lock().expect("nobody panicked").url;
    Json(json!({
        "issuer": url, "authorization_endpoint": format!("{url}/authorize"), "token_endpoint": format!("{url}/token"),
        "userinfo_endpoint": format!("{url}/me"), "jwks_uri": format!("{url}/keys"),
    }))
}

fn public_key() -> Value {
    let key = Jwk::from_encoding_key(&EncodingKey::from_rsa_der(PROVIDER_KEY), Algorithm::RS256).expect("a key");
    serde_json::to_value(key).expect("JSON")
}

async fn keys(State(state): SharedState) -> Json<Value> {
    let mut key = public_key();
    key["kid"] = state.lock().expect("nobody panicked").kid.into();
    Json(json!({ "keys": [{ "kty": "oct", "k": "AA", "kid": "of another kind" }, key] }))
}

async fn token(State(state): SharedState, body: String) -> Response {
    let sent: HashMap<String, String> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let refuse = |error: &str| {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": error, "error_description": format!("you sent {sent:?}") })))
            .into_response()
    };
    let mut state = state.lock().expect("nobody panicked");
    let field = |name: &str| sent.get(name).cloned().unwrap_or_default();
    if field("client_id") != CLIENT_ID || field("client_secret") != CLIENT_SECRET {
        return refuse("invalid_client");
    }
    let Some((person, request)) = state.grants.remove(&field("code")) else { return refuse("invalid_grant") };
    let challenge = BASE64.encode(sha256(&field("code_verifier")));
    if request["redirect_uri"] != field("redirect_uri")
        || request["code_challenge_method"] != "S256"
        || request["code_challenge"] != challenge
    {
        return refuse("invalid_grant");
    }
    let access = mwanga_core::secrets::random_token(30);
    let mut claims = person.clone();
    let mut me = person;
    for name in &state.only_in_userinfo {
        claims.as_object_mut().expect("claims").remove(*name);
    }
    // Facebook has no OpenID Connect: no nonce, no ID token, and `id` in place of `sub`.
    if let Some(nonce) = request.get("nonce") {
        let now = NOW.0 / 1000;
        for (name, value) in [
            ("iss", json!(state.url)),
            ("aud", json!(CLIENT_ID)),
            ("iat", json!(now)),
            ("exp", json!(now + 300)),
            ("nonce", json!(nonce)),
        ] {
            claims[name] = value;
        }
        (state.change)(&mut claims);
    } else {
        me["id"] = me["sub"].take();
        me.as_object_mut().expect("claims").remove("sub");
    }
    state.users.insert(access.clone(), me);
    let mut answer = json!({ "access_token": access, "token_type": "Bearer", "expires_in": 3600 });
    if request.contains_key("nonce") {
        answer["id_token"] = signed(&state, &claims).into();
    }
    Json(answer).into_response()
}

fn sha256(text: &str) -> Vec<u8> {
    hex(&mwanga_core::secrets::fingerprint(text))
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal")).collect()
}

fn signed(state: &ProviderState, claims: &Value) -> String {
    let header = |algorithm| Header { kid: Some(state.kid.to_owned()), ..Header::new(algorithm) };
    let by = |header: Header, key: &EncodingKey| jsonwebtoken::encode(&header, claims, key).expect("an ID token");
    match state.signature {
        Signature::Good | Signature::NewKey => by(header(Algorithm::RS256), &EncodingKey::from_rsa_der(PROVIDER_KEY)),
        Signature::Stranger => by(header(Algorithm::RS256), &EncodingKey::from_rsa_der(STRANGER_KEY)),
        Signature::PublicKeyAsSecret => by(
            header(Algorithm::HS256),
            &EncodingKey::from_secret(&BASE64.decode(public_key()["n"].as_str().expect("a modulus")).expect("base64")),
        ),
        Signature::None => {
            let part = |value: Value| BASE64.encode(value.to_string());
            format!("{}.{}.", part(json!({ "alg": "none", "typ": "JWT", "kid": state.kid })), part(claims.clone()))
        }
    }
}

async fn me(State(state): SharedState, headers: HeaderMap) -> Response {
    let bearer = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    match bearer.and_then(|bearer| state.lock().expect("nobody panicked").users.get(bearer).cloned()) {
        Some(person) => Json(person).into_response(),
        None => StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// How long a client may take with a provider that hangs.
pub const CLIENT_TIMEOUT: Duration = Duration::from_secs(8);
