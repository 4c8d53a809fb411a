//! Public pages: a URL, its calls, their answers, HTML, the cache.
//!
//! - `render` with `fallback`: renders a page once for all requests that wait for it (single flight)
//! - `shells`: the HTML around a page, and what stands in its place
//! - `refresh`: renders hot pages again after a purge, before the next request
//! - `limits`: rate limits of what has to be rendered
//! - `missing`: the front page for those who come from an address at which there is nothing

mod fallback;
mod limits;
mod missing;
mod refresh;
mod render;
pub mod shells;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, LOCATION, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use mwanga_core::{pages, posts, slug};

use self::limits::count_render;
use crate::client_address::ClientAddress;
use crate::documents::{CachedPage, Document, HOT_PAGE_HITS};
use crate::headers::PREVIEW;
use crate::page_addresses::{
    MAX_PATH, PAGE, RouteTarget, alias_of, feed_of, is_file, is_for_developers, normalize_page_number, redirect_of,
    with_query,
};
use crate::{AppState, media, only_local};

/// Answers from the page cache. The accept loop calls it before the router.
pub fn cached(app: &AppState, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    if is_for_developers(uri.path()) || missing::is_asked(uri.path(), headers) {
        return None;
    }
    let page = match uri.query() {
        // Without a query the path is the key.
        None => app.cache.get(uri.path(), app.core.now())?,
        query => app.cache.get(&app.page_routes.key(uri.path(), query)?.0, app.core.now())?,
    };
    // Not encoded yet as this client accepts it: the slow path encodes it.
    if page.encoded.is_unprepared(headers) {
        return None;
    }
    let hits = page.hits.fetch_add(1, Ordering::Relaxed);
    // `>=`: hits of those who waited for the render are added at once.
    if hits >= HOT_PAGE_HITS
        && !page.is_recompressed.load(Ordering::Relaxed)
        && !page.is_recompressed.swap(true, Ordering::Relaxed)
    {
        recompress(app, uri, page.clone());
    }
    Some(respond(&page, method, uri.query(), headers))
}

