//! Pages that many ask for are made again before anybody has to wait for them. Readers who wait come first.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::watch;

use crate::AppState;
use crate::views::AdminPostView;

/// Pages made again after a change, at most.
const MOST: usize = 24;
/// How long a page is put off for readers; a server that is never without one makes it all the same.
const PATIENCE: Duration = Duration::from_millis(500);
/// A page that takes longer is left to whoever asks for it.
const LONGEST: Duration = Duration::from_secs(10);

#[derive(Default)]
pub struct Refresh {
    /// Changes since the work began; 0 while there is none.
    changes: AtomicU64,
    readers: watch::Sender<u32>,
}

/// A reader who waits for a page to be made.
pub struct Waits<'a>(&'a Refresh);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.readers.send_modify(|readers| *readers -= 1);
    }
}

impl Refresh {
    pub fn reader(&self) -> Waits<'_> {
        self.readers.send_modify(|readers| *readers += 1);
        Waits(self)
    }

    async fn let_readers_pass(&self) {
        let mut readers = self.readers.subscribe();
        let _ = tokio::time::timeout(PATIENCE, readers.wait_for(|readers| *readers == 0)).await;
    }
}

impl AppState {
    /// Waits until the pages stand on which an editor looks for a saved post: its own, and those that readers had asked
    /// for of home and its category. Their making is a task of its own: it goes on when patience or the caller's
    /// connection ends.
    pub async fn show(&self, post: &AdminPostView) {
        let card = &post.post.card;
        let lists = ["/".to_owned(), format!("/category/{}", card.category_slug)];
        let mut paths: Vec<String> = lists.into_iter().filter(|path| self.cache.last(path).is_some()).collect();
        if post.is_public {
            paths.push(post.post.canonical_path.clone());
        }
        let app = self.clone();
        let shown = tokio::spawn(async move {
            let _waits = app.refresh.reader();
            let made = paths.iter().filter_map(|path| app.page_routes.key(path, None)).map(async |(key, maker)| {
                let before = app.cache.last(&key);
                let page = app.cached_or_rendered(key, maker).await;
                match before {
                    Some(before) => page.ready.prepare_like(&before.ready).await,
                    None => page.ready.prepare_for_browsers().await,
                }
            });
            join_all(made).await;
        });
        let _ = tokio::time::timeout(self.core.config.timeouts.pages, shown).await;
    }

    /// Makes the pages that readers ask for most again, in the background: one at a time, however many changes come.
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

    /// Until the next change, which may have ended the first of them again.
    async fn refresh_after(&self, changes: u64) {
        let mut tried = HashSet::new();
        while tried.len() < MOST && self.refresh.changes.load(Ordering::SeqCst) == changes {
            self.refresh.let_readers_pass().await;
            let Some(key) = self.cache.hottest_ended(self.core.now(), &tried) else { return };
            let (path, query) = key.split_once('?').map_or((&*key, None), |(path, query)| (path, Some(query)));
            if let Some((key, maker)) = self.page_routes.key(path, query) {
                let before = self.cache.last(&key);
                let made = tokio::time::timeout(LONGEST, self.make(key, maker.clone())).await;
                if let (Some(before), Ok(page)) = (before, made) {
                    page.ready.prepare_like(&before.ready).await;
                }
            }
            tried.insert(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn readers_pass_first_but_not_for_ever() {
        let refresh = Refresh::default();
        let (one, other) = (refresh.reader(), refresh.reader());
        let mut pass = std::pin::pin!(refresh.let_readers_pass());
        assert!(pass.as_mut().now_or_never().is_none());
        drop(one);
        assert!(pass.as_mut().now_or_never().is_none());
        drop(other);
        assert!(pass.as_mut().now_or_never().is_some());

        let _stays = refresh.reader();
        refresh.let_readers_pass().await;
    }
}
