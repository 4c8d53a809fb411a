//! Rendering of a page: a URL, its API calls, their responses, HTML. Once for all requests that wait for it.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use http_body_util::BodyExt;
use mwanga_core::categories;
use mwanga_ssr::{PageCalls, PagePattern};
use mwanga_store::types::Timestamp;
use serde::Serialize;
use tower::ServiceExt;

use super::shells;
use crate::assets::category_style;
use crate::documents::{CachedPage, Document, EncodedDocument, Epoch};
use crate::page_addresses::RouteTarget;
use crate::public_response::Provenance;
use crate::{AppState, feeds};

impl AppState {
    /// The cached page while it is fresh, else a new one.
    pub async fn get_or_render(&self, key: Arc<str>, target: &RouteTarget) -> Arc<CachedPage> {
        match self.cache.get(&key, self.core.now()) {
            Some(page) => page,
            None => self.render_once(key, target.clone()).await,
        }
    }

    /// Renders a page once for all requests that wait for it, and caches it.
    ///
    /// The page's data was read after the request, or nothing has changed since: a request waits for at most the render
    /// that is under way and the next one, however often somebody saves meanwhile.
    pub async fn render_once(&self, key: Arc<str>, target: RouteTarget) -> Arc<CachedPage> {
        let requested = self.cache.request_time(self.core.now());
        loop {
            let page = self.cache.join_flight(key.clone(), || self.flight(key.clone(), target.clone())).await;
            // A failed render has no tags: rendering again at once would not help.
            if page.tags.is_empty() || self.cache.is_fresh_for(&page, requested) {
                return page;
            }
        }
    }

