//! Plain functions over a connection, so that they run in or out of a transaction.

pub mod account_identities;
pub mod accounts;
pub mod analytics;
pub mod attempts;
pub mod categories;
pub mod changes;
pub mod counters;
pub mod deliveries;
pub mod imports;
pub mod issues;
pub mod jobs;
pub mod mail_log;
pub mod mailed_codes;
pub mod media;
pub mod orders;
pub mod post_notices;
pub mod post_tags;
pub mod posts;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod sitemaps;
pub mod staff_invites;
pub mod subscribers;
pub mod subscriptions;
pub mod suppressions;
