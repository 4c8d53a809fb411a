//! Addresses at which there is nothing: they lead to the front page, which says so in a line (decision: the third
//! round). A cookie carries the path there; the front page with it is drawn for one answer and stands in no cache.

use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use axum_extra::extract::cookie::{Cookie, SameSite};
use mwanga_core::analytics;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::Serialize;
use time::Duration;

use crate::AppState;
use crate::client_address::ClientAddress;
use crate::documents::Document;

/// The cookie that carries the path from an address to the front page.
const NAME: &str = "mwanga_missing";
/// As long as a redirect takes on a slow line.
const LIFE: Duration = Duration::seconds(30);
/// Most bytes of the cookie's value.
const MAX_VALUE: usize = 120;
/// Most signs of a path that are shown.
const MAX_SHOWN: usize = 80;
/// Most words that are searched for.
const MAX_WORDS: usize = 8;
/// What stands in a path as it is; everything else is encoded, so that it is one value of a cookie.
const IN_VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'%');
/// Endings of pages in other systems.
const PAGE_ENDINGS: [&str; 8] = [".html", ".htm", ".xhtml", ".php", ".aspx", ".asp", ".jsp", ".amp"];
/// Parts of addresses that say of what kind a page is, not what it is about.
const KINDS: [&str; 14] = [
    "amp", "archive", "archives", "author", "blog", "category", "comments", "feed", "index", "page", "post", "posts",
    "slug", "tag",
];

/// An address at which there is nothing, as the front page names it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct MissingAddress {
    /// Letters, digits, `-` and `/` of its path.
    pub path: String,
    /// What to search for instead, empty where the path has no words.
    pub words: String,
}

impl MissingAddress {
    /// Reads a path as it was sent; none where nothing of it can be shown.
    fn parse(path: &str) -> Option<Self> {
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        let bare = decoded.trim_end_matches('/');
        let bare = PAGE_ENDINGS.iter().find_map(|ending| bare.strip_suffix(ending)).unwrap_or(bare);
        let mut shown = String::new();
        for part in bare.split('/').map(readable).filter(|part| !part.is_empty()) {
            shown.push('/');
            shown.push_str(&part);
        }
        let path = cut(&shown, shown.char_indices().nth(MAX_SHOWN).map_or(shown.len(), |(at, _)| at)).to_owned();
        (!path.is_empty()).then(|| Self { words: words_of(&path), path })
    }
}

/// A part of a path in letters and digits, with `-` for what stands between them.
fn readable(part: &str) -> String {
    let words = part.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The words of the last part that has any: what stands before it says where it lay, or when it was written.
fn words_of(path: &str) -> String {
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic) && !KINDS.contains(word);
    let mut parts = path.rsplit('/').map(|part| part.split('-').filter(is_word).take(MAX_WORDS).collect::<Vec<_>>());
    parts.find(|words| !words.is_empty()).unwrap_or_default().join(" ")
}

/// A path of at most `limit` bytes, cut between words where it has some.
fn cut(path: &str, limit: usize) -> &str {
    if path.len() <= limit {
        return path;
    }
    let whole = &path[..path.floor_char_boundary(limit)];
    let end = if path[whole.len()..].starts_with(['-', '/']) { Some(whole.len()) } else { whole.rfind(['-', '/']) };
    end.filter(|end| *end > 0).map_or(whole, |end| &whole[..end])
}

/// The value of the cookie: the path as it was sent, none where nothing of it can be shown.
fn value_of(path: &str) -> Option<String> {
    MissingAddress::parse(path)?;
    let encoded = utf8_percent_encode(path, IN_VALUE).to_string();
    let mut value = cut(&encoded, MAX_VALUE);
    // A sign that is cut in two is left out.
    while percent_decode_str(value).decode_utf8().is_err() && encoded.len() > MAX_VALUE {
        value = value.rfind('%').map_or("", |at| &value[..at]);
    }
    let is_shown = MissingAddress::parse(value).is_some();
    is_shown.then(|| value.to_owned())
}

/// The address that a request for the front page comes from, if any.
fn come_from(headers: &HeaderMap) -> Option<MissingAddress> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut values = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    values.find_map(|(name, value)| {
        (name == NAME && value.len() <= MAX_VALUE).then(|| MissingAddress::parse(value)).flatten()
    })
}

/// Whether a request is for the front page and comes from an address at which there is nothing.
pub(super) fn is_asked(path: &str, headers: &HeaderMap) -> bool {
    path == "/" && come_from(headers).is_some()
}

fn cookie(app: &AppState, value: String, life: Duration) -> Option<HeaderValue> {
    let cookie = Cookie::build((NAME, value))
        .path("/")
        .max_age(life)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.core.config.base().starts_with("https:"));
    HeaderValue::from_str(&cookie.to_string()).ok()
}

