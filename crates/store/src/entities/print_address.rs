use sea_orm::entity::prelude::*;

use crate::types::{OrderId, Timestamp};

/// Where the printed edition of an address of mail goes.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "print_address")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_key: String,
    /// Whose buyer wrote it; none once the owner of the address did.
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
