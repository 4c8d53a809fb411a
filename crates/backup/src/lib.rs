//! Backups: all rows and files of a publication in one file, and back.
//!
//! - `format.rs`: the parts of the file, described for everybody in `docs/backup-format.md`
//! - `encryption.rs`: age around it
//! - `write.rs`: makes one, from a snapshot beside a running server
//! - `durable.rs`: renames that are synced, and never over an existing name
//! - `read.rs`: reads one in pieces and compares each sum; `--verify` does no more
//! - `restore.rs`: fills an empty store of either database with one
//! - `row_loader.rs`: fills a database with its rows
//! - `scheduled/`: a backup each night, and a test of a restore each week
//! - `downloads.rs`: backups that an administrator downloads
//! - `run.rs`, `progress.rs`: the row of a run, and how far it has come; `jobs.rs`: the jobs
//! - `unfinished.rs`: the marker that keeps half a store from being served

pub mod downloads;
mod durable;
mod encryption;
mod error;
mod format;
mod jobs;
mod progress;
mod read;
mod restore;
mod row_loader;
mod run;
mod scheduled;
mod unfinished;
mod write;

pub use encryption::{Identity, Recipient, recipient};
pub use error::BackupError;
pub use format::{FORMAT, FileSum, Header, LEFT_OUT, Manifest, MediaPart, Part};
pub use jobs::register_jobs;
pub use progress::Progress;
pub use read::verify;
pub use restore::restore;
pub use scheduled::{CreateScheduledBackup, TestRestore};
pub use unfinished::{refuse_unfinished_database, refuse_unfinished_files};
pub use write::{Options, Report, Source, write, write_file};
