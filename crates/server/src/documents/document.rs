//! A response body before it is encoded, and what escapes text for it.

use axum::http::StatusCode;
use bytes::Bytes;
use mwanga_store::types::Timestamp;
use sha2::{Digest, Sha256};

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
