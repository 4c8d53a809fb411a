//! Look-ups of recorded files.

use mwanga_store::entities::media_item;
use mwanga_store::types::MediaId;
use mwanga_store::{StoreError, queries};

use super::MediaError;
use super::key::is_key;
use crate::Core;

/// Finds a recorded file by id.
pub async fn get(core: &Core, id: MediaId) -> Result<Option<media_item::Model>, MediaError> {
    Ok(queries::media::get(core.store.reader(), id).await?)
}

/// Finds a recorded file by key.
pub async fn find(core: &Core, key: &str) -> Result<Option<media_item::Model>, StoreError> {
    if !is_key(key) {
        return Ok(None);
    }
    queries::media::by_key(core.store.reader(), key).await
}

/// Finds the recorded files among `keys`.
pub async fn find_by_keys(core: &Core, keys: &[String]) -> Result<Vec<media_item::Model>, StoreError> {
    queries::media::by_keys(core.store.reader(), keys).await
}

/// The searched texts of a file.
pub(crate) fn search_text(item: &media_item::Model) -> String {
    [&item.file_name, &item.alt, &item.caption, &item.credit].map(String::as_str).join(" ")
}
