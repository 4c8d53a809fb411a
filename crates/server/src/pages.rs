//! Public pages: a URL, its calls, their answers, HTML, the cache.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ALLOW, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use http_body_util::BodyExt;
use mwanga_ssr::{PageCalls, PagePattern};
use mwanga_store::types::Timestamp;
use tower::ServiceExt;

use crate::AppState;
use crate::answer::Provenance;
use crate::cache::{CachedPage, Epoch, MANY_HITS};
use crate::client_address::ClientAddress;
use crate::document::{self, Document, Shell};
use crate::problem::TOO_MANY_SEARCHES;
use crate::{feeds, media};

/// Which addresses are pages, and which parts of their query matter: told by the bundle, whose list is the only one.
pub struct PageRoutes(matchit::Router<Maker>);

/// What makes the document of an address.
#[derive(Clone)]
pub enum Maker {
    Page(PagePattern),
    File(feeds::File),
}

impl Maker {
    fn query(&self) -> &[String] {
        match self {
            Self::Page(pattern) => &pattern.query,
            Self::File(_) => &[],
        }
    }
}

impl PageRoutes {
    /// Paths that begin with `/_` are for those who develop: in production there are none.
    pub fn new(patterns: &[PagePattern], production: bool) -> anyhow::Result<Self> {
        let mut router = matchit::Router::new();
        for pattern in patterns.iter().filter(|pattern| !(production && pattern.path.starts_with("/_"))) {
            let path = pattern
                .path
                .split('/')
                .map(|part| part.strip_prefix(':').map_or_else(|| part.to_owned(), |name| format!("{{{name}}}")))
                .collect::<Vec<_>>()
                .join("/");
            router
                .insert(path, Maker::Page(pattern.clone()))
                .with_context(|| format!("page route {}", pattern.path))?;
        }
        for (path, file) in feeds::routes() {
            router.insert(&path, Maker::File(file)).with_context(|| format!("file {path}"))?;
        }
        Ok(Self(router))
    }

    /// The cache key of a URL: its path and the query that its page allows, in the page's order. None when it is no
    /// page.
    pub fn key(&self, path: &str, query: Option<&str>) -> Option<(Arc<str>, &Maker)> {
        let maker = self.0.at(path).ok()?.value;
        let mut key = path.to_owned();
        for name in maker.query() {
            // An empty number of a page is no number: it leads elsewhere.
            let counts = |value: &str| !value.is_empty() || name == PAGE;
            let value = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
                .find(|(n, v)| n == name && counts(v))
                .map(|(_, v)| v);
            if let Some(value) = value {
                key.push(if key.contains('?') { '&' } else { '?' });
                key.push_str(
                    &url::form_urlencoded::Serializer::new(String::new()).append_pair(name, &cut(value)).finish(),
                );
            }
        }
        Some((key.into(), maker))
    }
}

/// Most characters of a value of a query that a page looks at.
const MAX_VALUE: usize = 200;

