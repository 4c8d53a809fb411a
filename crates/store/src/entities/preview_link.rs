use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PostId, PreviewLinkId, Timestamp};

/// Link by which an outsider reads a post that is not public.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "preview_link")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PreviewLinkId,
    pub post_id: PostId,
    /// SHA-256 of the code in its address.
    pub code_hash: String,
    /// Who made it; `None` for an account that is gone.
    pub account_id: Option<AccountId>,
    /// Whether the outsider may agree to the text, or write a note.
    pub may_approve: bool,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// When an editor ended it.
    pub ended_at: Option<Timestamp>,
    pub last_opened_at: Option<Timestamp>,
    pub answer_count: i32,
    /// The newest agreement: when, to which revision, and to which text.
    pub agreed_at: Option<Timestamp>,
    pub agreed_revision: Option<i32>,
    pub agreed_fingerprint: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
