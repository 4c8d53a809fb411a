use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::http::HeaderMap;
use mwanga_core::{Core, html};
use mwanga_ssr::{Renderer, RendererOptions};
use mwanga_store::types::OrderId;

use crate::assets::Assets;
use crate::change_feed::{self, ChangeFeed};
use crate::pages::EncodedDocument;
use crate::pages::PageCache;
use crate::pages::PageRoutes;
use crate::pages::Refresh;
use crate::pages::document::Document;
use crate::rate_limit::{self, RateLimit};
use crate::{headers, router};

/// Shared state of the server. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<AppStateInner>);

pub struct AppStateInner {
    pub core: Core,
    pub assets: Assets,
    pub renderer: Renderer,
    pub page_routes: PageRoutes,
    pub cache: PageCache,
    pub refresh: Refresh,
    pub change_feed: ChangeFeed,
    /// Texts that are being read, by account.
    pub readings: Arc<html::Queues>,
    pub search_limit: RateLimit,
    pub suggestion_limit: RateLimit,
    pub render_limit: RateLimit,
    pub event_limit: RateLimit,
    pub webhook_limit: RateLimit,
    pub order_webhook_limit: RateLimit<OrderId>,
    /// Whether a proxy sent a request; looked for in development alone.
    pub forwarded: AtomicBool,
    /// Headers of HTML pages.
    page_headers: HeaderMap,
    /// Headers of the checkout, in place of those.
    pub checkout_headers: HeaderMap,
    /// Headers of the admin area, in place of those.
    pub admin_headers: HeaderMap,
    /// The API without a path prefix, for the API calls of pages.
    api: std::sync::OnceLock<Router>,
}

impl std::ops::Deref for AppState {
    type Target = AppStateInner;
    fn deref(&self) -> &AppStateInner {
        &self.0
    }
}

/// Capacity of the page cache in bytes, all three encodings counted.
const CACHE_BYTES: u64 = 48 * 1024 * 1024;

impl AppState {
    /// Compiles the page renderer and connects the cache to the changes of `core`.
    pub fn new(core: Core) -> anyhow::Result<Self> {
        let assets = Assets::load(core.config.http.frontend_dir.as_deref())?;
        let renderer = Renderer::new(assets.ssr_bundle(), RendererOptions::default())?;
        Self::with(core, assets, renderer)
    }

    /// As [`Self::new`], with an existing renderer of the same frontend: tests start hundreds of servers.
    pub fn with_renderer(core: Core, renderer: Renderer) -> anyhow::Result<Self> {
        let assets = Assets::load(core.config.http.frontend_dir.as_deref())?;
        Self::with(core, assets, renderer)
    }

    fn with(core: Core, assets: Assets, renderer: Renderer) -> anyhow::Result<Self> {
        let page_routes = PageRoutes::new(renderer.pages(), core.config.production)?;
        let cache = PageCache::new(CACHE_BYTES);
        let search_limit = RateLimit::new(core.config.http.rate_limits, rate_limit::SEARCHES);
        let suggestion_limit = RateLimit::new(core.config.http.rate_limits, rate_limit::SUGGESTIONS);
        let render_limit = RateLimit::for_renders(core.config.http.rate_limits);
        let event_limit = RateLimit::new(core.config.http.rate_limits, rate_limit::EVENTS);
        let webhook_limit = RateLimit::new(core.config.http.rate_limits, rate_limit::WEBHOOKS);
        let order_webhook_limit = RateLimit::new(core.config.http.rate_limits, rate_limit::WEBHOOKS_PER_ORDER);
        let page_headers = headers::for_pages(&core.config, &assets)?;
        let checkout_headers = headers::for_checkout(&core.config, &assets)?;
        let admin_headers = headers::for_admin(&core.config, &assets)?;
        let api = std::sync::OnceLock::new();
        let app = Self(Arc::new(AppStateInner {
            core,
            assets,
            renderer,
            page_routes,
            cache,
            refresh: Refresh::default(),
            change_feed: ChangeFeed::default(),
            readings: Arc::default(),
            search_limit,
            suggestion_limit,
            render_limit,
            event_limit,
            webhook_limit,
            order_webhook_limit,
            forwarded: AtomicBool::new(false),
            page_headers,
            checkout_headers,
            admin_headers,
            api,
        }));
        app.api.set(router::api(&app)).unwrap_or_else(|_| unreachable!("set once, here"));
        let purged = app.downgrade();
        app.core.on_change(move |tags| {
            if let Some(app) = purged.upgrade() {
                app.cache.purge(tags);
                app.refresh_hot_pages();
            }
        });
        Ok(app)
    }

    /// The API without a path prefix.
    pub fn api(&self) -> Router {
        self.api.get().expect("set by new").clone()
    }

    /// A document with the headers of a page.
    pub fn encode(&self, document: Document) -> EncodedDocument {
        EncodedDocument::new(document, &self.page_headers)
    }

    /// Applies changes of other processes, each second, for as long as the server runs.
    pub async fn follow_changes(self) {
        change_feed::follow(&self.core, &self.change_feed).await;
    }

    fn downgrade(&self) -> WeakAppState {
        WeakAppState(Arc::downgrade(&self.0))
    }
}

/// Weak reference for callbacks that the state owns, which would otherwise keep it alive.
struct WeakAppState(std::sync::Weak<AppStateInner>);

impl WeakAppState {
    fn upgrade(&self) -> Option<AppState> {
        self.0.upgrade().map(AppState)
    }
}