/// Leads from an address at which there is nothing to the front page.
pub(super) fn lead_home(app: &AppState, parts: &Parts) -> Response {
    let path = parts.uri.path();
    if parts.method == Method::GET {
        analytics::record_missing(&app.core, path);
    }
    let document = Document::redirect(StatusCode::FOUND, "/".into()).uncacheable();
    let mut response = app.encode(document).respond(&parts.method, &parts.headers);
    if let Some(cookie) = value_of(path).and_then(|value| cookie(app, value, LIFE)) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// The front page with the line about the address that the request comes from. None without one, beyond the client's
/// limit of renders, and where it cannot be drawn: the cached front page serves them.
pub(super) async fn front_page(app: &AppState, parts: &Parts) -> Option<Response> {
    let missing = (parts.uri.path() == "/").then(|| come_from(&parts.headers)).flatten()?;
    let client = parts.extensions.get::<ClientAddress>();
    if client.is_some_and(|client| app.render_limit.count(*client).is_err()) {
        return None;
    }
    let page = app.draw_with("/", "missing-address", &missing).await?;
    page.prepare(&parts.headers).await;
    let mut response = page.respond(&parts.method, &parts.headers);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    if let Some(ended) = cookie(app, String::new(), Duration::ZERO) {
        headers.append(SET_COOKIE, ended);
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(path: &str) -> Option<(String, String)> {
        MissingAddress::parse(path).map(|missing| (missing.path, missing.words))
    }

    #[test]
    fn an_address_is_named_by_letters_and_digits_and_searched_for_by_its_words() {
        for (path, shown, words) in [
            ("/old-story", "/old-story", "old story"),
            ("/2023/05/old-story.html", "/2023/05/old-story", "old story"),
            ("/2023/05/12/", "/2023/05/12", ""),
            ("/news/4g-in-2023/amp/", "/news/4g-in-2023/amp", "4g in"),
            ("/index.php/a_b%20c", "/index-php/a-b-c", "a b c"),
            ("/%D9%82%D8%B5%D8%A9-%D9%82%D8%AF%D9%8A%D9%85%D8%A9", "/قصة-قديمة", "قصة قديمة"),
            ("/%E1%8B%9C%E1%8A%93", "/ዜና", "ዜና"),
            ("/<script>alert(1)</script>", "/script-alert-1/script", "script"),
            ("/a%0D%0ASet-Cookie:%20b%E2%80%AEc", "/a-Set-Cookie-b-c", "a Set Cookie b c"),
            ("/caf%C3%A9%FF", "/café", "café"),
        ] {
            assert_eq!(parse(path), Some((shown.into(), words.into())), "{path}");
        }
        for path in ["/", "", "//", "/%F0%9F%8C%9E", "/%00", "/%%%", "/.html"] {
            assert_eq!(parse(path), None, "{path}");
        }
    }

    #[test]
    fn a_long_address_is_cut_between_words() {
        let long = format!("/{}", ["habari"; 30].join("-"));
        let (shown, _) = parse(&long).unwrap();
        assert!(shown.chars().count() <= MAX_SHOWN && long.starts_with(&shown) && shown.ends_with("-habari"));
        assert_eq!(parse(&format!("/{}", "a".repeat(300))).unwrap().0.len(), MAX_SHOWN);
        for sign in ["a", "%D9%82", "%E1%8B%9C", "ق", ";"] {
            for count in [1, 19, 20, 40, 200] {
                let path = format!("/b{}", sign.repeat(count));
                let value = value_of(&path).expect("a value");
                assert!(
                    value.len() <= MAX_VALUE && value.is_ascii() && !value.contains([';', ',', ' ', '"']),
                    "{value}"
                );
                let whole = percent_decode_str(&value).decode_utf8();
                assert!(whole.is_ok(), "{value} holds half a sign");
            }
        }
    }

    #[test]
    fn the_first_readable_cookie_of_several_counts_and_nonsense_is_none() {
        let of = |lines: &[&'static str]| {
            let headers = lines.iter().map(|line| (COOKIE, HeaderValue::from_bytes(line.as_bytes()).unwrap()));
            let mut map = HeaderMap::new();
            headers.for_each(|(name, value)| {
                map.append(name, value);
            });
            come_from(&map).map(|missing| missing.path)
        };
        assert_eq!(of(&["a=b; mwanga_missing=/old; mwanga_missing=/older"]).as_deref(), Some("/old"));
        assert_eq!(of(&["mwanga_missing=", "mwanga_missing=/old-story"]).as_deref(), Some("/old-story"));
        for line in ["mwanga_missing", "mwanga_missing=%%%", "xmwanga_missing=/a", "mwanga_missing=/\u{e9}", "=", ";"] {
            assert_eq!(of(&[line]), None, "{line}");
        }
    }
}
