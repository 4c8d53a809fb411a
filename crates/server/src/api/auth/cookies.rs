use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use mwanga_core::accounts::SignedIn;
use mwanga_core::config::Config;
use mwanga_store::types::SessionKind;

/// Readers and staff have separate cookies, so that one browser can be signed in as both.
pub const fn name(kind: SessionKind) -> &'static str {
    match kind {
        SessionKind::Reader => "mwanga_reader",
        SessionKind::Staff => "mwanga_staff",
    }
}

fn cookie(config: &Config, kind: SessionKind, value: String) -> Cookie<'static> {
    Cookie::build((name(kind), value)).path("/api/auth").http_only(true).same_site(SameSite::Lax).secure(config.base().starts_with("https:")).build()
}

/// Hands the refresh cookie of a new session to the browser.
pub fn set(jar: CookieJar, config: &Config, signed_in: &SignedIn) -> CookieJar {
    match &signed_in.cookie {
        Some(value) => {
            let mut cookie = cookie(config, signed_in.kind, value.clone());
            // Its end is the end of the session's row, which the server decides.
            cookie.make_permanent();
            jar.add(cookie)
        }
        None => jar,
    }
}

/// Takes both cookies away.
pub fn clear(mut jar: CookieJar, config: &Config) -> CookieJar {
    for kind in [SessionKind::Reader, SessionKind::Staff] {
        jar = jar.remove(cookie(config, kind, String::new()));
    }
    jar
}

/// The refresh cookies that came with a request.
pub fn held(jar: &CookieJar) -> Vec<(SessionKind, String)> {
    [SessionKind::Reader, SessionKind::Staff].into_iter().filter_map(|kind| Some((kind, jar.get(name(kind))?.value().to_owned()))).collect()
}
