//! Files that come back out of the trash.

use mwanga_store::entities::media_item;
use mwanga_store::entities::trash_item::TrashedFiles;
use mwanga_store::queries::{library as query, trash};
use mwanga_store::types::TrashKind;
use mwanga_store::{StoreResult, Transaction, queries};
use sea_orm::{ActiveModelTrait, IntoActiveModel};

use crate::Core;
use crate::changes::{self, Tags};

/// Brings files out of the trash that a save uses again: an earlier version of a post or page may name them.
pub(crate) async fn restore_used(tx: &Transaction, keys: &[String], tags: &mut Tags) -> StoreResult<()> {
    let known = query::lock_shared_by_keys(tx, keys).await?;
    let is_missing = |key: &String| keys.contains(key) && !known.iter().any(|item| item.object_key == *key);
    if !keys.iter().any(is_missing) {
        return Ok(());
    }
    for row in trash::list(tx, Some(TrashKind::Media), None, MOST_TRASHED).await? {
        let uses = |files: &TrashedFiles| files.0.iter().any(|file| is_missing(&file.object_key));
        if !row.files.as_ref().is_some_and(uses) {
            continue;
        }
        // Locked now: it may have been restored or deleted meanwhile.
        if let Some(TrashedFiles(files)) =
            trash::lock(tx, TrashKind::Media, row.item_id).await?.and_then(|row| row.files)
        {
            put_back(tx, row.item_id, files, tags).await?;
        }
    }
    Ok(())
}

/// Files of an earlier version that are no longer in the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LostFiles {
    /// Names of those that a save brings back out of the trash.
    pub in_trash: Vec<String>,
    /// How many are gone for good.
    pub gone: usize,
}

/// Which of these files a save could not show at once.
pub(crate) async fn find_lost(core: &Core, keys: &[String]) -> StoreResult<LostFiles> {
    let db = core.store.reader();
    let known = queries::media::by_keys(db, keys).await?;
    let mut missing: Vec<&String> =
        keys.iter().filter(|key| !known.iter().any(|item| item.object_key == **key)).collect();
    let mut in_trash = Vec::new();
    if !missing.is_empty() {
        for row in trash::list(db, Some(TrashKind::Media), None, MOST_TRASHED).await? {
            for file in row.files.map(|files| files.0).unwrap_or_default() {
                if let Some(at) = missing.iter().position(|key| **key == file.object_key) {
                    missing.remove(at);
                    in_trash.push(file.file_name);
                }
            }
        }
    }
    Ok(LostFiles { in_trash, gone: missing.len() })
}

/// Files of the trash that are looked through, the newest.
const MOST_TRASHED: u64 = 10_000;

/// Inserts the rows of a file of the trash and of its subtitles again.
pub(crate) async fn put_back(
    tx: &Transaction,
    id: i64,
    files: Vec<media_item::Model>,
    tags: &mut Tags,
) -> StoreResult<()> {
    // Subtitles first: the video refers to them.
    for mut file in files.into_iter().rev() {
        tags.add(changes::media_item(file.id));
        // What it refers to may be deleted meanwhile.
        if let Some(post) = file.post_id {
            file.post_id = queries::posts::get(tx, post).await?.map(|post| post.id);
        }
        if let Some(account) = file.account_id {
            file.account_id = queries::accounts::get(tx, account).await?.map(|account| account.id);
        }
        for key in [&mut file.poster_key, &mut file.captions_key] {
            let companion = query::lock_shared_by_keys(tx, key.as_slice()).await?.pop();
            *key = companion.map(|item| item.object_key);
        }
        queries::media::insert(tx, file.into_active_model().reset_all()).await?;
    }
    trash::delete(tx, TrashKind::Media, id).await
}
