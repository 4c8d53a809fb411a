use std::path::Path;
use std::sync::LazyLock;

use futures_util::{Stream, StreamExt};
use mwanga_store::entities::{import_record, media_item};
use mwanga_store::types::{AccountId, MediaId, MediaKind, PostId, Timestamp};
use mwanga_store::{StoreError, queries};
use sea_orm::{NotSet, Set};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Semaphore;

use super::PREFIX;
use super::captions;
use super::check::{self, Checked};
use crate::changes::{self, Tags};
use crate::fold::search_words;
use crate::{Core, posts, secrets};

#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    #[error("the file's name, type and content do not agree, or we do not take its type")]
    Type,
    #[error("the picture cannot be read")]
    Damaged,
    #[error("the file is too large")]
    TooLarge,
    /// The upload link was changed or is too old.
    #[error("the upload link does not hold")]
    Link,
    /// The key of this link was used before.
    #[error("there is a file already")]
    Exists,
    #[error("no such file")]
    NotFound,
    #[error("the upload broke off")]
    BrokeOff,
    #[error("disk: {0}")]
    Disk(#[from] std::io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How long an upload link is good for, in milliseconds: an hour, for slow lines.
const LINK_LIFE_MS: i64 = 3_600_000;
/// Pictures being decoded at once; each may take 256 MB.
pub(super) static DECODING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// Permission to put one file.
#[derive(Debug)]
pub struct Presigned {
    /// Path and query on our API, below `/api`.
    pub path: String,
    pub key: String,
}

/// Permits the upload of a file of this name and type under a new random key.
pub fn presign(core: &Core, file_name: &str, content_type: &str) -> Result<Presigned, MediaError> {
    let ext = check::extension(file_name).ok_or(MediaError::Type)?;
    let (expected, _) = check::type_of(ext).ok_or(MediaError::Type)?;
    if content_type != expected {
        return Err(MediaError::Type);
    }
    let key = new_key(core, ext);
    let expires = core.now().plus_ms(LINK_LIFE_MS).0;
    let signature = secrets::sign(&core.config.secret_key, "upload", &signed_text(core, &key, content_type, expires));
    Ok(Presigned { path: format!("/uploads/{key}?expires={expires}&signature={signature}"), key })
}

/// Key, type and largest size: what a link binds.
fn signed_text(core: &Core, key: &str, content_type: &str, expires: i64) -> String {
    format!("{key}\n{content_type}\n{}\n{expires}", core.config.max_upload_bytes())
}

/// What an upload link says of itself.
#[derive(Debug)]
pub struct Delivered<'a> {
    pub key: &'a str,
    pub content_type: &'a str,
    pub expires: i64,
    pub signature: &'a str,
    /// As the client declares it.
    pub content_length: Option<u64>,
}

/// Takes the bytes of a presigned upload; they become public only by [`record`].
pub async fn upload<E>(core: &Core, delivered: Delivered<'_>, body: impl Stream<Item = Result<bytes::Bytes, E>>) -> Result<(), MediaError> {
    let Delivered { key, content_type, expires, signature, content_length } = delivered;
    if core.now() > Timestamp(expires) || !secrets::verify(&core.config.secret_key, "upload", &signed_text(core, key, content_type, expires), signature) {
        return Err(MediaError::Link);
    }
    let max = core.config.max_upload_bytes();
    if content_length.is_some_and(|length| length > max) {
        return Err(MediaError::TooLarge);
    }
    let to = core.media.incoming_path(key);
    if tokio::fs::try_exists(&to).await? || queries::media::by_key(core.store.reader(), key).await?.is_some() {
        return Err(MediaError::Exists);
    }
    let mut scratch = core.media.scratch().await?;
    let mut written = 0u64;
    let mut body = std::pin::pin!(body);
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
    core.media.keep(scratch, &to).await.map_err(already_there)
}

fn already_there(error: std::io::Error) -> MediaError {
    if error.kind() == std::io::ErrorKind::AlreadyExists { MediaError::Exists } else { MediaError::Disk(error) }
}

