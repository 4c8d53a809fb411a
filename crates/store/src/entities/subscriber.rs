use sea_orm::entity::prelude::*;

use crate::types::{IssueId, SubscriberId, SubscriberStatus, Timestamp};

/// Newsletter subscriber: an address that gets newsletters, or requested them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscriber")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SubscriberId,
    /// As it was first typed.
    pub email: String,
    /// Normalized address.
    #[sea_orm(unique)]
    pub email_key: String,
    /// From an imported list; empty for subscribers who signed up here.
    pub name: String,
    pub status: SubscriberStatus,
    /// When newsletters were last requested with this address.
    pub requested_at: Timestamp,
    pub confirmed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// When an unsubscribed or bounced one left; empty for others, and where nobody knows.
    pub left_at: Option<Timestamp>,
    /// The issue by whose link an unsubscribed one left. No foreign key: whoever presses the link names it.
    pub left_by_issue: Option<IssueId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
