use sea_orm::entity::prelude::*;

use crate::types::{AccountId, SessionKind, Timestamp};

/// Session of a signed-in browser. Its access token is valid for an hour; its refresh cookie is rotated.
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
    /// SHA-256 of the previous refresh cookie, valid until the current one is used: two tabs may refresh concurrently,
    /// and a response may be lost.
    pub previous_hash: Option<String>,
    /// When the cookie was last rotated: each hour while the browser is used.
    pub rotated_at: Timestamp,
    pub created_at: Timestamp,
    /// Idle timeout.
    pub expires_at: Timestamp,
    /// Maximum age (absolute timeout).
    pub ends_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// Browser and system, such as "Chrome on Android"; empty where unknown.
    pub device: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
