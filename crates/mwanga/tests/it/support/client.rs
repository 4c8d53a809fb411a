//! An HTTP client that calls the router in this process.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// Somebody who calls the site in this process.
#[derive(Clone)]
pub struct Caller {
    router: Router,
    pub token: Option<String>,
    /// The value of the staff's refresh cookie.
    pub cookie: Option<String>,
    /// Sent with every call, before those of the call.
    headers: Vec<(String, String)>,
    address: Option<std::net::IpAddr>,
}

impl Caller {
    pub fn new(router: Router, token: Option<String>, cookie: Option<String>) -> Self {
        Self { router, token, cookie, headers: Vec::new(), address: None }
    }

    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same browser, sending a header more.
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut this = self.clone();
        this.headers.push((name.to_owned(), value.to_owned()));
        this
    }

    /// The same browser from an address, as if over the wire.
    pub fn at(&self, address: &str) -> Self {
        Self { address: Some(address.parse().expect("an address")), ..self.clone() }
    }

    /// The same browser with this refresh cookie alone.
    pub fn with_cookie_only(&self, cookie: &str) -> Self {
        Self { token: None, cookie: Some(cookie.to_owned()), ..self.clone() }
    }

    /// The same browser without its refresh cookie.
    pub fn without_cookie(&self) -> Self {
        Self { cookie: None, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, Body::empty(), &[]).await
    }

    /// With headers of its own.
    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(Method::GET, path, Body::empty(), headers).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.json(Method::POST, path, &body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.json(Method::PUT, path, &body).await
    }

    /// Takes a step of the review (`approve`, `return`) of a post in the revision that is there now.
    pub async fn review(&self, post: &str, step: &str, mut input: Value) -> Reply {
        input["revision"] = self.get(post).await.ok()["revision"].clone();
        self.post(&format!("{post}/{step}"), input).await
    }

    /// Gives another account a role, as an administrator.
    pub async fn change_role(&self, of: &Self, role: &str) {
        let id = of.get("/api/auth/profile").await.ok()["id"].clone();
        self.put(&format!("/api/admin/staff/{id}"), serde_json::json!({ "role": role })).await.ok();
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, Body::empty(), &[]).await
    }

    pub async fn json(&self, method: Method, path: &str, body: &Value) -> Reply {
        self.send(method, path, Body::from(body.to_string()), &[(CONTENT_TYPE.as_str(), "application/json")]).await
    }

    /// A multipart form of text fields.
    pub async fn form(&self, method: Method, path: &str, fields: &[(&str, &str)]) -> Reply {
        let mut body: String = fields
            .iter()
            .map(|(name, text)| format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"))
            .collect();
        body.push_str("--limit--\r\n");
        self.send(method, path, Body::from(body), &[(CONTENT_TYPE.as_str(), "multipart/form-data; boundary=limit")])
            .await
    }

    pub async fn send(&self, method: Method, path: &str, body: Body, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, format!("mwanga_staff={cookie}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        match self.address {
            Some(address) => request = request.extension(mwanga_server::ClientAddress(address)),
            None => request = request.extension(mwanga_server::Local),
        }
        let Ok(response) = self.router.clone().oneshot(request.body(body).expect("a request")).await;
        Reply::read(response).await
    }
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        Self { status: parts.status, headers: parts.headers, body }
    }

    /// The JSON of an answer that went well.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self.json()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{}: no JSON ({e}): {}", self.status, self.text()))
    }

    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    /// A header's value, empty where there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a header of text"))
    }

    /// The `Set-Cookie` line of a cookie, with the prefix that its name has on https where there is such a line.
    pub fn set_cookie(&self, name: &str) -> Option<&str> {
        let lines: Vec<&str> = self.headers.get_all(SET_COOKIE).iter().filter_map(|line| line.to_str().ok()).collect();
        ["__Secure-", "__Host-", ""]
            .into_iter()
            .find_map(|prefix| lines.iter().copied().find(|line| line.starts_with(&format!("{prefix}{name}="))))
    }

    /// The value that an answer gives the staff cookie.
    pub fn cookie(&self) -> Option<String> {
        self.cookie_named("mwanga_staff")
    }

    /// The value that an answer gives the reader's cookie.
    pub fn reader_cookie(&self) -> Option<String> {
        self.cookie_named("mwanga_reader")
    }

    /// The value that an answer gives a cookie.
    pub fn cookie_named(&self, name: &str) -> Option<String> {
        let (_, value) = self.set_cookie(name)?.split(';').next()?.split_once('=')?;
        Some(value.to_owned())
    }

    /// The body that every error of the API has.
    #[track_caller]
    pub fn problem(&self) -> Problem {
        let body = self.json();
        assert!(self.status.is_client_error() || self.status.is_server_error(), "{} is no error: {body}", self.status);
        let text =
            |name: &str| body[name].as_str().unwrap_or_else(|| panic!("an error without `{name}`: {body}")).to_owned();
        assert_eq!(text("error"), text("message"), "`error` and `message` are the same text");
        let fields = body["fields"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, why)| (name.clone(), why.as_str().expect("text").to_owned()))
            .collect();
        Problem { status: self.status, code: text("code"), error: text("error"), fields, body }
    }
}

/// An error of the API.
#[derive(Clone, Debug)]
pub struct Problem {
    pub status: StatusCode,
    pub code: String,
    pub error: String,
    pub fields: BTreeMap<String, String>,
    pub body: Value,
}

impl Problem {
    /// Status and code in one, for comparing.
    pub fn is(&self) -> (u16, &str) {
        (self.status.as_u16(), &self.code)
    }

    pub fn field_names(&self) -> Vec<&str> {
        self.fields.keys().map(String::as_str).collect()
    }
}
