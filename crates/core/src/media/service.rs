use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use futures_util::{Stream, StreamExt};
use mwanga_jobs::Job;
use mwanga_store::entities::{import_record, media_item};
use mwanga_store::types::{AccountId, MediaId, MediaKind, PostId, Timestamp};
use mwanga_store::{StoreError, queries};
use sea_orm::{NotSet, Set};
use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::PREFIX;
use super::captions;
use super::check::{self, Checked};
use super::frame::{BROWSER_FIRST_MS, DrawFrame};
use super::store::Incoming;
use super::stored_metadata::CLEANING;
use crate::changes::{self, Tags};
use crate::fold::{one_line, search_words};
use crate::idempotency::Claim;
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

/// How long an upload link is good for, in milliseconds: an upload has to begin within it, and may take longer.
const LINK_LIFE_MS: i64 = 15 * 60_000;
/// MB that pictures in work take together, one that needs more than all of it by itself.
const ROOM_MB: u32 = 180;
static ROOM: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(ROOM_MB as usize));
/// MB of uploads that are read at once, likewise. Of its own: a bucket that hangs must not hold up the copies of
/// pictures that are here.
static READING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(ROOM_MB as usize));

fn mb(bytes: u64) -> u32 {
    u32::try_from(bytes >> 20).map_or(ROOM_MB, |mb| (mb + 1).min(ROOM_MB))
}

/// Waits until there is memory to work on a picture of so many bytes, decoded and as a file. Held until that is done.
pub(super) async fn room(decoded_bytes: Option<u64>, file_bytes: u64) -> Result<SemaphorePermit<'static>, MediaError> {
    // One that is turned or made smaller is there twice for a moment; its file as it came, cleaned, and on its way out.
    let bytes = decoded_bytes.map_or(u64::MAX, |decoded| decoded.saturating_mul(2).saturating_add(file_bytes * 3));
    ROOM.acquire_many(mb(bytes)).await.map_err(|_| MediaError::Damaged)
}

/// [`room`] for a recorded picture.
pub(super) async fn room_for(item: &media_item::Model) -> Result<SemaphorePermit<'static>, MediaError> {
    let pixels = item
        .width
        .zip(item.height)
        .map(|(width, height)| width.unsigned_abs() as u64 * u64::from(height.unsigned_abs()));
    room(pixels.map(|pixels| pixels * 4), item.size_bytes.unsigned_abs()).await
}

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
    let ext = check::extension(file_name).ok_or(MediaError::Type)?;
    let (expected, _) = check::type_of(ext).ok_or(MediaError::Type)?;
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

/// Takes the bytes of a presigned upload into the data folder; they become public only by [`record`]. Where media lie
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

