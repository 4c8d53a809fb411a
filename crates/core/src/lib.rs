//! What the business does. A feature is a folder; nothing here speaks HTTP.

pub mod accounts;
pub mod analytics;
pub mod attempts;
pub mod backups;
pub mod categories;
pub mod changes;
pub mod clock;
pub mod config;
pub mod consistency;
pub mod contact;
mod core_state;
pub mod doctor;
pub mod email;
mod fold;
pub mod held;
pub mod idempotency;
pub mod jobs;
pub mod mail;
pub mod media;
pub mod navigation;
pub mod newsletter;
pub mod oklch;
pub mod pages;
pub mod paging;
pub mod posts;
pub mod retention;
pub mod s3;
pub mod search;
pub mod secrets;
pub mod security;
pub mod settings;
pub mod spreadsheet;
pub mod subscriptions;

pub use core_state::Core;
pub use mwanga_html as html;
pub use mwanga_store as store;
