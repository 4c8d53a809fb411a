//! Full-text indexes of this process: disposable, built from the store, updated on every change. One holds what
//! everybody may read, the other all posts, for the newsroom alone; each has a folder of its own.
//!
//! A save only queues the ids of what changed; [`run_indexer`] writes them, and a search waits until the changes queued
//! before it are written. So a save costs nothing more, and is found when it has answered.
//!
//! - `schema`: fields, tokenizer and the folder of the index; `stemming`: stems by the language of a text.
//! - `kind`: which indexes there are; `documents`: posts and files as documents.
//! - `sync`: the task that writes changes; `compare`: what differs from the store; `merges`: segment merges.
//! - `progress`: how far an index is that is being made.
//! - `find`: query execution; `narrow`: the clause that is asked first; `fuzzy`: similar words; `collector`: the best
//!   hits.

mod collector;
mod compare;
mod documents;
mod find;
mod fuzzy;
mod kind;
mod merges;
mod narrow;
mod progress;
mod schema;
mod stemming;
mod sync;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{Reader, StoreError, StoreResult};
use tantivy::{IndexReader, Searcher};
use tokio::sync::{Notify, watch};

use crate::changes;
use crate::config::Config;
use crate::core_state::{Core, Part};
use crate::difference::Difference;
use compare::Entry;
pub use find::{FileHit, FileResults, NewsroomFilter, SearchScope, SearchView};
pub use fuzzy::{edit_distance, max_edits};
pub use kind::IndexKind;
pub use progress::IndexProgress;
use schema::Fields;
pub use schema::MAX_WORD_CHARS;
pub use stemming::Stemming;
pub use sync::run_indexer;

/// Comparisons of index and store in which a row must differ to count.
const CHECKS: usize = 3;
const CHECK_PAUSE: Duration = Duration::from_millis(200);

impl IndexKind {
    /// The handle of this index.
    pub fn of(self, core: &Core) -> &SearchIndex {
        match self {
            Self::Public => core.search(),
            Self::Newsroom => core.newsroom_search(),
        }
    }

    /// Beginning of the cache tags that name its posts.
    fn tag_prefix(self) -> &'static str {
        match self {
            Self::Public => "post:",
            Self::Newsroom => "saved-post:",
        }
    }

    fn tag(self, entry: &Entry) -> String {
        match (self, entry) {
            (Self::Public, Entry::Post(id)) => changes::post(*id),
            (Self::Newsroom, Entry::Post(id)) => changes::saved_post(*id),
            (_, Entry::MediaItem(id)) => changes::media_item(*id),
        }
    }
}

/// Shared handle of the index. Without [`run_indexer`] it is closed, and the database answers.
pub struct SearchIndex {
    kind: IndexKind,
    /// How long a search waits for pending changes, see [`Timeouts::index`](crate::config::Timeouts).
    timeout: Duration,
    pending: Mutex<PendingChanges>,
    wake: Notify,
    /// Number of the last change that is written.
    written: watch::Sender<u64>,
    open: RwLock<Option<Arc<OpenIndex>>>,
    /// Whether a search failed: the index is then rebuilt.
    damaged: AtomicBool,
    /// Whether the publication's language changed since documents were made: they are compared then.
    other_language: AtomicBool,
    /// Whether it was opened since the process began, or failed to.
    settled: watch::Sender<bool>,
}

impl SearchIndex {
    pub fn new(kind: IndexKind, timeout: Duration) -> Self {
        Self {
            kind,
            timeout,
            pending: Mutex::default(),
            wake: Notify::new(),
            written: watch::Sender::new(0),
            open: RwLock::default(),
            damaged: AtomicBool::new(false),
            other_language: AtomicBool::new(false),
            settled: watch::Sender::new(false),
        }
    }
}

/// The indexes of the publication.
pub(crate) struct SearchIndexes {
    public: SearchIndex,
    newsroom: SearchIndex,
}

impl SearchIndexes {
    pub fn new(config: &Config) -> Self {
        let of = |kind| SearchIndex::new(kind, config.timeouts.index);
        Self { public: of(IndexKind::Public), newsroom: of(IndexKind::Newsroom) }
    }
}

impl Part for SearchIndexes {
    fn on_change(&self, tags: &[String]) {
        self.public.enqueue(tags);
        self.newsroom.enqueue(tags);
    }
}

impl Core {
    pub fn search(&self) -> &SearchIndex {
        &self.part::<SearchIndexes>().public
    }

    /// Of posts in any state, for the newsroom.
    pub(crate) fn newsroom_search(&self) -> &SearchIndex {
        &self.part::<SearchIndexes>().newsroom
    }
}

/// An index that holds everything of its kind that there was when it was opened.
pub struct OpenIndex {
    reader: IndexReader,
    fields: Fields,
}

impl OpenIndex {
    fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }
}

