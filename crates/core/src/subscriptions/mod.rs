//! Subscriptions: plans, checkout, payment providers, and what a paid order unlocks.
//!
//! Only the payment provider is trusted about money. A report from anybody else (browser, webhook, poller,
//! administrator) only triggers a query of the provider (`settle`). What an e-mail address has paid for follows from
//! its orders (`entitlement`).
//!
//! - Buying: `plans`, `checkout`, `pushes` (to a phone) with `push_state`, `order_number`; `gateways`: the clients of
//!   payment providers (`crate::payments`).
//! - State of orders: `settle`, `decide` (the state machine), `transition` (the only writer), `signals` (the log).
//! - Triggers: `webhooks`, `poll` with `check_times`, `refunds`, `admin`.
//! - After the sale: `entitlement`, `periods`, `print` (addresses of the printed edition), `mails`, `reminders` with
//!   `reminder_times`, `readers` (an account's own view).
//! - `sample`: orders of the demo publication.

mod admin;
mod check_times;
mod checkout;
mod decide;
mod earlier_ends;
mod entitlement;
mod error;
mod gateways;
mod mails;
mod order_number;
mod periods;
mod plans;
mod poll;
mod print;
mod push_state;
mod pushes;
mod readers;
mod refunds;
mod reminder_times;
mod reminders;
mod sample;
mod settle;
mod signals;
mod transition;
mod webhooks;

pub use admin::{
    ListedSubscription, SubscriptionPage, SubscriptionQuery, count, find, list, print_recipients, refused_orders,
};
pub use checkout::{CheckoutRequest, Purchase, capture, subscribe};
pub use earlier_ends::extend_to_end_of_day;
pub(crate) use entitlement::write as recompute;
pub use entitlement::{Entitlement, is_entitled, may_read};
pub use error::SubscriptionError;
pub use gateways::PaymentGateways;
pub use mails::{SendSubscriptionMail, samples};
pub use periods::months_after;
pub use plans::{PLANS, Plan, plan};
pub use poll::PollOrders;
pub use print::{PrintAddress, set_address, set_address_by_code};
pub use pushes::{PaymentState, PaymentStatus, handle_callback, payment};
pub use readers::{Receipt, ReceiptPage, SubscriptionStatus, receipts, status};
pub use refunds::refund;
pub use reminders::RemindSubscribers;
pub use sample::{
    SampleOrder, create_sample_order, find_sample_order, open_sample_order, pay_sample_order, refund_sample_order,
};
pub use webhooks::{WebhookOutcome, handle_webhook};
