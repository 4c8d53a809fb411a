use sea_orm::entity::prelude::*;

use crate::types::Timestamp;

/// Rate limit counter of a fixed window.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "attempt")]
pub struct Model {
    /// HMAC of what is counted, so that no address is stored.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// HMAC of the account's address; empty where no account is counted.
    pub account_hash: String,
    /// Time of the first attempt in the window.
    pub window_started_at: Timestamp,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
