//! Media library: lists files and their uses, updates descriptions, and deletes unused files.
//!
//! - `unused`: cache of unused files; `trash`: deleted files; `removal`: the job that deletes from the storage.
//! - `reindex`: search words of a file in the posts that use it.
//! - `broken`: references to missing files; `frames`: posters of videos.

mod broken;
mod frames;
mod reindex;
mod removal;
mod trash;
mod unused;

use std::collections::{BTreeMap, HashMap, HashSet};

pub use broken::{
    BrokenMediaError, BrokenMediaReport, BrokenPost, adopt_bucket, check_marker, mark_restored, mark_store,
    remove_broken_references,
};
use mwanga_jobs::Job;
use mwanga_store::entities::{media_item, post};
use mwanga_store::queries::library as query;
use mwanga_store::types::{AccountId, IssueDraftId, IssueId, MediaId, MediaKind, PageId, PostId};
use mwanga_store::{StoreError, StoreResult, Transaction, queries};
pub use reindex::ReindexPosts;
pub use removal::RemoveFile;
use sea_orm::Set;
pub(crate) use trash::delete_due;
pub use trash::{delete, restore, trash};
pub use unused::UnusedFiles;
use unused::find_unused;

use crate::changes::{self, Tags};
use crate::fold::{fold, one_line, search_words};
use crate::media::{CREDIT_CHARS, FocalPoint, TEXT_CHARS, key_of, search_text};
use crate::posts::Writer;
use crate::{Core, posts};