/// One more than is looked at stays, by which a page knows that there was more.
fn cut(value: Cow<'_, str>) -> Cow<'_, str> {
    if value.chars().nth(MAX_VALUE).is_none() {
        value
    } else {
        value.trim().chars().take(MAX_VALUE + 1).collect::<String>().into()
    }
}

/// The parameter with the number of a list's page.
const PAGE: &str = "page";

/// The query with the number of the page as it is written, where it is written otherwise: from 2, in digits alone. What
/// is no number means the first page, which has none. Everything else of the query stays as it is.
fn with_plain_page(query: &str) -> Option<String> {
    let name_of = |pair: &str| {
        url::form_urlencoded::parse(pair.as_bytes()).next().map(|(name, value)| (name.into_owned(), value.into_owned()))
    };
    let is_page = |pair: &str| name_of(pair).is_some_and(|(name, _)| name == PAGE);
    let (_, asked) = query.split('&').find(|pair| is_page(pair)).and_then(name_of)?;
    let digits = asked.trim().trim_start_matches('+').trim_start_matches('0');
    let plain = if digits == "1" || !digits.bytes().all(|b| b.is_ascii_digit()) { "" } else { digits };
    if plain == asked && !plain.is_empty() {
        return None;
    }
    let mut number = (!plain.is_empty()).then(|| format!("{PAGE}={plain}"));
    let pairs = query.split('&').filter_map(|pair| if is_page(pair) { number.take() } else { Some(pair.to_owned()) });
    Some(pairs.collect::<Vec<_>>().join("&"))
}

/// Longest path that is looked at; no page of ours has one a tenth as long.
const MAX_PATH: usize = 2_000;

/// A page that is in memory and still true. The accept loop asks before anything else happens.
pub fn cached(app: &AppState, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    let page = match uri.query() {
        // Without a query the path is the key.
        None => app.cache.get(uri.path(), app.core.now())?,
        query => app.cache.get(&app.page_routes.key(uri.path(), query)?.0, app.core.now())?,
    };
    // The first who takes it so waits until it is made.
    if page.ready.lacks(headers) {
        return None;
    }
    let hits = page.hits.fetch_add(1, Ordering::Relaxed);
    // Not at one number of hits: those who waited for it while it was made count by dozens.
    if hits >= MANY_HITS && !page.densified.load(Ordering::Relaxed) && !page.densified.swap(true, Ordering::Relaxed) {
        densify(app, uri, page.clone());
    }
    Some(respond(&page, method, uri.query(), headers))
}

/// What leads elsewhere for good takes the query of the address along, whatever is in it: campaigns are counted where
/// they arrive.
fn respond(page: &CachedPage, method: &Method, query: Option<&str>, headers: &HeaderMap) -> Response {
    let mut response = page.ready.respond(method, headers);
    if let Some(query) = query.filter(|query| !query.is_empty() && page.ready.status == StatusCode::MOVED_PERMANENTLY)
        && let Some(location) = response.headers().get(LOCATION).and_then(|location| location.to_str().ok())
        && let Ok(location) = HeaderValue::from_str(&with_query(location, query))
    {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

/// A header takes ASCII only, and raw bytes are what some clients send.
fn with_query(path: &str, query: &str) -> String {
    let query = percent_encoding::utf8_percent_encode(query, percent_encoding::CONTROLS);
    if query.clone().next().is_none() { path.to_owned() } else { format!("{path}?{query}") }
}

fn densify(app: &AppState, uri: &Uri, page: Arc<CachedPage>) {
    /// One at a time: readers need the processor more.
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let Some((key, _)) = app.page_routes.key(uri.path(), uri.query()) else { return };
    let app = app.clone();
    tokio::task::spawn_blocking(move || {
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        app.cache.densify(key, &page);
    });
}

/// Everything that is no API call and no file: a page, an old spelling of one, or nothing.
pub async fn page(State(app): State<AppState>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        let mut response = app
            .ready(Document::plain(StatusCode::METHOD_NOT_ALLOWED, String::new()).uncacheable())
            .respond(&parts.method, &parts.headers);
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let (path, query) = (parts.uri.path(), parts.uri.query());
    if path.len() > MAX_PATH {
        let brand = &app.core.config.site.brand;
        let html = document::notice(
            &app.assets,
            &format!("Address too long | {brand}"),
            "This address is too long.",
            "",
            ("/", &front_page(brand)),
        );
        return app
            .ready(Document::plain(StatusCode::URI_TOO_LONG, html).uncacheable())
            .respond(&parts.method, &parts.headers);
    }
    let Some((key, maker)) = app.page_routes.key(path, query).filter(|_| other_name(path).is_none()) else {
        if is_file(path) {
            return media::missing();
        }
        if let Some(location) = other_spelling(path, query) {
            return app
                .ready(Document::redirect(StatusCode::MOVED_PERMANENTLY, location))
                .respond(&parts.method, &parts.headers);
        }
        return app
            .ready(Document::redirect(StatusCode::FOUND, "/".into()).uncacheable())
            .respond(&parts.method, &parts.headers);
    };
    if maker.query().iter().any(|name| name == PAGE)
        && let Some(plain) = query.and_then(with_plain_page)
    {
        return app
            .ready(Document::redirect(StatusCode::MOVED_PERMANENTLY, with_query(path, &plain)))
            .respond(&parts.method, &parts.headers);
    }
    // Before anything is rendered. The calls of pages and what is made ahead of readers come from no address.
    if let Some(client) = parts.extensions.get::<ClientAddress>()
        && let Err(refused) = count(&app, *client, &key, maker)
    {
        let brand = &app.core.config.site.brand;
        let title = format!("{} | {brand}", refused.title);
        let html = document::notice(&app.assets, &title, refused.text, &refused.form, ("/", &front_page(brand)));
        let document = Document::plain(StatusCode::TOO_MANY_REQUESTS, html).uncacheable();
        let mut response = app.ready(document).respond(&parts.method, &parts.headers);
        response.headers_mut().insert(RETRY_AFTER, refused.wait_s.into());
        return response;
    }
    let _waits = app.refresh.reader();
    let page = app.cached_or_rendered(key, maker).await;
    page.hits.fetch_add(1, Ordering::Relaxed);
    page.ready.prepare(&parts.headers).await;
    respond(&page, &parts.method, query, &parts.headers)
}

fn front_page(brand: &str) -> String {
    format!("To the front page of {brand}")
}

/// A box that holds what was searched for, so that nobody has to type it again.
fn search_form(key: &str) -> String {
    let value = |wanted: &str| {
        url::form_urlencoded::parse(key.split_once('?').map_or("", |(_, query)| query).as_bytes())
            .find(|(name, _)| name == wanted)
    };
    let q = value("q").or_else(|| value("query")).map(|(_, q)| q.into_owned()).unwrap_or_default();
    format!(
        "<form action=\"{SEARCH}\" class=\"flex gap-2\"><input type=\"search\" name=\"q\" aria-label=\"Search\" class=\"search-field\" value=\"{}\">\
         <button type=\"submit\" class=\"min-h-11 shrink-0 cursor-pointer rounded-full bg-ember px-5 py-2 text-sm font-semibold text-ember-ink\">Search</button></form>",
        document::escape(&q)
    )
}

/// What somebody is told who asks for too much at once.
struct Refused {
    title: &'static str,
    text: &'static str,
    /// A way on that is filled in already.
    form: String,
    wait_s: u32,
}

/// Counts what has to be rendered for a client: searches, of which each visitor makes a page anew, and other pages that
/// are not in memory and that nobody waits for.
fn count(app: &AppState, client: ClientAddress, key: &str, maker: &Maker) -> Result<(), Refused> {
    if matches!(maker, Maker::Page(pattern) if pattern.path == SEARCH) {
        return app.search_limit.count(client).map_err(|wait_s| Refused {
            title: "Too many searches",
            text: TOO_MANY_SEARCHES,
            form: search_form(key),
            wait_s,
        });
    }
    if app.cache.get(key, app.core.now()).is_some() || app.cache.is_being_rendered(key) {
        return Ok(());
    }
    let text = "You are opening pages very quickly. Please wait a moment.";
    app.render_limit.count(client).map_err(|wait_s| Refused {
        title: "Too many pages",
        text,
        form: String::new(),
        wait_s,
    })
}

/// The page whose calls are counted by visitor.
const SEARCH: &str = "/search";

/// Where files lie, and names that end as files do: what is not there is missing, and no page stands in for it.
fn is_file(path: &str) -> bool {
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
    below("/assets") || below("/media") || FILE_ENDINGS.contains(&ending)
}

/// Names of pages may hold a dot; these endings are asked for by browsers, feed readers and crawlers.
const FILE_ENDINGS: [&str; 22] = [
    "avif",
    "css",
    "gif",
    "ico",
    "jpeg",
    "jpg",
    "js",
    "json",
    "map",
    "mov",
    "mp4",
    "pdf",
    "png",
    "rss",
    "svg",
    "txt",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
    "xml",
];

/// Pages that go by a second name.
fn other_name(path: &str) -> Option<&'static str> {
    match path {
        "/login" => Some("/auth/login"),
        "/register" => Some("/auth/register"),
        "/services/core-it-support" => Some("/services/core-it-support-services"),
        // Its links carry the brand, which is configuration; the page has one address.
        "/mwanga-consultancy" => None,
        _ if path == "/consultancy" || (path.ends_with("-consultancy") && path.rfind('/') == Some(0)) => {
            Some("/mwanga-consultancy")
        }
        _ => None,
    }
}

/// Addresses of before that lead to a page under its own address.
fn other_spelling(path: &str, query: Option<&str>) -> Option<String> {
    // Browsers read `\` as `/`, and `//host` would be an address of somebody else.
    if path.contains('\\') {
        return None;
    }
    let target = if let Some(name) = other_name(path) {
        name.to_owned()
    } else if let Some(rest) =
        path.strip_prefix("/post/").filter(|rest| !matches!(*rest, "" | "slug") && !rest.contains('/'))
    {
        format!("/post/slug/{rest}")
    } else if path.len() > 1 && path.ends_with('/') {
        format!("/{}", path.trim_matches('/'))
    } else {
        return None;
    };
    let target = percent_encoding::utf8_percent_encode(&target, percent_encoding::CONTROLS).to_string();
    Some(with_query(&target, query.unwrap_or_default()))
}

impl AppState {
    /// The page in memory while it is true, else a new one.
    pub async fn cached_or_rendered(&self, key: Arc<str>, maker: &Maker) -> Arc<CachedPage> {
        match self.cache.get(&key, self.core.now()) {
            Some(page) => page,
            None => self.make(key, maker.clone()).await,
        }
    }

    /// Makes a page once for all who wait for it, and keeps it.
    ///
    /// Whoever asks gets a page whose data was read after they asked, or one that nothing has changed since: at most
    /// the render that is under way and the next one, however often somebody saves meanwhile.
    pub async fn make(&self, key: Arc<str>, maker: Maker) -> Arc<CachedPage> {
        let asked = self.cache.asked(self.core.now());
        loop {
            let page = self.cache.shared(key.clone(), || self.flight(key.clone(), maker.clone())).await;
            // A failed render has no tags: it is nobody's answer, and making it again at once would not help.
            if page.tags.is_empty() || self.cache.is_answer(&page, asked) {
                return page;
            }
        }
    }

    /// Tasks of their own: the page is finished, and the flight ended, even when every reader hangs up.
    fn flight(&self, key: Arc<str>, maker: Maker) -> BoxFuture<'static, Arc<CachedPage>> {
        let app = self.clone();
        let flight = tokio::spawn(async move {
            let made = tokio::spawn({
                let (app, key) = (app.clone(), key.clone());
                async move {
                    let (began, began_at) = (app.cache.epoch(), app.core.now());
                    app.cache.count_rendered();
                    let page = match maker {
                        Maker::Page(pattern) => app.render_page(&key, &pattern, began).await,
                        Maker::File(file) => feeds::make(&app, file, &key, began).await,
                    };
                    Arc::new(page.begun_at(began_at, app.cache.last(&key).as_deref()))
                }
            });
            let page = made.await.unwrap_or_else(|e| {
                tracing::error!("making {key} panicked: {e}");
                Arc::new(app.shell(0, StatusCode::INTERNAL_SERVER_ERROR, None))
            });
            if page.ready.cacheable && app.cache.is_fresh(&page, app.core.now()) {
                app.cache.insert(key.clone(), page.clone());
            }
            app.cache.landed(&key);
            page
        });
        let app = self.clone();
        async move { flight.await.unwrap_or_else(|_| Arc::new(app.shell(0, StatusCode::SERVICE_UNAVAILABLE, None))) }
            .boxed()
    }

    async fn render_page(&self, url: &str, pattern: &PagePattern, began: Epoch) -> CachedPage {
        let answers = match self.answers(url).await {
            Ok(answers) => answers,
            Err(e) => {
                tracing::error!("the calls of {} failed: {e:#}", pattern.path);
                return self.shell(began, StatusCode::SERVICE_UNAVAILABLE, None);
            }
        };
        let status = answers.status;
        let path = url.split('?').next().unwrap_or(url);
        if (status.is_success() || answers.provenance.beyond_end)
            && let Some(canonical) = answers.provenance.canonical_path.as_deref().filter(|canonical| *canonical != path)
        {
            return CachedPage::new(
                // The query is that of whoever asks.
                self.ready(Document::redirect(StatusCode::MOVED_PERMANENTLY, canonical.to_owned())),
                answers.provenance.tags,
                answers.provenance.expires_at,
                began,
            );
        }
        match self.renderer.render(url, &answers.json).await {
            Ok(rendered) => {
                let app = self.clone();
                let module = pattern.module.clone();
                let compose = move || {
                    let preloads = module.map(|module| app.assets.preloads(&module)).unwrap_or_default();
                    let html =
                        document::public_page(&app.assets, &rendered.head, &rendered.html, &answers.json, &preloads);
                    let document = Document::plain(status, html);
                    // An answer that says "try again" must not be believed for longer than it takes to try.
                    match (answers.broken, answers.provenance.never_kept) {
                        (true, _) => document.uncacheable(),
                        (false, true) => document.compressible().uncacheable(),
                        (false, false) => document.compressible(),
                    }
                };
                match tokio::task::spawn_blocking(compose).await {
                    Ok(document) => CachedPage::new(
                        self.ready(document),
                        answers.provenance.tags,
                        answers.provenance.expires_at,
                        began,
                    ),
                    Err(e) => {
                        tracing::error!("composing {} failed: {e}", pattern.path);
                        self.shell(began, status, None)
                    }
                }
            }
            Err(e) => {
                tracing::error!("rendering {} failed: {e}", pattern.path);
                self.shell(began, status, answers.first_body.as_ref())
            }
        }
    }

    /// The page without its markup, for the browser to draw.
    fn shell(&self, began: u64, status: StatusCode, first: Option<&Bytes>) -> CachedPage {
        let html = document::empty_shell(&self.assets, Shell::Site, &self.fallback_head(first));
        CachedPage::new(self.ready(Document::plain(status, html).uncacheable()), Vec::new(), None, began)
    }

    /// What machines need of a page that could not be rendered.
    fn fallback_head(&self, first: Option<&Bytes>) -> String {
        let config = &self.core.config;
        let body: serde_json::Value = first.and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default();
        let text = |pointer: &str| body.pointer(pointer).and_then(serde_json::Value::as_str).map(document::escape);
        let brand = document::escape(&config.site.brand);
        let own_title = text("/title").or_else(|| text("/category/name"));
        let og_title = own_title.as_deref().unwrap_or(&brand);
        let title = own_title.as_ref().map_or_else(|| brand.clone(), |title| format!("{title} | {brand}"));
        let description = text("/excerpt").unwrap_or_else(|| document::escape(&config.site.tagline));
        let mut head = format!(
            "<title>{title}</title><meta name=\"description\" content=\"{description}\"><meta property=\"og:title\" content=\"{og_title}\"><meta property=\"og:description\" content=\"{description}\">"
        );
        if let Some(path) = text("/canonical_path") {
            let base = document::escape(config.base());
            head.push_str(&format!(
                "<link rel=\"canonical\" href=\"{base}{path}\"><meta property=\"og:url\" content=\"{base}{path}\">"
            ));
        }
        if let (Some(headline), Some(path)) =
            (body.get("title"), body.get("canonical_path").and_then(serde_json::Value::as_str))
        {
            let article = serde_json::json!({
                "@context": "https://schema.org", "@type": "NewsArticle", "headline": headline, "description": body["excerpt"],
                "url": format!("{}{path}", config.base()), "datePublished": body["published_at"], "dateModified": body["updated_at"],
            });
            head.push_str(&format!(
                "<script type=\"application/ld+json\">{}</script>",
                document::inline_json(&article.to_string())
            ));
        }
        head
    }

    /// Asks the bundle for the calls of a page and answers them through the API, all at once.
    async fn answers(&self, url: &str) -> anyhow::Result<Answers> {
        let PageCalls { calls, status } = self.renderer.calls(url).await?;
        let answered = futures_util::future::try_join_all(calls.iter().map(|call| self.answer(call))).await?;
        let known: Vec<(String, Answer)> = calls.into_iter().zip(answered).collect();
        let (_, first) = known.first().context("a page without a call")?;
        let of_first = if first.provenance.beyond_end { StatusCode::NOT_FOUND } else { first.status };
        let mut tags = BTreeSet::new();
        let mut expires_at: Option<Timestamp> = None;
        let never_kept = known.iter().any(|(_, answer)| answer.provenance.never_kept);
        for (_, answer) in &known {
            tags.extend(answer.provenance.tags.iter().cloned());
            expires_at = [expires_at, answer.provenance.expires_at].into_iter().flatten().min();
        }
        Ok(Answers {
            json: to_json(&known),
            status: status.map_or(Ok(of_first), StatusCode::from_u16)?,
            first_body: Some(first.body.clone()),
            broken: known.iter().any(|(_, answer)| answer.status.is_server_error()),
            provenance: Provenance {
                tags: tags.into_iter().collect(),
                expires_at,
                canonical_path: first.provenance.canonical_path.clone(),
                never_kept,
                beyond_end: first.provenance.beyond_end,
            },
        })
    }

    /// One call, answered in this process by the API itself, as to an anonymous visitor.
    async fn answer(&self, call: &str) -> anyhow::Result<Answer> {
        let request = Request::builder().uri(call).body(Body::empty())?;
        let api: Router = self.api();
        let Ok(response) = api.oneshot(request).await;
        let status = response.status();
        let provenance = response.extensions().get::<Provenance>().cloned().unwrap_or_default();
        let body = response.into_body().collect().await?.to_bytes();
        Ok(Answer { status, body, provenance })
    }
}

struct Answer {
    status: StatusCode,
    body: Bytes,
    provenance: Provenance,
}

struct Answers {
    json: String,
    status: StatusCode,
    first_body: Option<Bytes>,
    /// A call failed on our side.
    broken: bool,
    provenance: Provenance,
}

/// `{"<call>": {"status": 200, "body": …}, …}`; bodies are JSON already.
fn to_json(known: &[(String, Answer)]) -> String {
    let mut out = String::from("{");
    for (index, (call, answer)) in known.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&serde_json::Value::from(call.as_str()).to_string());
        out.push_str(&format!(":{{\"status\":{},\"body\":", answer.status.as_u16()));
        out.push_str(std::str::from_utf8(&answer.body).ok().filter(|body| !body.is_empty()).unwrap_or("null"));
        out.push('}');
    }
    out.push('}');
    out
}

