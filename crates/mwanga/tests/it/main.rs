//! The integration suite: one binary, a folder per address. It runs on the database that `MWANGA_TEST_DATABASE` names.

#![allow(clippy::too_many_lines, reason = "a test is one story")]

mod api;
mod backup;
mod backup_downloads;
mod backup_scheduled;
mod bucket;
mod busy_store;
mod cli;
mod connections;
mod consistency;
mod crash;
mod crash_media;
mod crash_orders;
mod crash_sample_posts;
mod demo;
mod doctor;
mod earlier_addresses;
mod earlier_versions;
mod faults;
mod feeds;
mod held;
mod hostile_files;
mod import;
mod mail;
mod mail_servers;
mod many_photos;
mod many_texts;
mod media;
mod media_private;
mod nodes;
mod pages;
mod pgbouncer;
mod practice_wallet;
mod private_files;
mod restarts;
mod routes_by_identity;
mod scale;
mod security_log;
mod sending;
mod support;
mod transactions;
mod unpublished;
mod video_frames;
mod video_metadata;
mod wrong_clock;
