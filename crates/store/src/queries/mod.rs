//! Plain functions over a connection, so that they run in or out of a transaction.

pub mod accounts;
pub mod categories;
pub mod changes;
pub mod imports;
pub mod jobs;
pub mod media;
pub mod post_tags;
pub mod posts;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod sitemaps;
pub mod subscribers;
