use sea_orm::entity::prelude::*;

use crate::types::{AccountId, OrderId, OrderStatus, PaymentProvider, PlanCode, Timestamp};

/// Order of a subscription. Plan and price are stored before the payment provider is called.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "paid_order")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: OrderId,
    /// Random reference by which the payment provider knows the order, beside its own id.
    #[sea_orm(unique)]
    pub reference: String,
    /// Deprecated: written by earlier versions, replaced by the table `idempotency_key`. Removed in a later release.
    #[sea_orm(unique)]
    pub idempotency_key: Option<String>,
    pub email: String,
    pub email_key: String,
    /// The buyer's account, where the address is its own.
    pub account_id: Option<AccountId>,
    pub provider: PaymentProvider,
    pub plan: PlanCode,
    /// Months and price of the plan at the time of the order, in minor units of `currency`.
    pub months: i32,
    pub price_minor: i64,
    /// ISO 4217.
    pub currency: String,
    /// Whether the buyer subscribes to all newsletters.
    pub auto_subscribe_all: bool,
    pub status: OrderStatus,
    /// Idempotency keys of the calls to the payment provider.
    pub create_request_id: String,
    /// Renewed after each declined capture, because the provider repeats its answer to a known key.
    pub capture_request_id: String,
    pub refund_request_id: String,
    /// The payment provider's ids of the order and of the capture.
    #[sea_orm(unique)]
    pub wallet_order: Option<String>,
    #[sea_orm(unique)]
    pub capture_id: Option<String>,
    /// Explanation of its status, for administrators.
    pub note: Option<String>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub captured_at: Option<Timestamp>,
    pub refunded_at: Option<Timestamp>,
    /// The paid period; `None` once it is refunded.
    pub period_from: Option<Timestamp>,
    pub period_until: Option<Timestamp>,
    /// When it is checked with the payment provider next; `None` where no check is due.
    pub next_check_at: Option<Timestamp>,
    /// When the payment provider last declined the means of payment; `None` once the buyer tries again.
    pub declined_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
