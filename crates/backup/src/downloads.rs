//! Backups that an administrator downloads: made by a job, private on the disk, gone after a day.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::time::Duration;

use mwanga_core::accounts::{self, Identity};
use mwanga_core::idempotency::Claim;
use mwanga_core::slug;
use mwanga_core::{Core, clock_checks, secrets};
use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::backup;
use mwanga_store::types::{BackupId, BackupKind, BackupStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
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
/// Downloads of a day are few.
const MAX_LISTED: u64 = 20;

/// Why a download cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    #[error("there is no such download, or its day is over")]
    NotFound,
    /// It waits, runs, or failed.
    #[error("the download is not done")]
    NotDone,
    /// It was used, is too old, never was, or its maker is signed out, has another password or another role.
    #[error("the link is not good")]
    InvalidLink,
    #[error(transparent)]
    Store(#[from] StoreError),
}

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

/// The name that its file has where it is saved: ASCII letters, digits, dots and hyphens.
pub fn saved_name(core: &Core, download: &backup::Model) -> String {
    let settings = core.settings();
    let brand = slug::ascii_from_title(&settings.site.brand).unwrap_or_else(|| "mwanga".to_owned());
    format!("{brand}-{}.backup", download.created_at.day_in(settings.time_zone()))
}

/// The newest ones whose day is not over.
pub async fn list(core: &Core) -> StoreResult<Vec<backup::Model>> {
    let mut newest = queries::backups::list_newest(core.store.reader(), BackupKind::Download, MAX_LISTED).await?;
    newest.retain(|download| expires_at(download) > core.now());
    Ok(newest)
}

/// None where there is no such download, or its day is over.
pub async fn find(core: &Core, id: BackupId) -> StoreResult<Option<backup::Model>> {
    let found = queries::backups::get(core.store.reader(), id).await?;
    Ok(found.filter(|row| row.kind == BackupKind::Download && expires_at(row) > core.now()))
}

/// Asks for a backup to download. One that is under way is answered instead of a second.
pub async fn request(core: &Core, claim: &Claim) -> StoreResult<backup::Model> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let row = match under_way(&tx).await? {
        Some(row) => row,
        None => {
            let row = queries::backups::insert(&tx, BackupKind::Download, BackupStatus::Waiting, core.now()).await?;
            CreateDownload { backup_id: row.id }.enqueue(&tx, core.now()).await?;
            row
        }
    };
    claim.set_created(&tx, row.id.0).await?;
    tx.commit().await?;
    core.job_notifier.notify();
    Ok(row)
}

async fn under_way(db: &impl ConnectionTrait) -> StoreResult<Option<backup::Model>> {
    for status in [BackupStatus::Waiting, BackupStatus::Running] {
        if let Some(row) = queries::backups::newest(db, BackupKind::Download, status).await? {
            return Ok(Some(row));
        }
    }
    Ok(None)
}

/// Makes a link to a download that is done; the link before it ends. It is good as long as the session of its maker,
/// their role and their password are.
pub async fn create_link(core: &Core, by: &Identity, id: BackupId) -> Result<DownloadLink, DownloadError> {
    let download = find(core, id).await?.ok_or(DownloadError::NotFound)?;
    if download.status != BackupStatus::Done {
        return Err(DownloadError::NotDone);
    }
    let code = format!("{}.{}", by.session_id, secrets::random_token(43));
    let link = DownloadLink { code, expires_at: core.now().plus_ms(LINK_MS) };
    let hash = link_hash(core, &link.code).await?;
    let is_set = queries::backups::set_link(core.store.writer(), id, &hash, link.expires_at).await?;
    // It may have been deleted meanwhile.
    if is_set { Ok(link) } else { Err(DownloadError::NotFound) }
}

/// The hash that a link is stored by. It covers the password of its maker, whose session the code names.
///
/// # Errors
///
/// - [`DownloadError::InvalidLink`]: the session is over, or is none of an administrator any more.
async fn link_hash(core: &Core, code: &str) -> Result<String, DownloadError> {
    let session = code.split_once('.').map_or("", |(session, _)| session);
    // PostgreSQL asks for no NUL.
    if !session.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
        return Err(DownloadError::InvalidLink);
    }
    let maker = accounts::live_administrator(core, session).await?.ok_or(DownloadError::InvalidLink)?;
    Ok(secrets::fingerprint(&format!("{code}\n{}", maker.password_hash.unwrap_or_default())))
}

/// What a link leads to; the link stays good.
pub async fn find_by_link(core: &Core, code: &str) -> Result<backup::Model, DownloadError> {
    let hash = link_hash(core, code).await?;
    let linked = queries::backups::get_by_link(core.store.reader(), &hash, core.now()).await?;
    linked.ok_or(DownloadError::InvalidLink)
}

/// Uses a link up and opens its file.
pub async fn open(core: &Core, code: &str) -> Result<(backup::Model, File), DownloadError> {
    let hash = link_hash(core, code).await?;
    let taken = queries::backups::take_link(core.store.writer(), &hash, core.now()).await?;
    let download = taken.ok_or(DownloadError::InvalidLink)?;
    let name = download.file_name.as_deref().ok_or(DownloadError::InvalidLink)?;
    match File::open(folder(core).join(name)) {
        Ok(file) => Ok((download, file)),
        Err(e) => {
            tracing::error!("the file of backup {} is not there: {e}", download.id);
            Err(DownloadError::InvalidLink)
        }
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
        if !clock_checks::may_prune(&core).await.map_err(JobError::retry)? {
            return Ok(());
        }
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
