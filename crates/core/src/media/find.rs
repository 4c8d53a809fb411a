//! Recorded files, by id and by key.

use mwanga_store::entities::media_item;
use mwanga_store::types::MediaId;
use mwanga_store::{StoreError, queries};

use super::MediaError;
use super::key::is_key;
use crate::Core;

/// A recorded file.
pub async fn get(core: &Core, id: MediaId) -> Result<Option<media_item::Model>, MediaError> {
    Ok(queries::media::get(core.store.reader(), id).await?)
}

/// The recorded file behind a key.
pub async fn find(core: &Core, key: &str) -> Result<Option<media_item::Model>, StoreError> {
    if !is_key(key) {
        return Ok(None);
    }
    queries::media::by_key(core.store.reader(), key).await
}

/// The items of those of `keys` that were recorded.
pub async fn known(core: &Core, keys: &[String]) -> Result<Vec<media_item::Model>, StoreError> {
    queries::media::by_keys(core.store.reader(), keys).await
}

/// The words by which a file is found.
pub(crate) fn words(item: &media_item::Model) -> String {
    [&item.file_name, &item.alt, &item.caption, &item.credit].map(String::as_str).join(" ")
}
