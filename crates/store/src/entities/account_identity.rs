use sea_orm::entity::prelude::*;

use crate::types::{AccountId, SocialProvider, Timestamp};

/// An identity at a social provider (OpenID Connect or OAuth) that is linked to an account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account_identity")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub provider: SocialProvider,
    /// The provider's permanent id of the user (`sub`); addresses change, this does not.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    pub account_id: AccountId,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