/// A permanent redirect keeps the whole query: campaign parameters are counted where they arrive.
fn respond(page: &CachedPage, method: &Method, query: Option<&str>, headers: &HeaderMap) -> Response {
    let mut response = page.encoded.respond(method, headers);
    if let Some(query) = query.filter(|query| !query.is_empty() && page.encoded.status == StatusCode::MOVED_PERMANENTLY)
        && let Some(location) = response.headers().get(LOCATION).and_then(|location| location.to_str().ok())
        && let Ok(location) = HeaderValue::from_str(&with_query(location, query))
    {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

fn recompress(app: &AppState, uri: &Uri, page: Arc<CachedPage>) {
    /// One recompression at a time: requests need the processor more.
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let Some((key, _)) = app.page_routes.key(uri.path(), uri.query()) else { return };
    let app = app.clone();
    tokio::task::spawn_blocking(move || {
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        app.cache.recompress(key, &page);
    });
}

/// The fallback route: a page, a redirect to one, or 404.
pub async fn page(State(app): State<AppState>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        let mut response = app
            .encode(Document::plain(StatusCode::METHOD_NOT_ALLOWED, String::new()).uncacheable())
            .respond(&parts.method, &parts.headers);
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let (path, query) = (parts.uri.path(), parts.uri.query());
    if path.len() > MAX_PATH {
        let document = notice(&app, StatusCode::URI_TOO_LONG, "Address too long", "This address is too long.", "");
        return app.encode(document).respond(&parts.method, &parts.headers);
    }
    if let Some(front_page) = missing::front_page(&app, &parts).await {
        return front_page;
    }
    let found = find_page(&app, path, query).await;
    let Some((key, target)) =
        found.filter(|(key, _)| !is_for_developers(key) || only_local::answers(&parts.extensions))
    else {
        return lead_elsewhere(&app, &parts).await;
    };
    if target.query().iter().any(|name| name == PAGE)
        && let Some(plain) = query.and_then(normalize_page_number)
    {
        return app
            .encode(Document::redirect(StatusCode::MOVED_PERMANENTLY, with_query(path, &plain)))
            .respond(&parts.method, &parts.headers);
    }
    if let Some(refusal) = refuse_render(&app, &parts, &key, target) {
        return refusal;
    }
    let _reader = app.refresh.register_reader();
    let page = app.get_or_render(key, target).await;
    page.hits.fetch_add(1, Ordering::Relaxed);
    page.encoded.prepare(&parts.headers).await;
    if parts.method == Method::GET && page.encoded.status.is_success() {
        record_preview_opening(&app, path).await;
    }
    respond(&page, &parts.method, query, &parts.headers)
}

/// What answers at an address that is no page: a feed under its name in another system, 404 for a file, the page under
/// an old spelling, or the front page.
async fn lead_elsewhere(app: &AppState, parts: &Parts) -> Response {
    let (path, query) = (parts.uri.path(), parts.uri.query());
    // A page or a tag may be called "rss".
    if let Some(feed) = feed_of(path)
        && find_page(app, path.trim_end_matches('/'), None).await.is_none()
    {
        return lead_to_feed(app, &feed, parts).await;
    }
    if is_file(path) {
        return media::missing();
    }
    match redirect_of(path, query) {
        Some(location) => app
            .encode(Document::redirect(StatusCode::MOVED_PERMANENTLY, location))
            .respond(&parts.method, &parts.headers),
        None => missing::lead_home(app, parts),
    }
}

/// Counts what has to be rendered for a client; the refusal where that was too much. Background renders come from no
/// address, and are not counted.
fn refuse_render(app: &AppState, parts: &Parts, key: &Arc<str>, target: &RouteTarget) -> Option<Response> {
    let client = parts.extensions.get::<ClientAddress>()?;
    let refused = count_render(app, *client, key, target).err()?;
    let document = notice(app, StatusCode::TOO_MANY_REQUESTS, refused.title, refused.text, &refused.form);
    let mut response = app.encode(document).respond(&parts.method, &parts.headers);
    response.headers_mut().insert(RETRY_AFTER, refused.wait_s.into());
    Some(response)
}

/// Leads from a feed's address in another system to ours, and answers what ours does where it is none: 404, or where a
/// renamed list has its feed now.
async fn lead_to_feed(app: &AppState, feed: &str, parts: &Parts) -> Response {
    let Some((key, target @ RouteTarget::File(_))) = app.page_routes.key(feed, None) else { return media::missing() };
    if let Some(refusal) = refuse_render(app, parts, &key, target) {
        return refusal;
    }
    let page = app.get_or_render(key, target).await;
    if !page.encoded.status.is_success() {
        return respond(&page, &parts.method, parts.uri.query(), &parts.headers);
    }
    let location = with_query(feed, parts.uri.query().unwrap_or_default());
    app.encode(Document::redirect(StatusCode::MOVED_PERMANENTLY, location)).respond(&parts.method, &parts.headers)
}

/// Records that a page behind a preview link was opened. Its reader gets it also where that fails.
async fn record_preview_opening(app: &AppState, path: &str) {
    if let Some(code) = path.strip_prefix(PREVIEW)
        && let Err(e) = posts::record_preview_opening(&app.core, code).await
    {
        tracing::warn!("the opening of a preview link was not recorded: {e}");
    }
}

/// The cache key and route of an address, none where no page is or was. Without the store a page says so itself.
async fn find_page<'a>(app: &'a AppState, path: &str, query: Option<&str>) -> Option<(Arc<str>, &'a RouteTarget)> {
    let found = app.page_routes.key(path, query)?;
    let leads_elsewhere = if found.1.is_any_page() {
        matches!(pages::has_address(&app.core, &slug::of_segment(&path[1..])).await, Ok(false))
    } else {
        alias_of(path).is_some()
    };
    (!leads_elsewhere).then_some(found)
}

/// A short message in place of a page, with the way to the front page.
pub fn notice(app: &AppState, status: StatusCode, title: &str, text: &str, markup: &str) -> Document {
    let settings = app.core.settings();
    let brand = &settings.site.brand;
    let front_page = format!("To the front page of {brand}");
    let title = format!("{title} | {brand}");
    let html = shells::notice(&app.assets, &settings, &title, text, markup, ("/", &front_page));
    Document::plain(status, html).uncacheable()
}

/// HTML shell of the admin area, which renders in the browser; the same for everybody.
pub async fn admin_shell(State(app): State<AppState>, request: Request) -> Response {
    let html = shells::admin_shell(&app.assets, &app.core.settings());
    let document = Document::plain(StatusCode::OK, html).uncacheable();
    app.encode(document).respond(request.method(), request.headers())
}
