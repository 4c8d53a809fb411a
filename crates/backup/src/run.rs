//! A run of a backup job: its row, its progress, and how it ended.

use std::sync::Arc;
use std::time::Duration;

use mwanga_core::Core;
use mwanga_store::queries;
use mwanga_store::queries::backups::WrittenFile;
use mwanga_store::types::{BackupId, BackupKind, BackupStatus};

use crate::format::FileSum;
use crate::progress::Progress;
use crate::{BackupError, Options, Source, recipient};

/// How often the row says how far the work has come.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) const INTERRUPTED: &str = "The server ended in the middle of it.";

/// What a run begins with.
pub(crate) struct Run {
    pub id: BackupId,
    pub source: Source,
    pub options: Options,
}

impl Run {
    /// Notes that a run of this kind begins; one that a process which ended has left is over.
    pub async fn begin(core: &Core, kind: BackupKind) -> Result<Self, BackupError> {
        let (db, now) = (core.store.writer(), core.now());
        queries::backups::fail_running(db, kind, INTERRUPTED, now).await?;
        let row = queries::backups::insert(db, kind, BackupStatus::Running, now).await?;
        Self::of(core, row.id).await
    }

    /// Of a row that is there.
    pub async fn of(core: &Core, id: BackupId) -> Result<Self, BackupError> {
        let options = match options(core) {
            Ok(options) => options,
            Err(e) => return Err(failed(core, id, e).await),
        };
        Ok(Self { id, source: source(core), options })
    }
}

pub(crate) fn source(core: &Core) -> Source {
    Source { store: core.store.clone(), config: core.config.clone(), media: core.media().clone(), now: core.now() }
}

/// As the configuration asks; never with the secret key.
fn options(core: &Core) -> Result<Options, BackupError> {
    let encrypt_to = recipient(&core.config)?;
    let progress = Arc::new(Progress::new(core.stopping.child_token()));
    Ok(Options { encrypt_to, progress, ..Options::default() })
}

/// Waits for the work, writes its progress down meanwhile, and how it ended.
pub(crate) async fn run(
    core: &Core,
    id: BackupId,
    name: &str,
    options: &Options,
    work: impl Future<Output = Result<FileSum, BackupError>>,
) -> Result<(), BackupError> {
    let outcome = {
        let mut work = std::pin::pin!(work);
        let mut ticks = tokio::time::interval(PROGRESS_INTERVAL);
        loop {
            tokio::select! {
                outcome = &mut work => break outcome,
                _ = ticks.tick() => write_progress(core, id, &options.progress).await,
            }
        }
    };
    match outcome {
        Ok(FileSum { size_bytes, sha256 }) => {
            write_progress(core, id, &options.progress).await;
            let size_bytes = i64::try_from(size_bytes).unwrap_or(i64::MAX);
            let file =
                WrittenFile { name: name.to_owned(), size_bytes, sha256, encrypted: options.encrypt_to.is_some() };
            queries::backups::finish(core.store.writer(), id, file, core.now()).await?;
            Ok(())
        }
        Err(e) => Err(failed(core, id, e).await),
    }
}

/// Notes why a run failed.
pub(crate) async fn failed(core: &Core, id: BackupId, error: BackupError) -> BackupError {
    if let Err(e) = queries::backups::fail(core.store.writer(), id, &error.to_string(), core.now()).await {
        tracing::error!("that a backup failed was not written down: {e}");
    }
    error
}

/// A store that refuses this row may still be read.
async fn write_progress(core: &Core, id: BackupId, progress: &Progress) {
    let (done, total) = progress.bytes();
    let bytes = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    if let Err(e) = queries::backups::set_progress(core.store.writer(), id, bytes(done), bytes(total)).await {
        tracing::debug!("the progress of a backup was not written down: {e}");
    }
}
