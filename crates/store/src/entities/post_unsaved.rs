use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PostId, Timestamp};

/// Unsaved text of a post's form, kept for a day for the preview of the account that typed it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_unsaved")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub post_id: PostId,
    pub account_id: AccountId,
    /// The revision of the post that it changes.
    pub revision: i32,
    /// The editable fields, as JSON in the format of `post_revision.snapshot`.
    pub snapshot: Json,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
