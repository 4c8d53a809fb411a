//! The trash: deleting a file so that it can be restored (decision 086). Its row moves into the trash, so that nothing
//! finds it by its key or id; the file itself stays in the storage.

use mwanga_jobs::Job;
use mwanga_store::entities::media_item;
use mwanga_store::entities::trash_item::TrashedFiles;
use mwanga_store::queries::{library as query, trash};
use mwanga_store::types::{AccountId, MediaId, MediaKind, Timestamp, TrashKind};
use mwanga_store::{StoreResult, Transaction, queries};
use sea_orm::{ActiveModelTrait, IntoActiveModel};

use super::{LibraryError, RemoveFile, is_used};
use crate::Core;
use crate::changes::{self, Tags};

/// Moves a file that nothing uses to the trash, with its subtitles.
pub async fn trash(core: &Core, by: AccountId, id: MediaId) -> Result<(), LibraryError> {
    let (tx, mut tags) = (core.store.begin().await?, Tags::default());
    let files = take_rows(&tx, id, &mut tags).await?;
    trash::insert(&tx, (TrashKind::Media, id.0), Some(by), Some(TrashedFiles(files)), core.now()).await?;
    Ok(core.commit(tx, tags).await?)
}

/// Deletes the rows of a file that nothing uses and of its subtitles, and returns them.
async fn take_rows(tx: &Transaction, id: MediaId, tags: &mut Tags) -> Result<Vec<media_item::Model>, LibraryError> {
    let item = query::lock_by_id(tx, id).await?.ok_or(LibraryError::NotFound)?;
    if is_used(tx, &item.object_key).await? {
        return Err(LibraryError::InUse);
    }
    take_row(tx, &item, tags).await?;
    let captions = match &item.captions_key {
        Some(key) => queries::media::by_key(tx, key).await?.filter(|file| file.kind == MediaKind::Captions),
        None => None,
    };
    let mut rows = vec![item];
    if let Some(captions) = captions
        && !is_used(tx, &captions.object_key).await?
    {
        take_row(tx, &captions, tags).await?;
        rows.push(captions);
    }
    Ok(rows)
}

async fn take_row(tx: &Transaction, item: &media_item::Model, tags: &mut Tags) -> StoreResult<()> {
    tags.add(changes::media_item(item.id));
    query::delete(tx, item.id).await
}

/// Restores a file from the trash, with its subtitles. A file that is not in the trash stays as it is.
pub async fn restore(core: &Core, id: MediaId) -> Result<(), LibraryError> {
    let tx = core.store.begin().await?;
    let Some(TrashedFiles(files)) = trash::lock(&tx, TrashKind::Media, id.0).await?.and_then(|row| row.files) else {
        let exists = queries::media::get(&tx, id).await?.is_some();
        return if exists { Ok(()) } else { Err(LibraryError::NotFound) };
    };
    let mut tags = Tags::default();
    put_back(&tx, id.0, files, &mut tags).await?;
    Ok(core.commit(tx, tags).await?)
}

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

/// Files of the trash that are looked through, the newest.
const MOST_TRASHED: u64 = 10_000;

/// Inserts the rows of a file of the trash and of its subtitles again.
async fn put_back(tx: &Transaction, id: i64, files: Vec<media_item::Model>, tags: &mut Tags) -> StoreResult<()> {
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

/// Deletes a file that nothing uses for good, with its subtitles, from the trash or not.
///
/// Its row goes at once, so that the file is not served any more; a job removes it from the storage, with retries.
pub async fn delete(core: &Core, id: MediaId) -> Result<(), LibraryError> {
    let (tx, mut tags) = (core.store.begin().await?, Tags::default());
    let trashed = trash::lock(&tx, TrashKind::Media, id.0).await?.and_then(|row| row.files);
    let files = match trashed {
        Some(TrashedFiles(files)) => files,
        None => take_rows(&tx, id, &mut tags).await?,
    };
    remove(core, tx, id, files, tags).await
}

/// Deletes a file that is in the trash since `until` or longer.
pub(crate) async fn delete_due(core: &Core, id: MediaId, until: Timestamp) -> Result<(), LibraryError> {
    let tx = core.store.begin().await?;
    match trash::lock(&tx, TrashKind::Media, id.0).await?.filter(|row| row.trashed_at <= until) {
        Some(row) => remove(core, tx, id, row.files.map(|files| files.0).unwrap_or_default(), Tags::default()).await,
        None => Ok(()),
    }
}

async fn remove(
    core: &Core,
    tx: Transaction,
    id: MediaId,
    files: Vec<media_item::Model>,
    tags: Tags,
) -> Result<(), LibraryError> {
    for file in files {
        // An earlier version of a post may have brought it back into use.
        if is_used(&tx, &file.object_key).await? {
            return Err(LibraryError::InUse);
        }
        RemoveFile { object_key: file.object_key }.enqueue(&tx, core.now()).await?;
    }
    trash::delete(&tx, TrashKind::Media, id.0).await?;
    Ok(core.commit(tx, tags).await?)
}
