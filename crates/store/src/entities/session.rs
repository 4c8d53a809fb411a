use sea_orm::entity::prelude::*;

use crate::types::{AccountId, SessionKind, Timestamp};

/// One signed-in browser. Its token lives an hour; its refresh cookie is exchanged for the next one.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub struct Model {
    /// Random; the `sid` claim.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub account_id: AccountId,
    pub kind: SessionKind,
    /// SHA-256 of the refresh cookie.
    pub refresh_hash: String,
    /// The cookie before it, good until its successor is used: two tabs may refresh at once, and an answer may be lost.
    pub previous_hash: Option<String>,
    /// When the cookie was last exchanged: each hour while the browser is used.
    pub rotated_at: Timestamp,
    pub created_at: Timestamp,
    /// When it ends unless it is used before.
    pub expires_at: Timestamp,
    /// When it ends however much it is used.
    pub ends_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// The browser in words, such as "Chrome on Android"; empty where it did not say.
    pub device: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
