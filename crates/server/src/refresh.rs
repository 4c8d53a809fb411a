//! Pages that many ask for are made again before anybody has to wait for them. Readers who wait come first.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;

use crate::AppState;

/// Pages made again after a change, at most.
const MOST: usize = 24;
/// How long a page is put off for readers; a server that is never without one makes it all the same.
const PATIENCE: Duration = Duration::from_millis(500);

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
                app.refresh_after(changes).await;
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
                let page = self.make(key, maker.clone()).await;
                if let Some(before) = before {
                    page.ready.prepare_like(&before.ready).await;
                }
            }
            tried.insert(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn readers_pass_first_but_not_for_ever() {
        let refresh = Refresh::default();
        let mut readers = vec![refresh.reader(), refresh.reader()];
        let leave = async {
            while readers.pop().is_some() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            tokio::time::Instant::now()
        };
        let pass = async {
            refresh.let_readers_pass().await;
            (*refresh.readers.borrow(), tokio::time::Instant::now())
        };
        let ((waiting, passed), left) = tokio::join!(pass, leave);
        assert!(waiting == 0 && passed <= left);

        let _stays = refresh.reader();
        let began = tokio::time::Instant::now();
        refresh.let_readers_pass().await;
        assert!(began.elapsed() >= PATIENCE);
    }
}
