use sea_orm::entity::prelude::*;

use crate::types::{AccountId, PageId, Timestamp};

/// Revision of a page: a snapshot of each save.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "page_revision")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub page_id: PageId,
    pub revision: i32,
    /// The editable fields, as JSON.
    pub snapshot: Json,
    pub account_id: Option<AccountId>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
