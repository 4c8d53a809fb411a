//! The trash: what was deleted and can be restored for 30 days (decision 086). Each feature moves its own there and
//! back: `posts::trash`, `pages::trash`, `library::trash`.

use std::collections::HashMap;

use mwanga_store::entities::trash_item;
use mwanga_store::queries::trash as query;
pub use mwanga_store::queries::trash::TrashCursor;
use mwanga_store::types::{AccountId, MediaId, PageId, PostId, Timestamp, TrashId, TrashKind};
use mwanga_store::{ConnectionTrait, StoreResult, queries};

use crate::library::LibraryError;
use crate::pages::PageError;
use crate::posts::PostError;
use crate::{Core, library, pages, posts};

/// How long something stays in the trash, in milliseconds.
pub const KEPT_MS: i64 = 30 * 24 * 3_600_000;
/// Entries read at once when the trash is emptied.
const BATCH: u64 = 100;

/// Something in the trash.
#[derive(Clone, Debug)]
pub struct TrashEntry {
    pub kind: TrashKind,
    /// Id of the post, page or media item.
    pub id: i64,
    /// Title, or the name of the file.
    pub title: String,
    pub trashed_at: Timestamp,
    /// Name of the account that deleted it; none where that is deleted.
    pub trashed_by: Option<String>,
    /// When it is deleted for good.
    pub ends_at: Timestamp,
}

/// A page of the trash, newest first.
#[derive(Debug)]
pub struct TrashPage {
    pub entries: Vec<TrashEntry>,
    pub next: Option<TrashCursor>,
}

/// What is in the trash, of one kind or of all.
pub async fn list(
    core: &Core,
    kind: Option<TrashKind>,
    after: Option<TrashCursor>,
    per_page: u64,
) -> StoreResult<TrashPage> {
    let db = core.store.reader();
    let mut rows = query::list(db, kind, after, per_page + 1).await?;
    let has_more = rows.len() as u64 > per_page;
    rows.truncate(per_page as usize);
    let next = rows.last().filter(|_| has_more).map(|row| TrashCursor { trashed_at: row.trashed_at, id: row.id });
    let accounts: Vec<AccountId> = rows.iter().filter_map(|row| row.trashed_by).collect();
    let accounts: HashMap<AccountId, String> =
        queries::accounts::by_ids(db, &accounts).await?.into_iter().map(|row| (row.id, row.username)).collect();
    let titles = titles(db, &rows).await?;
    let entry = |row: trash_item::Model| TrashEntry {
        title: titles.get(&(row.kind, row.item_id)).cloned().unwrap_or_default(),
        trashed_by: row.trashed_by.and_then(|id| accounts.get(&id).cloned()),
        ends_at: row.trashed_at.plus_ms(KEPT_MS),
        kind: row.kind,
        id: row.item_id,
        trashed_at: row.trashed_at,
    };
    Ok(TrashPage { entries: rows.into_iter().map(entry).collect(), next })
}

/// Titles and file names, by kind and id.
async fn titles(
    db: &impl ConnectionTrait,
    rows: &[trash_item::Model],
) -> StoreResult<HashMap<(TrashKind, i64), String>> {
    let ids = |kind| rows.iter().filter(move |row| row.kind == kind).map(|row| row.item_id);
    let posts: Vec<PostId> = ids(TrashKind::Post).map(PostId).collect();
    let posts = queries::posts::by_ids_without_content(db, &posts).await?;
    let pages: Vec<PageId> = ids(TrashKind::Page).map(PageId).collect();
    let pages = queries::pages::list_names(db, Some(&pages), u64::MAX >> 1).await?;
    let files = rows.iter().filter_map(|row| Some((row.item_id, row.files.as_ref()?.0.first()?.file_name.clone())));
    let posts = posts.into_iter().map(|post| ((TrashKind::Post, post.id.0), post.title));
    let pages = pages.into_iter().map(|page| ((TrashKind::Page, page.id.0), page.title));
    Ok(posts.chain(pages).chain(files.map(|(id, name)| ((TrashKind::Media, id), name))).collect())
}

/// Deletes what has been in the trash for [`KEPT_MS`], each in a transaction of its own, and returns the number. A file
/// that something uses again stays.
pub(crate) async fn delete_expired(core: &Core, now: Timestamp) -> StoreResult<u64> {
    let until = now.plus_ms(-KEPT_MS);
    let (mut deleted, mut after) = (0, TrashId(0));
    loop {
        let due = query::list_expired(core.store.reader(), until, after, BATCH).await?;
        let Some(last) = due.last() else { return Ok(deleted) };
        after = last.0;
        for (_, kind, id) in due {
            deleted += u64::from(delete_due(core, kind, id, until).await?);
        }
    }
}

/// Whether it is gone now.
async fn delete_due(core: &Core, kind: TrashKind, id: i64, until: Timestamp) -> StoreResult<bool> {
    let failed = |problem: &dyn std::fmt::Display| {
        tracing::warn!("{} {id} stays in the trash: {problem}", kind.as_str());
        Ok(false)
    };
    match kind {
        TrashKind::Post => match posts::delete_due(core, PostId(id), until).await {
            Ok(()) => Ok(true),
            Err(PostError::Store(e)) => Err(e),
            Err(e) => failed(&e),
        },
        TrashKind::Page => match pages::delete_due(core, PageId(id), until).await {
            Ok(()) => Ok(true),
            Err(PageError::Store(e)) => Err(e),
            Err(e) => failed(&e),
        },
        TrashKind::Media => match library::delete_due(core, MediaId(id), until).await {
            Ok(()) => Ok(true),
            Err(LibraryError::InUse) => Ok(false),
            Err(LibraryError::Store(e)) => Err(e),
            Err(e) => failed(&e),
        },
    }
}
