//! Page cache in memory, purged by tag and by expiry.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use futures_util::future::{BoxFuture, FutureExt, Shared};
use mwanga_store::types::Timestamp;

use super::encoded::EncodedDocument;

/// Number of purges in this process. A page whose data was read at one epoch is stale once one of its tags was purged
/// at a later one.
pub type Epoch = u64;

/// Rendered pages by key (path and canonical query), with single-flight rendering.
pub struct PageCache {
    pages: moka::sync::Cache<Arc<str>, Arc<CachedPage>>,
    purged: RwLock<Purged>,
    epoch: AtomicU64,
    flights: Mutex<HashMap<Arc<str>, Flight>>,
    rendered: AtomicU64,
}

/// The moment of a request, for [`PageCache::is_fresh_for`].
#[derive(Clone, Copy)]
pub struct RequestTime {
    epoch: Epoch,
    at: Timestamp,
}

type Flight = Shared<BoxFuture<'static, Arc<CachedPage>>>;

#[derive(Default)]
struct Purged {
    by_tag: HashMap<String, Epoch>,
    /// Everything older is stale whatever its tags: the map of tags was emptied at this epoch.
    floor: Epoch,
}

/// Tags in the map before it is emptied; a tag takes about 80 bytes.
const MAX_TAGS: usize = 50_000;

/// Hits from which a page is compressed once more, at a higher quality.
pub const HOT_PAGE_HITS: u32 = 32;

/// A rendered page with its content encodings.
pub struct CachedPage {
    pub encoded: EncodedDocument,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
    /// The epoch before its data was read.
    epoch_before: Epoch,
    /// When its rendering began.
    pub started_at: Timestamp,
    /// The latest epoch at which it was found fresh: tags are looked up only after another purge.
    checked: AtomicU64,
    /// Hits, and half of those of the page before it: the hottest stale pages are rendered again first.
    pub hits: AtomicU32,
    /// Whether it is compressed at the higher quality, or is being so.
    pub is_recompressed: AtomicBool,
}

impl CachedPage {
    pub fn new(
        encoded: EncodedDocument,
        tags: Vec<String>,
        expires_at: Option<Timestamp>,
        epoch_before: Epoch,
    ) -> Self {
        let started_at = Timestamp(i64::MAX);
        Self {
            encoded,
            tags,
            expires_at,
            epoch_before,
            started_at,
            checked: AtomicU64::new(epoch_before),
            hits: AtomicU32::new(0),
            is_recompressed: AtomicBool::new(false),
        }
    }

    /// Sets the start of its rendering; `before` is the page that it replaces.
    pub fn started_at(self, started_at: Timestamp, before: Option<&Self>) -> Self {
        // The date of one that a clock drew which was ahead is not built upon.
        let before = before.filter(|before| before.started_at <= started_at);
        Self {
            started_at,
            encoded: self.encoded.with_last_modified_after(before.map(|before| &before.encoded), started_at),
            ..self
        }
    }

    /// The same page at a higher compression; none where that is not smaller.
    fn recompressed(&self) -> Option<Self> {
        Some(Self {
            encoded: self.encoded.recompressed()?,
            tags: self.tags.clone(),
            expires_at: self.expires_at,
            epoch_before: self.epoch_before,
            started_at: self.started_at,
            checked: AtomicU64::new(self.checked.load(Ordering::SeqCst)),
            hits: AtomicU32::new(self.hits.load(Ordering::Relaxed)),
            is_recompressed: AtomicBool::new(true),
        })
    }

    fn is_expired_at(&self, moment: Timestamp) -> bool {
        self.expires_at.is_some_and(|at| at <= moment)
    }

    fn bytes(&self) -> u32 {
        let bytes = self.encoded.size_bytes() + 512;
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }
}

impl PageCache {
    pub fn new(max_bytes: u64) -> Self {
        let pages = moka::sync::Cache::builder()
            .max_capacity(max_bytes)
            .weigher(|key: &Arc<str>, page: &Arc<CachedPage>| page.bytes() + key.len() as u32)
            .build();
        Self {
            pages,
            purged: RwLock::default(),
            epoch: AtomicU64::new(1),
            flights: Mutex::default(),
            rendered: AtomicU64::new(0),
        }
    }

