use sea_orm::entity::prelude::*;

use crate::types::{AccountId, CodePurpose, InviteId, SubscriberId, Timestamp};

/// One-time code that was mailed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mailed_code")]
pub struct Model {
    /// SHA-256 of the code.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code_hash: String,
    pub purpose: CodePurpose,
    /// The owner: one of these three.
    pub account_id: Option<AccountId>,
    pub invite_id: Option<InviteId>,
    pub subscriber_id: Option<SubscriberId>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
