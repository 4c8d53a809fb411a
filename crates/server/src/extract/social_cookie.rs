use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use mwanga_core::accounts::social::FLOW_TTL_S;
use time::Duration;

use super::session_cookies::CookieScope;
use crate::AppState;

/// The cookie of a social sign-in that is under way: state, nonce and PKCE verifier.
pub struct SocialCookie {
    jar: CookieJar,
    scope: CookieScope,
}

const NAME: &str = "mwanga_social";

impl SocialCookie {
    pub fn get(&self) -> Option<&str> {
        self.jar.get(NAME).map(Cookie::value)
    }

    pub fn set(mut self, value: String) -> Self {
        let mut cookie = self.scope.cookie_named(NAME, value);
        cookie.set_max_age(Duration::seconds(FLOW_TTL_S));
        self.jar = self.jar.add(cookie);
        self
    }

    pub fn clear(mut self) -> Self {
        let cookie = self.scope.cookie_named(NAME, String::new());
        self.jar = self.jar.remove(cookie);
        self
    }
}

impl FromRequestParts<AppState> for SocialCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        Ok(Self { jar: CookieJar::from_headers(&parts.headers), scope: CookieScope::new(parts, app) })
    }
}

impl IntoResponseParts for SocialCookie {
    type Error = Infallible;

    fn into_response_parts(self, response: ResponseParts) -> Result<ResponseParts, Infallible> {
        self.jar.into_response_parts(response)
    }
}
