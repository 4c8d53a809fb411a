use sea_orm::entity::prelude::*;

use crate::types::{SubscriberId, SubscriberStatus, Timestamp};

/// An address that gets newsletters, or asked for them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscriber")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SubscriberId,
    /// As it was typed first.
    pub email: String,
    /// What makes two spellings the same address.
    #[sea_orm(unique)]
    pub email_key: String,
    /// As a list that was imported told it; empty for those who signed up here.
    pub name: String,
    pub status: SubscriberStatus,
    /// When somebody last asked for newsletters with this address.
    pub requested_at: Timestamp,
    pub confirmed_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
