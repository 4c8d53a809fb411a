//! Presigned upload links, to the data folder or the bucket.

use std::time::Duration;

use futures_util::{Stream, StreamExt};
use mwanga_store::types::{SessionKind, Timestamp};
use mwanga_store::{StoreResult, queries};
use tokio::io::AsyncWriteExt;

use crate::Core;
use crate::media::key::new_key;
use crate::media::{MediaError, types};

/// Lifetime of an upload link in milliseconds: an upload has to begin within it.
const LINK_LIFETIME_MS: i64 = 15 * 60_000;

/// A presigned upload of one file.
#[derive(Debug)]
pub struct PresignedUpload {
    pub target: UploadTarget,
    pub key: String,
}

/// Target of an upload.
#[derive(Debug)]
pub enum UploadTarget {
    /// Path and query of the API, below `/api`.
    Api(String),
    /// A URL of the bucket.
    Bucket(String),
}

/// Creates an upload link for a file of this name and type, under a new random key. One to the data folder ends with
/// the session that asked for it.
pub async fn presign(
    core: &Core,
    session_id: &str,
    file_name: &str,
    content_type: &str,
) -> Result<PresignedUpload, MediaError> {
    let ext = types::extension(file_name).ok_or(MediaError::Type)?;
    let (expected, _) = types::type_of(ext).ok_or(MediaError::Type)?;
    if content_type != expected {
        return Err(MediaError::Type);
    }
    let key = new_key(core, ext);
    if let Some(bucket) = core.media().bucket() {
        let url = bucket.upload_url(&key, expected, Duration::from_millis(LINK_LIFETIME_MS as u64)).await?;
        return Ok(PresignedUpload { target: UploadTarget::Bucket(url), key });
    }
    let expires = core.now().plus_ms(LINK_LIFETIME_MS).0;
    let signature = core.keys.sign("upload", &signed_text_of(core, session_id, &key, content_type, expires));
    let path = format!("/uploads/{key}?expires={expires}&session={session_id}&signature={signature}");
    Ok(PresignedUpload { target: UploadTarget::Api(path), key })
}

/// The signed parts of a link: session, key, type, largest size and expiry.
fn signed_text_of(core: &Core, session_id: &str, key: &str, content_type: &str, expires: i64) -> String {
    format!("{session_id}\n{}", signed_text(core, key, content_type, expires))
}

fn signed_text(core: &Core, key: &str, content_type: &str, expires: i64) -> String {
    format!("{key}\n{content_type}\n{}\n{expires}", core.settings().max_upload_bytes())
}

async fn is_open_for_staff(core: &Core, session_id: &str) -> StoreResult<bool> {
    let live = queries::sessions::get_live(core.store.reader(), session_id, core.now()).await?;
    Ok(live.is_some_and(|(session, account)| session.kind == SessionKind::Staff && account.role.is_staff()))
}

/// The claims of an upload link.
#[derive(Debug)]
pub struct UploadClaims<'a> {
    pub key: &'a str,
    pub content_type: &'a str,
    pub expires: i64,
    /// Of the account that asked for the link.
    pub session_id: &'a str,
    pub signature: &'a str,
    /// As the client declares it.
    pub content_length: Option<u64>,
}

/// Writes a presigned upload into the data folder; it becomes public only by [`record`](super::record::record). With a
/// bucket, browsers upload there directly.
pub async fn upload<E>(
    core: &Core,
    claims: UploadClaims<'_>,
    body: impl Stream<Item = Result<bytes::Bytes, E>>,
) -> Result<(), MediaError> {
    let UploadClaims { key, content_type, expires, session_id, signature, content_length } = claims;
    let text = match session_id {
        // Of the version before, which signed none.
        "" => signed_text(core, key, content_type, expires),
        _ => signed_text_of(core, session_id, key, content_type, expires),
    };
    if core.now() > Timestamp(expires) || !core.keys.verify("upload", &text, signature) {
        return Err(MediaError::InvalidLink);
    }
    if !session_id.is_empty() && !is_open_for_staff(core, session_id).await? {
        return Err(MediaError::InvalidLink);
    }
    let folder = core.media().folder().ok_or(MediaError::InvalidLink)?;
    let max = core.settings().max_upload_bytes();
    if content_length.is_some_and(|length| length > max) {
        return Err(MediaError::TooLarge);
    }
    let to = folder.incoming_path(key);
    let exists = tokio::fs::try_exists(&to).await? || queries::media::by_key(core.store.reader(), key).await?.is_some();
    let mut body = std::pin::pin!(body);
    let mut written = 0u64;
    if exists {
        // Read to its end, because a client that gets its answer while sending often sees only a broken connection.
        while let Some(Ok(chunk)) = body.next().await {
            written += chunk.len() as u64;
            if written > max {
                break;
            }
        }
        return Err(MediaError::Exists);
    }
    let mut temp_file = folder.temp_file().await?;
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| MediaError::Interrupted)?;
        written += chunk.len() as u64;
        if written > max {
            return Err(MediaError::TooLarge);
        }
        temp_file.file.write_all(&chunk).await?;
    }
    if content_length.is_some_and(|length| length != written) {
        return Err(MediaError::Interrupted);
    }
    folder.commit(temp_file, &to).await.map_err(to_upload_error)
}

fn to_upload_error(error: std::io::Error) -> MediaError {
    if error.kind() == std::io::ErrorKind::AlreadyExists { MediaError::Exists } else { MediaError::Disk(error) }
}
