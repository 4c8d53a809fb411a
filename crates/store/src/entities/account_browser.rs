use sea_orm::entity::prelude::*;

use crate::types::{AccountId, Timestamp};

/// A known browser of an account: one that signed in, recognized by a cookie that outlives sessions.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account_browser")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: AccountId,
    /// SHA-256 of the cookie.
    #[sea_orm(primary_key, auto_increment = false)]
    pub browser_hash: String,
    pub last_sign_in_at: Timestamp,
    /// When the account's owner was mailed about it; `None` for the first browser of an account, and for one within a
    /// day after another.
    pub notified_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