/// The gate: checks an uploaded file, writes its clean bytes where they are served, and knows it from now on.
///
/// A second call for the same file, also at the same time, only files it under another post. `file_url` may be absolute or relative. `file_name` is what its
/// owner calls it; without one it is called as it lies there.
pub async fn record(core: &Core, by: AccountId, file_url: &str, file_name: Option<&str>, post: Option<PostId>) -> Result<media_item::Model, MediaError> {
    let key = posts::media_key(file_url, core.config.base()).ok_or(MediaError::NotFound)?;
    let post = match post {
        Some(id) if queries::posts::get(core.store.reader(), id).await?.is_none() => None,
        other => other,
    };
    let item = match queries::media::by_key(core.store.reader(), &key).await? {
        Some(item) => item,
        None => match accept_upload(core, &key).await {
            Ok(accepted) => {
                let item = insert(core, &key, accepted, file_name.unwrap_or_else(|| key.rsplit('/').next().unwrap_or(&key)), Some(by)).await?;
                core.media.forget_incoming(&key).await;
                item
            }
            // A call at the same time may have recorded it and taken the upload away.
            Err(MediaError::NotFound) => queries::media::by_key(core.store.reader(), &key).await?.ok_or(MediaError::NotFound)?,
            Err(refused) => {
                if matches!(refused, MediaError::Type | MediaError::Damaged) {
                    core.media.forget_incoming(&key).await;
                }
                return Err(refused);
            }
        },
    };
    match post {
        Some(post) => {
            queries::media::set_post(core.store.writer(), item.id, post).await?;
            Ok(media_item::Model { post_id: Some(post), ..item })
        }
        None => Ok(item),
    }
}

/// A file that lies where it is served, and waits for its row.
struct Accepted {
    kind: MediaKind,
    content_type: &'static str,
    size_bytes: u64,
    size: Option<(u32, u32)>,
    thumbhash: Option<String>,
}

async fn accept_upload(core: &Core, key: &str) -> Result<Accepted, MediaError> {
    let ext = check::extension(key).ok_or(MediaError::NotFound)?;
    let incoming = core.media.incoming_path(key);
    let size_bytes = tokio::fs::metadata(&incoming).await.map_err(not_there)?.len();
    if size_bytes > core.config.max_upload_bytes() || (check::kind(key) == MediaKind::Captions && size_bytes > captions::MAX_BYTES) {
        return Err(MediaError::TooLarge);
    }
    if let Some((content_type, MediaKind::Video)) = check::type_of(ext) {
        // A video is only looked at where it says what it is, and never read whole.
        let mut head = Vec::new();
        tokio::fs::File::open(&incoming).await.map_err(not_there)?.take(HEAD_BYTES).read_to_end(&mut head).await?;
        check::agrees(&head, ext)?;
        kept(core.media.keep_incoming(key).await)?;
        return Ok(Accepted { kind: MediaKind::Video, content_type, size_bytes, size: None, thumbhash: None });
    }
    let _permit = DECODING.acquire().await.map_err(|_| MediaError::Damaged)?;
    let bytes = tokio::fs::read(&incoming).await.map_err(not_there)?;
    accept_bytes(core, key, ext, bytes).await
}

/// Where a file says what it is.
const HEAD_BYTES: u64 = 8 * 1024;

/// Checks bytes and writes what is left of them. The caller holds a permit of [`DECODING`].
async fn accept_bytes(core: &Core, key: &str, ext: &'static str, bytes: Vec<u8>) -> Result<Accepted, MediaError> {
    let Checked { bytes, kind, content_type, size, thumbhash } =
        tokio::task::spawn_blocking(move || check::check(bytes, ext)).await.map_err(|_| MediaError::Damaged)??;
    let mut scratch = core.media.scratch().await?;
    scratch.file.write_all(&bytes).await?;
    kept(core.media.keep(scratch, &core.media.path(key)).await)?;
    Ok(Accepted { kind, content_type, size_bytes: bytes.len() as u64, size, thumbhash })
}

/// An earlier call may have been ended between file and row; the bytes are the same.
pub(super) fn kept(outcome: std::io::Result<()>) -> Result<(), MediaError> {
    match outcome {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map_err(not_there),
    }
}

fn not_there(error: std::io::Error) -> MediaError {
    if error.kind() == std::io::ErrorKind::NotFound { MediaError::NotFound } else { MediaError::Disk(error) }
}

