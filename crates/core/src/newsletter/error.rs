use mwanga_store::StoreError;

use crate::attempts::TooMany;
use crate::email::EmailError;

#[derive(Debug, thiserror::Error)]
pub enum NewsletterError {
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error("too many wishes for one address")]
    TooMany(TooMany),
    #[error("a link that is used, too old, or never was")]
    Link,
    #[error(transparent)]
    Store(#[from] StoreError),
}
