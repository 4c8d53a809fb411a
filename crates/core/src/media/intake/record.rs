//! Recording a file: the row by which it is known and served.

use mwanga_jobs::Job;
use mwanga_store::entities::{import_record, media_item};
use mwanga_store::types::{AccountId, MediaKind, PostId};
use mwanga_store::{StoreError, queries};
use sea_orm::{NotSet, Set};

use super::accept::{Accepted, accept_bytes, accept_upload};
use super::thumbhash;
use crate::Core;
use crate::changes::{self, Tags};
use crate::fold::{one_line, search_words};
use crate::idempotency::Claim;
use crate::media::key::{key_of, new_key};
use crate::media::library::TEXT_CHARS;
use crate::media::video::{BROWSER_FIRST_MS, DrawFrame};
use crate::media::{MediaError, types};

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
    let key = key_of(file_url, core.config.base()).ok_or(MediaError::NotFound)?;
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
    let (alt, caption) = (line(&words.alt, TEXT_CHARS), line(&words.caption, TEXT_CHARS));
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
        blur: Set(thumbhash.as_deref().map(thumbhash::blur)),
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
    let ext = types::extension(&words.file_name).ok_or(MediaError::Type)?;
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
        Some(id) => queries::media::get(db, id).await,
        None => Ok(None),
    }
}
