use sea_orm::entity::prelude::*;

use crate::types::{DeliveryId, DeliveryStatus, IssueId, SubscriberId, Timestamp};

/// One mail of an issue, to one subscriber.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "delivery")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: DeliveryId,
    pub issue_id: IssueId,
    /// Names nobody any more once the subscriber is deleted.
    pub subscriber_id: SubscriberId,
    pub email: String,
    pub status: DeliveryStatus,
    /// When it may be claimed; of a claimed one, when its lease ends; none once nobody sends it by itself.
    pub due_at: Option<Timestamp>,
    /// Tries that a mail server answered with "later" or for good.
    pub attempts: i32,
    /// The run that claimed it last.
    pub lease: Option<String>,
    /// Committed before the message's data go out, taken back where they did not.
    pub handed_over_at: Option<Timestamp>,
    /// Why the last try did not succeed, in the mail server's words.
    pub error: Option<String>,
    pub changed_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
