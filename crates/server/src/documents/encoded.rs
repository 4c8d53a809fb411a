//! Content encoding: a document with its headers, as it is and as brotli and gzip. Each encoding is made once, for the
//! first client that accepts it.

use std::io::Write;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_MODIFIED_SINCE,
    IF_NONE_MATCH, LAST_MODIFIED, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use mwanga_store::types::Timestamp;
use tokio::sync::OnceCell;

use super::document::Document;

/// A document with its headers and content encodings.
#[derive(Clone)]
pub struct EncodedDocument {
    pub status: StatusCode,
    /// Whether it may be cached, here and in the browser.
    pub cacheable: bool,
    compressible: bool,
    /// Whether it has a `Last-Modified` header.
    has_last_modified: bool,
    /// Unix time in seconds, if `has_last_modified`.
    last_modified: Option<u64>,
    identity: Encoding,
    brotli: OnceCell<Encoding>,
    gzip: OnceCell<Encoding>,
}

#[derive(Clone)]
struct Encoding {
    headers: HeaderMap,
    body: Bytes,
}

#[derive(Clone, Copy)]
enum Coding {
    Brotli,
    Gzip,
}

/// Brotli quality of 0 to 11: at 6 a page of 200 kB is a tenth smaller and takes a quarter longer.
const BROTLI_QUALITY: i32 = 5;
/// Brotli quality of hot pages: takes ten times as long.
const DENSE_BROTLI_QUALITY: i32 = 10;
const GZIP_LEVEL: u32 = 6;

impl EncodedDocument {
    /// The body as it was written, without an encoding.
    pub fn identity(&self) -> &[u8] {
        &self.identity.body
    }

