use sea_orm::entity::prelude::*;

use crate::types::{MailKind, MailLogId, MailStatus, Timestamp};

/// Log entry of a mail that was sent or attempted. Holds nothing of its text, and so no code.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_log")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MailLogId,
    /// Local part of its `Message-ID`: a retried mail is the same row.
    #[sea_orm(unique)]
    pub mail_id: String,
    pub kind: MailKind,
    pub recipient: String,
    /// Lower-case, for search.
    pub recipient_key: String,
    pub subject: String,
    pub status: MailStatus,
    /// Error of the last attempt, as the mail server reported it.
    pub error: Option<String>,
    pub attempts: i32,
    /// Time of the first attempt.
    pub created_at: Timestamp,
    /// Time of the last attempt.
    pub tried_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
