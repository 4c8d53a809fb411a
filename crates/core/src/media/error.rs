//! Errors of media.

use mwanga_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    #[error("the file's name, type and content do not agree, or we do not take its type")]
    Type,
    #[error("the picture cannot be read")]
    Damaged,
    #[error("the file is too large")]
    TooLarge,
    /// The upload link is forged or expired.
    #[error("the upload link does not hold")]
    InvalidLink,
    /// The key was used before.
    #[error("there is a file already")]
    Exists,
    #[error("no such file")]
    NotFound,
    #[error("the upload broke off")]
    Interrupted,
    #[error("disk: {0}")]
    Disk(#[from] std::io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MediaError {
    /// Maps an error of the storage: a missing file and invalid content have errors of their own.
    pub(super) fn from_storage(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::NotFound,
            std::io::ErrorKind::InvalidData => Self::Type,
            _ => Self::Disk(error),
        }
    }
}
