//! Finished pages in memory, and the exact end of each.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use futures_util::future::{BoxFuture, FutureExt, Shared};
use mwanga_store::types::Timestamp;

use crate::ready::Ready;

/// Counts the changes of this process's life. What began at one epoch is stale once a tag of it was purged at a later
/// one.
pub type Epoch = u64;

pub struct PageCache {
    pages: moka::sync::Cache<Arc<str>, Arc<CachedPage>>,
    purged: RwLock<Purged>,
    epoch: AtomicU64,
    flights: Mutex<HashMap<Arc<str>, Flight>>,
    rendered: AtomicU64,
}

/// When somebody asked for a page.
#[derive(Clone, Copy)]
pub struct Asked {
    epoch: Epoch,
    at: Timestamp,
}

type Flight = Shared<BoxFuture<'static, Arc<CachedPage>>>;

#[derive(Default)]
struct Purged {
    by_tag: HashMap<String, Epoch>,
    /// What began before this is stale whatever its tags: the memory of tags was emptied then.
    floor: Epoch,
}

/// Tags remembered before the memory is emptied; a tag takes about 80 bytes.
const MAX_TAGS: usize = 50_000;

/// A page that so many have asked for will be asked for again: smaller bytes are worth some more work.
pub const MANY_HITS: u32 = 32;

/// A page as it goes out.
pub struct CachedPage {
    pub ready: Ready,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
    began: Epoch,
    /// When its making began.
    pub began_at: Timestamp,
    /// The latest epoch at which it was found fresh: nothing has to be looked up while nothing changes.
    checked: AtomicU64,
    /// Readers who took it, and half of those of the page before it; hot pages are made again before anybody asks.
    pub hits: AtomicU32,
    /// Whether its smaller bytes are there, or being made.
    pub densified: AtomicBool,
}

impl CachedPage {
    pub fn new(ready: Ready, tags: Vec<String>, expires_at: Option<Timestamp>, began: Epoch) -> Self {
        let began_at = Timestamp(i64::MAX);
        Self {
            ready,
            tags,
            expires_at,
            began,
            began_at,
            checked: AtomicU64::new(began),
            hits: AtomicU32::new(0),
            densified: AtomicBool::new(false),
        }
    }

    /// `before` is what stood in its place.
    pub fn begun_at(self, began_at: Timestamp, before: Option<&Self>) -> Self {
        Self { began_at, ready: self.ready.dated_after(before.map(|before| &before.ready), began_at), ..self }
    }

    /// The same page with smaller bytes, if that can be.
    fn denser(&self) -> Option<Self> {
        Some(Self {
            ready: self.ready.denser()?,
            tags: self.tags.clone(),
            expires_at: self.expires_at,
            began: self.began,
            began_at: self.began_at,
            checked: AtomicU64::new(self.checked.load(Ordering::SeqCst)),
            hits: AtomicU32::new(self.hits.load(Ordering::Relaxed)),
            densified: AtomicBool::new(true),
        })
    }

    fn ended_by(&self, moment: Timestamp) -> bool {
        self.expires_at.is_some_and(|at| at <= moment)
    }

