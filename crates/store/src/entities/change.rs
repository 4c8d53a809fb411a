use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// Cache invalidation log: each row invalidates what is cached under its tag, on every node, in order.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub tag: String,
    /// The process that wrote it, so that it does not apply its own rows again.
    pub node: String,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
