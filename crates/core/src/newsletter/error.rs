use std::collections::BTreeMap;

use mwanga_store::StoreError;

use crate::attempts::TooMany;
use crate::email::EmailError;
use crate::html::TooComplex;

#[derive(Debug, thiserror::Error)]
pub enum NewsletterError {
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error("too many wishes for one address")]
    TooMany(TooMany),
    #[error("a link that is used, too old, or never was")]
    Link,
    #[error("fields of an issue are missing or wrong: {0:?}")]
    Invalid(BTreeMap<&'static str, String>),
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    #[error("no such issue")]
    NoIssue,
    /// Why that cannot be done with the issue any more, in words for whoever asked.
    #[error("{0}")]
    State(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}