/// The row of a file that lies there already: a file without a row is never served, a row without a file never exists.
async fn insert(core: &Core, key: &str, accepted: Accepted, file_name: &str, by: Option<AccountId>) -> Result<media_item::Model, MediaError> {
    let Accepted { kind, content_type, size_bytes, size, thumbhash } = accepted;
    let row = media_item::ActiveModel {
        id: NotSet,
        object_key: Set(key.to_owned()),
        kind: Set(kind),
        content_type: Set(content_type.to_owned()),
        size_bytes: Set(size_bytes as i64),
        width: Set(size.map(|(width, _)| width as i32)),
        height: Set(size.map(|(_, height)| height as i32)),
        file_name: Set(file_name.chars().take(200).collect()),
        alt: Set(String::new()),
        search_name: Set(search_words(file_name)),
        thumbhash: Set(thumbhash),
        credit: Set(String::new()),
        caption: Set(String::new()),
        poster_key: Set(None),
        captions_key: Set(None),
        post_id: Set(None),
        account_id: Set(by),
        created_at: Set(core.now()),
    };
    let tx = core.store.begin().await?;
    match queries::media::insert(&tx, row).await {
        Ok(item) => {
            let mut tags = Tags::default();
            tags.add(changes::medium(item.id));
            core.commit(tx, tags).await?;
            Ok(item)
        }
        Err(StoreError::Conflict(_)) => {
            drop(tx);
            queries::media::by_key(core.store.reader(), key).await?.ok_or(MediaError::NotFound)
        }
        Err(e) => Err(e.into()),
    }
}

/// A key that nobody can guess and nothing has.
fn new_key(core: &Core, ext: &str) -> String {
    let day = core.now().nairobi_day();
    format!("{}/{}/{}.{ext}", &day[..4], &day[5..7], secrets::random_name(20).to_lowercase())
}

/// Brings in a file that did not come through an upload link: an importer's or the demo's. A second call answers the first one's item.
pub async fn import_file(core: &Core, external_key: &str, file_name: &str, bytes: Vec<u8>) -> Result<media_item::Model, MediaError> {
    if let Some(item) = imported(core, external_key).await? {
        return Ok(item);
    }
    if bytes.len() as u64 > core.config.max_upload_bytes() {
        return Err(MediaError::TooLarge);
    }
    let ext = check::extension(file_name).ok_or(MediaError::Type)?;
    let key = new_key(core, ext);
    let accepted = {
        let _permit = DECODING.acquire().await.map_err(|_| MediaError::Damaged)?;
        accept_bytes(core, &key, ext, bytes).await?
    };
    let item = insert(core, &key, accepted, file_name, None).await?;
    let row = import_record::ActiveModel {
        external_key: Set(external_key.to_owned()),
        post_id: Set(None),
        media_id: Set(Some(item.id)),
        revision: Set(0),
        created_at: Set(core.now()),
    };
    match queries::imports::insert(core.store.writer(), row).await {
        Ok(()) | Err(StoreError::Conflict(_)) => Ok(item),
        Err(e) => Err(e.into()),
    }
}

/// The item of an earlier import.
async fn imported(core: &Core, external_key: &str) -> Result<Option<media_item::Model>, StoreError> {
    let db = core.store.reader();
    match queries::imports::get(db, external_key).await?.and_then(|record| record.media_id) {
        Some(id) => item(core, id).await,
        None => Ok(None),
    }
}

async fn item(core: &Core, id: MediaId) -> Result<Option<media_item::Model>, StoreError> {
    queries::media::get(core.store.reader(), id).await
}

/// The public file behind a key.
pub async fn find(core: &Core, key: &str) -> Result<Option<media_item::Model>, StoreError> {
    if !is_key(key) {
        return Ok(None);
    }
    queries::media::by_key(core.store.reader(), key).await
}

fn is_key(key: &str) -> bool {
    Path::new(key).components().all(|part| matches!(part, std::path::Component::Normal(_))) && posts::media_key(key, "\0").as_deref() == Some(key)
}

/// The items of those of `keys` that were recorded.
pub async fn known(core: &Core, keys: &[String]) -> Result<Vec<media_item::Model>, StoreError> {
    queries::media::by_keys(core.store.reader(), keys).await
}

/// The address that readers use.
pub fn url(key: &str) -> String {
    format!("{PREFIX}{key}")
}
