//! Queries: plain functions over a connection, so that they run inside or outside a transaction. One file per table or
//! per use of several tables.
//!
//! - `get`: one row by its primary key; `by_…`: rows by other columns; `list_…`: rows of a kind, limited.
//! - `lock_…`: the same with the rows locked until the transaction ends (`SELECT … FOR UPDATE`).
//! - `insert`, `upsert_…`, `update_if_…`, `delete_…`: writes. An `update_if_…` writes only where a condition still
//!   holds, and answers `false` where it does not (compare-and-set).
//! - `delete_older`: deletes a limited batch of rows that are past their retention time, and answers how many.
//!
//! Across tables: [`desk`] (the newsroom's list of posts), [`library`] (media files and what uses them), [`search`]
//! (folded words of posts and media), [`sitemaps`] (what crawlers read), [`tables`] (any table as JSON rows, for backup
//! and restore).

pub mod account_browsers;
pub mod account_identities;
pub mod accounts;
pub mod addresses;
pub mod analytics;
pub mod ascii_slugs;
pub mod attempts;
pub mod backups;
pub mod categories;
pub mod changes;
pub mod counters;
pub mod deals;
pub mod deliveries;
pub mod desk;
pub mod earlier_files;
pub mod earlier_links;
pub mod idempotency_keys;
pub mod imports;
mod insert;
pub mod issue_drafts;
pub mod issue_links;
pub mod issues;
pub mod jobs;
pub mod library;
pub mod link_checks;
pub mod mail_log;
pub mod mailed_codes;
pub mod media;
pub mod missing_addresses;
pub mod moments;
pub mod notice_choices;
pub mod orders;
pub mod pages;
pub mod payment_pushes;
pub mod post_corrections;
pub mod post_events;
pub mod post_notes;
pub mod post_notices;
pub mod post_tags;
pub mod post_unsaved;
pub mod post_weeks;
pub mod posts;
pub mod preview_links;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod settings_versions;
pub mod sitemaps;
pub mod staff_invites;
pub mod subscribers;
pub mod subscriptions;
pub mod suppressions;
pub mod tables;
pub mod trash;
