//! Recording a file: creates the row by which it is found and served.

use mwanga_jobs::Job;
use mwanga_store::entities::media_item;
use mwanga_store::types::{AccountId, MediaKind, PostId};
use mwanga_store::{StoreError, queries};
use sea_orm::{NotSet, Set};

use super::accept::{AcceptedFile, accept_bytes, accept_checked, accept_upload};
use super::check::CheckedFile;
use super::thumbhash;
use crate::Core;
use crate::changes::{self, Tags};
use crate::fold::{one_line, search_words};
use crate::html::letters;
use crate::idempotency::Claim;
use crate::media::key::{key_of, new_key};
use crate::media::video::{BROWSER_FIRST_MS, DrawFrame};
use crate::media::{CREDIT_CHARS, MediaError, TEXT_CHARS, types};
use crate::writer::Writer;

/// Accepts and records an uploaded file, which makes it public.
///
/// A second call for the same file, also a concurrent one, only sets the post. `file_url` may be absolute or relative.
/// `file_name` is the original name; the default is the last part of the key.
pub async fn record(
    core: &Core,
    by: Writer,
    file_url: &str,
    file_name: Option<&str>,
    post: Option<PostId>,
    claim: &Claim,
) -> Result<media_item::Model, MediaError> {
    let key = key_of(file_url, core.config.base()).ok_or(MediaError::NotFound)?;
    // A post that is gone, or that this writer may not see, takes no file.
    let post = match post {
        Some(id) => queries::posts::get(core.store.reader(), id).await?.filter(|post| by.may_read(post)),
        None => None,
    };
    let item = match queries::media::by_key(core.store.reader(), &key).await? {
        Some(item) => item,
        None => match accept_upload(core, &key).await {
            Ok(accepted) => {
                let file_name = file_name.unwrap_or_else(|| key.rsplit('/').next().unwrap_or(&key)).to_owned();
                let item = insert(
                    core,
                    &key,
                    accepted,
                    &FileDescription { file_name, ..FileDescription::default() },
                    Some(by.account_id),
                    Once::Upload(claim),
                )
                .await?;
                core.media().remove_incoming(&key).await;
                item
            }
            // A concurrent call may have recorded it and deleted the upload.
            Err(MediaError::NotFound) => {
                queries::media::by_key(core.store.reader(), &key).await?.ok_or(MediaError::NotFound)?
            }
            Err(refused) => {
                if matches!(refused, MediaError::Type | MediaError::Damaged | MediaError::TooLarge) {
                    core.media().remove_incoming(&key).await;
                }
                return Err(refused);
            }
        },
    };
    match post {
        Some(post) if by.may_change_file(&item) => {
            queries::media::set_post(core.store.writer(), item.id, post.id).await?;
            Ok(media_item::Model { post_id: Some(post.id), ..item })
        }
        _ => Ok(item),
    }
}

