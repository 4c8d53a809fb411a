//! The HTML document around a page, and its three encodings.

use std::io::Write;

use axum::http::StatusCode;
use bytes::Bytes;
use mwanga_store::types::Timestamp;
use sha2::{Digest, Sha256};

use crate::assets::Assets;

/// A finished answer: HTML, or one of the files beside the pages.
#[derive(Clone, Debug)]
pub struct Document {
    pub status: StatusCode,
    pub content_type: &'static str,
    pub identity: Bytes,
    /// None where compressing was not worth its time: pages that are not kept.
    pub gzip: Option<Bytes>,
    pub brotli: Option<Bytes>,
    /// Of the identity encoding, without quotes.
    pub etag: String,
    /// Where to go instead, for redirects.
    pub location: Option<String>,
    /// Whether it may be kept, here and in the browser.
    pub cacheable: bool,
    /// Seconds that a browser may keep it without asking again.
    pub max_age: u32,
    /// When what it shows last changed, where that is known.
    pub last_modified: Option<Timestamp>,
}

impl Document {
    pub fn plain(status: StatusCode, html: String) -> Self {
        Self::file("text/html; charset=utf-8", html).with_status(status)
    }

    /// What is no page.
    pub fn file(content_type: &'static str, bytes: impl Into<Bytes>) -> Self {
        let identity = bytes.into();
        let etag = hex::encode(&Sha256::digest(&identity)[..10]);
        Self {
            status: StatusCode::OK,
            content_type,
            identity,
            gzip: None,
            brotli: None,
            etag,
            location: None,
            cacheable: true,
            max_age: 0,
            last_modified: None,
        }
    }

    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// For as many seconds a browser need not ask again.
    pub fn fresh_for(mut self, seconds: u32) -> Self {
        self.max_age = seconds;
        self
    }

    pub fn modified_at(mut self, at: Option<Timestamp>) -> Self {
        self.last_modified = at;
        self
    }

    pub fn redirect(status: StatusCode, location: String) -> Self {
        Self { location: Some(location), ..Self::plain(status, String::new()) }
    }

    pub fn uncacheable(mut self) -> Self {
        self.cacheable = false;
        self
    }

    /// Adds gzip and brotli; takes some milliseconds of CPU.
    pub fn compressed(mut self) -> Self {
        if self.identity.len() < 256 {
            return self;
        }
        let mut gzip = flate2::write::GzEncoder::new(Vec::with_capacity(self.identity.len() / 4), flate2::Compression::new(6));
        self.gzip = gzip.write_all(&self.identity).and_then(|()| gzip.finish()).ok().map(Bytes::from);
        self.brotli = brotli(&self.identity, 5);
        self
    }
}

/// `quality`: 0 to 11.
pub fn brotli(bytes: &[u8], quality: i32) -> Option<Bytes> {
    // A window that holds the whole: with the default one of 4 MB high qualities take 32 MB. Below 17 bits the library takes
    // another hash table, of 32 MB.
    let window = bytes.len().next_power_of_two().trailing_zeros().clamp(17, 22) as i32;
    let params = brotli::enc::BrotliEncoderParams { quality, lgwin: window, size_hint: bytes.len(), ..Default::default() };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params).is_ok().then(|| out.into())
}

/// A public page: rendered markup, its head, and the answers it was made from.
pub fn public_page(assets: &Assets, head: &str, html: &str, answers: &str, page_preloads: &str) -> String {
    let shell = assets.site();
    let answers = inline_json(answers);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}{page_preloads}<script>{theme}</script></head><body><div id=\"root\">{html}</div>\
         <script type=\"application/json\" id=\"answers\">{answers}</script>{entry}</body></html>",
        links = shell.links,
        theme = assets.theme_script(),
        entry = shell.entry,
    )
}

/// A short message instead of a page, with one way on: markup alone, no script.
pub fn notice(assets: &Assets, title: &str, text: &str, (href, label): (&str, &str)) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><meta name=\"robots\" content=\"noindex\">{links}<script>{theme}</script></head>\
         <body><main style=\"max-width:65ch;margin:20vh auto;padding:0 1rem\">\
         <h1 style=\"font:600 var(--t-2xl)/1.25 var(--font-serif);margin-bottom:1rem\">{text}</h1>\
         <p><a href=\"{href}\" style=\"color:var(--ember);text-decoration:underline\">{label}</a></p></main></body></html>",
        title = escape(title),
        links = assets.site().links,
        theme = assets.theme_script(),
        text = escape(text),
        href = escape(href),
        label = escape(label),
    )
}

/// A document without markup: the browser draws the page.
pub fn empty_shell(assets: &Assets, shell: Shell, head: &str) -> String {
    let parts = match shell {
        Shell::Site => assets.site(),
        Shell::Admin => assets.admin(),
    };
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         {head}{links}<script>{theme}</script></head><body><div id=\"root\"></div>{entry}</body></html>",
        links = parts.links,
        theme = assets.theme_script(),
        entry = parts.entry,
    )
}

#[derive(Clone, Copy, Debug)]
pub enum Shell {
    Site,
    Admin,
}

/// JSON that can stand inside a script element: nothing in it can end the element or open a comment.
pub fn inline_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// `Fri, 20 Nov 2026 09:00:00 GMT`, as HTTP headers and RSS write moments.
pub fn http_date(at: Timestamp) -> String {
    let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&at).unwrap_or_default()
}

/// Text for an attribute or an element.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn both_encodings_hold_the_same_page() {
        let html = "<p>Habari</p>".repeat(200);
        let document = Document::plain(StatusCode::OK, html.clone()).compressed();
        let mut gunzipped = String::new();
        flate2::read::GzDecoder::new(&document.gzip.unwrap()[..]).read_to_string(&mut gunzipped).unwrap();
        let mut unbrotlied = Vec::new();
        brotli::BrotliDecompress(&mut &document.brotli.unwrap()[..], &mut unbrotlied).unwrap();
        assert_eq!(gunzipped, html);
        assert_eq!(String::from_utf8(unbrotlied).unwrap(), html);
    }

    #[test]
    fn inlined_answers_cannot_leave_their_element() {
        let json = inline_json(r#"{"a":"</script><!--<script>"}"#);
        assert!(!json.contains('<'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["a"], "</script><!--<script>");
    }
}
