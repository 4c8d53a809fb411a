use sea_orm::entity::prelude::*;

use crate::types::{AccountId, InviteId, Role, Timestamp};

/// Invitation to become staff. Open until it is accepted or expires; withdrawing it expires it at once.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_invite")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: InviteId,
    pub email: String,
    /// Normalized address.
    pub email_key: String,
    pub role: Role,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub accepted_at: Option<Timestamp>,
    /// The administrator who invites; none in rows of earlier versions.
    pub account_id: Option<AccountId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
