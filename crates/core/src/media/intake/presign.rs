//! Upload links: permission to put one file, in our data folder or in the bucket.

use std::time::Duration;

use futures_util::{Stream, StreamExt};
use mwanga_store::queries;
use mwanga_store::types::Timestamp;
use tokio::io::AsyncWriteExt;

use crate::Core;
use crate::media::key::new_key;
use crate::media::{MediaError, types};

/// How long an upload link is good for, in milliseconds: an upload has to begin within it, and may take longer.
const LINK_LIFE_MS: i64 = 15 * 60_000;

/// Permission to put one file.
#[derive(Debug)]
pub struct Presigned {
    pub to: UploadTo,
    pub key: String,
}

/// Where a browser puts a file.
#[derive(Debug)]
pub enum UploadTo {
    /// Path and query on our API, below `/api`.
    Us(String),
    /// The whole address, in the bucket.
    Bucket(String),
}

/// Permits the upload of a file of this name and type under a new random key.
pub async fn presign(core: &Core, file_name: &str, content_type: &str) -> Result<Presigned, MediaError> {
    let ext = types::extension(file_name).ok_or(MediaError::Type)?;
    let (expected, _) = types::type_of(ext).ok_or(MediaError::Type)?;
    if content_type != expected {
        return Err(MediaError::Type);
    }
    let key = new_key(core, ext);
    if let Some(bucket) = core.media.bucket() {
        let url = bucket.upload_url(&key, expected, Duration::from_millis(LINK_LIFE_MS as u64)).await?;
        return Ok(Presigned { to: UploadTo::Bucket(url), key });
    }
    let expires = core.now().plus_ms(LINK_LIFE_MS).0;
    let signature = core.keys.sign("upload", &signed_text(core, &key, content_type, expires));
    Ok(Presigned { to: UploadTo::Us(format!("/uploads/{key}?expires={expires}&signature={signature}")), key })
}

/// Key, type and largest size: what a link binds.
fn signed_text(core: &Core, key: &str, content_type: &str, expires: i64) -> String {
    format!("{key}\n{content_type}\n{}\n{expires}", core.config.media.max_upload_bytes())
}

/// What an upload link says of itself.
#[derive(Debug)]
pub struct UploadClaims<'a> {
    pub key: &'a str,
    pub content_type: &'a str,
    pub expires: i64,
    pub signature: &'a str,
    /// As the client declares it.
    pub content_length: Option<u64>,
}

/// Takes the bytes of a presigned upload into the data folder; they become public only by [`record`](super::record::record). Where media lie
/// in a bucket no link leads here.
pub async fn upload<E>(
    core: &Core,
    claims: UploadClaims<'_>,
    body: impl Stream<Item = Result<bytes::Bytes, E>>,
) -> Result<(), MediaError> {
    let UploadClaims { key, content_type, expires, signature, content_length } = claims;
    if core.now() > Timestamp(expires)
        || !core.keys.verify("upload", &signed_text(core, key, content_type, expires), signature)
    {
        return Err(MediaError::Link);
    }
    let folder = core.media.folder().ok_or(MediaError::Link)?;
    let max = core.config.media.max_upload_bytes();
    if content_length.is_some_and(|length| length > max) {
        return Err(MediaError::TooLarge);
    }
    let to = folder.incoming_path(key);
    let exists = tokio::fs::try_exists(&to).await? || queries::media::by_key(core.store.reader(), key).await?.is_some();
    let mut body = std::pin::pin!(body);
    let mut written = 0u64;
    if exists {
        // Read to its end all the same: who is answered in the midst of sending is often told of a broken connection
        // alone, and would not learn that the first try arrived.
        while let Some(Ok(chunk)) = body.next().await {
            written += chunk.len() as u64;
            if written > max {
                break;
            }
        }
        return Err(MediaError::Exists);
    }
    let mut scratch = folder.scratch().await?;
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| MediaError::BrokeOff)?;
        written += chunk.len() as u64;
        if written > max {
            return Err(MediaError::TooLarge);
        }
        scratch.file.write_all(&chunk).await?;
    }
    if content_length.is_some_and(|length| length != written) {
        return Err(MediaError::BrokeOff);
    }
    folder.keep(scratch, &to).await.map_err(already_there)
}

fn already_there(error: std::io::Error) -> MediaError {
    if error.kind() == std::io::ErrorKind::AlreadyExists { MediaError::Exists } else { MediaError::Disk(error) }
}
