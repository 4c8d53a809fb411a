//! Accepting a file: its content is checked, and what is left of it written where it is served. It has no row yet.

use mwanga_store::types::MediaKind;

use super::captions;
use super::check::{self, Checked};
use super::clean::CLEANING;
use crate::Core;
use crate::media::storage::Incoming;
use crate::media::{MediaError, memory, types};

/// A file that lies where it is served, and waits for its row.
pub(super) struct Accepted {
    pub kind: MediaKind,
    pub content_type: &'static str,
    pub size_bytes: u64,
    pub size: Option<(u32, u32)>,
    pub thumbhash: Option<String>,
    pub cleaning: i32,
}

/// Accepts what was uploaded under a key.
pub(super) async fn accept_upload(core: &Core, key: &str) -> Result<Accepted, MediaError> {
    let ext = types::extension(key).ok_or(MediaError::NotFound)?;
    let max = if types::is_captions(ext) { captions::MAX_BYTES } else { core.config.media.max_upload_bytes() };
    let Incoming { size_bytes, .. } = core.media.incoming(key).await.map_err(MediaError::of_storage)?;
    if size_bytes > max {
        return Err(MediaError::TooLarge);
    }
    if size_bytes == 0 {
        return Err(MediaError::Type);
    }
    if let Some((content_type, MediaKind::Video)) = types::type_of(ext) {
        // A video is only looked at where it says what it is, and never read whole.
        check::agrees(
            &core.media.read_incoming(key, HEAD_BYTES).await.map_err(MediaError::of_storage)?,
            size_bytes,
            ext,
        )?;
        // An earlier call may have been ended between file and row, and left the same file; an earlier version left it
        // as it came.
        let cleaning = match core.media.keep_video(key, ext).await {
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => 0,
            outcome => outcome.map(|()| CLEANING).map_err(MediaError::of_storage)?,
        };
        // What counts is what lies there now: a bucket takes a second upload while its link is good.
        let (size_bytes, head) = core.media.look_at(key, HEAD_BYTES).await.map_err(MediaError::of_storage)?;
        let refused = if size_bytes > max { Err(MediaError::TooLarge) } else { check::agrees(&head, size_bytes, ext) };
        if let Err(refused) = refused {
            core.media.remove(key).await?;
            return Err(refused);
        }
        return Ok(Accepted {
            kind: MediaKind::Video,
            content_type,
            size_bytes,
            size: None,
            thumbhash: None,
            cleaning,
        });
    }
    let _memory = memory::reserve_for_upload(size_bytes).await?;
    let bytes = core.media.read_incoming(key, size_bytes).await.map_err(MediaError::of_storage)?;
    accept_bytes(core, key, ext, bytes).await
}

/// Where a file says what it is.
const HEAD_BYTES: u64 = 8 * 1024;

/// Checks bytes and writes what is left of them.
pub(super) async fn accept_bytes(
    core: &Core,
    key: &str,
    ext: &'static str,
    bytes: Vec<u8>,
) -> Result<Accepted, MediaError> {
    let Checked { bytes, kind, content_type, size, thumbhash } = checked(bytes, ext).await?;
    let size_bytes = bytes.len() as u64;
    match core.media.write(key, bytes).await {
        Ok(()) => Ok(Accepted { kind, content_type, size_bytes, size, thumbhash, cleaning: CLEANING }),
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => already_accepted(core, key, ext).await,
        Err(e) => Err(MediaError::of_storage(e)),
    }
}

/// What an earlier call wrote that was ended before its row. It may have been another upload: in a bucket it can be
/// replaced while its link is good.
async fn already_accepted(core: &Core, key: &str, ext: &'static str) -> Result<Accepted, MediaError> {
    let (size_bytes, bytes) =
        core.media.look_at(key, core.config.media.max_upload_bytes()).await.map_err(MediaError::of_storage)?;
    match checked(bytes, ext).await {
        Ok(Checked { kind, content_type, size, thumbhash, .. }) => {
            Ok(Accepted { kind, content_type, size_bytes, size, thumbhash, cleaning: 0 })
        }
        Err(refused) => {
            core.media.remove(key).await?;
            Err(refused)
        }
    }
}

/// [`check::check`], where there is memory for it.
async fn checked(bytes: Vec<u8>, ext: &'static str) -> Result<Checked, MediaError> {
    let decoded_bytes = if types::is_captions(ext) { Some(0) } else { check::decoded_bytes(&bytes, ext).await };
    let memory = memory::reserve_for_picture(decoded_bytes, bytes.len() as u64).await?;
    let check = move || {
        let _memory = memory;
        check::check(bytes, ext)
    };
    tokio::task::spawn_blocking(check).await.map_err(|_| MediaError::Damaged)?
}
