//! Keeps the index equal to the store.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use mwanga_store::queries;
use mwanga_store::types::{MediaId, MediaKind, PostId};
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyError};

use super::compare::{self, Entry};
use super::documents::{media_item_term, of_media_item, of_post, post_term};
use super::merges::Merges;
use super::schema::{self, Fields};
use super::{Noted, Open};
use crate::{Core, media, posts};

/// Memory for documents that wait to be written.
const BUFFER: usize = 24 * 1024 * 1024;
/// Posts read and written in one go: each may be large.
const POSTS: usize = 100;
/// Posts after which a long run is made to last: when the process is killed, the next one goes on from there.
const LASTING: usize = 10_000;
/// Pause after a failure; doubled each time, up to [`LONGEST_PAUSE`].
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Another process, such as the version before this one, may still write; it is asked again this often.
const LOCKED: Duration = Duration::from_millis(250);

/// Opens the index below `indexes`, brings it up to the store, and writes every change until the process stops.
///
/// Whatever fails closes the index, so that the database answers, and is tried again; an index that fails twice in a
/// row is made anew.
pub async fn keep(core: Core, indexes: std::path::PathBuf) {
    let folder = schema::folder(&indexes);
    let mut failures = 0u32;
    core.search.set_followed(true);
    while !core.stopping.is_cancelled() {
        let mut opened = false;
        let outcome = run(&core, &indexes, &folder, &mut opened).await;
        core.search.set_open(None);
        let Err(e) = outcome else { break };
        failures = if opened { 1 } else { failures + 1 };
        tracing::warn!("the search index failed, the database answers meanwhile: {e:#}");
        if failures == 2 || e.is::<Broken>() {
            tracing::warn!("the search index is made anew");
            let _ = std::fs::remove_dir_all(&folder);
        }
        let pause = PAUSE.saturating_mul(1 << failures.min(6)).min(LONGEST_PAUSE);
        tokio::select! { () = tokio::time::sleep(pause) => {}, () = core.stopping.cancelled() => {} }
    }
    core.search.set_followed(false);
}

/// Writing many documents frees as much in small pieces, which glibc else keeps for the process.
fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes no pointer, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// It was open, and could not be asked.
#[derive(Debug, thiserror::Error)]
#[error("its files are damaged")]
struct Broken;

async fn run(core: &Core, indexes: &Path, folder: &Path, opened: &mut bool) -> anyhow::Result<()> {
    let Some(keeper) = Keeper::open(core, folder).await? else { return Ok(()) };
    let began = std::time::Instant::now();
    let made = keeper.catch_up(core).await?;
    if core.stopping.is_cancelled() {
        return Ok(());
    }
    if made > 0 {
        tracing::info!("the search index took in {made} posts and files in {:.1?}", began.elapsed());
    }
    remove_others(indexes, folder);
    core.search.set_open(Some(Open { reader: keeper.reader.clone(), fields: keeper.fields }));
    *opened = true;
    loop {
        if core.search.is_broken() {
            return Err(Broken.into());
        }
        let taken = core.search.take();
        if !taken.is_empty()
            && let Err(e) = keeper.write(core, &taken).await
        {
            core.search.put_back(taken);
            return Err(e);
        }
        core.search.written.send_replace(taken.count);
        // Who waits has been answered.
        keeper.merge().await?;
        tokio::select! { () = core.search.wake.notified() => {}, () = core.stopping.cancelled() => return Ok(()) }
    }
}

/// Indexes of other schemas: nobody reads them any more.
fn remove_others(indexes: &Path, folder: &Path) {
    let Ok(entries) = std::fs::read_dir(indexes) else { return };
    for entry in entries.flatten().filter(|entry| entry.path() != folder) {
        let _ = std::fs::remove_dir_all(entry.path());
    }
}

struct Keeper {
    writer: Arc<Mutex<IndexWriter>>,
    merges: Arc<Mutex<Merges>>,
    reader: IndexReader,
    fields: Fields,
}

impl Keeper {
    /// None when the process stops before another one lets go of the index.
    async fn open(core: &Core, folder: &Path) -> anyhow::Result<Option<Self>> {
        loop {
            let path = folder.to_owned();
            let opened = blocking(move || {
                let index = schema::open(&path)?;
                // One of each: it works beside requests.
                let options = IndexWriterOptions::builder()
                    .num_worker_threads(1)
                    .num_merge_threads(1)
                    .memory_budget_per_thread(BUFFER);
                let writer = index.writer_with_options(options.build())?;
                // Merged by `Merges`, when no commit comes in between.
                writer.set_merge_policy(Box::new(NoMergePolicy));
                Ok::<_, TantivyError>((index, writer))
            })
            .await?;
            match opened {
                Ok((index, writer)) => return Ok(Some(Self::with(&index, writer)?)),
                Err(TantivyError::LockFailure(..)) => {
                    tokio::select! { () = tokio::time::sleep(LOCKED) => {}, () = core.stopping.cancelled() => return Ok(None) }
                }
                Err(e) => return Err(e).context("it cannot be opened"),
            }
        }
    }