#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("no such file")]
    NotFound,
    #[error("somebody else uploaded the file")]
    Forbidden,
    /// A post, a page, a newsletter, a draft of one, or a video uses it.
    #[error("something uses the file")]
    InUse,
    #[error("{0:?}")]
    Invalid(BTreeMap<&'static str, String>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Filter of the library.
#[derive(Clone, Debug, Default)]
pub struct FileFilter {
    /// Search words, compared without case and accents.
    pub q: String,
    pub kind: Option<MediaKind>,
    /// Only files that no post (drafts and scheduled ones too), page, newsletter (drafts too) or video
    /// uses. Revisions of posts do not
    /// count.
    pub unused: bool,
    /// Only files that this account uploaded.
    pub account: Option<AccountId>,
    /// Only files with these addresses, absolute or relative; none for all.
    pub urls: Option<Vec<String>>,
    /// Only files that were uploaded with exactly these bytes: their SHA-256 in lower-case hex.
    pub upload_sha256: Option<String>,
}

/// A file in a list.
#[derive(Clone, Debug)]
pub struct LibraryItem {
    pub item: media_item::Model,
    /// The poster of a video.
    pub poster: Option<media_item::Model>,
    /// Number of posts, pages, newsletters, drafts of newsletters and videos that use it.
    pub used_by: u64,
}

/// A page of the library, newest first.
#[derive(Debug)]
pub struct LibraryPage {
    pub files: Vec<LibraryItem>,
    /// Id after which the next page starts; none on the last page.
    pub next: Option<MediaId>,
}

/// A file with its uses: the newest `MAX_USES` of each kind.
#[derive(Debug)]
pub struct FileDetail {
    pub file: LibraryItem,
    pub posts: Vec<post::Model>,
    /// Pages with their titles.
    pub pages: Vec<(PageId, String)>,
    /// Newsletters with their subjects.
    pub issues: Vec<(IssueId, String)>,
    /// Saved drafts of newsletters with their subjects.
    pub issue_drafts: Vec<(IssueDraftId, String)>,
    /// Videos whose poster or subtitles it is.
    pub videos: Vec<media_item::Model>,
    /// How many posts and pages show it in earlier revisions alone.
    pub earlier_posts: u64,
    pub earlier_pages: u64,
}

/// Most uses of a file in its details.
const MAX_USES: u64 = 100;
/// Unused files filtered in one statement.
const UNUSED_BATCH: usize = 200;
/// Most words of a search; those that follow are ignored.
const MAX_WORDS: usize = 8;

/// Files, newest first.
pub async fn list(core: &Core, filter: &FileFilter, after: Option<MediaId>, per_page: u64) -> StoreResult<LibraryPage> {
    let words = fold(&filter.q).split_whitespace().take(MAX_WORDS).map(str::to_owned).collect();
    let base = core.config.base();
    let keys = filter.urls.as_ref().map(|urls| urls.iter().filter_map(|url| key_of(url, base)).collect());
    let mut conditions = query::Filter {
        words,
        kind: filter.kind,
        account: filter.account,
        ids: None,
        keys,
        upload_sha256: filter.upload_sha256.clone(),
    };
    let mut items = Vec::new();
    if filter.unused {
        let ids = find_unused(core).await?;
        let following = ids.partition_point(|id| after.is_some_and(|after| *id >= after));
        for among in ids[following..].chunks(UNUSED_BATCH) {
            conditions.ids = Some(among.to_vec());
            items.extend(query::list(core.store.reader(), &conditions, None, per_page + 1 - items.len() as u64).await?);
            if items.len() as u64 > per_page {
                break;
            }
        }
    } else {
        items = query::list(core.store.reader(), &conditions, after, per_page + 1).await?;
    }
    let has_more = items.len() as u64 > per_page;
    items.truncate(per_page as usize);
    let next = items.last().filter(|_| has_more).map(|last| last.id);
    Ok(LibraryPage { files: library_items(core, items).await?, next })
}

/// Joins files with their posters and uses.
async fn library_items(core: &Core, items: Vec<media_item::Model>) -> StoreResult<Vec<LibraryItem>> {
    let db = core.store.reader();
    let keys: Vec<String> = items.iter().map(|item| item.object_key.clone()).collect();
    let uses = query::count_uses(db, &keys).await?;
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

/// A file with its uses. Contributors and authors see their own posts among them, no others, no pages and no
/// newsletters.
pub async fn find_detail(core: &Core, by: Writer, id: MediaId) -> Result<FileDetail, LibraryError> {
    let mut detail = read_detail(core, id).await?;
    if !by.may_change_file(&detail.file.item) {
        return Err(LibraryError::Forbidden);
    }
    if !by.is_editor() {
        let FileDetail { file: _, posts, pages, issues, issue_drafts, videos: _, earlier_posts: _, earlier_pages: _ } =
            &mut detail;
        posts.retain(|post| by.may_read(post));
        pages.clear();
        issues.clear();
        issue_drafts.clear();
    }
    Ok(detail)
}

async fn read_detail(core: &Core, id: MediaId) -> Result<FileDetail, LibraryError> {
    let db = core.store.reader();
    let item = queries::media::get(db, id).await?.ok_or(LibraryError::NotFound)?;
    let key = item.object_key.clone();
    let ids = query::posts_using(db, &key, MAX_USES).await?;
    let mut posts = queries::posts::by_ids(db, &ids).await?;
    posts.sort_by_key(|post| ids.iter().position(|id| *id == post.id));
    let pages = query::pages_using(db, &key, MAX_USES).await?;
    let issues = query::issues_using(db, &key, MAX_USES).await?;
    let issue_drafts = query::issue_drafts_using(db, &key, MAX_USES).await?;
    let videos = query::videos_using(db, &key, MAX_USES).await?;
    let file = library_items(core, vec![item]).await?.pop().ok_or(LibraryError::NotFound)?;
    let earlier_posts = queries::earlier_files::count_posts(db, &key).await?;
    let earlier_pages = queries::earlier_files::count_pages(db, &key).await?;
    Ok(FileDetail { file, posts, pages, issues, issue_drafts, videos, earlier_posts, earlier_pages })
}

/// Update of the description of a file; fields that are none stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct DescriptionUpdate {
    pub alt: Option<String>,
    pub caption: Option<String>,
    pub credit: Option<String>,
    /// Address of a picture, absolute or relative; empty to remove it. Only for videos.
    pub poster: Option<String>,
    /// Address of subtitles; empty to remove them. Only for videos.
    pub captions: Option<String>,
    /// Whether everybody may find it, even if nothing public uses it.
    pub is_public: Option<bool>,
    /// `Some(None)` moves it back to the centre.
    pub focal_point: Option<Option<FocalPoint>>,
}

/// Updates the description of a file. Descriptions and captions in posts stay unchanged.
///
/// # Errors
///
/// [`LibraryError::Forbidden`]: somebody else uploaded it, or only editors may change this.
pub async fn update_description(
    core: &Core,
    by: Writer,
    id: MediaId,
    update: DescriptionUpdate,
) -> Result<FileDetail, LibraryError> {
    let tx = core.store.begin().await?;
    let before = query::lock_by_id(&tx, id).await?.ok_or(LibraryError::NotFound)?;
    check_may_describe(by, &before, &update)?;
    let mut item = before.clone();
    let mut errors = set_texts(&mut item, update.alt, update.caption, update.credit);
    if let Some(point) = update.focal_point {
        (item.focal_x, item.focal_y) = (point.map(|point| point.x), point.map(|point| point.y));
        if point.is_some_and(|point| !point.is_inside()) {
            errors.insert("focal_point", "Choose a point inside the picture, 0 to 100 percent.".to_owned());
        }
    }
    for (field, target, address, kind, message) in [
        ("poster", &mut item.poster_key, update.poster, MediaKind::Image, "Choose a picture of the library."),
        ("captions", &mut item.captions_key, update.captions, MediaKind::Captions, "Upload the subtitles first."),
    ] {
        let Some(address) = address else { continue };
        if address.trim().is_empty() {
            *target = None;
            continue;
        }
        let key = key_of(&address, core.config.base());
        let found = query::lock_shared_by_keys(&tx, key.as_slice()).await?.pop().filter(|found| found.kind == kind);
        match found {
            Some(_) if before.kind != MediaKind::Video => _ = errors.insert(field, "Only a video has one.".to_owned()),
            Some(found) => *target = Some(found.object_key),
            None => _ = errors.insert(field, message.to_owned()),
        }
    }
    if !errors.is_empty() {
        return Err(LibraryError::Invalid(errors));
    }
    let row = media_item::ActiveModel {
        id: Set(id),
        alt: Set(item.alt.clone()),
        caption: Set(item.caption.clone()),
        credit: Set(item.credit.clone()),
        search_name: Set(search_words(&search_text(&item))),
        is_public: Set(update.is_public.unwrap_or(item.is_public)),
        poster_key: Set(item.poster_key.clone()),
        captions_key: Set(item.captions_key.clone()),
        focal_x: Set(item.focal_x),
        focal_y: Set(item.focal_y),
        ..Default::default()
    };
    queries::media::update(&tx, row).await?;
    let mut tags = Tags::default();
    tags.add(changes::media_item(id));
    let words_changed = search_text(&before) != search_text(&item);
    if before.captions_key != item.captions_key {
        remove_captions(core, &tx, before.captions_key, &mut tags).await?;
    }
    add_page_tags(&tx, &item.object_key, &mut tags).await?;
    if words_changed {
        reindex::reindex_posts(core, &tx, &item, PostId(0), &mut tags).await?;
    }
    core.commit(tx, tags).await?;
    find_detail(core, by, id).await
}

/// Contributors and authors describe what they uploaded; whether it is public is the editors' decision.
fn check_may_describe(by: Writer, item: &media_item::Model, update: &DescriptionUpdate) -> Result<(), LibraryError> {
    let is_allowed = by.may_change_file(item) && (update.is_public.is_none() || by.is_editor());
    if is_allowed { Ok(()) } else { Err(LibraryError::Forbidden) }
}

/// Sets the texts of a file, and returns a message for each that is too long.
fn set_texts(
    item: &mut media_item::Model,
    alt: Option<String>,
    caption: Option<String>,
    credit: Option<String>,
) -> BTreeMap<&'static str, String> {
    let mut errors = BTreeMap::new();
    for (field, target, text, max_chars) in [
        ("alt", &mut item.alt, alt, TEXT_CHARS),
        ("caption", &mut item.caption, caption, TEXT_CHARS),
        ("credit", &mut item.credit, credit, CREDIT_CHARS),
    ] {
        let Some(text) = text else { continue };
        *target = one_line(&text);
        if target.chars().count() > max_chars {
            errors.insert(field, format!("Use {max_chars} characters or fewer."));
        }
    }
    errors
}

