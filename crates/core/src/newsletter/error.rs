use mwanga_store::StoreError;

use crate::email::EmailError;

#[derive(Debug, thiserror::Error)]
pub enum NewsletterError {
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