/// What a second row of the same file is refused by.
enum Once<'a> {
    Upload(&'a Claim),
    /// The external key of an import.
    Import(&'a str),
}

/// Inserts the row of an accepted file. The file comes first: one without a row is never served.
async fn insert(
    core: &Core,
    key: &str,
    accepted: AcceptedFile,
    description: &FileDescription,
    by: Option<AccountId>,
    once: Once<'_>,
) -> Result<media_item::Model, MediaError> {
    let row = new_row(core, key, accepted, description, by);
    let tx = core.store.begin().await?;
    if let Once::Upload(claim) = once {
        claim.take(core, &tx).await?;
    }
    match queries::media::insert(&tx, row).await {
        Ok(item) => {
            match once {
                Once::Upload(claim) => claim.set_created(&tx, item.id.0).await?,
                Once::Import(external_key) => {
                    if !queries::imports::insert_media(&tx, external_key, item.id, core.now()).await? {
                        drop(tx);
                        return find_imported(core, external_key).await?.ok_or(MediaError::NotFound);
                    }
                }
            }
            let mut tags = Tags::default();
            tags.add(changes::media_item(item.id));
            if item.kind == MediaKind::Video && core.config.media.ffmpeg.is_some() {
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

/// The row of a file. What nobody described is filled by what the file says of itself.
fn new_row(
    core: &Core,
    key: &str,
    accepted: AcceptedFile,
    description: &FileDescription,
    by: Option<AccountId>,
) -> media_item::ActiveModel {
    let AcceptedFile { kind, content_type, size_bytes, size, thumbhash, cleaning, words, upload_sha256 } = accepted;
    let settings = core.settings();
    let or = |described: &str, of_file: &str| {
        let chosen = if described.trim().is_empty() { of_file } else { described };
        chosen.to_owned()
    };
    let line = |text: &str, max_chars: usize| letters::cut(&one_line(text), max_chars).to_owned();
    let file_name = line(&description.file_name, 200);
    let alt = line(&or(&description.alt, words.alt(&settings.site.language)), TEXT_CHARS);
    let caption = line(&or(&description.caption, words.caption(&settings.site.language)), TEXT_CHARS);
    let credit = line(&words.credit(), CREDIT_CHARS);
    media_item::ActiveModel {
        id: NotSet,
        object_key: Set(key.to_owned()),
        kind: Set(kind),
        content_type: Set(content_type.to_owned()),
        size_bytes: Set(size_bytes as i64),
        width: Set(size.map(|(width, _)| width as i32)),
        height: Set(size.map(|(_, height)| height as i32)),
        search_name: Set(search_words(&format!("{file_name} {alt} {caption} {credit}"))),
        indexed_name: NotSet,
        file_name: Set(file_name),
        alt: Set(alt),
        blur: Set(thumbhash.as_deref().map(thumbhash::blur)),
        thumbhash: Set(thumbhash),
        credit: Set(credit),
        caption: Set(caption),
        poster_key: Set(None),
        captions_key: Set(None),
        is_public: Set(false),
        cleaning: Set(cleaning),
        focal_x: Set(None),
        focal_y: Set(None),
        upload_sha256: Set(upload_sha256),
        post_id: Set(None),
        account_id: Set(by),
        created_at: Set(core.now()),
    }
}

/// Description of an imported file. Line breaks become spaces, and longer texts than the library allows are cut.
#[derive(Clone, Debug, Default)]
pub struct FileDescription {
    pub file_name: String,
    /// Plain text.
    pub alt: String,
    /// Plain text.
    pub caption: String,
    /// The member of the newsroom who uploaded it; none: the editors.
    pub uploaded_by: Option<AccountId>,
}

/// Imports a file without an upload link, for importers and the demo. A second call returns the row of the first.
pub async fn import_file(
    core: &Core,
    external_key: &str,
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<media_item::Model, MediaError> {
    import_described_file(
        core,
        external_key,
        &FileDescription { file_name: file_name.to_owned(), ..FileDescription::default() },
        bytes,
    )
    .await
}

/// [`import_file`] with a description. A second call returns the row as it is then.
pub async fn import_described_file(
    core: &Core,
    external_key: &str,
    description: &FileDescription,
    bytes: Vec<u8>,
) -> Result<media_item::Model, MediaError> {
    if let Some(item) = find_imported(core, external_key).await? {
        return Ok(item);
    }
    if bytes.len() as u64 > core.settings().max_upload_bytes() {
        return Err(MediaError::TooLarge);
    }
    let ext = types::extension(&description.file_name).ok_or(MediaError::Type)?;
    let key = new_key(core, ext);
    let accepted = accept_bytes(core, &key, ext, bytes).await?;
    insert(core, &key, accepted, description, description.uploaded_by, Once::Import(external_key)).await
}

/// [`import_described_file`] of a file that [`check_file`](crate::media::check_file) passed some time before.
pub async fn import_checked_file(
    core: &Core,
    external_key: &str,
    description: &FileDescription,
    file: CheckedFile,
) -> Result<media_item::Model, MediaError> {
    if let Some(item) = find_imported(core, external_key).await? {
        return Ok(item);
    }
    let ext = types::extension(&description.file_name).ok_or(MediaError::Type)?;
    let key = new_key(core, ext);
    let accepted = accept_checked(core, &key, ext, file).await?;
    insert(core, &key, accepted, description, description.uploaded_by, Once::Import(external_key)).await
}

/// The row of an earlier import.
pub async fn find_imported(core: &Core, external_key: &str) -> Result<Option<media_item::Model>, StoreError> {
    let db = core.store.reader();
    match queries::imports::get(db, external_key).await?.and_then(|record| record.media_id) {
        Some(id) => queries::media::get(db, id).await,
        None => Ok(None),
    }
}
