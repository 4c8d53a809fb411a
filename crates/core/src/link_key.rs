//! The key that signs what mails keep for good, such as links to unsubscribe.

use mwanga_store::types::Timestamp;
use mwanga_store::{Store, StoreError, StoreResult, queries};
use secrecy::SecretString;

use crate::core_state::{Core, Part};
use crate::secrets;

const NAME: &str = "newsletter_link_key";

/// Generated at the first start, stored, and never rotated: links to unsubscribe must work for ever.
pub(crate) struct LinkKey(SecretString);

impl Part for LinkKey {}

impl LinkKey {
    pub async fn load(store: &Store, now: Timestamp) -> StoreResult<Self> {
        let db = store.writer();
        if let Some(key) = queries::settings::get(db, NAME).await? {
            return Ok(Self(key.into()));
        }
        queries::settings::insert_if_absent(db, NAME, &secrets::random_token(43), now).await?;
        let key = queries::settings::get(db, NAME).await?;
        key.map(|key| Self(key.into())).ok_or_else(|| StoreError::Conflict(NAME.into()))
    }
}

impl Core {
    pub(crate) fn link_key(&self) -> &SecretString {
        &self.part::<LinkKey>().0
    }
}
