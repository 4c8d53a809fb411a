//! The index of this process: disposable, made from the store, told of every change.
//!
//! A save only notes what changed; [`keeper`] writes it, and who searches waits until what was noted before is in. So a
//! save costs nothing more, and is found when it has answered.

mod collect;
mod compare;
mod documents;
mod find;
mod merges;
mod schema;
mod sync;
mod vocabulary;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{Reader, StoreError, StoreResult};
use tantivy::{IndexReader, Searcher};
use tokio::sync::{Notify, watch};

use crate::changes;
use crate::consistency::Difference;
use compare::Entry;
pub use find::{FoundFiles, Within};
use schema::Fields;
pub use schema::{LONGEST_WORD, stem};
pub use sync::keep;
pub use vocabulary::{distance, forgiven};

/// How long somebody who searches waits for changes that are being written; the database answers then.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often index and store are compared before something that differs counts.
const CHECKS: usize = 3;
const CHECK_PAUSE: Duration = Duration::from_millis(200);

/// What the rest of the process knows of the index. Without a [`keep`]er it is closed, and the database answers.
pub struct SearchIndex {
    noted: Mutex<Noted>,
    wake: Notify,
    /// How many changes are in it.
    written: watch::Sender<u64>,
    open: RwLock<Option<Arc<Open>>>,
    /// Whether it could not be asked: it is made anew.
    broken: AtomicBool,
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self {
            noted: Mutex::default(),
            wake: Notify::new(),
            written: watch::Sender::new(0),
            open: RwLock::default(),
            broken: AtomicBool::new(false),
        }
    }
}

/// An index that holds everything that was public when it was opened, and can be asked.
pub struct Open {
    reader: IndexReader,
    fields: Fields,
}

impl Open {
    fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }
}

#[derive(Clone, Default)]
struct Noted {
    /// Whether somebody will take what is noted.
    followed: bool,
    /// Changes since the process began.
    count: u64,
    posts: BTreeSet<PostId>,
    media: BTreeSet<MediaId>,
}

impl Noted {
    fn is_empty(&self) -> bool {
        self.posts.is_empty() && self.media.is_empty()
    }
}

impl SearchIndex {
    /// Notes what these tags of a change are about.
    pub(crate) fn note(&self, tags: &[String]) {
        let id = |tag: &str, kind: &str| tag.strip_prefix(kind)?.parse::<i64>().ok();
        let mut noted = self.noted.lock().expect("no panic while held");
        if !noted.followed {
            return;
        }
        let posts = tags.iter().filter_map(|tag| id(tag, "post:")).map(PostId);
        let media = tags.iter().filter_map(|tag| id(tag, "media:")).map(MediaId);
        noted.posts.extend(posts);
        noted.media.extend(media);
        if !noted.is_empty() {
            noted.count += 1;
            drop(noted);
            self.wake.notify_one();
        }
    }

    /// The index with everything that was noted before; none while it is made, or when it takes too long.
    pub(crate) async fn current(&self) -> Option<Arc<Open>> {
        let open = self.open.read().expect("no panic while held").clone()?;
        let wanted = self.noted.lock().expect("no panic while held").count;
        let mut written = self.written.subscribe();
        let waited = tokio::time::timeout(PATIENCE, written.wait_for(|written| *written >= wanted)).await;
        matches!(waited, Ok(Ok(_))).then_some(open)
    }

    /// Whether it answers; while it is made the database does.
    pub fn is_open(&self) -> bool {
        self.open.read().expect("no panic while held").is_some()
    }

    /// Closes an index that could not be asked, and has it made anew.
    pub(crate) fn give_up(&self, e: &anyhow::Error) {
        tracing::warn!("the search index could not be asked: {e:#}");
        self.set_open(None);
        self.broken.store(true, Ordering::SeqCst);
        self.wake.notify_one();
    }

    /// Compares the index with `rows`, and has written anew what differs. One that is closed is compared when it is
    /// opened.
    pub(crate) async fn check(&self, rows: &Reader) -> StoreResult<Vec<Difference>> {
        let mut differing: Option<BTreeSet<Entry>> = None;
        // What is saved meanwhile differs for a moment.
        for _ in 0..CHECKS {
            let Some(open) = self.current().await else { return Ok(Vec::new()) };
            let now = match compare::differing(&open.reader, rows).await {
                Ok(now) => now,
                Err(e) => match e.downcast::<StoreError>() {
                    Ok(e) => return Err(e),
                    Err(e) => {
                        self.give_up(&e);
                        return Ok(vec![Difference::new("search index", "readable", "damaged")]);
                    }
                },
            };
            let still = differing.map_or_else(|| now.clone(), |before| &before & &now);
            if still.is_empty() {
                return Ok(Vec::new());
            }
            differing = Some(still);
            tokio::time::sleep(CHECK_PAUSE).await;
        }
        let differing = differing.unwrap_or_default();
        let tags: Vec<String> = differing
            .iter()
            .map(|entry| match entry {
                Entry::Post(id) => changes::post(*id),
                Entry::MediaItem(id) => changes::media_item(*id),
            })
            .collect();
        self.note(&tags);
        let named = tags.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        Ok(vec![Difference::new("search index", "equal to the store", format!("{} that differ: {named}", tags.len()))])
    }

    fn is_broken(&self) -> bool {
        self.broken.swap(false, Ordering::SeqCst)
    }

    fn set_open(&self, open: Option<Open>) {
        *self.open.write().expect("no panic while held") = open.map(Arc::new);
    }

    /// What was noted since the last time.
    fn take(&self) -> Noted {
        let mut noted = self.noted.lock().expect("no panic while held");
        let taken = noted.clone();
        noted.posts.clear();
        noted.media.clear();
        taken
    }

    /// Notes again what could not be written.
    fn put_back(&self, taken: Noted) {
        let mut noted = self.noted.lock().expect("no panic while held");
        noted.posts.extend(taken.posts);
        noted.media.extend(taken.media);
    }

    fn set_followed(&self, followed: bool) {
        self.noted.lock().expect("no panic while held").followed = followed;
    }
}
