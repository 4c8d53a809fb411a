//! Scheduled backups: one each night, pruned afterwards.
//!
//! - `storage.rs`: the folder or bucket that they lie in
//! - `name.rs`: their names, which carry the id of the site that wrote them
//! - `prune.rs`: which are kept
//! - `restore_test.rs`: once a week the newest one is restored into a temporary store

mod name;
mod prune;
mod restore_test;
mod storage;

use std::time::Duration;

use jiff::civil::{self, Time};
use mwanga_core::clock::SKEW_MS;
use mwanga_core::config::BackupLocation;
use mwanga_core::{Core, backups, held};
use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::queries;
use mwanga_store::types::{BackupKind, BackupStatus, Timestamp};
use serde::{Deserialize, Serialize};

pub use restore_test::TestRestore;
pub(crate) use restore_test::next_sunday;
use storage::BackupStorage;

use crate::BackupError;
use crate::run::{Run, run};

/// Attempts of a night, over some minutes.
pub(crate) const MAX_ATTEMPTS: i32 = 6;

/// Heavy jobs share half of the workers, so that mail goes out beside them.
pub(crate) const GROUP: ConcurrencyGroup = ConcurrencyGroup::cpu_bound("backup");

/// 03:10: nobody writes, and the daily newsletter is still to come.
pub(crate) const NIGHT: Time = civil::time(3, 10, 0, 0);

/// What a run that broke off has left is deleted after this long.
const UNFINISHED_AGE: Duration = Duration::from_secs(20 * 3_600);

/// Backs the site up to `MWANGA_BACKUP_URL`, and deletes its backups that are too old.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CreateScheduledBackup {}

impl Job for CreateScheduledBackup {
    type Context = Core;
    const KIND: &'static str = "backup.create_scheduled";
    const DEDUPE: bool = true;
    /// A copy does not write among the backups of the site that it was copied from.
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        let Some(location) = &core.config.backup.location else { return Ok(()) };
        let outcome = create(&core, location).await;
        backups::log_age(&core).await.map_err(JobError::retry)?;
        outcome.map_err(|e| JobError::retry_up_to(MAX_ATTEMPTS, e))
    }
}

async fn create(core: &Core, location: &BackupLocation) -> Result<(), BackupError> {
    // The hold may be of this moment.
    held::refuse_while_held(core).await.map_err(|e| BackupError::Key(e.to_string()))?;
    let storage = BackupStorage::open(location)?;
    let site_id = backups::site_id(core).await?;
    let Run { id, source, options, .. } = Run::begin(core, BackupKind::Scheduled).await?;
    let name = free_name(&storage, &site_id, core.now()).await;
    run(core, id, &name, &options.clone(), storage.write(source, options, &name)).await?;
    tracing::info!("backup {name} is made");
    prune(core, &storage, &site_id).await
}

/// The name of this moment, or of the next second that is free: a run that was killed may have left its file.
async fn free_name(storage: &BackupStorage, site_id: &str, now: Timestamp) -> String {
    // Where the storage is away, the writing of the file says so.
    let taken = storage.names().await.unwrap_or_default();
    let mut seconds = (0..).map(|second| name::of(site_id, now.plus_ms(1_000 * second)));
    seconds.find(|name| !taken.contains(name)).unwrap_or_else(|| name::of(site_id, now))
}

/// Deletes what is too old, and what runs left that broke off. Only after a backup that succeeded: of a site that
/// cannot be backed up any more nothing is deleted.
async fn prune(core: &Core, storage: &BackupStorage, site_id: &str) -> Result<(), BackupError> {
    let names = storage.names().await?;
    let whole = names.iter().filter_map(|name| Some((name::created_at(site_id, name)?, name.clone())));
    // One that a clock dated which was ahead takes no other's place, and stays until its date has passed.
    let (whole, ahead): (Vec<_>, Vec<_>) = whole.partition(|(at, _)| *at <= core.now().plus_ms(SKEW_MS));
    for (_, name) in ahead {
        tracing::warn!("backup {name} is dated ahead of the clock: it is kept beside the others");
    }
    for name in prune::expired(whole, core.settings().time_zone()) {
        storage.delete(&name).await?;
        queries::backups::delete_by_file_name(core.store.writer(), &name).await?;
        tracing::info!("backup {name} is deleted: it is older than those that are kept");
    }
    for name in names.iter().filter(|name| name::is_unfinished(site_id, name)) {
        // A younger one may belong to a run that is under way.
        if storage.age(name).is_some_and(|age| age >= UNFINISHED_AGE) {
            storage.delete(name).await?;
        }
    }
    Ok(())
}

/// The newest scheduled backup whose file was written whole.
async fn newest(core: &Core) -> Result<Option<mwanga_store::entities::backup::Model>, BackupError> {
    Ok(queries::backups::newest(core.store.reader(), BackupKind::Scheduled, BackupStatus::Done).await?)
}
