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
/// Of nobody that the provider names.
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
    /// By a key that goes by the name of the true one.
    Stranger,
    /// By a key that came after the client last asked.
    NewKey,
    None,
    /// By HMAC, with what everybody may read.
    PublicKeyAsSecret,
}

/// A social provider on a port of this machine, which does its part by the book until it is told otherwise.
pub struct IdentityProvider {
    pub url: String,
    desk: Arc<Mutex<Desk>>,
    task: JoinHandle<()>,
}

struct Desk {
    url: String,
    /// By code: who it stands for, and what the sign-in began with.
    grants: HashMap<String, (Value, HashMap<String, String>)>,
    people: HashMap<String, Value>,
    signature: Signature,
    change: fn(&mut Value),
    /// By path.
    faults: HashMap<&'static str, Fault>,
    /// What the ID token leaves to `/me`.
    only_at_me: Vec<&'static str>,
    kid: &'static str,
}

type SharedDesk = State<Arc<Mutex<Desk>>>;

impl IdentityProvider {
    pub async fn start() -> Self {
        // The site's client wants a TLS library although nothing here speaks TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let desk = Desk {
            url: url.clone(),
            grants: HashMap::new(),
            people: HashMap::new(),
            signature: Signature::Good,
            change: |_| {},
            faults: HashMap::new(),
            only_at_me: Vec::new(),
            kid: "first",
        };
        let desk = Arc::new(Mutex::new(desk));
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(description))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(me))
            .layer(axum::middleware::from_fn_with_state(desk.clone(), misbehave))
            .with_state(desk.clone());
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        Self { url, desk, task }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().expect("nobody panicked")
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

    /// Somebody says yes on the page that a sign-in leads to. Answers the code that the browser brings back.
    pub fn consent(&self, page: &str, person: Value) -> String {
        let page = Url::parse(page).expect("a URL");
        let code = mwanga_core::secrets::random_name(20);
        self.desk().grants.insert(code.clone(), (person, page.query_pairs().into_owned().collect()));
        code
    }

    pub fn sign_with(&self, signature: Signature) {
        let mut desk = self.desk();
        desk.signature = signature;
        if matches!(signature, Signature::NewKey) {
            desk.kid = "second";
        }
    }

    /// Changes what ID tokens say before they are signed.
    pub fn change_claims(&self, change: fn(&mut Value)) {
        self.desk().change = change;
    }

    /// Leaves these claims to `/me`.
    pub fn tell_at_me(&self, claims: &[&'static str]) {
        self.desk().only_at_me = claims.to_vec();
    }

    pub fn fail_at(&self, path: &'static str, fault: Fault) {
        self.desk().faults.insert(path, fault);
    }

    pub fn behave(&self) {
        let mut desk = self.desk();
        desk.faults.clear();
        desk.signature = Signature::Good;
        desk.change = |_| {};
    }
}

impl Drop for IdentityProvider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn misbehave(State(desk): SharedDesk, request: axum::extract::Request, next: axum::middleware::Next) -> Response {
    let fault = desk.lock().expect("nobody panicked").faults.get(request.uri().path()).copied();
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

async fn description(State(desk): SharedDesk) -> Json<Value> {
    let url = &desk.lock().expect("nobody panicked").url;
    Json(json!({
        "issuer": url, "authorization_endpoint": format!("{url}/authorize"), "token_endpoint": format!("{url}/token"),
        "userinfo_endpoint": format!("{url}/me"), "jwks_uri": format!("{url}/keys"),
    }))
}

fn public_key() -> Value {
    let key = Jwk::from_encoding_key(&EncodingKey::from_rsa_der(PROVIDER_KEY), Algorithm::RS256).expect("a key");
    serde_json::to_value(key).expect("JSON")
}

async fn keys(State(desk): SharedDesk) -> Json<Value> {
    let mut key = public_key();
    key["kid"] = desk.lock().expect("nobody panicked").kid.into();
    Json(json!({ "keys": [{ "kty": "oct", "k": "AA", "kid": "of another kind" }, key] }))
}

async fn token(State(desk): SharedDesk, body: String) -> Response {
    let sent: HashMap<String, String> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let refuse = |error: &str| {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": error, "error_description": format!("you sent {sent:?}") })))
            .into_response()
    };
    let mut desk = desk.lock().expect("nobody panicked");
    let said = |name: &str| sent.get(name).cloned().unwrap_or_default();
    if said("client_id") != CLIENT_ID || said("client_secret") != CLIENT_SECRET {
        return refuse("invalid_client");
    }
    let Some((person, began)) = desk.grants.remove(&said("code")) else { return refuse("invalid_grant") };
    let challenge = BASE64.encode(sha256(&said("code_verifier")));
    if began["redirect_uri"] != said("redirect_uri")
        || began["code_challenge_method"] != "S256"
        || began["code_challenge"] != challenge
    {
        return refuse("invalid_grant");
    }
    let access = mwanga_core::secrets::random_name(30);
    let mut claims = person.clone();
    let mut me = person;
    for name in &desk.only_at_me {
        claims.as_object_mut().expect("claims").remove(*name);
    }
    // Nobody says to Facebook's clients what a nonce is.
    if let Some(nonce) = began.get("nonce") {
        let now = NOW.0 / 1000;
        for (name, value) in [
            ("iss", json!(desk.url)),
            ("aud", json!(CLIENT_ID)),
            ("iat", json!(now)),
            ("exp", json!(now + 300)),
            ("nonce", json!(nonce)),
        ] {
            claims[name] = value;
        }
        (desk.change)(&mut claims);
    } else {
        me["id"] = me["sub"].take();
        me.as_object_mut().expect("claims").remove("sub");
    }
    desk.people.insert(access.clone(), me);
    let mut answer = json!({ "access_token": access, "token_type": "Bearer", "expires_in": 3600 });
    if began.contains_key("nonce") {
        answer["id_token"] = signed(&desk, &claims).into();
    }
    Json(answer).into_response()
}

fn sha256(text: &str) -> Vec<u8> {
    hex(&mwanga_core::secrets::fingerprint(text))
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal")).collect()
}

fn signed(desk: &Desk, claims: &Value) -> String {
    let header = |algorithm| Header { kid: Some(desk.kid.to_owned()), ..Header::new(algorithm) };
    let by = |header: Header, key: &EncodingKey| jsonwebtoken::encode(&header, claims, key).expect("an ID token");
    match desk.signature {
        Signature::Good | Signature::NewKey => by(header(Algorithm::RS256), &EncodingKey::from_rsa_der(PROVIDER_KEY)),
        Signature::Stranger => by(header(Algorithm::RS256), &EncodingKey::from_rsa_der(STRANGER_KEY)),
        Signature::PublicKeyAsSecret => by(
            header(Algorithm::HS256),
            &EncodingKey::from_secret(&BASE64.decode(public_key()["n"].as_str().expect("a modulus")).expect("base64")),
        ),
        Signature::None => {
            let part = |value: Value| BASE64.encode(value.to_string());
            format!("{}.{}.", part(json!({ "alg": "none", "typ": "JWT", "kid": desk.kid })), part(claims.clone()))
        }
    }
}

async fn me(State(desk): SharedDesk, headers: HeaderMap) -> Response {
    let bearer = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    match bearer.and_then(|bearer| desk.lock().expect("nobody panicked").people.get(bearer).cloned()) {
        Some(person) => Json(person).into_response(),
        None => StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// How long a client may take with a provider that hangs.
pub const PATIENCE: Duration = Duration::from_secs(8);
