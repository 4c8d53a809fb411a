use sea_orm::entity::prelude::*;

use crate::types::{MailKind, MailLogId, MailStatus, Timestamp};

/// A mail that was handed over, or was tried to. Holds nothing of its text, and so no code.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_log")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MailLogId,
    /// The local part of its `Message-ID`: a mail that is sent again is the same row.
    #[sea_orm(unique)]
    pub mail_id: String,
    pub kind: MailKind,
    pub recipient: String,
    /// For search: small letters.
    pub recipient_key: String,
    pub subject: String,
    pub status: MailStatus,
    /// Why the last try did not succeed, in the mail server's words.
    pub error: Option<String>,
    pub attempts: i32,
    /// The first try.
    pub created_at: Timestamp,
    /// The last one.
    pub tried_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
