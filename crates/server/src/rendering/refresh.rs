//! Cache refresh: hot pages that were purged are rendered again in the background. Readers who wait come first.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join_all;

use mwanga_core::posts::Touched;

use crate::AppState;

/// Pages rendered again after a change, at most.
const MAX_PAGES: usize = 24;
/// A page that takes longer is left to the next request.
const RENDER_TIMEOUT: Duration = Duration::from_secs(10);

impl AppState {
    /// Renders the pages on which an editor looks for a saved post, and waits for them: its own page, and those of its
    /// lists that were cached. Rendering is a task of its own: it goes on after the timeout, and when the caller's
    /// connection is closed.
    pub async fn render_touched(&self, touched: Touched) {
        let mut paths = self.cached(touched.lists);
        paths.extend(touched.page);
        self.render_paths(paths).await;
    }

    /// Renders the lists that show posts which were saved together, each once, and waits for them, where they were
    /// cached.
    pub async fn render_touched_lists(&self, touched: Vec<Touched>) {
        let mut lists: Vec<String> = touched.into_iter().flat_map(|touched| touched.lists).collect();
        lists.sort_unstable();
        lists.dedup();
        self.render_paths(self.cached(lists)).await;
    }

    fn cached(&self, mut paths: Vec<String>) -> Vec<String> {
        paths.retain(|path| self.cache.get_even_stale(path).is_some());
        paths
    }

    /// Renders the page of the site that was saved, and waits for it, where it was cached.
    pub async fn render_page_at(&self, path: &str) {
        self.render_paths(self.cached(vec![path.to_owned()])).await;
    }

    async fn render_paths(&self, paths: Vec<String>) {
        let app = self.clone();
        let rendering = tokio::spawn(async move {
            let _reader = app.refresh.register_reader();
            let renders = paths.iter().filter_map(|path| app.page_routes.key(path, None)).map(async |(key, target)| {
                let before = app.cache.get_even_stale(&key);
                let page = app.get_or_render(key, target).await;
                match before {
                    Some(before) => page.encoded.prepare_like(&before.encoded).await,
                    None => page.encoded.prepare_for_browsers().await,
                }
            });
            join_all(renders).await;
        });
        let _ = tokio::time::timeout(self.core.config.timeouts.pages, rendering).await;
    }

    /// Renders the hottest stale pages in the background, one at a time, however many changes come.
    pub fn refresh_hot_pages(&self) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if self.refresh.changes.fetch_add(1, Ordering::SeqCst) > 0 {
            return;
        }
        let app = self.clone();
        runtime.spawn(async move {
            loop {
                let changes = app.refresh.changes.load(Ordering::SeqCst);
                // A task of its own: a panic ends a round, not every one to come.
                let round = app.clone();
                let _ = tokio::spawn(async move { round.refresh_after(changes).await }).await;
                if app.refresh.changes.compare_exchange(changes, 0, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                    return;
                }
            }
        });
    }

    /// One round: stops at the next change, which may have purged pages of this round again.
    async fn refresh_after(&self, changes: u64) {
        let mut tried = HashSet::new();
        while tried.len() < MAX_PAGES && self.refresh.changes.load(Ordering::SeqCst) == changes {
            self.refresh.wait_for_readers().await;
            let Some(key) = self.cache.most_hit_stale(self.core.now(), &tried) else { return };
            let (path, query) = key.split_once('?').map_or((&*key, None), |(path, query)| (path, Some(query)));
            if let Some((key, target)) = self.page_routes.key(path, query) {
                let before = self.cache.get_even_stale(&key);
                let rendered = tokio::time::timeout(RENDER_TIMEOUT, self.render_once(key, target.clone())).await;
                if let (Some(before), Ok(page)) = (before, rendered) {
                    page.encoded.prepare_like(&before.encoded).await;
                }
            }
            tried.insert(key);
        }
    }
}
