//! Delivery of uploaded files: ranges, caching, variants, signed addresses.

use std::ops::Range;
use std::path::Path as FilePath;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, IF_RANGE, LAST_MODIFIED, RANGE, RETRY_AFTER,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use mwanga_core::media::{self, ByteSource, DeliveredAs, Delivery, MediaError, NoCopy, variants};
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::AppState;
use crate::problem::ApiError;

/// Serves a recorded file, whole or a range of it, or a narrower variant of a picture. 404 for files that are not
/// recorded, and without a signature for those that `MWANGA_MEDIA_PRIVATE` hides.
pub async fn media(State(app): State<AppState>, Path(key): Path<String>, mut request: Request) -> Response {
    match requested_range(request.method(), request.headers()) {
        Some(part) => request.headers_mut().insert(RANGE, part),
        None => request.headers_mut().remove(RANGE),
    };
    let (key, variant) = variants::parse(&key).map_or((&*key, None), |(key, variant)| (key, Some(variant)));
    let item = match media::find(&app.core, key).await {
        Ok(Some(item)) => item,
        Ok(None) => return missing(),
        Err(e) => return ApiError::from(e).into_response(),
    };
    let is_visible = match media::is_visible(&app.core, &item).await {
        Ok(is_visible) => is_visible,
        Err(e) => return ApiError::from(e).into_response(),
    };
    let query = request.uri().query().unwrap_or_default();
    if !is_visible && !media::is_signed(&app.core, &item.object_key, query) {
        return missing();
    }
    let (delivery, sent) = match media::deliver(&app.core, &item, variant).await {
        Ok(delivered) => delivered,
        Err(NoCopy::Never) => return missing(),
        Err(NoCopy::NotYet) => return not_yet(),
    };
    let mut response = match delivery {
        Delivery::File(path) => {
            if !matches_if_range(&path, request.headers()).await {
                request.headers_mut().remove(RANGE);
            }
            let Ok(served) = ServeFile::new(path).oneshot(request).await;
            served.into_response()
        }
        Delivery::Stream(source) => {
            // Immutable: a key is written once, and so is each variant.
            let copy = variant.filter(|_| sent == DeliveredAs::Variant);
            let etag =
                format!("\"{}\"", copy.map_or_else(|| item.object_key.clone(), |copy| copy.path(&item.object_key)));
            match stream_source(&app, source, &etag, request.headers()).await {
                Ok(response) => response,
                Err(e) => return storage_error(&item.object_key, e),
            }
        }
    };
    if response.status() == StatusCode::NOT_FOUND {
        tracing::warn!(key = item.object_key, "a recorded file is gone");
        return missing();
    }
    if !matches!(response.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED) {
        // An unsatisfiable range, or a temporary error: must not be cached.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return response;
    }
    let content_type = match variant.filter(|_| sent == DeliveredAs::Variant) {
        Some(copy) => copy.content_type(),
        None => &item.content_type,
    };
    set_headers(response.headers_mut(), content_type, sent, is_visible);
    response
}

/// Sets content type, cache and security headers of a file.
fn set_headers(headers: &mut HeaderMap, content_type: &str, sent: DeliveredAs, is_visible: bool) {
    if let Ok(content_type) = HeaderValue::from_str(content_type) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    let cache_control = match sent {
        _ if !is_visible => "private, no-store",
        DeliveredAs::Fallback => "no-cache",
        DeliveredAs::Original | DeliveredAs::Variant => "public, max-age=31536000, immutable",
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    // An uploaded file must never run scripts.
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
}

/// The single byte range of a request; several ranges and other units are answered with the whole file (RFC 9110,
/// 14.2).
fn requested_range(method: &Method, request: &HeaderMap) -> Option<HeaderValue> {
    let (unit, part) = request.get(RANGE).filter(|_| method == Method::GET)?.to_str().ok()?.split_once('=')?;
    let (first, last) = part.trim().split_once('-')?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok());
    let is_valid = match (number(first)?, number(last)?) {
        (Some(first), Some(last)) => first <= last,
        (first, last) => first.is_some() || last.is_some(),
    };
    (unit.eq_ignore_ascii_case("bytes") && is_valid)
        .then(|| HeaderValue::from_str(&format!("bytes={first}-{last}")).ok())?
}

