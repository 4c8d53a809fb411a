//! Errors of saving pages.

use mwanga_store::StoreError;
use mwanga_store::entities::page::Model;

use crate::html;
use crate::posts::FieldErrors;

#[derive(Debug, thiserror::Error)]
pub enum PageError {
    #[error("the form does not hold: {0:?}")]
    Invalid(FieldErrors),
    #[error(transparent)]
    Unread(#[from] html::Refused),
    /// Another page or a part of the site has this slug.
    #[error("the slug is taken")]
    SlugTaken,
    /// The form is for an earlier revision. Holds the page as it is now.
    #[error("the page was changed meanwhile")]
    RevisionConflict(Box<Model>),
    #[error("no such page")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sea_orm::DbErr> for PageError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Store(error.into())
    }
}
