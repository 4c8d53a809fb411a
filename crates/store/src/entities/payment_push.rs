use sea_orm::entity::prelude::*;

use crate::types::{OrderId, PaymentFailure, Timestamp};

/// The one request that an order sends to a phone. Written under the lock of its order.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "payment_push")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// Random id by which the reader asks what became of it.
    #[sea_orm(unique)]
    pub payment_id: String,
    /// Hash of the secret in the address that the provider calls about this order alone.
    #[sea_orm(unique)]
    pub callback_hash: String,
    /// Keyed hash of the phone, while a request waits there; the number itself is not stored.
    #[sea_orm(unique)]
    pub phone_key: Option<String>,
    /// Last digits of the phone, for who looks for the payment at the provider; empty once it is clear.
    pub phone_end: String,
    /// When the provider was asked to push, while nobody knows how it ended. Set before it is asked, so that it is
    /// asked once.
    pub waiting_since: Option<Timestamp>,
    /// Another request of the provider that claims to be about this order: a person has to look.
    pub second_request: Option<String>,
    /// Why nothing was paid.
    pub failure: Option<PaymentFailure>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