/// Evaluates `If-Range` against a file on disk (RFC 9110, 13.1.5).
async fn matches_if_range(path: &FilePath, request: &HeaderMap) -> bool {
    let Some(known) = request.get(IF_RANGE).filter(|_| request.contains_key(RANGE)) else { return true };
    let mut head_request = Request::new(Body::empty());
    *head_request.method_mut() = Method::HEAD;
    let Ok(found) = ServeFile::new(path).oneshot(head_request).await;
    // A weak ETag does not identify bytes, so it never matches.
    let is_strong = !known.as_bytes().starts_with(b"W/");
    [ETAG, LAST_MODIFIED].iter().any(|name| found.headers().get(name) == Some(known) && is_strong)
}

/// Answers with a stream from a bucket or the cache as [`ServeFile`] does with a file: ETag, ranges.
async fn stream_source(
    app: &AppState,
    source: ByteSource,
    etag: &str,
    request: &HeaderMap,
) -> Result<Response, MediaError> {
    let text = |name: HeaderName| request.get(name).and_then(|value| value.to_str().ok());
    let size = source.size_bytes();
    if text(IF_NONE_MATCH).is_some_and(|known| {
        known
            .split(',')
            .any(|known| matches!(known.trim().trim_start_matches("W/"), known if known == etag || known == "*"))
    }) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response());
    }
    let range = text(RANGE).filter(|_| request.get(IF_RANGE).is_none_or(|known| known == etag));
    let (status, part) = match range.map(|range| parse_range(range, size)) {
        None => (StatusCode::OK, 0..size),
        Some(Some(part)) => (StatusCode::PARTIAL_CONTENT, part),
        Some(None) => {
            return Ok(
                (StatusCode::RANGE_NOT_SATISFIABLE, [(CONTENT_RANGE, format!("bytes */{size}"))]).into_response()
            );
        }
    };
    let length = part.end - part.start;
    let mut response =
        (status, [(CONTENT_LENGTH, length.to_string()), (ETAG, etag.to_owned()), (ACCEPT_RANGES, "bytes".to_owned())])
            .into_response();
    if status == StatusCode::PARTIAL_CONTENT {
        let range = format!("bytes {}-{}/{size}", part.start, part.end - 1);
        response.headers_mut().extend(HeaderValue::from_str(&range).ok().map(|range| (CONTENT_RANGE, range)));
    }
    *response.body_mut() = Body::from_stream(source.read_range(&app.core, part).await?);
    Ok(response)
}

/// The byte range of a header; none where it cannot be satisfied.
fn parse_range(range: &str, size: u64) -> Option<Range<u64>> {
    let ranges = http_range_header::parse_range_header(range).ok()?.validate(size).ok()?;
    let [range] = &ranges[..] else { return None };
    Some(*range.start()..range.end() + 1)
}

/// 404 for a missing file, 503 for any other error of the storage.
fn storage_error(key: &str, error: MediaError) -> Response {
    match error {
        MediaError::Disk(e) if e.kind() == std::io::ErrorKind::NotFound => {
            tracing::warn!(key, "a recorded file is gone");
            missing()
        }
        e => {
            tracing::warn!(key, "a recorded file cannot be reached: {e}");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                [(CACHE_CONTROL, "no-store"), (RETRY_AFTER, "30")],
                "This file cannot be reached just now.\n",
            )
                .into_response()
        }
    }
}

/// 404 of a file, as plain text: no page is rendered for it.
/// A copy for mail programs that is still made: an image proxy keeps what it gets, so it gets nothing else.
fn not_yet() -> Response {
    let headers = [(CACHE_CONTROL, "no-store"), (RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, "This picture is being made ready.\n").into_response()
}

pub fn missing() -> Response {
    (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], "There is no such file.\n").into_response()
}

#[cfg(test)]
mod tests {
    use super::parse_range;

    #[test]
    fn a_range_header_is_parsed_to_bytes_within_the_file() {
        for (range, part) in [
            ("bytes=0-0", Some(0..1)),
            ("bytes=2-", Some(2..10)),
            ("bytes=-3", Some(7..10)),
            ("bytes=5-99", Some(5..10)),
            ("bytes=10-", None),
            ("bytes=3-2", None),
            ("bytes=0-1,4-5", None),
            ("pages=1-2", None),
            ("bytes=-", None),
        ] {
            assert_eq!(parse_range(range, 10), part, "{range}");
        }
    }
}
