use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use mwanga_core::accounts::SignedIn;
use mwanga_store::types::SessionKind;

use crate::AppState;
use crate::router::OnApiHost;

/// The refresh cookies that came with a request, and those that go out with its answer.
pub struct SessionCookies {
    jar: CookieJar,
    path: &'static str,
    secure: bool,
}

const KINDS: [SessionKind; 2] = [SessionKind::Reader, SessionKind::Staff];

/// Readers and staff have separate cookies, so that one browser can be signed in as both.
const fn name(kind: SessionKind) -> &'static str {
    match kind {
        SessionKind::Reader => "mwanga_reader",
        SessionKind::Staff => "mwanga_staff",
    }
}

impl SessionCookies {
    pub fn get(&self, kind: SessionKind) -> Option<&str> {
        self.jar.get(name(kind)).map(Cookie::value)
    }

    pub fn held(&self) -> Vec<(SessionKind, String)> {
        KINDS.into_iter().filter_map(|kind| Some((kind, self.get(kind)?.to_owned()))).collect()
    }

    /// Hands the refresh cookie of a new session to the browser.
    pub fn set(mut self, signed_in: &SignedIn) -> Self {
        if let Some(value) = &signed_in.cookie {
            let mut cookie = self.cookie(signed_in.kind, value.clone());
            // Its end is the end of the session's row, which the server decides.
            cookie.make_permanent();
            self.jar = self.jar.add(cookie);
        }
        self
    }

    /// Takes both cookies away.
    pub fn clear(mut self) -> Self {
        for kind in KINDS {
            let cookie = self.cookie(kind, String::new());
            self.jar = self.jar.remove(cookie);
        }
        self
    }

    fn cookie(&self, kind: SessionKind, value: String) -> Cookie<'static> {
        Cookie::build((name(kind), value)).path(self.path).http_only(true).same_site(SameSite::Lax).secure(self.secure).build()
    }
}

/// The path of our cookies, and whether they go over https alone.
pub(super) fn scope(parts: &Parts, app: &AppState) -> (&'static str, bool) {
    // On its own host the API has no folder of its own.
    let path = if parts.extensions.get::<OnApiHost>().is_some() { "/" } else { "/api/auth" };
    (path, app.core.config.base().starts_with("https:"))
}

impl FromRequestParts<AppState> for SessionCookies {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let (path, secure) = scope(parts, app);
        Ok(Self { jar: CookieJar::from_headers(&parts.headers), path, secure })
    }
}

impl IntoResponseParts for SessionCookies {
    type Error = Infallible;

    fn into_response_parts(self, response: ResponseParts) -> Result<ResponseParts, Infallible> {
        self.jar.into_response_parts(response)
    }
}
