use std::borrow::Cow;
use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use mwanga_core::accounts::SessionTokens;
use mwanga_store::types::{SessionKind, Timestamp};
use time::Duration;

use crate::AppState;
use crate::api_host::OnApiHost;

/// Cookies of a request and its response: the refresh tokens of readers and staff, and the id of the browser.
pub struct SessionCookies {
    jar: CookieJar,
    scope: CookieScope,
    now: Timestamp,
}

const KINDS: [SessionKind; 2] = [SessionKind::Reader, SessionKind::Staff];

/// Readers and staff have separate cookies, so that one browser can be signed in as both.
const fn name(kind: SessionKind) -> &'static str {
    match kind {
        SessionKind::Reader => "mwanga_reader",
        SessionKind::Staff => "mwanga_staff",
    }
}

const BROWSER: &str = "mwanga_browser";
/// The longest that browsers keep a cookie.
const BROWSER_LIFE: Duration = Duration::days(400);

impl SessionCookies {
    pub fn get(&self, kind: SessionKind) -> Option<&str> {
        self.value(name(kind))
    }

    pub fn all(&self) -> Vec<(SessionKind, String)> {
        KINDS.into_iter().filter_map(|kind| Some((kind, self.get(kind)?.to_owned()))).collect()
    }

    /// The cookie of a browser in which somebody signed in before.
    pub fn browser(&self) -> Option<&str> {
        self.value(BROWSER)
    }

    /// Hands the cookies of a new session to the browser.
    pub fn set(mut self, signed_in: &SessionTokens) -> Self {
        if let Some(value) = &signed_in.cookie {
            let name = name(signed_in.kind);
            let mut cookie = self.scope.cookie(name, value.clone());
            // The row of the session decides; a browser of somebody else has no use for it any longer either.
            cookie.set_max_age(Duration::milliseconds(signed_in.ends_at.0 - self.now.0));
            self.jar = self.jar.add(cookie);
            self = self.remove_plain(name);
        }
        if let Some(value) = &signed_in.browser {
            let mut cookie = self.scope.cookie(BROWSER, value.clone());
            cookie.set_max_age(BROWSER_LIFE);
            self.jar = self.jar.add(cookie);
        }
        self
    }

    /// Takes the refresh cookies away: both, or the one of a kind.
    pub fn clear(mut self, only: Option<SessionKind>) -> Self {
        for kind in KINDS.into_iter().filter(|kind| only.is_none_or(|only| only == *kind)) {
            let cookie = self.scope.cookie(name(kind), String::new());
            self.jar = self.jar.remove(cookie);
            self = self.remove_plain(name(kind));
        }
        self
    }

    /// Versions before had the name without a prefix on https too: such a cookie is read until it is replaced.
    fn value(&self, name: &str) -> Option<&str> {
        self.jar.get(&self.scope.name(name)).or_else(|| self.jar.get(name)).map(Cookie::value)
    }

    fn remove_plain(mut self, name: &'static str) -> Self {
        if self.scope.name(name) != name {
            let cookie = self.scope.cookie_named(name, String::new());
            self.jar = self.jar.remove(cookie);
        }
        self
    }
}

/// Where our cookies go.
#[derive(Clone, Copy)]
pub(super) struct CookieScope {
    path: &'static str,
    /// Over https alone.
    secure: bool,
    /// Browsers take a cookie with this prefix from https alone; on a host without a folder from no other host.
    prefix: &'static str,
}

impl CookieScope {
    pub fn new(parts: &Parts, app: &AppState) -> Self {
        // On its own host the API has no folder of its own.
        let (path, prefix) =
            if parts.extensions.get::<OnApiHost>().is_some() { ("/", "__Host-") } else { ("/api/auth", "__Secure-") };
        let secure = app.core.config.base().starts_with("https:");
        Self { path, secure, prefix: if secure { prefix } else { "" } }
    }

    fn name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    pub fn cookie(&self, name: &str, value: String) -> Cookie<'static> {
        self.cookie_named(self.name(name), value)
    }

    /// With this very name.
    pub fn cookie_named(&self, name: impl Into<Cow<'static, str>>, value: String) -> Cookie<'static> {
        Cookie::build((name, value))
            .path(self.path)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.secure)
            .build()
    }
}

impl FromRequestParts<AppState> for SessionCookies {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        Ok(Self {
            jar: CookieJar::from_headers(&parts.headers),
            scope: CookieScope::new(parts, app),
            now: app.core.now(),
        })
    }
}

impl IntoResponseParts for SessionCookies {
    type Error = Infallible;

    fn into_response_parts(self, response: ResponseParts) -> Result<ResponseParts, Infallible> {
        self.jar.into_response_parts(response)
    }
}
