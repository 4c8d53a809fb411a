//! The integration suite: one binary, a folder per address. It runs on the database that `MWANGA_TEST_DATABASE` names.

mod api;
mod bucket;
mod busy_store;
mod cli;
mod consistency;
mod crash;
mod crash_media;
mod crash_orders;
mod earlier_versions;
mod faults;
mod feeds;
mod hostile_files;
mod import;
mod mail;
mod many_photos;
mod media;
mod nodes;
mod pages;
mod practice_wallet;
mod restarts;
mod routes_by_identity;
mod scale;
mod sending;
mod support;
mod transactions;
mod video_frames;
