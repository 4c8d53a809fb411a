use sea_orm::entity::prelude::*;

use crate::types::{OrderId, Timestamp};

/// Postal address of the printed edition, by email address.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "print_address")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_key: String,
    /// The order that it came with; `None` once the subscriber wrote it.
    pub order_id: Option<OrderId>,
    pub name: String,
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub postcode: String,
    pub country: String,
    pub phone: String,
    pub changed_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
