use sea_orm::entity::prelude::*;

use crate::types::{DeliveryId, DeliveryStatus, IssueId, SubscriberId, Timestamp};

/// Delivery of an issue to one subscriber: one mail.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "delivery")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: DeliveryId,
    pub issue_id: IssueId,
    /// No foreign key: the subscriber may be deleted since.
    pub subscriber_id: SubscriberId,
    pub email: String,
    pub status: DeliveryStatus,
    /// When it may be claimed; of a claimed one, when its lease ends; `None` once it is not sent automatically any
    /// more.
    pub due_at: Option<Timestamp>,
    /// Attempts that a mail server answered with a temporary or a permanent error.
    pub attempts: i32,
    /// Lease of the run that claimed it last.
    pub lease: Option<String>,
    /// Set and committed before the message data is sent (write-ahead), cleared where it was not sent.
    pub handed_over_at: Option<Timestamp>,
    /// Error of the last attempt, as the mail server reported it.
    pub error: Option<String>,
    pub changed_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