    /// Tasks of their own: the render is finished and the flight ended even when every client hangs up.
    fn flight(&self, key: Arc<str>, target: RouteTarget) -> BoxFuture<'static, Arc<CachedPage>> {
        let app = self.clone();
        let flight = tokio::spawn(async move {
            let rendering = tokio::spawn({
                let (app, key) = (app.clone(), key.clone());
                async move {
                    let (began, started_at) = (app.cache.epoch(), app.core.now());
                    app.cache.count_render();
                    let page = match target {
                        RouteTarget::Page(pattern) => app.render_page(&key, &pattern, began).await,
                        RouteTarget::File(file) => {
                            let made = feeds::generate(&app.core, app.renderer.pages(), file, &key).await;
                            CachedPage::new(app.encode(made.document), made.tags, made.expires_at, began)
                        }
                    };
                    Arc::new(page.started_at(started_at, app.cache.get_even_stale(&key).as_deref()))
                }
            });
            let page = rendering.await.unwrap_or_else(|e| {
                tracing::error!("rendering {key} panicked: {e}");
                Arc::new(app.shell(0, StatusCode::INTERNAL_SERVER_ERROR, None))
            });
            if page.encoded.cacheable && app.cache.is_fresh(&page, app.core.now()) {
                app.cache.insert(key.clone(), page.clone());
            }
            app.cache.end_flight(&key);
            page
        });
        let app = self.clone();
        async move { flight.await.unwrap_or_else(|_| Arc::new(app.shell(0, StatusCode::SERVICE_UNAVAILABLE, None))) }
            .boxed()
    }

    /// A page as it is now, with no part of it from or for the cache; none where it cannot be drawn.
    pub async fn draw_uncached(&self, path: &str) -> Option<String> {
        let (key, target) = self.page_routes.key(path, None)?;
        let RouteTarget::Page(pattern) = target else { return None };
        let page = self.render_page(&key, pattern, self.cache.epoch()).await;
        let is_drawn = page.encoded.status.is_success() && page.encoded.cacheable;
        is_drawn.then(|| String::from_utf8_lossy(page.encoded.identity()).into_owned())
    }

    /// The page in answer to a form that was sent without script, with nothing of it from or for the cache; none where
    /// it cannot be drawn.
    pub async fn draw_form_answer(&self, url: &str, answer: &impl Serialize) -> Option<String> {
        let drawn = async {
            let answers = with_answer(&self.load_page_data(url).await?.json, "form-answer", answer)?;
            let rendered = self.renderer.render(url, &answers).await?;
            anyhow::Ok(shells::without_script(&self.assets, &self.core.settings(), &rendered.head, &rendered.html))
        };
        drawn.await.inspect_err(|e| tracing::error!("the answer to a form was not drawn: {e:#}")).ok()
    }

    /// The page with what one request alone tells it, under a name beside the answers of its calls; with nothing of it
    /// from or for the cache. None where it cannot be drawn.
    pub(super) async fn draw_with(&self, url: &str, name: &str, told: &impl Serialize) -> Option<EncodedDocument> {
        let (_, target) = self.page_routes.key(url, None)?;
        let RouteTarget::Page(pattern) = target else { return None };
        let told = async {
            let mut data = self.load_page_data(url).await?;
            data.json = with_answer(&data.json, name, told)?;
            data.provenance.uncacheable = true;
            anyhow::Ok(data)
        };
        let data = told.await.inspect_err(|e| tracing::error!("{url} was not drawn for a reader: {e:#}")).ok()?;
        let page = self.compose_page(url, pattern, self.cache.epoch(), data).await;
        page.encoded.status.is_success().then_some(page.encoded)
    }

    async fn render_page(&self, url: &str, pattern: &PagePattern, began: Epoch) -> CachedPage {
        let data = match self.load_page_data(url).await {
            Ok(data) => data,
            Err(e) => {
                tracing::error!("the calls of {} failed: {e:#}", pattern.path);
                return self.shell(began, StatusCode::SERVICE_UNAVAILABLE, None);
            }
        };
        self.compose_page(url, pattern, began, data).await
    }

    async fn compose_page(&self, url: &str, pattern: &PagePattern, began: Epoch, data: PageData) -> CachedPage {
        let status = data.status;
        let path = url.split('?').next().unwrap_or(url);
        if (status.is_success() || data.provenance.beyond_end)
            && let Some(canonical) = data.provenance.canonical_path.as_deref().filter(|canonical| *canonical != path)
        {
            return CachedPage::new(
                // `respond` adds the query of each request.
                self.encode(Document::redirect(StatusCode::MOVED_PERMANENTLY, canonical.to_owned())),
                data.provenance.tags,
                data.provenance.expires_at,
                began,
            );
        }
        match self.renderer.render(url, &data.json).await {
            Ok(rendered) => {
                let app = self.clone();
                let (module, settings) = (pattern.module.clone(), self.core.settings());
                // Cached in memory; without them a page has the colours of the style sheet.
                let categories = categories::all(&self.core).await.unwrap_or_default();
                let compose = move || {
                    let mut preloads = module.map(|module| app.assets.preloads(&module)).unwrap_or_default();
                    preloads.push_str(&category_style(&categories));
                    let html = shells::public_page(
                        &app.assets,
                        &settings,
                        data.provenance.language.as_deref(),
                        &rendered.head,
                        &rendered.html,
                        &data.json,
                        &preloads,
                    );
                    let document = Document::plain(status, html);
                    // A page with a failed call must not be cached: the next request may succeed.
                    match (data.has_failed_call, data.provenance.uncacheable) {
                        (true, _) => document.uncacheable(),
                        (false, true) => document.compressible().uncacheable(),
                        (false, false) => document.compressible(),
                    }
                };
                match tokio::task::spawn_blocking(compose).await {
                    Ok(document) => {
                        CachedPage::new(self.encode(document), data.provenance.tags, data.provenance.expires_at, began)
                    }
                    Err(e) => {
                        tracing::error!("composing {} failed: {e}", pattern.path);
                        self.shell(began, status, None)
                    }
                }
            }
            Err(e) => {
                tracing::error!("rendering {} failed: {e}", pattern.path);
                self.shell(began, status, data.first_body.as_ref())
            }
        }
    }

    /// Gets the API calls of a page from the bundle, and runs them concurrently.
    async fn load_page_data(&self, url: &str) -> anyhow::Result<PageData> {
        let PageCalls { calls, status } = self.renderer.calls(url).await?;
        let answered = futures_util::future::try_join_all(calls.iter().map(|call| self.call_api(call))).await?;
        let known: Vec<(String, CallAnswer)> = calls.into_iter().zip(answered).collect();
        let (_, first) = known.first().context("a page without a call")?;
        let of_first = if first.provenance.beyond_end { StatusCode::NOT_FOUND } else { first.status };
        let mut tags = BTreeSet::new();
        let mut expires_at: Option<Timestamp> = None;
        let uncacheable = known.iter().any(|(_, answer)| answer.provenance.uncacheable);
        for (_, answer) in &known {
            tags.extend(answer.provenance.tags.iter().cloned());
            expires_at = [expires_at, answer.provenance.expires_at].into_iter().flatten().min();
        }
        Ok(PageData {
            json: to_json(&known),
            status: status.map_or(Ok(of_first), StatusCode::from_u16)?,
            first_body: Some(first.body.clone()),
            has_failed_call: known.iter().any(|(_, answer)| answer.status.is_server_error()),
            provenance: Provenance {
                tags: tags.into_iter().collect(),
                expires_at,
                canonical_path: first.provenance.canonical_path.clone(),
                language: first.provenance.language.clone(),
                uncacheable,
                beyond_end: first.provenance.beyond_end,
            },
        })
    }

    /// Makes one API call in this process, as an anonymous visitor.
    async fn call_api(&self, call: &str) -> anyhow::Result<CallAnswer> {
        let request = Request::builder().uri(call).body(Body::empty())?;
        let api: Router = self.api();
        let Ok(response) = api.oneshot(request).await;
        let status = response.status();
        let provenance = response.extensions().get::<Provenance>().cloned().unwrap_or_default();
        let body = response.into_body().collect().await?.to_bytes();
        Ok(CallAnswer { status, body, provenance })
    }
}

struct CallAnswer {
    status: StatusCode,
    body: Bytes,
    provenance: Provenance,
}

struct PageData {
    json: String,
    status: StatusCode,
    first_body: Option<Bytes>,
    /// Whether a call answered 5xx.
    has_failed_call: bool,
    provenance: Provenance,
}

/// Answers of calls with one more, under a name that is no call.
fn with_answer(answers: &str, name: &str, answer: &impl Serialize) -> anyhow::Result<String> {
    let answer = serde_json::to_string(answer)?;
    Ok(format!("{{\"{name}\":{{\"status\":200,\"body\":{answer}}},{}", &answers[1..]))
}

/// `{"<call>": {"status": 200, "body": …}, …}`; bodies are JSON already.
fn to_json(known: &[(String, CallAnswer)]) -> String {
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