/// The gate: checks an uploaded file, writes its clean bytes where they are served, and knows it from now on.
///
/// A second call for the same file, also at the same time, only files it under another post. `file_url` may be absolute
/// or relative. `file_name` is what its owner calls it; without one it is called as it lies there.
pub async fn record(
    core: &Core,
    by: AccountId,
    file_url: &str,
    file_name: Option<&str>,
    post: Option<PostId>,
    claim: &Claim,
) -> Result<media_item::Model, MediaError> {
    let key = posts::media_key(file_url, core.config.base()).ok_or(MediaError::NotFound)?;
    let post = match post {
        Some(id) if queries::posts::get(core.store.reader(), id).await?.is_none() => None,
        other => other,
    };
    let item = match queries::media::by_key(core.store.reader(), &key).await? {
        Some(item) => item,
        None => match accept_upload(core, &key).await {
            Ok(accepted) => {
                let file_name = file_name.unwrap_or_else(|| key.rsplit('/').next().unwrap_or(&key)).to_owned();
                let item =
                    insert(core, &key, accepted, &FileWords { file_name, ..FileWords::default() }, Some(by), claim)
                        .await?;
                core.media.forget_incoming(&key).await;
                item
            }
            // A call at the same time may have recorded it and taken the upload away.
            Err(MediaError::NotFound) => {
                queries::media::by_key(core.store.reader(), &key).await?.ok_or(MediaError::NotFound)?
            }
            Err(refused) => {
                if matches!(refused, MediaError::Type | MediaError::Damaged | MediaError::TooLarge) {
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

/// A recorded file.
pub async fn get(core: &Core, id: MediaId) -> Result<Option<media_item::Model>, MediaError> {
    Ok(queries::media::get(core.store.reader(), id).await?)
}

/// A file that lies where it is served, and waits for its row.
struct Accepted {
    kind: MediaKind,
    content_type: &'static str,
    size_bytes: u64,
    size: Option<(u32, u32)>,
    thumbhash: Option<String>,
    cleaning: i32,
}

async fn accept_upload(core: &Core, key: &str) -> Result<Accepted, MediaError> {
    let ext = check::extension(key).ok_or(MediaError::NotFound)?;
    let max = if check::is_captions(ext) { captions::MAX_BYTES } else { core.config.media.max_upload_bytes() };
    let Incoming { size_bytes, .. } = core.media.incoming(key).await.map_err(not_there)?;
    if size_bytes > max {
        return Err(MediaError::TooLarge);
    }
    if size_bytes == 0 {
        return Err(MediaError::Type);
    }
    if let Some((content_type, MediaKind::Video)) = check::type_of(ext) {
        // A video is only looked at where it says what it is, and never read whole.
        check::agrees(&core.media.read_incoming(key, HEAD_BYTES).await.map_err(not_there)?, size_bytes, ext)?;
        // An earlier call may have been ended between file and row, and left the same file; an earlier version left it
        // as it came.
        let cleaning = match core.media.keep_video(key, ext).await {
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => 0,
            outcome => outcome.map(|()| CLEANING).map_err(not_there)?,
        };
        // What counts is what lies there now: a bucket takes a second upload while its link is good.
        let (size_bytes, head) = core.media.look_at(key, HEAD_BYTES).await.map_err(not_there)?;
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
    let _reading = READING.acquire_many(mb(size_bytes)).await.map_err(|_| MediaError::Damaged)?;
    let bytes = core.media.read_incoming(key, size_bytes).await.map_err(not_there)?;
    accept_bytes(core, key, ext, bytes).await
}

/// Where a file says what it is.
const HEAD_BYTES: u64 = 8 * 1024;

/// Checks bytes and writes what is left of them.
async fn accept_bytes(core: &Core, key: &str, ext: &'static str, bytes: Vec<u8>) -> Result<Accepted, MediaError> {
    let Checked { bytes, kind, content_type, size, thumbhash } = checked(bytes, ext).await?;
    let size_bytes = bytes.len() as u64;
    match core.media.write(key, bytes).await {
        Ok(()) => Ok(Accepted { kind, content_type, size_bytes, size, thumbhash, cleaning: CLEANING }),
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => already_accepted(core, key, ext).await,
        Err(e) => Err(not_there(e)),
    }
}

/// What an earlier call wrote that was ended before its row. It may have been another upload: in a bucket it can be
/// replaced while its link is good.
async fn already_accepted(core: &Core, key: &str, ext: &'static str) -> Result<Accepted, MediaError> {
    let (size_bytes, bytes) = core.media.look_at(key, core.config.media.max_upload_bytes()).await.map_err(not_there)?;
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
    let decoded_bytes = if check::is_captions(ext) { Some(0) } else { check::decoded_bytes(&bytes, ext).await };
    let room = room(decoded_bytes, bytes.len() as u64).await?;
    let check = move || {
        let _room = room;
        check::check(bytes, ext)
    };
    tokio::task::spawn_blocking(check).await.map_err(|_| MediaError::Damaged)?
}

/// An earlier call may have been ended between file and row, and left the same file.
pub(super) fn kept(outcome: std::io::Result<()>) -> Result<(), MediaError> {
    match outcome {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map_err(not_there),
    }
}

fn not_there(error: std::io::Error) -> MediaError {
    match error.kind() {
        std::io::ErrorKind::NotFound => MediaError::NotFound,
        std::io::ErrorKind::InvalidData => MediaError::Type,
        _ => MediaError::Disk(error),
    }
}

/// The row of a file that lies there already: a file without a row is never served, a row without a file never exists.
async fn insert(
    core: &Core,
    key: &str,
    accepted: Accepted,
    words: &FileWords,
    by: Option<AccountId>,
    claim: &Claim,
) -> Result<media_item::Model, MediaError> {
    let Accepted { kind, content_type, size_bytes, size, thumbhash, cleaning } = accepted;
    let line = |text: &str, most: usize| one_line(text).chars().take(most).collect::<String>();
    let file_name = line(&words.file_name, 200);
    let (alt, caption) =
        (line(&words.alt, super::library::TEXT_CHARS), line(&words.caption, super::library::TEXT_CHARS));
    let row = media_item::ActiveModel {
        id: NotSet,
        object_key: Set(key.to_owned()),
        kind: Set(kind),
        content_type: Set(content_type.to_owned()),
        size_bytes: Set(size_bytes as i64),
        width: Set(size.map(|(width, _)| width as i32)),
        height: Set(size.map(|(_, height)| height as i32)),
        search_name: Set(search_words(&format!("{file_name} {alt} {caption}"))),
        indexed_name: NotSet,
        file_name: Set(file_name),
        alt: Set(alt),
        blur: Set(thumbhash.as_deref().map(super::thumbhash::blur)),
        thumbhash: Set(thumbhash),
        credit: Set(String::new()),
        caption: Set(caption),
        poster_key: Set(None),
        captions_key: Set(None),
        is_public: Set(false),
        cleaning: Set(cleaning),
        post_id: Set(None),
        account_id: Set(by),
        created_at: Set(core.now()),
    };
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    match queries::media::insert(&tx, row).await {
        Ok(item) => {
            claim.set_created(&tx, item.id.0).await?;
            let mut tags = Tags::default();
            tags.add(changes::media_item(item.id));
            if kind == MediaKind::Video && core.config.media.ffmpeg.is_some() {
                let now = core.now();
                DrawFrame { media_id: item.id }.enqueue_at(&tx, now.plus_ms(BROWSER_FIRST_MS), now).await?;
            }
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

/// What a file that is brought in says of itself. Line ends become blanks, and what is longer than the library takes is
/// cut.
#[derive(Clone, Debug, Default)]
pub struct FileWords {
    pub file_name: String,
    /// Plain text.
    pub alt: String,
    /// Plain text.
    pub caption: String,
}

/// Brings in a file that did not come through an upload link: an importer's or the demo's. A second call answers the
/// first one's item.
pub async fn import_file(
    core: &Core,
    external_key: &str,
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<media_item::Model, MediaError> {
    import_described_file(
        core,
        external_key,
        &FileWords { file_name: file_name.to_owned(), ..FileWords::default() },
        bytes,
    )
    .await
}

/// [`import_file`], with what is said of the file. A second call answers the first one's item with the words it has by
/// then.
pub async fn import_described_file(
    core: &Core,
    external_key: &str,
    words: &FileWords,
    bytes: Vec<u8>,
) -> Result<media_item::Model, MediaError> {
    if let Some(item) = imported(core, external_key).await? {
        return Ok(item);
    }
    if bytes.len() as u64 > core.config.media.max_upload_bytes() {
        return Err(MediaError::TooLarge);
    }
    let ext = check::extension(&words.file_name).ok_or(MediaError::Type)?;
    let key = new_key(core, ext);
    let accepted = accept_bytes(core, &key, ext, bytes).await?;
    let item = insert(core, &key, accepted, words, None, &Claim::none()).await?;
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

/// The recorded file behind a key.
pub async fn find(core: &Core, key: &str) -> Result<Option<media_item::Model>, StoreError> {
    if !is_key(key) {
        return Ok(None);
    }
    queries::media::by_key(core.store.reader(), key).await
}

fn is_key(key: &str) -> bool {
    Path::new(key).components().all(|part| matches!(part, std::path::Component::Normal(_)))
        && posts::media_key(key, "\0").as_deref() == Some(key)
}

/// The items of those of `keys` that were recorded.
pub async fn known(core: &Core, keys: &[String]) -> Result<Vec<media_item::Model>, StoreError> {
    queries::media::by_keys(core.store.reader(), keys).await
}

/// The address that readers use.
pub fn url(key: &str) -> String {
    format!("{PREFIX}{key}")
}
