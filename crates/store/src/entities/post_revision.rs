use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PostId, Timestamp};

/// Revision of a post: a snapshot of each save.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_revision")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub post_id: PostId,
    pub revision: i32,
    /// The editable fields, as JSON.
    pub snapshot: Json,
    pub account_id: Option<AccountId>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
