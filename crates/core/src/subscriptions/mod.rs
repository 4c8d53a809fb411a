//! What is sold, how it is paid, and what it unlocks.
//!
//! Nobody is believed about money but the wallet: whoever tells that something happened to an order (the buyer's
//! browser, a webhook, the poller, an administrator) only makes us ask (`settle.rs`). What an address has paid for
//! follows from its orders (`entitlement.rs`).

mod admin;
mod check_times;
mod checkout;
mod decide;
mod entitlement;
mod error;
mod mails;
mod order_number;
mod periods;
mod plans;
mod poll;
mod print;
mod providers;
mod readers;
mod refunds;
mod reminder_times;
mod reminders;
mod sample;
mod settle;
mod signals;
mod transition;
mod webhooks;

pub use admin::{Listed, ListedPage, Query, list, one, printed, refused, total};
pub use checkout::{Bought, CheckoutRequest, capture, subscribe};
pub use entitlement::{PaidTime, is_entitled};
pub use error::SubscriptionError;
pub use mails::{SendSubscriptionMail, samples};
pub use periods::months_after;
pub use plans::{DEFAULT_PROVIDER, PLANS, Plan, plan};
pub use poll::PollOrders;
pub use print::{Address, set_address, set_address_by_code};
pub use providers::{Money, Wallets, provider_name};
pub use readers::{Receipt, Receipts, Status, receipts, status};
pub use refunds::refund;
pub use reminders::RemindSubscribers;
pub use sample::{Sample, sell_sample};
pub use webhooks::{WebhookOutcome, handle_webhook};
