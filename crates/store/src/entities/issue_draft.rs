use sea_orm::entity::prelude::*;

use crate::types::{AccountId, IssueDraftId, IssueId, Timestamp};

/// Saved draft of a newsletter issue: everything may still be empty.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issue_draft")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: IssueDraftId,
    /// Incremented by every save, and when it is sent.
    pub version: i32,
    pub subject: String,
    pub preheader: String,
    /// As in `issue`.
    pub html: String,
    /// As in `issue`.
    pub topic: Option<String>,
    /// When it is to go out, as the form has it; empty: a time that is yet to be chosen; `None`: at once.
    pub send_at: Option<String>,
    /// As in `issue`.
    pub covers_until: Option<Timestamp>,
    /// Who saved it last.
    pub saved_by: Option<AccountId>,
    pub saved_at: Timestamp,
    /// The issue that it was sent as and that can still be undone; `None`: it stands in the list of drafts.
    pub issue_id: Option<IssueId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
