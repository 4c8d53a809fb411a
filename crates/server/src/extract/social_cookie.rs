use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use mwanga_core::accounts::social::FLOW_LIFE_S;
use time::Duration;

use super::session_cookies::scope;
use crate::AppState;

/// What a browser keeps while its owner is at a social provider.
pub struct SocialCookie {
    jar: CookieJar,
    path: &'static str,
    secure: bool,
}

const NAME: &str = "mwanga_social";

impl SocialCookie {
    pub fn get(&self) -> Option<&str> {
        self.jar.get(NAME).map(Cookie::value)
    }

    pub fn set(mut self, value: String) -> Self {
        let mut cookie = self.cookie(value);
        cookie.set_max_age(Duration::seconds(FLOW_LIFE_S));
        self.jar = self.jar.add(cookie);
        self
    }

    pub fn clear(mut self) -> Self {
        let cookie = self.cookie(String::new());
        self.jar = self.jar.remove(cookie);
        self
    }

    fn cookie(&self, value: String) -> Cookie<'static> {
        Cookie::build((NAME, value)).path(self.path).http_only(true).same_site(SameSite::Lax).secure(self.secure).build()
    }
}

impl FromRequestParts<AppState> for SocialCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let (path, secure) = scope(parts, app);
        Ok(Self { jar: CookieJar::from_headers(&parts.headers), path, secure })
    }
}

impl IntoResponseParts for SocialCookie {
    type Error = Infallible;

    fn into_response_parts(self, response: ResponseParts) -> Result<ResponseParts, Infallible> {
        self.jar.into_response_parts(response)
    }
}
