//! The newsroom's view of all files: what is there, what uses it, what is said of it, and taking away what nothing
//! uses.

mod broken;
mod missing_thumbhashes;
mod removal;
mod rewording;
mod stored_metadata;
mod unused;

use std::collections::{BTreeMap, HashMap, HashSet};

pub use broken::{BrokenPost, CleanError, Cleaned, clean_broken, mark_store};
pub use missing_thumbhashes::fill_missing;
use mwanga_jobs::Job;
use mwanga_store::entities::{media_item, post};
use mwanga_store::queries::library as query;
use mwanga_store::types::{IssueId, MediaId, MediaKind, PostId};
use mwanga_store::{StoreError, StoreResult, Transaction, queries};
pub use removal::RemoveFile;
pub use rewording::RewordPosts;
use sea_orm::Set;
pub use stored_metadata::{CleanedStored, clean_stored};
pub use unused::Unused;
use unused::unused;

use super::find::words;
use super::key::key_of;
use crate::changes::{self, Tags};
use crate::fold::{fold, one_line, search_words};
use crate::{Core, posts};

#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("no such file")]
    NotFound,
    /// A post, a newsletter or a video uses it.
    #[error("something uses the file")]
    InUse,
    #[error("{0:?}")]
    Invalid(BTreeMap<&'static str, String>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What chooses among the files.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Words, in any spelling.
    pub q: String,
    pub kind: Option<MediaKind>,
    /// Those alone that no post (drafts and scheduled ones too), newsletter or video uses. Earlier versions of posts do
    /// not count.
    pub unused: bool,
}

/// A file with what stands around it.
#[derive(Clone, Debug)]
pub struct LibraryItem {
    pub item: media_item::Model,
    /// What the item's `poster_key` names.
    pub poster: Option<media_item::Model>,
    /// How many posts, newsletters and videos use it.
    pub used_by: u64,
}

#[derive(Debug)]
pub struct LibraryPage {
    pub files: Vec<LibraryItem>,
    /// What follows comes after it; none on the last page.
    pub next: Option<MediaId>,
}

/// A file with everything that uses it, the newest [`USERS`] of each sort.
#[derive(Debug)]
pub struct FileDetail {
    pub file: LibraryItem,
    pub posts: Vec<post::Model>,
    /// Newsletters with their subjects.
    pub issues: Vec<(IssueId, String)>,
    /// Videos whose picture or subtitles it is.
    pub videos: Vec<media_item::Model>,
}

/// Users of a file that are named.
pub const USERS: u64 = 100;
/// Unused files looked through in one go.
const AMONG: usize = 200;
/// Words of a search that count; a person types fewer.
const WORDS: usize = 8;

/// Files, newest first.
pub async fn list(core: &Core, wanted: &Wanted, after: Option<MediaId>, per_page: u64) -> StoreResult<LibraryPage> {
    let words = fold(&wanted.q).split_whitespace().take(WORDS).map(str::to_owned).collect();
    let mut filter = query::Filter { words, kind: wanted.kind, among: None };
    let mut items = Vec::new();
    if wanted.unused {
        let ids = unused(core).await?;
        let following = ids.partition_point(|id| after.is_some_and(|after| *id >= after));
        for among in ids[following..].chunks(AMONG) {
            filter.among = Some(among.to_vec());
            items.extend(query::list(core.store.reader(), &filter, None, per_page + 1 - items.len() as u64).await?);
            if items.len() as u64 > per_page {
                break;
            }
        }
    } else {
        items = query::list(core.store.reader(), &filter, after, per_page + 1).await?;
    }
    let more = items.len() as u64 > per_page;
    items.truncate(per_page as usize);
    let next = items.last().filter(|_| more).map(|last| last.id);
    Ok(LibraryPage { files: library_items(core, items).await?, next })
}

async fn library_items(core: &Core, items: Vec<media_item::Model>) -> StoreResult<Vec<LibraryItem>> {
    let db = core.store.reader();
    let keys: Vec<String> = items.iter().map(|item| item.object_key.clone()).collect();
    let uses = query::uses(db, &keys).await?;
    let posters: Vec<String> = items.iter().filter_map(|item| item.poster_key.clone()).collect();
    let posters: HashMap<String, media_item::Model> =
        queries::media::by_keys(db, &posters).await?.into_iter().map(|item| (item.object_key.clone(), item)).collect();
    let file = |item: media_item::Model| LibraryItem {
        poster: item.poster_key.as_ref().and_then(|key| posters.get(key).cloned()),
        used_by: uses.get(&item.object_key).copied().unwrap_or(0),
        item,
    };
    Ok(items.into_iter().map(file).collect())
}