    /// `common`: headers of every page, such as its content security policy.
    pub fn new(document: Document, common: &HeaderMap) -> Self {
        let mut headers = HeaderMap::with_capacity(16);
        headers.extend(common.iter().map(|(name, value)| (name.clone(), value.clone())));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(document.content_type));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(CACHE_CONTROL, cache_control(&document));
        if let Some(location) = document.location.as_deref().and_then(|location| HeaderValue::from_str(location).ok()) {
            headers.insert(LOCATION, location);
        }
        if let Ok(etag) = HeaderValue::from_str(&format!("\"{}\"", document.etag))
            && document.cacheable
            && document.location.is_none()
        {
            headers.insert(ETAG, etag);
        }
        headers.insert(CONTENT_LENGTH, document.identity.len().into());
        Self {
            status: document.status,
            cacheable: document.cacheable,
            compressible: document.compressible,
            has_last_modified: document.has_last_modified,
            last_modified: None,
            identity: Encoding { headers, body: document.identity },
            brotli: OnceCell::new(),
            gzip: OnceCell::new(),
        }
    }

    /// Sets `Last-Modified` to the start of rendering, if `has_last_modified`. Content equal to that of `before` keeps
    /// its date; other content is at least a second newer. Dates of posts would not do: a deleted post changes a feed
    /// and no date in it.
    pub fn with_last_modified_after(mut self, before: Option<&Self>, started_at: Timestamp) -> Self {
        if !self.has_last_modified {
            return self;
        }
        let began = u64::try_from(started_at.0 / 1_000).unwrap_or(0);
        let at = match before.and_then(|before| Some((before, before.last_modified?))) {
            Some((before, at)) if before.identity.headers.get(ETAG) == self.identity.headers.get(ETAG) => at,
            Some((_, at)) => began.max(at + 1),
            None => began,
        };
        self.last_modified = Some(at);
        let date = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(at));
        self.identity.headers.extend(HeaderValue::from_str(&date).ok().map(|date| (LAST_MODIFIED, date)));
        self
    }

    /// Whether the client's copy is current: by its ETag if it sent any, otherwise by the date (RFC 9110, 13.2.2).
    fn is_not_modified(&self, encoding: &Encoding, request: &HeaderMap) -> bool {
        if let Some(known) = request.get(IF_NONE_MATCH) {
            return encoding.is_among(known);
        }
        let since =
            request.get(IF_MODIFIED_SINCE).and_then(|since| httpdate::parse_http_date(since.to_str().ok()?).ok());
        let since = since.and_then(|since| since.duration_since(UNIX_EPOCH).ok());
        matches!((self.last_modified, since), (Some(at), Some(since)) if at <= since.as_secs())
    }

    /// The bytes before any encoding.
    pub fn body(&self) -> &Bytes {
        &self.identity.body
    }

    /// The encoding that suits a client best, or 304 when its copy is current. Without a prepared encoding the body is
    /// not compressed.
    pub fn respond(&self, method: &Method, request: &HeaderMap) -> Response {
        let encoding = self.negotiate(request).and_then(|coding| self.cell(coding).get()).unwrap_or(&self.identity);
        let mut response = Response::new(Body::empty());
        *response.headers_mut() = encoding.headers.clone();
        if self.status == StatusCode::OK && self.is_not_modified(encoding, request) {
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

    /// Whether [`Self::prepare`] has something to do.
    pub fn is_unprepared(&self, request: &HeaderMap) -> bool {
        self.negotiate(request).is_some_and(|coding| !self.cell(coding).initialized())
    }

    /// Prepares the encoding that suits a client best, off the request threads: some milliseconds of CPU, once for all
    /// requests that wait for it.
    pub async fn prepare(&self, request: &HeaderMap) {
        if let Some(coding) = self.negotiate(request) {
            self.encode(coding).await;
        }
    }

    /// Prepares the encoding that browsers accept over HTTPS, brotli, before the first request.
    pub async fn prepare_for_browsers(&self) {
        if self.compressible {
            self.encode(Coding::Brotli).await;
        }
    }

    /// Prepares the encodings that `other` has.
    pub async fn prepare_like(&self, other: &Self) {
        for coding in [Coding::Brotli, Coding::Gzip] {
            if self.compressible && other.cell(coding).initialized() {
                self.encode(coding).await;
            }
        }
    }

    async fn encode(&self, coding: Coding) {
        let encoded = || async {
            let identity = self.identity.clone();
            tokio::task::spawn_blocking(move || identity.encoded(coding))
                .await
                .unwrap_or_else(|_| self.identity.clone())
        };
        self.cell(coding).get_or_init(encoded).await;
    }

    fn negotiate(&self, request: &HeaderMap) -> Option<Coding> {
        let accepted = request.get(ACCEPT_ENCODING).filter(|_| self.compressible)?.to_str().ok()?;
        [Coding::Brotli, Coding::Gzip].into_iter().find(|coding| accepts(accepted, coding.name()))
    }

    const fn cell(&self, coding: Coding) -> &OnceCell<Encoding> {
        match coding {
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
        }
    }

    /// The same document with a smaller brotli encoding, for hot pages; none where that is not smaller. Takes some
    /// dozens of milliseconds of CPU. Its ETag stays, so that copies of clients stay current.
    pub fn recompressed(&self) -> Option<Self> {
        if !self.compressible {
            return None;
        }
        let dense = self.identity.with(Coding::Brotli, brotli(&self.identity.body, DENSE_BROTLI_QUALITY)?);
        if self.brotli.get().is_some_and(|brotli| brotli.body.len() <= dense.body.len()) {
            return None;
        }
        Some(Self { brotli: OnceCell::new_with(Some(dense)), ..self.clone() })
    }

    /// Memory of all encodings in bytes; those that are not made yet are estimated.
    pub fn size_bytes(&self) -> usize {
        // A map of headers takes about a kilobyte, a page compressed a fifth of it.
        match self.compressible {
            true => self.identity.body.len() * 7 / 5 + 3 * 1_024,
            false => self.identity.body.len() + 1_024,
        }
    }
}

impl Coding {
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }
}

fn gzip(bytes: &[u8]) -> Option<Bytes> {
    let mut gzip =
        flate2::write::GzEncoder::new(Vec::with_capacity(bytes.len() / 4), flate2::Compression::new(GZIP_LEVEL));
    gzip.write_all(bytes).and_then(|()| gzip.finish()).ok().map(Bytes::from)
}

