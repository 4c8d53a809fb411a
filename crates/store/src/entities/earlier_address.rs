use sea_orm::entity::prelude::*;

use crate::types::SubscriberId;

/// The address that a subscriber's mailed links were signed with, before it was written as mail servers take it. Of two
/// subscribers that became one, both lead to the one that is left.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "earlier_address")]
pub struct Model {
    /// As the links name the subscriber.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SubscriberId,
    pub email_key: String,
    pub subscriber_id: SubscriberId,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
