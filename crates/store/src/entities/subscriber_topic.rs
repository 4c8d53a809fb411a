use sea_orm::entity::prelude::*;

use crate::types::SubscriberId;

/// Newsletter topic that a subscriber chose.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscriber_topic")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub subscriber_id: SubscriberId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub topic: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
