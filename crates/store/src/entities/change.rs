use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// What changed, in order: each row ends everything that carries its tag, on this node and every other.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub tag: String,
    /// The process that wrote it, so that it does not apply its own twice.
    pub node: String,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
