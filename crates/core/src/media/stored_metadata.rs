//! Removal of metadata from files that an earlier version accepted, once in the background.

use std::io::ErrorKind;

use mwanga_store::entities::media_item;
use mwanga_store::queries;
use mwanga_store::types::{MediaId, MediaKind};

use crate::Core;
use crate::media::intake::clean::{self, CLEANING};
use crate::media::{MediaError, types};

/// Rows read at once.
const BATCH: u64 = 100;

/// Result of [`clean_stored_metadata`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MetadataCleaning {
    /// Files that had metadata.
    pub cleaned: u64,
    /// Files that could not be read or written: to be tried again.
    pub failed: u64,
}

/// Removes the metadata of videos and GIFs that earlier versions accepted. Sizes stay, so that range requests stay
/// valid. A file is marked after its change, so that it is repeated when the process is killed.
pub async fn clean_stored_metadata(core: &Core) -> Result<MetadataCleaning, MediaError> {
    let (mut after, mut result) = (MediaId(0), MetadataCleaning::default());
    loop {
        let items = queries::media::not_cleaned(core.store.reader(), CLEANING, after, BATCH).await?;
        let Some(last) = items.last() else { return Ok(result) };
        after = last.id;
        for item in items {
            // A held copy changes no file of a bucket: it may be another site's.
            if core.stopping.is_cancelled() || core.held().is_set() {
                return Ok(result);
            }
            match clean_file(core, &item).await {
                Ok(had_metadata) => result.cleaned += u64::from(had_metadata),
                // Missing: Clean Broken Media reports it.
                Err(MediaError::Disk(e)) if e.kind() == ErrorKind::NotFound => continue,
                Err(MediaError::Disk(e)) if e.kind() == ErrorKind::InvalidData => {
                    tracing::warn!(key = item.object_key, "metadata cannot be taken out of this file: {e}");
                }
                Err(MediaError::Disk(e)) => {
                    tracing::warn!(key = item.object_key, "metadata could not be taken out of this file yet: {e}");
                    result.failed += 1;
                    continue;
                }
                Err(e) => return Err(e),
            }
            if !queries::media::set_cleaning(core.store.writer(), item.id, CLEANING).await? {
                // Deleted meanwhile, and perhaps written again by this function.
                core.media().remove(&item.object_key).await?;
            }
        }
    }
}

/// Removes the metadata of a file. Returns whether it had any.
async fn clean_file(core: &Core, item: &media_item::Model) -> Result<bool, MediaError> {
    let (key, Some(extension)) = (&item.object_key, types::extension(&item.object_key)) else { return Ok(false) };
    if item.kind == MediaKind::Video {
        return Ok(core.media().clean_video(key, extension).await?);
    }
    let before = core.media().read(key, item.size_bytes.unsigned_abs()).await?;
    let bytes = before.to_vec();
    let clean = tokio::task::spawn_blocking(move || clean::clean(bytes, image::ImageFormat::Gif))
        .await
        .map_err(|_| MediaError::Damaged)?;
    // Browsers cannot read it either.
    let Ok(mut clean) = clean else { return Ok(false) };
    if clean.len() >= before.len() {
        return Ok(false);
    }
    // Padding after the end of a GIF is ignored.
    clean.resize(before.len(), 0);
    core.media().replace(key, clean).await?;
    Ok(true)
}
