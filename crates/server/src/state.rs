use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::FromRef;
use axum::http::HeaderMap;
use mwanga_core::{Core, html};
use mwanga_ssr::Renderer;
use mwanga_store::types::OrderId;

use crate::assets::Assets;
use crate::change_feed::{self, ChangeFeed};
use crate::documents::{Document, EncodedDocument, PageCache, Refresh};
use crate::headers;
use crate::page_addresses::PageRoutes;
use crate::rate_limit::{self, RateLimit};

/// Shared state of the server. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<AppStateInner>);

pub struct AppStateInner {
    pub core: Core,
    pub assets: Arc<Assets>,
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
    api: OnceLock<Router>,
}

impl std::ops::Deref for AppState {
    type Target = AppStateInner;
    fn deref(&self) -> &AppStateInner {
        &self.0
    }
}

impl FromRef<AppState> for Core {
    fn from_ref(app: &AppState) -> Self {
        app.core.clone()
    }
}

impl FromRef<AppState> for Arc<Assets> {
    fn from_ref(app: &AppState) -> Self {
        app.assets.clone()
    }
}

/// Capacity of the page cache in bytes, all three encodings counted.
const CACHE_BYTES: u64 = 48 * 1024 * 1024;

impl AppState {
    /// As [`Self::new`] does, but for the API of pages and the purges of the cache.
    pub(crate) fn with(core: Core, assets: Assets, renderer: Renderer) -> anyhow::Result<Self> {
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
        Ok(Self(Arc::new(AppStateInner {
            core,
            assets: Arc::new(assets),
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
            api: OnceLock::new(),
        })))
    }

    /// Sets the API, once.
    pub(crate) fn set_api(&self, api: Router) {
        self.api.set(api).expect("set once");
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

    pub(crate) fn downgrade(&self) -> WeakAppState {
        WeakAppState(Arc::downgrade(&self.0))
    }
}

/// Weak reference for callbacks that the state owns, which would otherwise keep it alive.
pub(crate) struct WeakAppState(std::sync::Weak<AppStateInner>);

impl WeakAppState {
    pub(crate) fn upgrade(&self) -> Option<AppState> {
        self.0.upgrade().map(AppState)
    }
}
