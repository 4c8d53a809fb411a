use sea_orm::entity::prelude::*;

use crate::types::{BackupId, BackupKind, BackupStatus, Timestamp};

/// A scheduled backup, a download or a test of a restore. Not part of backups: its files lie on this machine, or belong
/// to the site that wrote them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "backup")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: BackupId,
    pub kind: BackupKind,
    pub status: BackupStatus,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Without its folder.
    pub file_name: Option<String>,
    pub size_bytes: Option<i64>,
    /// Of the file as it is stored, hexadecimal.
    pub sha256: Option<String>,
    pub encrypted: bool,
    /// Bytes of rows and files that were read so far, and about how many there are.
    pub done_bytes: i64,
    pub total_bytes: i64,
    /// Why it failed.
    pub error: Option<String>,
    /// SHA-256 of the code of the download link that is good now.
    pub link_hash: Option<String>,
    pub link_expires_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
