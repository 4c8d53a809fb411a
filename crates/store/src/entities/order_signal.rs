use sea_orm::entity::prelude::*;

use crate::types::{OrderId, OrderSignalId, OrderStatus, SignalSource, Timestamp};

/// A report about an order by a browser, webhook, poller or administrator. Append-only.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_signal")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: OrderSignalId,
    pub order_id: OrderId,
    pub source: SignalSource,
    /// The payment provider's id of a webhook event; unique, so that a repeated event is stored once.
    #[sea_orm(unique)]
    pub event_id: Option<String>,
    /// What was reported, or the payment provider's answer.
    #[sea_orm(column_name = "said")]
    pub message: String,
    /// The order's status afterwards.
    pub status: OrderStatus,
    pub at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
