//! Index synchronisation: brings the index up to the store, and writes every change.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use mwanga_store::entities::{media_item, post};
use mwanga_store::queries;
use mwanga_store::types::{MediaId, MediaKind, PostId};
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyError};

use super::compare::{self, Entry};
use super::documents::{Making, media_item_document, media_item_term, post_documents, post_term};
use super::kind::IndexKind;
use super::merges::MergeScheduler;
use super::progress::ProgressTeller;
use super::schema::{self, Fields};
use super::stemming::Stemming;
use super::{OpenIndex, PendingChanges};
use crate::posts::PostFiles;
use crate::{Core, media};

/// Memory of the writer for documents before a commit, in bytes.
const WRITER_MEMORY: usize = 24 * 1024 * 1024;
/// Rows read and written at once: a post may be large.
const BATCH: usize = 100;
/// Rows after which a long run commits: when the process is killed, the next one goes on from there.
const COMMIT_INTERVAL: usize = 10_000;
/// Delay after a failure; doubled each time, up to [`MAX_RETRY_DELAY`].
const RETRY_DELAY: Duration = Duration::from_secs(1);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(60);
/// Delay between attempts while another process, such as the previous version, still holds the lock of the index.
const LOCK_RETRY_DELAY: Duration = Duration::from_millis(250);

/// Opens the index below `indexes`, brings it up to the store, and writes every change until the process stops.
///
/// A failure closes the index, so that the database answers, and is retried; an index that fails twice in a row is
/// rebuilt.
pub async fn run_indexer(core: Core, kind: IndexKind, indexes: std::path::PathBuf) {
    let folder = schema::folder(&indexes, kind);
    let handle = kind.of(&core);
    let mut failures = 0u32;
    handle.set_has_indexer(true);
    while !core.stopping.is_cancelled() {
        let mut opened = false;
        let outcome = run(&core, kind, &indexes, &folder, &mut opened).await;
        handle.set_open(None);
        handle.settled.send_replace(true);
        let Err(e) = outcome else { break };
        failures = if opened { 1 } else { failures + 1 };
        tracing::warn!("the {} failed, the database answers meanwhile: {e:#}", kind.name());
        if failures == 2 || e.is::<IndexDamaged>() {
            tracing::warn!("the {} is made anew", kind.name());
            let _ = std::fs::remove_dir_all(&folder);
        }
        let delay = RETRY_DELAY.saturating_mul(1 << failures.min(6)).min(MAX_RETRY_DELAY);
        tokio::select! { () = tokio::time::sleep(delay) => {}, () = core.stopping.cancelled() => {} }
    }
    handle.set_has_indexer(false);
}

/// Returns freed memory to the system: glibc otherwise keeps the many small pieces that writing documents frees.
fn release_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes no pointer, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// An open index that failed a search.
#[derive(Debug, thiserror::Error)]
#[error("its files are damaged")]
struct IndexDamaged;

async fn run(core: &Core, kind: IndexKind, indexes: &Path, folder: &Path, opened: &mut bool) -> anyhow::Result<()> {
    let handle = kind.of(core);
    let Some(indexer) = Indexer::open(core, kind, folder).await? else { return Ok(()) };
    let start = std::time::Instant::now();
    let count = indexer.catch_up(core, indexes).await?;
    if core.stopping.is_cancelled() {
        return Ok(());
    }
    if count > 0 {
        tracing::info!("the {} took in {count} posts and files in {:.1?}", kind.name(), start.elapsed());
    }
    remove_outdated(indexes, folder);
    handle.set_open(Some(OpenIndex { reader: indexer.reader.clone(), fields: indexer.fields }));
    *opened = true;
    handle.settled.send_replace(true);
    loop {
        if handle.take_damaged() {
            return Err(IndexDamaged.into());
        }
        if handle.take_other_language() {
            indexer.catch_up(core, indexes).await?;
        }
        let changes = handle.take_pending();
        if !changes.is_empty()
            && let Err(e) = indexer.write(core, &changes).await
        {
            handle.requeue(changes);
            return Err(e);
        }
        handle.written.send_replace(changes.count);
        // After the waiting searches are answered.
        indexer.merge().await?;
        tokio::select! { () = handle.wake.notified() => {}, () = core.stopping.cancelled() => return Ok(()) }
    }
}