    fn with(index: &Index, writer: IndexWriter) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let merges = Arc::new(Mutex::new(Merges::new(index.clone())));
        Ok(Self { writer: Arc::new(Mutex::new(writer)), merges, reader, fields: schema::schema().1 })
    }

    /// Compares the index with the store and writes what differs: everything when the index is empty. Says how much.
    async fn catch_up(&self, core: &Core) -> anyhow::Result<usize> {
        let wanted: Vec<Entry> = compare::differing(&self.reader, core.store.reader()).await?.into_iter().collect();
        if wanted.is_empty() {
            self.reload().await?;
            return Ok(0);
        }
        let count = wanted.len();
        for part in wanted.chunks(LASTING) {
            for some in part.chunks(POSTS) {
                if core.stopping.is_cancelled() {
                    return Ok(0);
                }
                self.put(core, some).await?;
            }
            self.commit().await?;
        }
        give_memory_back();
        Ok(count)
    }

    async fn write(&self, core: &Core, noted: &Noted) -> anyhow::Result<()> {
        let posts = noted.posts.iter().map(|id| Entry::Post(*id));
        let wanted: Vec<Entry> = posts.chain(noted.media.iter().map(|id| Entry::MediaItem(*id))).collect();
        for some in wanted.chunks(POSTS) {
            self.put(core, some).await?;
        }
        self.commit().await
    }

    /// Puts what the store says of these in the place of what the index says.
    async fn put(&self, core: &Core, wanted: &[Entry]) -> anyhow::Result<()> {
        let db = core.store.reader();
        let posts: Vec<PostId> =
            wanted.iter().filter_map(|one| if let Entry::Post(id) = one { Some(*id) } else { None }).collect();
        let media: Vec<MediaId> =
            wanted.iter().filter_map(|one| if let Entry::MediaItem(id) = one { Some(*id) } else { None }).collect();
        let rows = queries::posts::whole(db, &posts).await?;
        let items = queries::media::by_ids(db, &media).await?;
        let mut words = HashMap::new();
        let keys: Vec<String> = rows.iter().flat_map(posts::keys_of_files).collect();
        for item in queries::media::by_keys(db, &keys).await? {
            let of_file = media::words(&item);
            words.insert(item.object_key, of_file);
        }
        let (writer, fields) = (self.writer.clone(), self.fields);
        let put = blocking(move || {
            let writer = writer.lock().expect("no panic while held");
            for id in posts {
                writer.delete_term(post_term(&fields, id.0));
            }
            for id in media {
                writer.delete_term(media_item_term(&fields, id.0));
            }
            for post in &rows {
                for document in of_post(&fields, post, &posts::shown_files(post, &words)) {
                    writer.add_document(document)?;
                }
            }
            for item in items.iter().filter(|item| item.is_public && item.kind != MediaKind::Captions) {
                writer.add_document(of_media_item(&fields, item))?;
            }
            Ok::<_, TantivyError>(())
        });
        put.await?.context("it cannot be written")
    }

    /// Makes what was put last, and be found.
    async fn commit(&self) -> anyhow::Result<()> {
        let writer = self.writer.clone();
        blocking(move || writer.lock().expect("no panic while held").commit())
            .await?
            .context("it cannot be written")?;
        self.reload().await
    }

    /// A merge that fails costs nothing but parts: they are merged later.
    async fn merge(&self) -> anyhow::Result<()> {
        let (writer, merges) = (self.writer.clone(), self.merges.clone());
        if let Err(e) = blocking(move || merges.lock().expect("no panic while held").go_on(&writer)).await? {
            tracing::warn!("parts of the search index could not be merged: {e}");
        }
        Ok(())
    }

    async fn reload(&self) -> anyhow::Result<()> {
        let reader = self.reader.clone();
        blocking(move || reader.reload()).await?.context("it cannot be read")
    }
}

impl Drop for Keeper {
    /// The writer waits for its threads; nobody else should.
    fn drop(&mut self) {
        let writer = self.writer.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn_blocking(move || drop(writer));
        }
    }
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await.context("it panicked")
}
