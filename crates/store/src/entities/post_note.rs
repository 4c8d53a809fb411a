use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PostId, PostNoteId, PreviewLinkId, Timestamp};

/// Note of the newsroom on a post, or an answer to one. Never public.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_note")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PostNoteId,
    pub post_id: PostId,
    /// The first note of its thread; `None` for that note itself.
    pub parent_id: Option<PostNoteId>,
    /// `None` for an account that is gone, and for an outsider.
    pub account_id: Option<AccountId>,
    /// Plain text.
    pub text: String,
    /// The passage it is about, as plain text of the post; empty: the whole post.
    pub quote: String,
    /// The revision of the post that it was written on.
    pub revision: i32,
    pub created_at: Timestamp,
    /// Of the first note of a thread: when it was resolved, and by whom.
    pub resolved_at: Option<Timestamp>,
    pub resolved_by: Option<AccountId>,
    /// The preview link that it came by; the link itself may be gone.
    pub link_id: Option<PreviewLinkId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
