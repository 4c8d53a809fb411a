use mwanga_backup::downloads;
use mwanga_core::backups::BackupState;
use mwanga_store::entities::backup;
use mwanga_store::types::{BackupId, BackupStatus, Timestamp};
use serde::Serialize;

/// Backups to download, and how it stands with the scheduled ones.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BackupListView {
    /// Downloads, the newest first.
    pub data: Vec<BackupDownloadView>,
    /// Whether a backup that is made now is encrypted: `MWANGA_BACKUP_ENCRYPT_TO` is set.
    pub encrypted: bool,
    pub schedule: BackupScheduleView,
}

/// A backup to download.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BackupDownloadView {
    pub id: BackupId,
    pub status: BackupStatus,
    pub created_at: Timestamp,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
    /// When it is deleted.
    pub expires_at: Timestamp,
    /// Of its file; none before it is done.
    #[schema(required)]
    pub size_bytes: Option<i64>,
    /// Known once it is done.
    pub encrypted: bool,
    /// Bytes of rows and files that were read so far.
    pub done_bytes: i64,
    /// About how many there are; 0 before that is known.
    pub total_bytes: i64,
    /// Why it failed.
    #[schema(required)]
    pub error: Option<String>,
}

/// Scheduled backups, and the tests of a restore.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BackupScheduleView {
    /// False where nobody set `MWANGA_BACKUP_URL`.
    pub scheduled: bool,
    /// When the last good one was finished.
    #[schema(required)]
    pub last_good_at: Option<Timestamp>,
    /// The last good one is older than two days.
    pub overdue: bool,
    /// Why the newest one failed.
    #[schema(required)]
    pub error: Option<String>,
    /// When one was last restored into a temporary store, and was whole.
    #[schema(required)]
    pub tested_at: Option<Timestamp>,
    /// Why the newest test failed.
    #[schema(required)]
    pub test_error: Option<String>,
    /// The newest ten, the newest first.
    pub newest: Vec<ScheduledBackupView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ScheduledBackupView {
    pub id: BackupId,
    pub status: BackupStatus,
    pub created_at: Timestamp,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
    /// Without its folder or bucket.
    #[schema(required)]
    pub file_name: Option<String>,
    #[schema(required)]
    pub size_bytes: Option<i64>,
    /// Why it failed.
    #[schema(required)]
    pub error: Option<String>,
}

/// A backup that was asked for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BackupRequestedView {
    pub backup: BackupDownloadView,
    pub message: &'static str,
}

/// A link that is good once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BackupLinkView {
    pub url: String,
    pub expires_at: Timestamp,
}

impl From<backup::Model> for BackupDownloadView {
    fn from(row: backup::Model) -> Self {
        Self {
            id: row.id,
            status: row.status,
            created_at: row.created_at,
            finished_at: row.finished_at,
            expires_at: downloads::expires_at(&row),
            size_bytes: row.size_bytes,
            encrypted: row.encrypted,
            done_bytes: row.done_bytes,
            total_bytes: row.total_bytes,
            error: error(row.status, row.error),
        }
    }
}

impl BackupScheduleView {
    pub fn new(state: BackupState, newest: Vec<backup::Model>) -> Self {
        let BackupState { is_scheduled, last_good_at, is_overdue, error, tested_at, test_error } = state;
        Self {
            scheduled: is_scheduled,
            last_good_at,
            overdue: is_overdue,
            error,
            tested_at,
            test_error,
            newest: newest.into_iter().map(ScheduledBackupView::from).collect(),
        }
    }
}

impl From<backup::Model> for ScheduledBackupView {
    fn from(row: backup::Model) -> Self {
        Self {
            id: row.id,
            status: row.status,
            created_at: row.created_at,
            finished_at: row.finished_at,
            file_name: row.file_name,
            size_bytes: row.size_bytes,
            error: error(row.status, row.error),
        }
    }
}

/// The error of an attempt before is not that of the one that runs.
fn error(status: BackupStatus, error: Option<String>) -> Option<String> {
    error.filter(|_| status == BackupStatus::Failed)
}
