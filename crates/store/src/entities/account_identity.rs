use sea_orm::entity::prelude::*;

use crate::types::{AccountId, SocialProvider, Timestamp};

/// Somebody at a social provider, who signs in to an account by it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account_identity")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub provider: SocialProvider,
    /// What the provider calls them for good; addresses change, this does not.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    pub account_id: AccountId,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
