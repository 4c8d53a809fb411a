//! Metadata of files that an earlier version accepted: taken out once, in its own time.

use std::io::ErrorKind;

use mwanga_store::entities::media_item;
use mwanga_store::queries;
use mwanga_store::types::{MediaId, MediaKind};

use crate::Core;
use crate::media::intake::clean::{self, CLEANING};
use crate::media::{MediaError, types};

/// Rows read at once.
const ROWS: u64 = 100;

/// What [`clean_stored`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanedStored {
    /// Files that something was taken out of.
    pub cleaned: u64,
    /// Files that could not be reached or written: to be tried again.
    pub left: u64,
}

/// Cleans the videos and GIFs of earlier versions. Sizes stay as they are, and so does what readers asked for by parts.
/// A file is marked behind its change, so that a process that is killed does it again.
pub async fn clean_stored(core: &Core) -> Result<CleanedStored, MediaError> {
    let (mut after, mut done) = (MediaId(0), CleanedStored::default());
    loop {
        let items = queries::media::not_cleaned(core.store.reader(), CLEANING, after, ROWS).await?;
        let Some(last) = items.last() else { return Ok(done) };
        after = last.id;
        for item in items {
            if core.stopping.is_cancelled() {
                return Ok(done);
            }
            match clean_file(core, &item).await {
                Ok(any) => done.cleaned += u64::from(any),
                // Clean Broken Media says so.
                Err(MediaError::Disk(e)) if e.kind() == ErrorKind::NotFound => continue,
                Err(MediaError::Disk(e)) if e.kind() == ErrorKind::InvalidData => {
                    tracing::warn!(key = item.object_key, "metadata cannot be taken out of this file: {e}");
                }
                Err(MediaError::Disk(e)) => {
                    tracing::warn!(key = item.object_key, "metadata could not be taken out of this file yet: {e}");
                    done.left += 1;
                    continue;
                }
                Err(e) => return Err(e),
            }
            if !queries::media::set_cleaning(core.store.writer(), item.id, CLEANING).await? {
                // Deleted meanwhile, and perhaps written again just now.
                core.media.remove(&item.object_key).await?;
            }
        }
    }
}

async fn clean_file(core: &Core, item: &media_item::Model) -> Result<bool, MediaError> {
    let (key, Some(extension)) = (&item.object_key, types::extension(&item.object_key)) else { return Ok(false) };
    if item.kind == MediaKind::Video {
        return Ok(core.media.clean_video(key, extension).await?);
    }
    let before = core.media.read(key, item.size_bytes.unsigned_abs()).await?;
    let bytes = before.to_vec();
    let clean = tokio::task::spawn_blocking(move || clean::clean(bytes, image::ImageFormat::Gif))
        .await
        .map_err(|_| MediaError::Damaged)?;
    // One that is no GIF to us is none to browsers either.
    let Ok(mut clean) = clean else { return Ok(false) };
    if clean.len() >= before.len() {
        return Ok(false);
    }
    // Behind the end of a GIF nobody reads.
    clean.resize(before.len(), 0);
    core.media.replace(key, clean).await?;
    Ok(true)
}
