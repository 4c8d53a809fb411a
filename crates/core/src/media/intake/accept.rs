//! Accepting a file: checks and cleans its content, and writes it to the accepted files. It has no row yet.

use mwanga_store::types::MediaKind;

use super::captions;
use super::check::{self, CheckedFile};
use super::clean::CLEANING;
use super::words::FileWords;
use crate::Core;
use crate::media::storage::UploadInfo;
use crate::media::{MediaError, memory, types};

/// An accepted file without a row.
pub(super) struct AcceptedFile {
    pub kind: MediaKind,
    pub content_type: &'static str,
    pub size_bytes: u64,
    pub size: Option<(u32, u32)>,
    pub thumbhash: Option<String>,
    pub cleaning: i32,
    pub words: FileWords,
    /// As in [`CheckedFile`].
    pub upload_sha256: Option<String>,
}

/// Accepts the upload of a key.
pub(super) async fn accept_upload(core: &Core, key: &str) -> Result<AcceptedFile, MediaError> {
    let ext = types::extension(key).ok_or(MediaError::NotFound)?;
    let max = if types::is_captions(ext) { captions::MAX_BYTES } else { core.settings().max_upload_bytes() };
    let UploadInfo { size_bytes, .. } = core.media().upload_info(key).await.map_err(MediaError::from_storage)?;
    if size_bytes > max {
        return Err(MediaError::TooLarge);
    }
    if size_bytes == 0 {
        return Err(MediaError::Type);
    }
    if let Some((content_type, MediaKind::Video)) = types::type_of(ext) {
        // Only the head of a video is checked, because videos are large.
        check::check_type(
            &core.media().read_incoming(key, HEAD_BYTES).await.map_err(MediaError::from_storage)?,
            size_bytes,
            ext,
        )?;
        // An existing file is of a call that was interrupted before its row; an earlier version may not have cleaned
        // it.
        let (cleaning, upload_sha256) = match core.media().accept_video(key, ext).await {
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => (0, None),
            outcome => (CLEANING, Some(outcome.map_err(MediaError::from_storage)?)),
        };
        // Checked again as accepted, because a bucket takes another upload while the link is valid.
        let (size_bytes, head) = core.media().read_head(key, HEAD_BYTES).await.map_err(MediaError::from_storage)?;
        let refused =
            if size_bytes > max { Err(MediaError::TooLarge) } else { check::check_type(&head, size_bytes, ext) };
        if let Err(refused) = refused {
            core.media().remove(key).await?;
            return Err(refused);
        }
        return Ok(AcceptedFile {
            kind: MediaKind::Video,
            content_type,
            size_bytes,
            size: None,
            thumbhash: None,
            cleaning,
            words: FileWords::default(),
            upload_sha256,
        });
    }
    let _memory = memory::reserve_for_upload(size_bytes).await?;
    let bytes = core.media().read_incoming(key, size_bytes).await.map_err(MediaError::from_storage)?;
    accept_bytes(core, key, ext, bytes).await
}

/// Bytes at the beginning of a file that tell its type.
const HEAD_BYTES: u64 = 8 * 1024;

/// Checks, cleans and writes a file.
pub(super) async fn accept_bytes(
    core: &Core,
    key: &str,
    ext: &'static str,
    bytes: Vec<u8>,
) -> Result<AcceptedFile, MediaError> {
    accept_checked(core, key, ext, check_with_memory(bytes, ext).await?).await
}

/// Writes a file that is checked and clean.
pub(super) async fn accept_checked(
    core: &Core,
    key: &str,
    ext: &'static str,
    file: CheckedFile,
) -> Result<AcceptedFile, MediaError> {
    let CheckedFile { bytes, kind, content_type, size, thumbhash, words, upload_sha256 } = file;
    let size_bytes = bytes.len() as u64;
    match core.media().write(key, bytes).await {
        Ok(()) => Ok(AcceptedFile {
            kind,
            content_type,
            size_bytes,
            size,
            thumbhash,
            cleaning: CLEANING,
            words,
            upload_sha256,
        }),
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => find_accepted(core, key, ext).await,
        Err(e) => Err(MediaError::from_storage(e)),
    }
}

/// The file of an earlier call that was interrupted before its row. It is checked again, because it may be of another
/// upload: a bucket takes one while the link is valid.
async fn find_accepted(core: &Core, key: &str, ext: &'static str) -> Result<AcceptedFile, MediaError> {
    let (size_bytes, bytes) =
        core.media().read_head(key, core.settings().max_upload_bytes()).await.map_err(MediaError::from_storage)?;
    match check_with_memory(bytes, ext).await {
        Ok(CheckedFile { kind, content_type, size, thumbhash, words, .. }) => {
            // What is found is clean, so that nothing tells any more what was uploaded.
            let upload_sha256 = None;
            Ok(AcceptedFile { kind, content_type, size_bytes, size, thumbhash, cleaning: 0, words, upload_sha256 })
        }
        Err(refused) => {
            core.media().remove(key).await?;
            Err(refused)
        }
    }
}

/// [`check::check`] within the memory limit.
async fn check_with_memory(bytes: Vec<u8>, ext: &'static str) -> Result<CheckedFile, MediaError> {
    let decoded_bytes = if types::is_captions(ext) { Some(0) } else { check::decoded_bytes(&bytes, ext).await };
    let memory = memory::reserve_for_picture(decoded_bytes, bytes.len() as u64).await?;
    let check = move || {
        let _memory = memory;
        check::check(bytes, ext)
    };
    tokio::task::spawn_blocking(check).await.map_err(|_| MediaError::Damaged)?
}
