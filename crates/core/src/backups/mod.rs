//! What is known of backups: how old the last good one is. The crate `mwanga-backup` makes them.
//!
//! - `warning`: mails to the administrators where they fail

mod warning;

use mwanga_store::types::{BackupKind, BackupStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};

pub use warning::{SendBackupWarning, WarnOfBackups, samples};

use crate::clock::SKEW_MS;
use crate::{Core, secrets};

/// Key of the id that the names of a site's backups carry. A copy under another address gets a new one, so that it
/// never deletes the backups of the site that it was copied from.
const SITE_ID: &str = "site_id";

/// Older than this is too old: a night was missed.
const OVERDUE_MS: i64 = 48 * 3_600_000;

/// Scheduled backups, as far as this store knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupState {
    pub is_scheduled: bool,
    /// When the last good one was finished.
    pub last_good_at: Option<Timestamp>,
    /// The last good one is older than two days.
    pub is_overdue: bool,
    /// Why the newest one failed.
    pub error: Option<String>,
    /// When the newest test of a restore ended well.
    pub tested_at: Option<Timestamp>,
    /// Why the newest test failed.
    pub test_error: Option<String>,
}

pub async fn state(core: &Core) -> StoreResult<BackupState> {
    let db = core.store.reader();
    let now = core.now();
    // What a clock wrote that was ahead says nothing of how old it is.
    let (last_good_at, first) = (
        queries::backups::newest_finished_at(db, BackupKind::Scheduled, now.plus_ms(SKEW_MS)).await?,
        queries::backups::first_created_at(db, BackupKind::Scheduled).await?.map(|at| at.min(now)),
    );
    let is_scheduled = core.config.backup.location.is_some();
    let since = last_good_at.or(first);
    Ok(BackupState {
        is_scheduled,
        last_good_at,
        is_overdue: is_scheduled && since.is_some_and(|since| since.plus_ms(OVERDUE_MS) <= now),
        error: newest_error(db, BackupKind::Scheduled).await?,
        tested_at: queries::backups::newest_finished_at(db, BackupKind::RestoreTest, now.plus_ms(SKEW_MS)).await?,
        test_error: newest_error(db, BackupKind::RestoreTest).await?,
    })
}

/// Why the newest one of this kind failed; none where it did not.
async fn newest_error(db: &impl ConnectionTrait, kind: BackupKind) -> StoreResult<Option<String>> {
    let newest = queries::backups::list_newest(db, kind, 1).await?.pop();
    Ok(newest.filter(|row| row.status == BackupStatus::Failed).and_then(|row| row.error))
}

/// Writes the age of the last good backup into the log.
pub async fn log_age(core: &Core) -> StoreResult<()> {
    let state = state(core).await?;
    let last = state.last_good_at.map_or("none yet".to_owned(), |at| format!("{} old, of {}", age(core, at), at.iso()));
    match state {
        BackupState { is_scheduled: false, .. } if core.config.production => {
            tracing::warn!("no backups are made: set MWANGA_BACKUP_URL");
        }
        BackupState { is_scheduled: false, .. } => {}
        BackupState { is_overdue: true, error, .. } => {
            tracing::warn!("the last good backup is too old: {last}. {}", error.unwrap_or_default());
        }
        BackupState { error: Some(error), .. } => tracing::warn!("the last good backup: {last}. Then: {error}"),
        _ => tracing::info!("the last good backup: {last}"),
    }
    Ok(())
}

/// How long ago something was, in whole hours.
pub fn age(core: &Core, at: Timestamp) -> String {
    match (core.now().0 - at.0) / 3_600_000 {
        ..1 => "less than an hour".into(),
        1 => "an hour".into(),
        hours @ 2..48 => format!("{hours} hours"),
        hours => format!("{} days", hours / 24),
    }
}

/// The id that the names of this site's backups carry, made at the first call.
pub async fn site_id(core: &Core) -> StoreResult<String> {
    let db = core.store.writer();
    queries::settings::insert_if_absent(db, SITE_ID, &secrets::random_token(12), core.now()).await?;
    Ok(queries::settings::get(db, SITE_ID).await?.unwrap_or_default())
}

/// Forgets the id: what it names belongs to another site.
pub(crate) async fn forget_site_id(db: &impl ConnectionTrait) -> StoreResult<()> {
    queries::settings::delete(db, SITE_ID).await?;
    Ok(())
}
