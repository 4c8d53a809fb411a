//! The calls, in folders that mirror their addresses.

mod admin;
mod analytics;
mod auth;
mod author;
mod category;
mod contact;
mod errors;
mod hosts;
mod idempotency;
mod newsletter;
mod openapi;
mod post;
mod posts;
mod search;
mod site;
mod subscriptions;
mod tag;
pub mod uploads;

pub use auth::claims;