/// How the publication's language is stemmed.
pub(super) fn site_stemming(core: &Core) -> Option<Stemming> {
    Stemming::of(&core.settings().site.language)
}

/// Removes the indexes of other schemas.
fn remove_outdated(indexes: &Path, folder: &Path) {
    let Ok(entries) = std::fs::read_dir(indexes) else { return };
    for entry in entries.flatten().filter(|entry| entry.path() != folder) {
        let _ = std::fs::remove_dir_all(entry.path());
    }
}

/// Rows with what is searched of their files.
#[derive(Default)]
struct ReadRows {
    post_ids: Vec<PostId>,
    media_ids: Vec<MediaId>,
    posts: Vec<(post::Model, PostFiles)>,
    /// The searched text of each file by its key.
    words: HashMap<String, String>,
    items: Vec<media_item::Model>,
    /// How the publication's language is stemmed.
    site: Option<Stemming>,
}

/// The writer and reader of the open index.
struct Indexer {
    kind: IndexKind,
    writer: Arc<Mutex<IndexWriter>>,
    merges: Arc<Mutex<MergeScheduler>>,
    reader: IndexReader,
    fields: Fields,
}

impl Indexer {
    /// None when the process stops before another one releases the lock.
    async fn open(core: &Core, kind: IndexKind, folder: &Path) -> anyhow::Result<Option<Self>> {
        loop {
            let path = folder.to_owned();
            let opened = blocking(move || {
                let index = schema::open(&path, kind)?;
                // One thread of each kind: it works beside requests.
                let options = IndexWriterOptions::builder()
                    .num_worker_threads(1)
                    .num_merge_threads(1)
                    .memory_budget_per_thread(WRITER_MEMORY);
                let writer = index.writer_with_options(options.build())?;
                // `MergeScheduler` merges when no commit comes in between.
                writer.set_merge_policy(Box::new(NoMergePolicy));
                Ok::<_, TantivyError>((index, writer))
            })
            .await?;
            match opened {
                Ok((index, writer)) => return Ok(Some(Self::new(kind, &index, writer)?)),
                Err(TantivyError::LockFailure(..)) => {
                    tokio::select! {
                        () = tokio::time::sleep(LOCK_RETRY_DELAY) => {},
                        () = core.stopping.cancelled() => return Ok(None),
                    }
                }
                Err(e) => return Err(e).context("it cannot be opened"),
            }
        }
    }