/// `quality`: 0 to 11.
fn brotli(bytes: &[u8], quality: i32) -> Option<Bytes> {
    // A window that holds the whole: with the default one of 4 MB high qualities take 32 MB. Below 17 bits the library
    // takes another hash table, of 32 MB.
    let window = bytes.len().next_power_of_two().trailing_zeros().clamp(17, 22) as i32;
    let params =
        brotli::enc::BrotliEncoderParams { quality, lgwin: window, size_hint: bytes.len(), ..Default::default() };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params).is_ok().then(|| out.into())
}

fn cache_control(document: &Document) -> HeaderValue {
    match document.max_age {
        _ if !document.cacheable => HeaderValue::from_static("no-store"),
        0 => HeaderValue::from_static("public, max-age=0, must-revalidate"),
        seconds => HeaderValue::from_str(&format!("public, max-age={seconds}")).expect("digits are ASCII"),
    }
}

impl Encoding {
    /// The identity encoding in a compressed coding; itself where compression fails.
    fn encoded(&self, coding: Coding) -> Self {
        let body = match coding {
            Coding::Brotli => brotli(&self.body, BROTLI_QUALITY),
            Coding::Gzip => gzip(&self.body),
        };
        body.map_or_else(|| self.clone(), |body| self.with(coding, body))
    }

    /// The headers of the identity encoding, changed to fit another body.
    fn with(&self, coding: Coding, body: Bytes) -> Self {
        let mut headers = self.headers.clone();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        headers.insert(CONTENT_LENGTH, body.len().into());
        let etag = headers
            .get(ETAG)
            .and_then(|etag| etag.to_str().ok())
            .map(|etag| format!("{}-{}\"", etag.trim_end_matches('"'), coding.name()));
        if let Some(etag) = etag.and_then(|etag| HeaderValue::from_str(&etag).ok()) {
            headers.insert(ETAG, etag);
        }
        Self { headers, body }
    }

    fn is_among(&self, known: &HeaderValue) -> bool {
        let (Some(etag), Ok(known)) = (self.headers.get(ETAG), known.to_str()) else { return false };
        known.split(',').map(str::trim).any(|tag| tag.trim_start_matches("W/").as_bytes() == etag || tag == "*")
    }
}

/// Whether an Accept-Encoding header takes a coding.
pub fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        words.next().is_some_and(|name| name.eq_ignore_ascii_case(coding))
            && !words.any(|q| q.replace(' ', "").trim_end_matches(['0', '.']) == "q=")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn asking(coding: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_str(coding).unwrap())])
    }

    #[tokio::test]
    async fn a_page_is_compressed_on_demand_and_decodes_to_the_same_html() {
        let html = "<p>Habari</p>".repeat(200);
        let ready =
            EncodedDocument::new(Document::plain(StatusCode::OK, html.clone()).compressible(), &HeaderMap::new());
        for (coding, others) in [("gzip", "br"), ("br", "identity")] {
            assert!(ready.is_unprepared(&asking(coding)));
            ready.prepare(&asking(coding)).await;
            assert!(
                !ready.is_unprepared(&asking(coding)) && ready.is_unprepared(&asking(others)) == (others == "br"),
                "{coding}"
            );
            let response = ready.respond(&Method::GET, &asking(coding));
            assert_eq!(response.headers()[CONTENT_ENCODING], coding);
            let sent = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let mut read = Vec::new();
            match coding {
                "gzip" => drop(flate2::read::GzDecoder::new(&sent[..]).read_to_end(&mut read).unwrap()),
                _ => brotli::BrotliDecompress(&mut &sent[..], &mut read).unwrap(),
            }
            assert_eq!(read, html.as_bytes());
        }
        let other = EncodedDocument::new(Document::plain(StatusCode::OK, html).compressible(), &HeaderMap::new());
        other.prepare_like(&ready).await;
        assert!(!other.is_unprepared(&asking("gzip")) && !other.is_unprepared(&asking("br")));
    }

    #[test]
    fn a_content_encoding_with_q_0_is_not_accepted() {
        assert!(accepts("gzip, deflate, br", "br") && accepts("br;q=0.5", "br") && accepts("GZIP", "gzip"));
        assert!(
            !accepts("br;q=0", "br") && !accepts("br; q=0.0", "br") && !accepts("", "br") && !accepts("brotli", "br")
        );
    }
}
