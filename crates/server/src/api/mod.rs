//! Handlers of the API, one file each, in folders that mirror their paths.

pub mod admin;
pub mod analytics;
pub mod auth;
pub mod author;
pub mod backups;
pub mod category;
pub mod contact;
pub mod corrections;
pub mod front_page;
pub mod newsletter;
pub mod pages;
pub mod posts;
pub mod preview;
pub mod search;
pub mod site;
pub mod subscriptions;
pub mod tag;
pub mod uploads;
pub mod webhooks;
