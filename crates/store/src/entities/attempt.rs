use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// How often something was tried within its window.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "attempt")]
pub struct Model {
    /// Keyed hash of what is counted: no address can be read from it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// Keyed hash of the account that it is counted for; empty where it is nobody's.
    pub account_hash: String,
    /// The window begins with its first try.
    pub window_started_at: Timestamp,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
