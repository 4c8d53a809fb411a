//! Pictures that were fetched before, by their address.

use std::collections::HashMap;

use mwanga_store::{StoreResult, queries};

use crate::{Core, html};

/// Most pictures of one text that are fetched; others keep their marked places.
pub(crate) const MAX_PICTURES: usize = 100;

/// The key under which a fetched picture is recorded, as importers record theirs.
pub(crate) fn external_key(address: &str) -> String {
    format!("picture:{address}")
}

/// The text with the pictures in their marked places that are among our files.
pub(crate) async fn put_known(core: &Core, content: String) -> StoreResult<String> {
    let db = core.store.reader();
    let mut keys = HashMap::new();
    for picture in html::missing_pictures(&content).into_iter().take(MAX_PICTURES) {
        let record = queries::imports::get(db, &external_key(&picture.address)).await?;
        let Some(id) = record.and_then(|record| record.media_id) else { continue };
        if let Some(item) = queries::media::get(db, id).await? {
            keys.insert(picture.address, item.object_key);
        }
    }
    Ok(html::with_found_pictures(&content, &|address| keys.get(address).cloned()).into_owned())
}
