use sea_orm::entity::prelude::*;

use crate::types::{OrderId, PlanCode, SubscriptionId, SubscriptionState, Timestamp};

/// What an address has paid for, all its orders together. It follows from them, and is written with them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscription")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SubscriptionId,
    /// As the last buyer typed it.
    pub email: String,
    #[sea_orm(unique)]
    pub email_key: String,
    /// Of the last order that counts.
    pub plan: PlanCode,
    pub status: SubscriptionState,
    pub expires_at: Timestamp,
    /// Until when something is printed for it.
    pub print_until: Option<Timestamp>,
    /// The last one that counts, else the last one that was refunded.
    pub last_order_id: OrderId,
    /// When the next reminder of its end is due; none when all were sent.
    pub next_reminder_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
