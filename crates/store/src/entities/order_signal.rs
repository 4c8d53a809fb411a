use sea_orm::entity::prelude::*;

use crate::types::{OrderId, OrderSignalId, OrderStatus, SignalSource, Timestamp};

/// Something that was told about an order: added, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_signal")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: OrderSignalId,
    pub order_id: OrderId,
    pub source: SignalSource,
    /// The wallet's name of its message, so that one that comes twice stands here once.
    #[sea_orm(unique)]
    pub event_id: Option<String>,
    /// What was told, or what the wallet said when it was asked.
    pub said: String,
    /// Where the order stood afterwards.
    pub status: OrderStatus,
    pub at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
