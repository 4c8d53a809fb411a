//! Backups that an administrator downloads: made by a job, private on the disk, gone after a day.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::time::Duration;

use mwanga_core::{Core, secrets};
use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::backup;
use mwanga_store::types::{BackupId, BackupKind, BackupStatus, Timestamp};
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use crate::run::{Run, run};
use crate::scheduled::GROUP;
use crate::{BackupError, write_file};

const DAY_MS: i64 = 24 * 3_600_000;
const LINK_MS: i64 = 5 * 60_000;
/// The rows of failed ones and of tests stay this long.
const FAILED_MS: i64 = 30 * DAY_MS;
const BATCH: u64 = 100;
const MAX_ATTEMPTS: i32 = 3;

/// A link that is good once.
#[derive(Clone, Debug)]
pub struct DownloadLink {
    pub code: String,
    pub expires_at: Timestamp,
}

/// When the file of a download is deleted.
pub fn expires_at(download: &backup::Model) -> Timestamp {
    download.created_at.plus_ms(DAY_MS)
}

/// Asks for a backup to download. One that is under way is answered instead of a second.
pub async fn request(core: &Core) -> StoreResult<backup::Model> {
    let tx = core.store.begin().await?;
    for status in [BackupStatus::Waiting, BackupStatus::Running] {
        if let Some(under_way) = queries::backups::newest(&tx, BackupKind::Download, status).await? {
            tx.rollback().await;
            return Ok(under_way);
        }
    }
    let row = queries::backups::insert(&tx, BackupKind::Download, BackupStatus::Waiting, core.now()).await?;
    CreateDownload { backup_id: row.id }.enqueue(&tx, core.now()).await?;
    tx.commit().await?;
    core.job_notifier.notify();
    Ok(row)
}

/// Makes a link to a download that is done; the link before it ends. `None` where there is no such download.
pub async fn create_link(core: &Core, id: BackupId) -> StoreResult<Option<DownloadLink>> {
    let link = DownloadLink { code: secrets::random_token(43), expires_at: core.now().plus_ms(LINK_MS) };
    let hash = secrets::fingerprint(&link.code);
    let is_set = queries::backups::set_link(core.store.writer(), id, &hash, link.expires_at).await?;
    Ok(is_set.then_some(link))
}

/// Uses a link up and opens its file. `None` where the link is not good, or the file is gone.
pub async fn open(core: &Core, code: &str) -> StoreResult<Option<(backup::Model, File)>> {
    let hash = secrets::fingerprint(code);
    let Some(download) = queries::backups::take_link(core.store.writer(), &hash, core.now()).await? else {
        return Ok(None);
    };
    let file = download.file_name.as_ref().map(|name| File::open(folder(core).join(name)));
    match file {
        Some(Ok(file)) => Ok(Some((download, file))),
        Some(Err(e)) => {
            tracing::error!("the file of backup {} is not there: {e}", download.id);
            Ok(None)
        }
        None => Ok(None),
    }
}

fn folder(core: &Core) -> PathBuf {
    core.config.data_dir.join("backups")
}

/// Writes the backup of a download.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CreateDownload {
    pub backup_id: BackupId,
}

impl Job for CreateDownload {
    type Context = Core;
    const KIND: &'static str = "backup.create_download";
    const DEDUPE: bool = true;
    /// It stays on this machine.
    const RUNS_WHILE_HELD: bool = true;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        self.create(&core).await.map_err(|e| JobError::retry_up_to(MAX_ATTEMPTS, e))
    }
}

impl CreateDownload {
    async fn create(self, core: &Core) -> Result<(), BackupError> {
        let id = self.backup_id;
        if !queries::backups::start(core.store.writer(), id).await? {
            return Ok(());
        }
        let Run { source, options, .. } = Run::of(core, id).await?;
        let name = format!("{id}-{}.backup", secrets::random_token(8));
        let (folder, progress) = (folder(core), options.clone());
        let work = async {
            let failed = BackupError::io(format!("cannot make the folder {}", folder.display()));
            DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(failed)?;
            let (_, sum) = write_file(source, options, &folder.join(&name)).await?;
            Ok(sum)
        };
        run(core, id, &name, &progress, work).await
    }
}

/// Deletes downloads that are a day old, and what is known of backups that failed long ago.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeleteDownloads {}

impl Job for DeleteDownloads {
    type Context = Core;
    const KIND: &'static str = "backup.delete_downloads";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        delete_downloads(&core).await.map_err(JobError::retry)
    }
}

async fn delete_downloads(core: &Core) -> Result<(), BackupError> {
    let (db, now) = (core.store.writer(), core.now());
    loop {
        let before = now.plus_ms(-DAY_MS);
        let old = queries::backups::list_created_before(db, BackupKind::Download, before, BATCH).await?;
        for download in &old {
            // The file first: without its row nobody would find it.
            if let Some(name) = &download.file_name {
                remove(&folder(core).join(name))?;
            }
            queries::backups::delete(db, download.id).await?;
        }
        if (old.len() as u64) < BATCH {
            break;
        }
    }
    while queries::backups::delete_older(db, now.plus_ms(-FAILED_MS), BATCH).await? == BATCH {}
    delete_leftovers(core)
}

/// Deletes files that runs left which broke off.
fn delete_leftovers(core: &Core) -> Result<(), BackupError> {
    let folder = folder(core);
    let failed = || BackupError::io(format!("cannot list {}", folder.display()));
    let entries = match fs::read_dir(&folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed())?,
    };
    for entry in entries {
        let entry = entry.map_err(failed())?;
        let modified = entry.metadata().and_then(|metadata| metadata.modified()).map_err(failed())?;
        if modified.elapsed().is_ok_and(|age| age > Duration::from_millis(DAY_MS.unsigned_abs())) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn remove(path: &std::path::Path) -> Result<(), BackupError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => {
            Err(BackupError::io(format!("cannot delete {}", path.display()))(e))
        }
        _ => Ok(()),
    }
}
