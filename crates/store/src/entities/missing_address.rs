use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// How often an address was asked for at which there is nothing. The number of rows is bounded.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "missing_address")]
pub struct Model {
    /// Without query, percent-decoded: `/old-story`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    pub count: i64,
    pub last_asked_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
