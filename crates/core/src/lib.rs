//! What the business does. A feature is a room, a folder or a file; nothing here speaks HTTP. A room uses only those
//! below it (`scripts/circles`), from the top:
//!
//! - what a process is made of: `assembly`, `jobs`
//! - operation: `desk`, `doctor`, `held_copy`, `retention`, `consistency`, `clock_checks`, `trash`, `contact`,
//!   `backups`, `set_up`, `forwarded`
//! - business: `earlier_addresses` over `subscriptions`, over `newsletter`
//! - what the newsroom makes: `navigation`, `search`, `picture_fetching`, `earlier_files` and `folded_words` over
//!   `pages`, `library`, `post_links` and `settings_changes`, over `posts`, over `categories` and `accounts`
//! - what a save asks others for: `link_checks`, `notice_requests`, `pasted_pictures`
//! - foundation: `brand_pictures` and `mail` over `media`; `analytics`, `palette`, `held` over `settings`; `attempts`,
//!   `idempotency`, `link_key`
//! - the state of a process, `core_state`, over `config`, `menus` and `s3`; `config` over `payments` and
//!   `config_source`
//! - base: everything else, which knows no state

pub mod accounts;
pub mod analytics;
mod assembly;
pub mod attempts;
pub mod backups;
pub mod brand_pictures;
pub mod built_in_pages;
pub mod categories;
pub mod changes;
pub mod clock;
pub mod clock_checks;
pub mod config;
mod config_source;
pub mod consistency;
pub mod contact;
mod core_state;
pub mod desk;
mod difference;
pub mod doctor;
pub mod earlier_addresses;
pub mod earlier_files;
pub mod email;
pub mod fold;
pub mod folded_words;
pub mod forwarded;
pub mod held;
pub mod held_copy;
pub mod idempotency;
pub mod imported;
pub mod jobs;
pub mod library;
pub mod link_checks;
mod link_key;
pub mod mail;
pub mod media;
pub mod menus;
pub mod navigation;
pub mod newsletter;
mod notice_requests;
pub mod oklch;
pub mod outbound;
pub mod pages;
pub mod paging;
pub mod palette;
pub mod pasted_pictures;
pub mod payments;
mod picture_fetching;
pub mod post_links;
pub mod posts;
pub mod retention;
pub mod s3;
pub mod search;
pub mod secrets;
pub mod security;
pub mod set_up;
pub mod settings;
pub mod settings_changes;
pub mod slug;
pub mod smtp;
mod spellings;
pub mod spreadsheet;
pub mod subscriptions;
pub mod trash;
pub mod web_address;
mod writer;

pub use core_state::Core;
pub use mwanga_html as html;
pub use mwanga_store as store;