    fn bytes(&self) -> u32 {
        let bytes = self.ready.size_bytes() + 512;
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

    /// To be asked before a page's data is read.
    pub fn epoch(&self) -> Epoch {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Counts a page that is being made.
    pub fn count_rendered(&self) {
        self.rendered.fetch_add(1, Ordering::Relaxed);
    }

    /// How many pages were made since the start; a hit makes none.
    pub fn rendered(&self) -> u64 {
        self.rendered.load(Ordering::Relaxed)
    }

    /// The page of a key, if it is still true.
    pub fn get(&self, key: &str, now: Timestamp) -> Option<Arc<CachedPage>> {
        let page = self.pages.get(key)?;
        self.is_fresh(&page, now).then_some(page)
    }

    /// Every page that is taken for true.
    pub fn fresh(&self, now: Timestamp) -> Vec<(Arc<str>, Arc<CachedPage>)> {
        let pages = self.pages.iter().map(|(key, page)| (Arc::clone(&*key), page));
        pages.filter(|(_, page)| self.is_fresh(page, now)).collect()
    }

    /// The page of a key as it was last, true or not.
    pub fn last(&self, key: &str) -> Option<Arc<CachedPage>> {
        self.pages.get(key)
    }

    /// The moment at which somebody asks, for [`Self::is_answer`].
    pub fn asked(&self, now: Timestamp) -> Asked {
        Asked { epoch: self.epoch(), at: now }
    }

    /// Whether a page tells whoever asked nothing older than what was true then.
    pub fn is_answer(&self, page: &CachedPage, asked: Asked) -> bool {
        !page.ended_by(asked.at) && (page.began >= asked.epoch || self.is_unchanged(page))
    }

    pub fn is_fresh(&self, page: &CachedPage, now: Timestamp) -> bool {
        !page.ended_by(now) && self.is_unchanged(page)
    }

    /// No tag of it was purged since its data was read.
    fn is_unchanged(&self, page: &CachedPage) -> bool {
        let epoch = self.epoch();
        if page.checked.load(Ordering::SeqCst) == epoch {
            return true;
        }
        let purged = self.purged.read().expect("no panic while held");
        let fresh = page.began >= purged.floor
            && !page.tags.iter().any(|tag| purged.by_tag.get(tag).is_some_and(|at| *at > page.began));
        if fresh {
            page.checked.store(epoch, Ordering::SeqCst);
        }
        fresh
    }

    /// Ends every page that carries one of these tags, and every page now being made from data of before.
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

    /// Keeps a page in the place of the one before it, whose readers count for it by half: what is changed twice in a
    /// row stays hot.
    pub fn insert(&self, key: Arc<str>, page: Arc<CachedPage>) {
        if let Some(before) = self.last(&key) {
            let hits = before.hits.load(Ordering::Relaxed) / 2;
            page.hits.fetch_add(hits.min(MANY_HITS / 2), Ordering::Relaxed);
        }
        self.pages.insert(key, page);
    }

    /// Puts a denser encoding in the place of a page, unless another page has taken it meanwhile. Blocks for some
    /// dozens of milliseconds.
    pub fn densify(&self, key: Arc<str>, page: &Arc<CachedPage>) {
        let is_there = || self.pages.get(&key).is_some_and(|there| Arc::ptr_eq(&there, page));
        if is_there()
            && let Some(denser) = page.denser()
            && is_there()
        {
            // A page that slips in between is lost and made again; an old one is never taken for fresh, its epoch
            // tells.
            self.pages.insert(key, Arc::new(denser));
        }
    }

    /// The key that readers ask for most of those that have ended, `tried` left out; of equal ones the shortest, as
    /// home is.
    pub fn hottest_ended(&self, now: Timestamp, tried: &HashSet<Arc<str>>) -> Option<Arc<str>> {
        let hits = |page: &CachedPage| page.hits.load(Ordering::Relaxed);
        let ended = self
            .pages
            .iter()
            .filter(|(key, page)| hits(page) > 0 && !tried.contains(&**key) && !self.is_fresh(page, now));
        ended.max_by_key(|(key, page)| (hits(page), std::cmp::Reverse(key.len()))).map(|(key, _)| Arc::clone(&*key))
    }

    /// Makes a page once for everybody who waits for it.
    pub async fn shared(
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

    /// Whether a page is being made: whoever asks now waits with the others.
    pub fn is_being_rendered(&self, key: &str) -> bool {
        self.flights.lock().expect("no panic while held").contains_key(key)
    }

    /// Ends a flight: whoever asks from now on finds the page, or makes it anew.
    pub fn landed(&self, key: &str) {
        self.flights.lock().expect("no panic while held").remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn ready(html: &str) -> Ready {
        Ready::new(Document::plain(axum::http::StatusCode::OK, html.to_owned()), &axum::http::HeaderMap::new())
    }

    const NOW: Timestamp = Timestamp(1_000);

    fn page(cache: &PageCache, tags: &[&str]) -> Arc<CachedPage> {
        Arc::new(CachedPage::new(ready("Habari"), tags.iter().map(|t| (*t).to_owned()).collect(), None, cache.epoch()))
    }

    #[test]
    fn a_purge_ends_what_carries_the_tag_and_nothing_else() {
        let cache = PageCache::new(1_000_000);
        cache.insert("/a".into(), page(&cache, &["post:1"]));
        cache.insert("/b".into(), page(&cache, &["post:2"]));
        cache.purge(&["post:1".into()]);
        assert!(cache.get("/a", NOW).is_none() && cache.get("/b", NOW).is_some());
        // And again, by the way that looks nothing up.
        assert!(cache.get("/b", NOW).is_some());
    }

    #[test]
    fn a_page_begun_before_a_purge_is_stale_when_it_is_finished_after() {
        let cache = PageCache::new(1_000_000);
        let begun = page(&cache, &["list"]);
        cache.purge(&["list".into()]);
        assert!(!cache.is_fresh(&begun, NOW));
        assert!(cache.is_fresh(&page(&cache, &["list"]), NOW));
    }

    #[test]
    fn a_page_answers_those_who_asked_before_its_data_was_read_whatever_came_after() {
        let cache = PageCache::new(1_000_000);
        let before = cache.asked(NOW);
        let page = page(&cache, &["list"]);
        cache.purge(&["list".into()]);
        assert!(cache.is_answer(&page, before) && !cache.is_answer(&page, cache.asked(NOW)));
    }

    #[test]
    fn the_hottest_of_what_has_ended_comes_first() {
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
            let key = cache.hottest_ended(NOW, &tried)?;
            tried.insert(key.clone());
            Some(key)
        })
        .collect();
        assert_eq!(order.iter().map(|key| &**key).collect::<Vec<_>>(), ["/b", "/", "/a"]);
    }

    #[test]
    fn a_page_made_again_is_half_as_hot_until_somebody_asks() {
        let cache = PageCache::new(1_000_000);
        let hits = [500, MANY_HITS, 3, 1].map(|hits| {
            let before = page(&cache, &["list"]);
            before.hits.store(hits, Ordering::Relaxed);
            cache.pages.insert("/".into(), before);
            cache.insert("/".into(), page(&cache, &["list"]));
            cache.last("/").expect("it is there").hits.load(Ordering::Relaxed)
        });
        assert_eq!(hits, [MANY_HITS / 2, MANY_HITS / 2, 1, 0]);
    }

    #[test]
    fn a_page_ends_at_its_time() {
        let cache = PageCache::new(1_000_000);
        cache.insert(
            "/".into(),
            Arc::new(CachedPage::new(ready(""), Vec::new(), Some(Timestamp(2_000)), cache.epoch())),
        );
        assert!(cache.get("/", Timestamp(1_999)).is_some() && cache.get("/", Timestamp(2_000)).is_none());
    }

    #[tokio::test]
    async fn a_denser_page_takes_the_place_of_its_own_only() {
        let cache = PageCache::new(1_000_000);
        let text: String = (0..2_000).map(|n| format!("<p>Habari {} ya {}</p>", n * n, n % 7)).collect();
        let request = axum::http::HeaderMap::from_iter([(
            axum::http::header::ACCEPT_ENCODING,
            axum::http::HeaderValue::from_static("br"),
        )]);
        let sent = |page: &CachedPage| {
            let response = page.ready.respond(&axum::http::Method::GET, &request);
            (
                response.headers()["etag"].clone(),
                response.headers()["content-length"].to_str().unwrap().parse::<usize>().unwrap(),
            )
        };
        let document = || Document::plain(axum::http::StatusCode::OK, text.clone()).compressible();
        let page = || {
            Arc::new(CachedPage::new(
                Ready::new(document(), &axum::http::HeaderMap::new()),
                vec!["post:1".into()],
                None,
                cache.epoch(),
            ))
        };
        let first = page();
        first.ready.prepare(&request).await;
        cache.insert("/a".into(), first.clone());
        cache.densify("/a".into(), &first);
        let denser = cache.get("/a", NOW).unwrap();
        assert_eq!(sent(&denser).0, sent(&first).0);
        assert!(sent(&denser).1 < sent(&first).1);

        let second = page();
        cache.insert("/a".into(), second.clone());
        cache.densify("/a".into(), &first);
        assert!(Arc::ptr_eq(&cache.get("/a", NOW).unwrap(), &second), "a newer page stays");
        cache.purge(&["post:1".into()]);
        cache.densify("/a".into(), &second);
        assert!(cache.get("/a", NOW).is_none(), "what has ended does not come back");
    }

    #[test]
    fn forgetting_tags_ends_everything_of_before() {
        let cache = PageCache::new(1_000_000);
        cache.insert("/a".into(), page(&cache, &["post:1"]));
        for chunk in 0..=MAX_TAGS / 1_000 {
            let tags: Vec<String> = (0..1_000).map(|n| format!("slug:{chunk}-{n}")).collect();
            cache.purge(&tags);
        }
        assert!(cache.get("/a", NOW).is_none());
    }
}
