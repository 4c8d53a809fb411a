//! Errors of newsletters.

use std::collections::BTreeMap;

use mwanga_store::StoreError;

use crate::attempts::TooMany;
use crate::email::EmailError;
use crate::html::TooComplex;

/// Why an operation on newsletters failed.
#[derive(Debug, thiserror::Error)]
pub enum NewsletterError {
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error("too many subscription requests for one address")]
    TooMany(TooMany),
    #[error("a link that is used, too old, or never was")]
    InvalidLink,
    #[error("fields of an issue are missing or wrong: {0:?}")]
    Invalid(BTreeMap<&'static str, String>),
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    #[error("no such issue")]
    IssueNotFound,
    /// The issue's status does not allow this; the text is shown to the user.
    #[error("{0}")]
    WrongState(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}