/// The files that belong to a video: poster and subtitles.
fn companions(item: &media_item::Model) -> impl Iterator<Item = &String> {
    item.poster_key.iter().chain(&item.captions_key)
}

/// Removes the companions of a video that are in `missing`, and returns their number. A dry run only counts them.
async fn remove_companions(core: &Core, id: MediaId, missing: &HashSet<String>, dry_run: bool) -> StoreResult<u64> {
    let tx = core.store.begin().await?;
    let Some(item) = query::lock_by_id(&tx, id).await? else { return Ok(0) };
    let removed = companions(&item).filter(|key| missing.contains(*key)).count() as u64;
    if removed == 0 || dry_run {
        return Ok(removed);
    }
    let remaining = |key: &Option<String>| key.clone().filter(|key| !missing.contains(key));
    let row = media_item::ActiveModel {
        id: Set(id),
        poster_key: Set(remaining(&item.poster_key)),
        captions_key: Set(remaining(&item.captions_key)),
        ..Default::default()
    };
    queries::media::update(&tx, row).await?;
    let mut tags = Tags::default();
    tags.add(changes::media_item(id));
    add_page_tags(&tx, &item.object_key, &mut tags).await?;
    core.commit(tx, tags).await?;
    Ok(removed)
}

/// Adds the cache tags of the pages that show a file.
async fn add_page_tags(tx: &Transaction, object_key: &str, tags: &mut Tags) -> StoreResult<()> {
    let ids = query::posts_using(tx, object_key, MAX_USES).await?;
    if ids.len() as u64 == MAX_USES {
        // Too many posts to read: all pages.
        tags.add(changes::SITE);
        return Ok(());
    }
    for post in queries::posts::by_ids(tx, &ids).await? {
        posts::add_public_tags(tags, &post);
    }
    tags.extend(queries::pages::ids_using(tx, object_key, MAX_USES).await?.into_iter().map(changes::page));
    Ok(())
}

async fn is_used(tx: &Transaction, object_key: &str) -> StoreResult<bool> {
    Ok(!query::count_uses(tx, &[object_key.to_owned()]).await?.is_empty())
}

async fn remove_file(core: &Core, tx: &Transaction, item: &media_item::Model, tags: &mut Tags) -> StoreResult<()> {
    query::delete(tx, item.id).await?;
    RemoveFile { object_key: item.object_key.clone() }.enqueue(tx, core.now()).await?;
    tags.add(changes::media_item(item.id));
    Ok(())
}

/// Deletes the subtitles of a video if nothing else uses them.
async fn remove_captions(core: &Core, tx: &Transaction, key: Option<String>, tags: &mut Tags) -> StoreResult<()> {
    let Some(key) = key else { return Ok(()) };
    match queries::media::by_key(tx, &key).await? {
        Some(item) if item.kind == MediaKind::Captions && !is_used(tx, &key).await? => {
            remove_file(core, tx, &item, tags).await
        }
        _ => Ok(()),
    }
}