pub async fn open(core: &Core, id: MediaId) -> Result<FileDetail, LibraryError> {
    let db = core.store.reader();
    let item = queries::media::get(db, id).await?.ok_or(LibraryError::NotFound)?;
    let key = item.object_key.clone();
    let ids = query::posts_with(db, &key, USERS).await?;
    let mut posts = queries::posts::whole(db, &ids).await?;
    posts.sort_by_key(|post| ids.iter().position(|id| *id == post.id));
    let issues = query::issues_with(db, &key, USERS).await?;
    let videos = query::videos_with(db, &key, USERS).await?;
    let file = library_items(core, vec![item]).await?.pop().ok_or(LibraryError::NotFound)?;
    Ok(FileDetail { file, posts, issues, videos })
}

/// What is said of a file; what is none stays as it is.
#[derive(Clone, Debug, Default)]
pub struct Description {
    pub alt: Option<String>,
    pub caption: Option<String>,
    pub credit: Option<String>,
    /// Address of a picture, absolute or relative; empty: none. For videos.
    pub poster: Option<String>,
    /// Address of subtitles; empty: none. For videos.
    pub captions: Option<String>,
    /// Whether strangers may find it, whether something public shows it or not.
    pub is_public: Option<bool>,
}

/// Characters of a description and a caption, and of a credit.
pub(super) const TEXT_CHARS: usize = 1_000;
const CREDIT_CHARS: usize = 200;

/// Says something else of a file. Posts keep the descriptions and captions that they have.
pub async fn describe(core: &Core, id: MediaId, said: Description) -> Result<FileDetail, LibraryError> {
    let tx = core.store.begin().await?;
    let before = query::lock_by_id(&tx, id).await?.ok_or(LibraryError::NotFound)?;
    let mut item = before.clone();
    let mut wrong = put_words(&mut item, said.alt, said.caption, said.credit);
    for (field, to, address, kind, otherwise) in [
        ("poster", &mut item.poster_key, said.poster, MediaKind::Image, "Choose a picture of the library."),
        ("captions", &mut item.captions_key, said.captions, MediaKind::Captions, "Upload the subtitles first."),
    ] {
        let Some(address) = address else { continue };
        if address.trim().is_empty() {
            *to = None;
            continue;
        }
        let key = key_of(&address, core.config.base());
        let found = query::keep(&tx, key.as_slice()).await?.pop().filter(|found| found.kind == kind);
        match found {
            Some(_) if before.kind != MediaKind::Video => _ = wrong.insert(field, "Only a video has one.".to_owned()),
            Some(found) => *to = Some(found.object_key),
            None => _ = wrong.insert(field, otherwise.to_owned()),
        }
    }
    if !wrong.is_empty() {
        return Err(LibraryError::Invalid(wrong));
    }
    let row = media_item::ActiveModel {
        id: Set(id),
        alt: Set(item.alt.clone()),
        caption: Set(item.caption.clone()),
        credit: Set(item.credit.clone()),
        search_name: Set(search_words(&words(&item))),
        is_public: Set(said.is_public.unwrap_or(item.is_public)),
        poster_key: Set(item.poster_key.clone()),
        captions_key: Set(item.captions_key.clone()),
        ..Default::default()
    };
    queries::media::update(&tx, row).await?;
    let mut tags = Tags::default();
    tags.add(changes::media_item(id));
    let is_reworded = words(&before) != words(&item);
    if before.captions_key != item.captions_key {
        forget_captions(core, &tx, before.captions_key, &mut tags).await?;
    }
    end_pages_with(&tx, &item.object_key, &mut tags).await?;
    if is_reworded {
        rewording::reword(core, &tx, &item, PostId(0), &mut tags).await?;
    }
    core.commit(tx, tags).await?;
    open(core, id).await
}

/// Puts the words that were sent into a file's row, and answers which are too long.
fn put_words(
    item: &mut media_item::Model,
    alt: Option<String>,
    caption: Option<String>,
    credit: Option<String>,
) -> BTreeMap<&'static str, String> {
    let mut wrong = BTreeMap::new();
    for (field, to, text, most) in [
        ("alt", &mut item.alt, alt, TEXT_CHARS),
        ("caption", &mut item.caption, caption, TEXT_CHARS),
        ("credit", &mut item.credit, credit, CREDIT_CHARS),
    ] {
        let Some(text) = text else { continue };
        *to = one_line(&text);
        if to.chars().count() > most {
            wrong.insert(field, format!("Use {most} characters or fewer."));
        }
    }
    wrong
}

