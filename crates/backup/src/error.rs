use std::io;
use std::path::PathBuf;

use mwanga_core::fold::one_line;
use mwanga_store::StoreError;

/// Why a backup was not made, read or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{0} is there already: choose another name")]
    Exists(PathBuf),
    #[error("{what}: {error}")]
    Io { what: String, error: io::Error },
    #[error("the database: {0}")]
    Store(#[from] StoreError),
    #[error("the table {table}: {error}")]
    Table { table: String, error: StoreError },
    #[error("the store is of another version of Mwanga: back it up with the one that serves it")]
    OtherVersion,
    #[error("this is no backup of Mwanga")]
    Foreign,
    #[error(
        "the backup is of a newer version of Mwanga (format {format}, migration {migration}): restore it with that one"
    )]
    Newer { format: u32, migration: String },
    #[error("the backup is cut: it ends before its last part")]
    Cut,
    /// What a damaged file is quoted with may hold anything.
    #[error("the backup is damaged: {}", one_line(.0))]
    Damaged(String),
    #[error("the backup is encrypted: name the file of its age identity with --identity")]
    Encrypted,
    #[error("{0}")]
    Key(String),
    #[error("{0}")]
    NotEmpty(String),
    #[error("a restore ended before its end here: run it again, and it begins anew")]
    UnfinishedRestore,
    #[error("the work ended in the middle: {0}")]
    Join(#[from] tokio::task::JoinError),
}

impl BackupError {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |error| Self::Io { what, error }
    }

    /// Of reading a backup: what the layers around the data say of one that is cut or damaged.
    pub(crate) fn reading(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Cut,
            _ => Self::Damaged(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_of_a_damaged_file_stays_on_one_line() {
        let error = BackupError::reading(io::Error::other("not a number: 001\n{\"me\u{1b}[31m"));
        assert_eq!(error.to_string(), "the backup is damaged: not a number: 001 {\"me [31m");
    }
}
