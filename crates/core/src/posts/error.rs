use std::collections::BTreeMap;

use mwanga_store::StoreError;
use mwanga_store::entities::post::Model;

use crate::html::TooComplex;

/// What is wrong, by the form's field name.
pub type FieldErrors = BTreeMap<&'static str, String>;

#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// One of title, content and category is missing; more may be wrong.
    #[error("the form lacks what every post has: {0:?}")]
    Missing(FieldErrors),
    #[error("the form does not hold: {0:?}")]
    Invalid(FieldErrors),
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    #[error("another post has this slug")]
    SlugTaken,
    /// Somebody saved since the revision that the caller had seen. Holds the post as it is now.
    #[error("the post was changed meanwhile")]
    Changed(Box<Model>),
    #[error("no such post")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sea_orm::DbErr> for PostError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Store(error.into())
    }
}
