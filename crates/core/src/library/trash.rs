//! The trash: deleting a file so that it can be restored (decision 086). Its row moves into the trash, so that nothing
//! finds it by its key or id; the file itself stays in the storage.

use mwanga_jobs::Job;
use mwanga_store::entities::media_item;
use mwanga_store::entities::trash_item::TrashedFiles;
use mwanga_store::queries::{library as query, trash};
use mwanga_store::types::{AccountId, MediaId, MediaKind, Timestamp, TrashKind};
use mwanga_store::{StoreResult, Transaction, queries};

use super::{LibraryError, RemoveFile, is_used};
use crate::Core;
use crate::changes::{self, Tags};
use crate::media::put_back;

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