/// Notes the size of a video, and the picture that was drawn of it, unless it was given one meanwhile.
pub(super) async fn set_video_frame(
    core: &Core,
    id: MediaId,
    (width, height): (u32, u32),
    poster_key: Option<String>,
) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let Some(item) = query::lock_by_id(&tx, id).await? else { return Ok(()) };
    let row = media_item::ActiveModel {
        id: Set(id),
        width: Set(Some(width as i32)),
        height: Set(Some(height as i32)),
        poster_key: Set(item.poster_key.or(poster_key)),
        ..Default::default()
    };
    queries::media::update(&tx, row).await?;
    let mut tags = Tags::default();
    tags.add(changes::media_item(id));
    end_pages_with(&tx, &item.object_key, &mut tags).await?;
    core.commit(tx, tags).await
}

/// The files that belong to a video: its picture and its subtitles.
pub(super) fn companions(item: &media_item::Model) -> impl Iterator<Item = &String> {
    item.poster_key.iter().chain(&item.captions_key)
}

/// Takes those companions from a video that are among `gone`, and says how many. A dry run says the same.
pub(super) async fn forget_companions(
    core: &Core,
    id: MediaId,
    gone: &HashSet<String>,
    dry_run: bool,
) -> StoreResult<u64> {
    let tx = core.store.begin().await?;
    let Some(item) = query::lock_by_id(&tx, id).await? else { return Ok(0) };
    let taken = companions(&item).filter(|key| gone.contains(*key)).count() as u64;
    if taken == 0 || dry_run {
        return Ok(taken);
    }
    let left = |key: &Option<String>| key.clone().filter(|key| !gone.contains(key));
    let row = media_item::ActiveModel {
        id: Set(id),
        poster_key: Set(left(&item.poster_key)),
        captions_key: Set(left(&item.captions_key)),
        ..Default::default()
    };
    queries::media::update(&tx, row).await?;
    let mut tags = Tags::default();
    tags.add(changes::media_item(id));
    end_pages_with(&tx, &item.object_key, &mut tags).await?;
    core.commit(tx, tags).await?;
    Ok(taken)
}

/// Ends the pages that show a file.
async fn end_pages_with(tx: &Transaction, object_key: &str, tags: &mut Tags) -> StoreResult<()> {
    let ids = query::posts_with(tx, object_key, USERS).await?;
    if ids.len() as u64 == USERS {
        // More may use it than are worth reading.
        tags.add(changes::SITE);
        return Ok(());
    }
    for post in queries::posts::whole(tx, &ids).await? {
        posts::add_public_tags(tags, &post);
    }
    Ok(())
}

/// Deletes a file that nothing uses, with its subtitles.
///
/// The row goes first and takes the file out of everybody's sight; a job takes away what lies there, however often it
/// has to try.
pub async fn delete(core: &Core, id: MediaId) -> Result<(), LibraryError> {
    let tx = core.store.begin().await?;
    let item = query::lock_by_id(&tx, id).await?.ok_or(LibraryError::NotFound)?;
    if is_used(&tx, &item.object_key).await? {
        return Err(LibraryError::InUse);
    }
    let mut tags = Tags::default();
    remove(core, &tx, &item, &mut tags).await?;
    forget_captions(core, &tx, item.captions_key, &mut tags).await?;
    Ok(core.commit(tx, tags).await?)
}

async fn is_used(tx: &Transaction, object_key: &str) -> StoreResult<bool> {
    Ok(!query::uses(tx, &[object_key.to_owned()]).await?.is_empty())
}

async fn remove(core: &Core, tx: &Transaction, item: &media_item::Model, tags: &mut Tags) -> StoreResult<()> {
    query::delete(tx, item.id).await?;
    RemoveFile { object_key: item.object_key.clone() }.enqueue(tx, core.now()).await?;
    tags.add(changes::media_item(item.id));
    Ok(())
}

/// Subtitles belong to their video: nobody finds them without it.
async fn forget_captions(core: &Core, tx: &Transaction, key: Option<String>, tags: &mut Tags) -> StoreResult<()> {
    let Some(key) = key else { return Ok(()) };
    match queries::media::by_key(tx, &key).await? {
        Some(item) if item.kind == MediaKind::Captions && !is_used(tx, &key).await? => {
            remove(core, tx, &item, tags).await
        }
        _ => Ok(()),
    }
}
