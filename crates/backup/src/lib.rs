//! Backups: all rows and files of a publication in one file, and back.
//!
//! - `format.rs`: the parts of the file, described for everybody in `docs/backup-format.md`
//! - `encryption.rs`: age around it
//! - `write.rs`: makes one, from a snapshot beside a running server
//! - `durable.rs`: renames that are synced, and never over an existing name
//! - `read.rs`: reads one in pieces and compares each sum; `--verify` does no more
//! - `restore.rs`: fills an empty store of either database with one
//! - `unfinished.rs`: the marker that keeps half a store from being served

mod durable;
mod encryption;
mod error;
mod format;
mod read;
mod restore;
mod unfinished;
mod write;

pub use encryption::{Identity, Recipient};
pub use error::BackupError;
pub use format::{FORMAT, Header, LEFT_OUT, Manifest, MediaPart, Part};
pub use read::verify;
pub use restore::restore;
pub use unfinished::{refuse_unfinished_database, refuse_unfinished_files};
pub use write::{Options, Report, Source, write, write_file};
