//! Errors of newsletters.

use std::collections::BTreeMap;

use mwanga_store::StoreError;
use mwanga_store::entities::issue_draft;

use crate::attempts::TooMany;
use crate::email::EmailError;
use crate::html;

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
    Unread(#[from] html::Refused),
    #[error("no such subscriber")]
    SubscriberNotFound,
    #[error("no such issue")]
    IssueNotFound,
    #[error("no such draft of a newsletter")]
    DraftNotFound,
    /// Somebody else saved the draft since the version that was read. Holds the draft as it is now, and the name of who
    /// saved it.
    #[error("the draft was changed meanwhile")]
    DraftChanged { row: Box<issue_draft::Model>, saved_by: Option<String> },
    #[error("there are as many drafts as there may be")]
    TooManyDrafts,
    /// The issue's status does not allow this; the text is shown to the user.
    #[error("{0}")]
    WrongState(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}