/// The admin area: drawn in the browser, nothing in it before somebody signed in.
pub async fn admin_shell(State(app): State<AppState>, request: Request) -> Response {
    let head = format!(
        "<title>{} admin</title><meta name=\"robots\" content=\"noindex\">",
        document::escape(&app.core.config.site.brand)
    );
    let document =
        Document::plain(StatusCode::OK, document::empty_shell(&app.assets, Shell::Admin, &head)).uncacheable();
    app.ready(document).respond(request.method(), request.headers())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_query_that_a_page_allows_is_part_of_its_key() {
        let patterns = [
            PagePattern { path: "/category/:id".into(), query: vec!["page".into()], module: None, listed: vec![] },
            PagePattern { path: "/".into(), query: vec![], module: None, listed: vec![] },
        ];
        let routes = PageRoutes::new(&patterns, false).unwrap();
        let key = |path: &str, query: Option<&str>| routes.key(path, query).map(|(key, _)| key.to_string());
        assert_eq!(key("/category/ai", Some("utm_source=x&page=2&fbclid=y")).as_deref(), Some("/category/ai?page=2"));
        assert_eq!(key("/category/ai", Some("page=")).as_deref(), Some("/category/ai?page="));
        assert_eq!(key("/", Some("page=2")).as_deref(), Some("/"));
        assert_eq!(key("/nothing/here", None), None);
    }

    #[test]
    fn pages_have_plain_numbers() {
        for (query, plain) in [
            ("page=2", None),
            ("a=b&page=22", None),
            ("a=b", None),
            ("", None),
            ("page=02&a=%20", Some("page=2&a=%20")),
            ("a=+&page=%2B2", Some("a=+&page=2")),
            ("p%61ge=1", Some("")),
            ("page=&a", Some("a")),
            ("page=02&page=3", Some("page=2")),
            ("page=0", Some("")),
        ] {
            assert_eq!(with_plain_page(query).as_deref(), plain, "{query}");
        }
    }

    #[test]
    fn pages_for_developers_are_none_in_production() {
        let patterns = [PagePattern { path: "/_styles".into(), query: vec![], module: None, listed: vec![] }];
        let known = |production| PageRoutes::new(&patterns, production).unwrap().key("/_styles", None).is_some();
        assert!(known(false) && !known(true));
    }

    #[test]
    fn old_addresses_lead_on() {
        assert_eq!(other_spelling("/post/habari", None).as_deref(), Some("/post/slug/habari"));
        assert_eq!(other_spelling("/category/ai/", Some("page=2")).as_deref(), Some("/category/ai?page=2"));
        assert_eq!(other_spelling("//evil.example/", None).as_deref(), Some("/evil.example"));
        assert_eq!(other_spelling("/\\evil.example/", None), None);
        assert_eq!(other_spelling("/post/café", None).as_deref(), Some("/post/slug/caf%C3%A9"));
        assert_eq!(other_spelling("/login", None).as_deref(), Some("/auth/login"));
        assert_eq!(other_spelling("/post/slug/habari", None), None);
        assert_eq!(other_spelling("/post/slug", None), None);
        assert_eq!(
            other_spelling("/services/core-it-support", Some("a=b")).as_deref(),
            Some("/services/core-it-support-services?a=b")
        );
        for path in ["/consultancy", "/nuru-times-consultancy"] {
            assert_eq!(other_spelling(path, None).as_deref(), Some("/mwanga-consultancy"), "{path}");
        }
        for path in
            ["/mwanga-consultancy", "/services/core-it-support-services", "/a/b-consultancy", "/x-consultancy-y"]
        {
            assert_eq!(other_spelling(path, None), None, "{path}");
        }
        assert_eq!(other_spelling("/", None), None);
    }

    #[test]
    fn files_are_told_from_pages() {
        for path in ["/assets", "/assets/", "/media/x", "/feed.xml", "/category/ai/feed.json", "/logo.png"] {
            assert!(is_file(path), "{path}");
        }
        for path in ["/", "/assetsx", "/index.html", "/post/slug/version-2.0", "/a.png/b"] {
            assert!(!is_file(path), "{path}");
        }
    }
}
