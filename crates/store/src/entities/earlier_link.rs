use sea_orm::entity::prelude::*;

use crate::types::SubscriberId;

/// Legacy signature of a subscriber's links, from before they had a signing key of their own.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "earlier_link")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub subscriber_id: SubscriberId,
    /// SHA-256 of the signature.
    pub signature_hash: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