    fn new(kind: IndexKind, index: &Index, writer: IndexWriter) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let merges = Arc::new(Mutex::new(MergeScheduler::new(index.clone())));
        let (writer, fields) = (Arc::new(Mutex::new(writer)), schema::schema(kind).1);
        Ok(Self { kind, writer, merges, reader, fields })
    }

    /// Writes the rows that differ from the store: all when the index is empty. Returns their number.
    async fn catch_up(&self, core: &Core, indexes: &Path) -> anyhow::Result<usize> {
        let entries: Vec<Entry> =
            compare::find_differences(&self.reader, core.store.reader(), self.kind, site_stemming(core))
                .await?
                .into_iter()
                .collect();
        let count = entries.len();
        // Its end removes what a process left that was killed.
        let mut progress = ProgressTeller::begin(self.kind, indexes, count);
        if entries.is_empty() {
            self.reload().await?;
            return Ok(0);
        }
        let mut batches = entries.chunks(BATCH).peekable();
        let mut rows = self.read(core, batches.peek().copied().unwrap_or_default()).await?;
        let (mut done, mut uncommitted) = (0, 0);
        while let Some(batch) = batches.next() {
            if core.stopping.is_cancelled() {
                return Ok(0);
            }
            // The next rows are read while these are written.
            let following = batches.peek().copied().unwrap_or_default();
            let (written, next) = tokio::join!(self.replace_documents(rows), self.read(core, following));
            written?;
            rows = next?;
            (done, uncommitted) = (done + batch.len(), uncommitted + batch.len());
            if uncommitted >= COMMIT_INTERVAL || following.is_empty() {
                self.commit().await?;
                uncommitted = 0;
            }
            progress.tell(done);
        }
        release_memory();
        Ok(count)
    }

    async fn write(&self, core: &Core, changes: &PendingChanges) -> anyhow::Result<()> {
        let posts = changes.posts.iter().map(|id| Entry::Post(*id));
        let entries: Vec<Entry> = posts.chain(changes.media.iter().map(|id| Entry::MediaItem(*id))).collect();
        for batch in entries.chunks(BATCH) {
            self.replace_documents(self.read(core, batch).await?).await?;
        }
        self.commit().await
    }

    /// Reads what is written of these entries.
    async fn read(&self, core: &Core, entries: &[Entry]) -> anyhow::Result<ReadRows> {
        let (db, site) = (core.store.reader(), site_stemming(core));
        let post_ids: Vec<PostId> =
            entries.iter().filter_map(|entry| if let Entry::Post(id) = entry { Some(*id) } else { None }).collect();
        let media_ids: Vec<MediaId> = entries
            .iter()
            .filter_map(|entry| if let Entry::MediaItem(id) = entry { Some(*id) } else { None })
            .collect();
        if entries.is_empty() {
            return Ok(ReadRows::default());
        }
        let rows = queries::posts::by_ids(db, &post_ids).await?;
        let items = queries::media::by_ids(db, &media_ids).await?;
        let is_public = self.kind == IndexKind::Public;
        let posts: Vec<(post::Model, PostFiles)> = if is_public {
            let with_files = |row: post::Model| {
                let files = PostFiles::of(&row);
                (row, files)
            };
            blocking(move || rows.into_iter().map(with_files).collect()).await?
        } else {
            rows.into_iter().map(|row| (row, PostFiles::default())).collect()
        };
        let mut words = HashMap::new();
        let keys: Vec<String> = posts.iter().flat_map(|(_, files)| files.keys()).collect();
        for item in queries::media::by_keys(db, &keys).await? {
            let text = media::search_text(&item);
            words.insert(item.object_key, text);
        }
        Ok(ReadRows { post_ids, media_ids, posts, words, items, site })
    }

    /// Replaces the documents of these rows, without a commit.
    async fn replace_documents(&self, rows: ReadRows) -> anyhow::Result<()> {
        let (writer, fields) = (self.writer.clone(), self.fields);
        let written = blocking(move || {
            let ReadRows { post_ids, media_ids, posts, words, items, site } = rows;
            let making = Making { fields, site };
            let writer = writer.lock().expect("no panic while held");
            for id in post_ids {
                writer.delete_term(post_term(&fields, id.0));
            }
            for id in media_ids {
                writer.delete_term(media_item_term(&fields, id.0));
            }
            for (post, files) in posts {
                for document in post_documents(making, &post, &files.visible(&words)) {
                    writer.add_document(document)?;
                }
            }
            for item in items.iter().filter(|item| item.is_public && item.kind != MediaKind::Captions) {
                writer.add_document(media_item_document(making, item))?;
            }
            Ok::<_, TantivyError>(())
        });
        written.await?.context("it cannot be written")
    }

    /// Commits the written documents, and makes searches find them.
    async fn commit(&self) -> anyhow::Result<()> {
        let writer = self.writer.clone();
        blocking(move || writer.lock().expect("no panic while held").commit())
            .await?
            .context("it cannot be written")?;
        self.reload().await
    }

    /// Merges segments. A failure is only logged: they are merged later.
    async fn merge(&self) -> anyhow::Result<()> {
        let (writer, merges) = (self.writer.clone(), self.merges.clone());
        if let Err(e) = blocking(move || merges.lock().expect("no panic while held").run_merges(&writer)).await? {
            tracing::warn!("parts of the search index could not be merged: {e}");
        }
        Ok(())
    }

    async fn reload(&self) -> anyhow::Result<()> {
        let reader = self.reader.clone();
        blocking(move || reader.reload()).await?.context("it cannot be read")
    }
}

impl Drop for Indexer {
    /// Drops the writer in a blocking thread, because it waits for its own threads.
    fn drop(&mut self) {
        let writer = self.writer.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn_blocking(move || drop(writer));
        }
    }
}

/// Runs `work` in a blocking thread.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await.context("it panicked")
}
