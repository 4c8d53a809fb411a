use sea_orm::entity::prelude::*;

use crate::types::{LinkOutcome, LinkReason, Timestamp};

/// What came of asking a link the last time.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "link_check")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub url: String,
    pub outcome: LinkOutcome,
    pub reason: LinkReason,
    /// HTTP status, where it answered.
    pub status: Option<i32>,
    pub checked_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
