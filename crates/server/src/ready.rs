//! A document as it goes out: its encodings with their headers, made once and copied for every reader.

use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LAST_MODIFIED, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use bytes::Bytes;

use crate::document::{self, Document, http_date};

#[derive(Clone)]
pub struct Ready {
    pub status: StatusCode,
    /// Whether it may be kept, here and in the browser.
    pub cacheable: bool,
    identity: Encoding,
    gzip: Option<Encoding>,
    brotli: Option<Encoding>,
}

#[derive(Clone)]
struct Encoding {
    headers: HeaderMap,
    body: Bytes,
}

impl Ready {
    /// `common`: what every page carries, such as its content security policy.
    pub fn new(document: Document, common: &HeaderMap) -> Self {
        let mut headers = HeaderMap::with_capacity(16);
        headers.extend(common.iter().map(|(name, value)| (name.clone(), value.clone())));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(document.content_type));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(CACHE_CONTROL, cache_control(&document));
        // For readers to show, not to ask with: a deleted post changes a feed and moves no date back, so only the ETag decides.
        if let Some(at) = document.last_modified.and_then(|at| HeaderValue::from_str(&http_date(at)).ok()) {
            headers.insert(LAST_MODIFIED, at);
        }
        if let Some(location) = document.location.as_deref().and_then(|location| HeaderValue::from_str(location).ok()) {
            headers.insert(LOCATION, location);
        }
        let has_etag = document.cacheable && document.location.is_none();
        let encoding = |coding: &'static str, body: Bytes| {
            let mut headers = headers.clone();
            if let Ok(etag) = HeaderValue::from_str(&format!("\"{}-{coding}\"", document.etag))
                && has_etag
            {
                headers.insert(ETAG, etag);
            }
            if coding != "identity" {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
            }
            headers.insert(CONTENT_LENGTH, body.len().into());
            Encoding { headers, body }
        };
        Self {
            status: document.status,
            cacheable: document.cacheable,
            gzip: document.gzip.map(|body| encoding("gzip", body)),
            brotli: document.brotli.map(|body| encoding("br", body)),
            identity: encoding("identity", document.identity),
        }
    }

    /// The best encoding that the client takes, or 304 when it has it.
    pub fn respond(&self, method: &Method, request: &HeaderMap) -> Response {
        let accepted = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let encoding = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts(accepted, "br") => brotli,
            (_, Some(gzip)) if accepts(accepted, "gzip") => gzip,
            _ => &self.identity,
        };
        let mut response = Response::new(Body::empty());
        *response.headers_mut() = encoding.headers.clone();
        if self.status == StatusCode::OK && request.get(IF_NONE_MATCH).is_some_and(|known| encoding.is_among(known)) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().remove(CONTENT_ENCODING);
            response.headers_mut().remove(CONTENT_LENGTH);
            return response;
        }
        *response.status_mut() = self.status;
        if method != Method::HEAD {
            *response.body_mut() = Body::from(encoding.body.clone());
        }
        response
    }

    /// The same with a smaller brotli encoding, for what many ask for; takes some dozens of milliseconds of CPU. Its ETag stays:
    /// nobody has to load again what they have.
    pub fn denser(&self) -> Option<Self> {
        let brotli = self.brotli.as_ref()?;
        let body = document::brotli(&self.identity.body, 10).filter(|body| body.len() < brotli.body.len())?;
        let mut headers = brotli.headers.clone();
        headers.insert(CONTENT_LENGTH, body.len().into());
        Some(Self { brotli: Some(Encoding { headers, body }), ..self.clone() })
    }

    /// Memory of all encodings.
    pub fn size_bytes(&self) -> usize {
        // A map of headers takes about a kilobyte.
        [Some(&self.identity), self.gzip.as_ref(), self.brotli.as_ref()].into_iter().flatten().map(|encoding| encoding.body.len() + 1_024).sum()
    }
}

fn cache_control(document: &Document) -> HeaderValue {
    match document.max_age {
        _ if !document.cacheable => HeaderValue::from_static("no-store"),
        0 => HeaderValue::from_static("public, max-age=0, must-revalidate"),
        seconds => HeaderValue::from_str(&format!("public, max-age={seconds}")).expect("digits are ASCII"),
    }
}

impl Encoding {
    fn is_among(&self, known: &HeaderValue) -> bool {
        let (Some(etag), Ok(known)) = (self.headers.get(ETAG), known.to_str()) else { return false };
        known.split(',').map(str::trim).any(|tag| tag.trim_start_matches("W/").as_bytes() == etag || tag == "*")
    }
}

/// Whether an Accept-Encoding header takes a coding.
pub fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        words.next().is_some_and(|name| name.eq_ignore_ascii_case(coding)) && !words.any(|q| q.replace(' ', "").trim_end_matches(['0', '.']) == "q=")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_that_is_refused_is_not_sent() {
        assert!(accepts("gzip, deflate, br", "br") && accepts("br;q=0.5", "br") && accepts("GZIP", "gzip"));
        assert!(!accepts("br;q=0", "br") && !accepts("br; q=0.0", "br") && !accepts("", "br") && !accepts("brotli", "br"));
    }
}