/// Changes that are not written yet.
#[derive(Clone, Default)]
struct PendingChanges {
    /// Whether an indexer runs; changes are not queued without one.
    has_indexer: bool,
    /// Number of changes since the process began.
    count: u64,
    posts: BTreeSet<PostId>,
    media: BTreeSet<MediaId>,
}

impl PendingChanges {
    fn is_empty(&self) -> bool {
        self.posts.is_empty() && self.media.is_empty()
    }
}

impl SearchIndex {
    /// Queues the posts and files of these cache tags.
    pub(crate) fn enqueue(&self, tags: &[String]) {
        if tags.contains(&changes::setting("site.language")) {
            self.other_language.store(true, Ordering::SeqCst);
            self.wake.notify_one();
        }
        let id = |tag: &str, prefix: &str| tag.strip_prefix(prefix)?.parse::<i64>().ok();
        let mut pending = self.pending.lock().expect("no panic while held");
        if !pending.has_indexer {
            return;
        }
        let posts = tags.iter().filter_map(|tag| id(tag, self.kind.tag_prefix())).map(PostId);
        pending.posts.extend(posts);
        if self.kind == IndexKind::Public {
            pending.media.extend(tags.iter().filter_map(|tag| id(tag, "media:")).map(MediaId));
        }
        if !pending.is_empty() {
            pending.count += 1;
            drop(pending);
            self.wake.notify_one();
        }
    }

    /// The index with all changes queued before; none while it is built, or where that takes too long.
    pub(crate) async fn current(&self) -> Option<Arc<OpenIndex>> {
        let open = self.open.read().expect("no panic while held").clone()?;
        let target = self.pending.lock().expect("no panic while held").count;
        let mut written = self.written.subscribe();
        let waited = tokio::time::timeout(self.timeout, written.wait_for(|written| *written >= target)).await;
        matches!(waited, Ok(Ok(_))).then_some(open)
    }

    /// Whether it answers; while it is built the database does.
    pub fn is_open(&self) -> bool {
        self.open.read().expect("no panic while held").is_some()
    }

    /// Waits until it was opened once, or failed to open.
    pub async fn settled(&self) {
        // The sender lives as long as the handle.
        let _ = self.settled.subscribe().wait_for(|settled| *settled).await;
    }

    /// Closes an index that failed, and has it rebuilt.
    pub(crate) fn mark_damaged(&self, e: &anyhow::Error) {
        tracing::warn!("the {} could not be asked: {e:#}", self.kind.name());
        self.set_open(None);
        self.damaged.store(true, Ordering::SeqCst);
        self.wake.notify_one();
    }

    /// Compares the index with the store, and queues what differs. A closed index is compared when it is opened.
    pub(crate) async fn check(&self, reader: &Reader, site_language: &str) -> StoreResult<Vec<Difference>> {
        let site = Stemming::of(site_language);
        let mut differing: Option<BTreeSet<Entry>> = None;
        // A save in between differs for a moment.
        for _ in 0..CHECKS {
            let Some(open) = self.current().await else { return Ok(Vec::new()) };
            let now = match compare::find_differences(&open.reader, reader, self.kind, site).await {
                Ok(now) => now,
                Err(e) => match e.downcast::<StoreError>() {
                    Ok(e) => return Err(e),
                    Err(e) => {
                        self.mark_damaged(&e);
                        return Ok(vec![Difference::new(self.kind.name(), "readable", "damaged")]);
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
        let tags: Vec<String> = differing.iter().map(|entry| self.kind.tag(entry)).collect();
        self.enqueue(&tags);
        let listed = tags.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        let actual = format!("{} that differ: {listed}", tags.len());
        Ok(vec![Difference::new(self.kind.name(), "equal to the store", actual)])
    }

    /// Resets the mark of another language, and returns it.
    fn take_other_language(&self) -> bool {
        self.other_language.swap(false, Ordering::SeqCst)
    }

    /// Resets the mark of [`Self::mark_damaged`], and returns it.
    fn take_damaged(&self) -> bool {
        self.damaged.swap(false, Ordering::SeqCst)
    }

    fn set_open(&self, open: Option<OpenIndex>) {
        *self.open.write().expect("no panic while held") = open.map(Arc::new);
    }

    /// Takes the posts and files off the queue.
    fn take_pending(&self) -> PendingChanges {
        let mut pending = self.pending.lock().expect("no panic while held");
        let taken = pending.clone();
        pending.posts.clear();
        pending.media.clear();
        taken
    }

    /// Queues again what could not be written.
    fn requeue(&self, taken: PendingChanges) {
        let mut pending = self.pending.lock().expect("no panic while held");
        pending.posts.extend(taken.posts);
        pending.media.extend(taken.media);
    }

    fn set_has_indexer(&self, has_indexer: bool) {
        self.pending.lock().expect("no panic while held").has_indexer = has_indexer;
    }
}
