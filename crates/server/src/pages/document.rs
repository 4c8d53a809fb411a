//! The HTML document around a page.

use axum::http::StatusCode;
use bytes::Bytes;
use mwanga_core::settings::Settings;
use mwanga_store::types::Timestamp;
use sha2::{Digest, Sha256};

use crate::assets::Assets;

/// An uncompressed response body with its metadata: HTML, or a generated file.
#[derive(Clone, Debug)]
pub struct Document {
    pub status: StatusCode,
    pub content_type: &'static str,
    pub identity: Bytes,
    /// Whether it is compressed for clients that accept it.
    pub compressible: bool,
    /// ETag of the identity encoding, without quotes.
    pub etag: String,
    /// Target of a redirect.
    pub location: Option<String>,
    /// Whether it may be cached, here and in the browser.
    pub cacheable: bool,
    /// `max-age` in seconds.
    pub max_age: u32,
    /// Whether it has a `Last-Modified` header and supports `If-Modified-Since`.
    pub has_last_modified: bool,
}

impl Document {
    /// An HTML document, not compressed.
    pub fn plain(status: StatusCode, html: String) -> Self {
        Self::file("text/html; charset=utf-8", html).with_status(status)
    }

    /// A document of any content type, 200 and cacheable.
    pub fn file(content_type: &'static str, bytes: impl Into<Bytes>) -> Self {
        let identity = bytes.into();
        let etag = hex::encode(&Sha256::digest(&identity)[..10]);
        Self {
            status: StatusCode::OK,
            content_type,
            identity,
            compressible: false,
            etag,
            location: None,
            cacheable: true,
            max_age: 0,
            has_last_modified: false,
        }
    }

    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Sets `max-age` in seconds.
    pub fn with_max_age(mut self, seconds: u32) -> Self {
        self.max_age = seconds;
        self
    }

    pub fn with_last_modified(mut self) -> Self {
        self.has_last_modified = true;
        self
    }

    pub fn redirect(status: StatusCode, location: String) -> Self {
        Self { location: Some(location), ..Self::plain(status, String::new()) }
    }

    pub fn uncacheable(mut self) -> Self {
        self.cacheable = false;
        self
    }

    /// Compresses texts of 256 bytes and more.
    pub fn compressible(mut self) -> Self {
        self.compressible = self.identity.len() >= 256;
        self
    }
}

/// A public page: rendered markup, its head, and the API responses it was rendered from, by which the browser hydrates.
pub fn public_page(
    assets: &Assets,
    settings: &Settings,
    head: &str,
    html: &str,
    answers: &str,
    page_preloads: &str,
) -> String {
    let shell = assets.site();
    let answers = inline_json(answers);
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}{page_preloads}<script>{theme}</script></head><body><div id=\"root\">{html}</div>\
         <script type=\"application/json\" id=\"answers\">{answers}</script>{entry}</body></html>",
        html_tag = html_tag(settings),
        links = assets.head_links(settings, shell),
        theme = assets.theme_script(),
        entry = shell.script,
    )
}

/// The root element: language, and the pair of typefaces that `fonts.css` knows.
fn html_tag(settings: &Settings) -> String {
    let (language, typefaces) = (escape(&settings.site.language), escape(&settings.look.typefaces));
    format!("<html lang=\"{language}\" data-typefaces=\"{typefaces}\">")
}

/// A short message instead of a page, with a link to continue, without scripts. `markup` is inserted unescaped.
pub fn notice(
    assets: &Assets,
    settings: &Settings,
    title: &str,
    text: &str,
    markup: &str,
    (href, label): (&str, &str),
) -> String {
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><meta name=\"robots\" content=\"noindex\">{links}<script>{theme}</script></head>\
         <body><main style=\"max-width:65ch;margin:20vh auto;padding:0 1rem\">\
         <h1 style=\"font:600 var(--t-2xl)/1.25 var(--font-serif);margin-bottom:1rem\">{text}</h1>{markup}\
         <p style=\"margin-top:1rem\"><a href=\"{href}\" style=\"color:var(--ember);text-decoration:underline\">{label}</a></p></main></body></html>",
        title = escape(title),
        html_tag = html_tag(settings),
        links = assets.head_links(settings, assets.site()),
        theme = assets.theme_script(),
        text = escape(text),
        href = escape(href),
        label = escape(label),
    )
}

/// A document without markup: the browser renders the page.
pub fn empty_shell(assets: &Assets, settings: &Settings, shell: Shell, head: &str) -> String {
    let parts = match shell {
        Shell::Site => assets.site(),
        Shell::Admin => assets.admin(),
    };
    format!(
        "<!doctype html>{html_tag}<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}<script>{theme}</script></head><body><div id=\"root\"></div>{entry}</body></html>",
        html_tag = html_tag(settings),
        links = assets.head_links(settings, parts),
        theme = assets.theme_script(),
        entry = parts.script,
    )
}

/// Entry of the frontend that a document loads.
#[derive(Clone, Copy, Debug)]
pub enum Shell {
    Site,
    Admin,
}

/// Escapes JSON for a script element: nothing in it can end the element or open a comment.
pub fn inline_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// `Fri, 20 Nov 2026 09:00:00 GMT`, the date format of HTTP and RSS.
pub fn http_date(at: Timestamp) -> String {
    let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&at).unwrap_or_default()
}

/// Escapes text for an attribute or an element.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inlined_json_cannot_close_its_script_element() {
        let json = inline_json(r#"{"a":"</script><!--<script>"}"#);
        assert!(!json.contains('<'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["a"], "</script><!--<script>");
    }
}
