use sea_orm::entity::prelude::*;

use crate::types::{AccountId, OrderId, OrderStatus, PaymentProvider, PlanCode, Timestamp};

/// A payment that somebody began. Everything that decides what it is worth is written before the wallet is asked.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "paid_order")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: OrderId,
    /// Random; what the wallet knows the order by, besides its own name for it.
    #[sea_orm(unique)]
    pub reference: String,
    /// Written by earlier versions; keys are in `idempotency_key`. Goes in a later release.
    #[sea_orm(unique)]
    pub idempotency_key: Option<String>,
    pub email: String,
    pub email_key: String,
    /// The account that was signed in, where the address is its own.
    pub account_id: Option<AccountId>,
    pub provider: PaymentProvider,
    pub plan: PlanCode,
    /// As the plan had them when it was ordered.
    pub months: i32,
    pub price_minor: i64,
    /// ISO 4217.
    pub currency: String,
    /// Whether the buyer wants all newsletters.
    pub auto_subscribe_all: bool,
    pub status: OrderStatus,
    /// By these the wallet knows a call that is made again.
    pub create_request_id: String,
    /// Another one after each refusal: a wallet repeats its answer to a known one.
    pub capture_request_id: String,
    pub refund_request_id: String,
    /// The wallet's names of the order and of the money it took.
    #[sea_orm(unique)]
    pub wallet_order: Option<String>,
    #[sea_orm(unique)]
    pub capture_id: Option<String>,
    /// Why it stands where it stands, for those who look after it.
    pub note: Option<String>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub captured_at: Option<Timestamp>,
    pub refunded_at: Option<Timestamp>,
    /// What it pays for; both none once it is refunded.
    pub period_from: Option<Timestamp>,
    pub period_until: Option<Timestamp>,
    /// When the wallet is asked about it by itself.
    pub next_check_at: Option<Timestamp>,
    /// When the wallet last refused the buyer's means; none once its buyer began again.
    pub declined_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