    /// The current epoch; read before a page's data is.
    pub fn epoch(&self) -> Epoch {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Counts a render.
    pub fn count_render(&self) {
        self.rendered.fetch_add(1, Ordering::Relaxed);
    }

    /// Renders since the start; a hit is none.
    pub fn render_count(&self) -> u64 {
        self.rendered.load(Ordering::Relaxed)
    }

    /// The page of a key, if it is fresh.
    pub fn get(&self, key: &str, now: Timestamp) -> Option<Arc<CachedPage>> {
        let page = self.pages.get(key)?;
        self.is_fresh(&page, now).then_some(page)
    }

    /// Every fresh page.
    pub fn fresh(&self, now: Timestamp) -> Vec<(Arc<str>, Arc<CachedPage>)> {
        let pages = self.pages.iter().map(|(key, page)| (Arc::clone(&*key), page));
        pages.filter(|(_, page)| self.is_fresh(page, now)).collect()
    }

    /// The latest page of a key, fresh or stale.
    pub fn get_even_stale(&self, key: &str) -> Option<Arc<CachedPage>> {
        self.pages.get(key)
    }

    /// The moment of a request that comes in now.
    pub fn request_time(&self, now: Timestamp) -> RequestTime {
        RequestTime { epoch: self.epoch(), at: now }
    }

    /// Whether a page shows nothing older than the data of the moment of the request.
    pub fn is_fresh_for(&self, page: &CachedPage, requested: RequestTime) -> bool {
        !page.is_expired_at(requested.at) && (page.epoch_before >= requested.epoch || self.is_unchanged(page))
    }

    pub fn is_fresh(&self, page: &CachedPage, now: Timestamp) -> bool {
        !page.is_expired_at(now) && self.is_unchanged(page)
    }

    /// Whether no tag of it was purged since its data was read.
    fn is_unchanged(&self, page: &CachedPage) -> bool {
        let epoch = self.epoch();
        if page.checked.load(Ordering::SeqCst) == epoch {
            return true;
        }
        let purged = self.purged.read().expect("no panic while held");
        let fresh = page.epoch_before >= purged.floor
            && !page.tags.iter().any(|tag| purged.by_tag.get(tag).is_some_and(|at| *at > page.epoch_before));
        if fresh {
            page.checked.store(epoch, Ordering::SeqCst);
        }
        fresh
    }

    /// Purges every page with one of these tags, and those that are being rendered from older data.
    pub fn purge(&self, tags: &[String]) {
        let mut purged = self.purged.write().expect("no panic while held");
        let epoch = self.epoch.load(Ordering::SeqCst) + 1;
        if purged.by_tag.len() + tags.len() > MAX_TAGS {
            purged.by_tag.clear();
            purged.floor = epoch;
        }
        for tag in tags {
            purged.by_tag.insert(tag.clone(), epoch);
        }
        self.epoch.store(epoch, Ordering::SeqCst);
    }

    /// Purges every page: the clock was set, and pages show what it said.
    pub fn purge_all(&self) {
        let mut purged = self.purged.write().expect("no panic while held");
        let epoch = self.epoch.load(Ordering::SeqCst) + 1;
        purged.by_tag.clear();
        purged.floor = epoch;
        self.epoch.store(epoch, Ordering::SeqCst);
    }

    /// Replaces the page of a key. Half of the hits go over: a page that is purged twice in a row stays hot.
    pub fn insert(&self, key: Arc<str>, page: Arc<CachedPage>) {
        if let Some(before) = self.get_even_stale(&key) {
            let hits = before.hits.load(Ordering::Relaxed) / 2;
            page.hits.fetch_add(hits.min(HOT_PAGE_HITS / 2), Ordering::Relaxed);
        }
        self.pages.insert(key, page);
    }

    /// Replaces a page by itself at a higher compression, unless it was replaced meanwhile. Blocks for some dozens of
    /// milliseconds.
    pub fn recompress(&self, key: Arc<str>, page: &Arc<CachedPage>) {
        let is_there = || self.pages.get(&key).is_some_and(|there| Arc::ptr_eq(&there, page));
        if is_there()
            && let Some(recompressed) = page.recompressed()
            && is_there()
        {
            // A page that is inserted in between is lost and rendered again; a stale one stays stale by its epoch.
            self.pages.insert(key, Arc::new(recompressed));
        }
    }

    /// The stale key with the most hits, without those in `tried`; of equal ones that with the shortest key, as the
    /// front page has.
    pub fn most_hit_stale(&self, now: Timestamp, tried: &HashSet<Arc<str>>) -> Option<Arc<str>> {
        let hits = |page: &CachedPage| page.hits.load(Ordering::Relaxed);
        let ended = self
            .pages
            .iter()
            .filter(|(key, page)| hits(page) > 0 && !tried.contains(&**key) && !self.is_fresh(page, now));
        ended.max_by_key(|(key, page)| (hits(page), std::cmp::Reverse(key.len()))).map(|(key, _)| Arc::clone(&*key))
    }

    /// Single flight: renders a page once for all requests that wait for it.
    pub async fn join_flight(
        self: &PageCache,
        key: Arc<str>,
        make: impl FnOnce() -> BoxFuture<'static, Arc<CachedPage>>,
    ) -> Arc<CachedPage> {
        let flight = {
            let mut flights = self.flights.lock().expect("no panic while held");
            match flights.get(&key) {
                Some(flight) => flight.clone(),
                None => {
                    let flight = make().shared();
                    flights.insert(key, flight.clone());
                    flight
                }
            }
        };
        flight.await
    }

    /// Whether a page is being rendered.
    pub fn is_being_rendered(&self, key: &str) -> bool {
        self.flights.lock().expect("no panic while held").contains_key(key)
    }

    /// Ends a flight: later requests find the page, or render it anew.
    pub fn end_flight(&self, key: &str) {
        self.flights.lock().expect("no panic while held").remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Document;

    fn ready(html: &str) -> EncodedDocument {
        EncodedDocument::new(
            Document::plain(axum::http::StatusCode::OK, html.to_owned()),
            &axum::http::HeaderMap::new(),
        )
    }

    const NOW: Timestamp = Timestamp(1_000);

    fn page(cache: &PageCache, tags: &[&str]) -> Arc<CachedPage> {
        Arc::new(CachedPage::new(ready("Habari"), tags.iter().map(|t| (*t).to_owned()).collect(), None, cache.epoch()))
    }

    #[test]
    fn a_purge_removes_the_pages_with_its_tag_only() {
        let cache = PageCache::new(1_000_000);
        cache.insert("/a".into(), page(&cache, &["post:1"]));
        cache.insert("/b".into(), page(&cache, &["post:2"]));
        cache.purge(&["post:1".into()]);
        assert!(cache.get("/a", NOW).is_none() && cache.get("/b", NOW).is_some());
        // And again, by the way that looks nothing up.
        assert!(cache.get("/b", NOW).is_some());
    }

    #[test]
    fn a_purge_of_all_ends_every_page_and_those_that_are_being_rendered() {
        let cache = PageCache::new(1_000_000);
        cache.insert("/a".into(), page(&cache, &[]));
        let begun = page(&cache, &["list"]);
        cache.purge_all();
        assert!(cache.get("/a", NOW).is_none() && !cache.is_fresh(&begun, NOW));
        assert!(cache.is_fresh(&page(&cache, &["list"]), NOW));
    }

    #[test]
    fn a_page_rendered_across_a_purge_is_stale() {
        let cache = PageCache::new(1_000_000);
        let begun = page(&cache, &["list"]);
        cache.purge(&["list".into()]);
        assert!(!cache.is_fresh(&begun, NOW));
        assert!(cache.is_fresh(&page(&cache, &["list"]), NOW));
    }

    #[test]
    fn a_stale_page_still_answers_requests_older_than_its_data() {
        let cache = PageCache::new(1_000_000);
        let before = cache.request_time(NOW);
        let page = page(&cache, &["list"]);
        cache.purge(&["list".into()]);
        assert!(cache.is_fresh_for(&page, before) && !cache.is_fresh_for(&page, cache.request_time(NOW)));
    }

    #[test]
    fn purged_pages_are_ordered_by_hits_for_refresh() {
        let cache = PageCache::new(1_000_000);
        for (key, tag, hits) in
            [("/a", "list", 2), ("/", "list", 2), ("/b", "list", 3), ("/c", "list", 0), ("/d", "other", 9)]
        {
            let page = page(&cache, &[tag]);
            page.hits.store(hits, Ordering::Relaxed);
            cache.insert(key.into(), page);
        }
        cache.purge(&["list".into()]);
        let mut tried = HashSet::new();
        let order: Vec<Arc<str>> = std::iter::from_fn(|| {
            let key = cache.most_hit_stale(NOW, &tried)?;
            tried.insert(key.clone());
            Some(key)
        })
        .collect();
        assert_eq!(order.iter().map(|key| &**key).collect::<Vec<_>>(), ["/b", "/", "/a"]);
    }

    #[test]
    fn a_refreshed_page_keeps_half_of_its_hits() {
        let cache = PageCache::new(1_000_000);
        let hits = [500, HOT_PAGE_HITS, 3, 1].map(|hits| {
            let before = page(&cache, &["list"]);
            before.hits.store(hits, Ordering::Relaxed);
            cache.pages.insert("/".into(), before);
            cache.insert("/".into(), page(&cache, &["list"]));
            cache.get_even_stale("/").expect("it is there").hits.load(Ordering::Relaxed)
        });
        assert_eq!(hits, [HOT_PAGE_HITS / 2, HOT_PAGE_HITS / 2, 1, 0]);
    }

    #[test]
    fn a_page_expires_at_its_expiry_time() {
        let cache = PageCache::new(1_000_000);
        cache.insert(
            "/".into(),
            Arc::new(CachedPage::new(ready(""), Vec::new(), Some(Timestamp(2_000)), cache.epoch())),
        );
        assert!(cache.get("/", Timestamp(1_999)).is_some() && cache.get("/", Timestamp(2_000)).is_none());
    }

    #[tokio::test]
    async fn a_recompressed_page_replaces_only_the_page_it_was_made_from() {
        let cache = PageCache::new(1_000_000);
        let text: String = (0..2_000).map(|n| format!("<p>Habari {} ya {}</p>", n * n, n % 7)).collect();
        let request = axum::http::HeaderMap::from_iter([(
            axum::http::header::ACCEPT_ENCODING,
            axum::http::HeaderValue::from_static("br"),
        )]);
        let sent = |page: &CachedPage| {
            let response = page.encoded.respond(&axum::http::Method::GET, &request);
            (
                response.headers()["etag"].clone(),
                response.headers()["content-length"].to_str().unwrap().parse::<usize>().unwrap(),
            )
        };
        let document = || Document::plain(axum::http::StatusCode::OK, text.clone()).compressible();
        let page = || {
            Arc::new(CachedPage::new(
                EncodedDocument::new(document(), &axum::http::HeaderMap::new()),
                vec!["post:1".into()],
                None,
                cache.epoch(),
            ))
        };
        let first = page();
        first.encoded.prepare(&request).await;
        cache.insert("/a".into(), first.clone());
        cache.recompress("/a".into(), &first);
        let recompressed = cache.get("/a", NOW).unwrap();
        assert_eq!(sent(&recompressed).0, sent(&first).0);
        assert!(sent(&recompressed).1 < sent(&first).1);

        let second = page();
        cache.insert("/a".into(), second.clone());
        cache.recompress("/a".into(), &first);
        assert!(Arc::ptr_eq(&cache.get("/a", NOW).unwrap(), &second), "a newer page stays");
        cache.purge(&["post:1".into()]);
        cache.recompress("/a".into(), &second);
        assert!(cache.get("/a", NOW).is_none(), "what has ended does not come back");
    }

    #[test]
    fn evicting_purged_tags_purges_all_earlier_pages() {
        let cache = PageCache::new(1_000_000);
        cache.insert("/a".into(), page(&cache, &["post:1"]));
        for chunk in 0..=MAX_TAGS / 1_000 {
            let tags: Vec<String> = (0..1_000).map(|n| format!("slug:{chunk}-{n}")).collect();
            cache.purge(&tags);
        }
        assert!(cache.get("/a", NOW).is_none());
    }
}
