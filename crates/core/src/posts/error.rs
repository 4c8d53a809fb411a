//! Errors of saving posts.

use std::collections::BTreeMap;

use mwanga_store::StoreError;
use mwanga_store::entities::post::Model;

use crate::html;

/// Messages by field name of the form.
pub type FieldErrors = BTreeMap<&'static str, String>;

#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// Title, content or category is missing. Holds all errors of the form.
    #[error("the form lacks what every post has: {0:?}")]
    Missing(FieldErrors),
    #[error("the form does not hold: {0:?}")]
    Invalid(FieldErrors),
    #[error(transparent)]
    Unread(#[from] html::Refused),
    #[error("another post has this slug")]
    SlugTaken,
    /// The form is for an earlier revision. Holds the post as it is now.
    #[error("the post was changed meanwhile")]
    RevisionConflict(Box<Model>),
    /// It decides about a text, and does not say which one was read.
    #[error("the revision that was read is not named")]
    RevisionNeeded,
    /// It was deleted, and can be restored.
    #[error("the post is in the trash")]
    InTrash,
    #[error("no such post")]
    NotFound,
    /// The role or the state of the post does not allow it; says to the caller why.
    #[error("{0}")]
    Forbidden(&'static str),
    #[error("the post is no draft")]
    NotDraft,
    #[error("the post is not in review")]
    NotInReview,
    #[error("no such note")]
    NoSuchNote,
    #[error("no such correction")]
    NoSuchCorrection,
    #[error("the post is not public")]
    NotPublic,
    #[error("no such preview link")]
    NoSuchLink,
    /// The preview link was never made, or is over.
    #[error("the preview link is not valid")]
    InvalidLink,
    #[error("the preview link takes no more answers")]
    LinkUsedUp,
    /// The post was changed after the outsider opened it.
    #[error("the answer is about an earlier revision")]
    AnswerOutdated,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sea_orm::DbErr> for PostError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Store(error.into())
    }
}
