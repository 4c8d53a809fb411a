use sea_orm::entity::prelude::*;

use crate::types::{OrderId, PlanCode, SubscriptionId, SubscriptionState, Timestamp};

/// Subscription of an email address, derived from all its orders and written with them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscription")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SubscriptionId,
    /// As the last buyer typed it, not normalized.
    pub email: String,
    #[sea_orm(unique)]
    pub email_key: String,
    /// Plan of the last paid order.
    pub plan: PlanCode,
    pub status: SubscriptionState,
    pub expires_at: Timestamp,
    /// Until when it includes the printed edition.
    pub print_until: Option<Timestamp>,
    /// The last paid order, otherwise the last refunded one.
    pub last_order_id: OrderId,
    /// When the next renewal reminder is due; `None` once all were sent.
    pub next_reminder_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
