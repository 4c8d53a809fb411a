//! The newsroom's list of posts: in any state but the trash, narrowed, sorted and searched.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::desk::{self as query, DeskCursor, DeskFilter, DeskSort};
use mwanga_store::queries::{post_weeks, posts};
use mwanga_store::types::{PostId, Timestamp};

use crate::Core;
use crate::paging::PageRequest;
use crate::posts::desk_count;
use crate::search::{self, FoundPosts};

/// Most posts that a search finds, the best ones.
const MAX_FOUND: usize = 1_000;
/// Of those, how many are read at once for a page of the best.
const FOUND_PER_QUERY: usize = 50;

/// Order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskOrder {
    By(DeskSort),
    /// The most read within the last week first, then the others, newest first.
    Viewed,
}

/// A query for the list.
#[derive(Clone, Debug, Default)]
pub struct DeskQuery {
    pub filter: DeskFilter,
    /// Words to search for; none of them: everything.
    pub q: String,
    /// `None`: newest first, of a search the best first.
    pub order: Option<DeskOrder>,
}

/// A page of the list, with the key of the next page.
#[derive(Debug)]
pub struct DeskPage {
    pub posts: Vec<Model>,
    /// Views within the last week of those that were read.
    pub views: HashMap<PostId, i64>,
    pub total: u64,
    /// Searches, and the list by views, have none: their pages go by number.
    pub next: Option<DeskCursor>,
}

/// A page of the list: by its number, or what follows a cursor of the same order.
pub async fn list(
    core: &Core,
    list: &DeskQuery,
    request: PageRequest,
    after: Option<DeskCursor>,
) -> StoreResult<DeskPage> {
    let now = core.now();
    let found = search::find_posts(core, &list.q, &list.filter, now, MAX_FOUND).await?;
    let (ids, total, cursor_sort) = match (found, list.order) {
        (Some(found), order) => {
            let (ids, total) = sort_found(core, &list.filter, &found, order, now, request).await?;
            (ids, total, None)
        }
        (None, Some(DeskOrder::Viewed)) => {
            let ids = list_viewed(core, &list.filter, now, request);
            let (ids, total) = tokio::try_join!(ids, desk_count(core, &list.filter, now))?;
            (ids, total, None)
        }
        (None, Some(DeskOrder::By(_)) | None) => {
            let sort = if let Some(DeskOrder::By(sort)) = list.order { sort } else { DeskSort::default() };
            let offset = if after.is_some() { 0 } else { request.offset() };
            // One more than requested shows whether there is a next page.
            let part = (offset, request.per_page + 1);
            let ids = query::ids(core.store.reader(), &list.filter, sort, now, after.as_ref(), part);
            // Concurrently, because after a save a large store takes longer to count than to list.
            let (mut ids, total) = tokio::try_join!(ids, desk_count(core, &list.filter, now))?;
            let has_more = ids.len() as u64 > request.per_page;
            ids.truncate(request.per_page as usize);
            (ids, total, has_more.then_some(sort))
        }
    };
    let db = core.store.reader();
    let (posts, views) = tokio::try_join!(posts::by_ids_without_content(db, &ids), post_weeks::views(db, &ids))?;
    let next = cursor_sort.zip(posts.last()).map(|(sort, post)| cursor(sort, post));
    Ok(DeskPage { posts, views, total, next })
}

fn cursor(sort: DeskSort, post: &Model) -> DeskCursor {
    let key = match sort {
        DeskSort::Newest | DeskSort::Oldest => post.published_at.0.to_string(),
        DeskSort::Changed => post.updated_at.0.to_string(),
        DeskSort::Title => post.title_key.clone(),
    };
    DeskCursor { key, id: post.id }
}

async fn list_viewed(
    core: &Core,
    filter: &DeskFilter,
    now: Timestamp,
    request: PageRequest,
) -> StoreResult<Vec<PostId>> {
    let (db, per_page) = (core.store.reader(), request.per_page);
    let mut ids = query::most_viewed(db, filter, now, (request.offset(), per_page)).await?;
    let lacking = per_page - ids.len() as u64;
    if lacking > 0 {
        let viewed = query::count_viewed(db, filter, now).await?;
        let skipped = request.offset().saturating_sub(viewed);
        ids.extend(query::unviewed(db, filter, now, (skipped, lacking)).await?);
    }
    Ok(ids)
}

/// The page of what a search found and the filter lets through, and the number of all.
async fn sort_found(
    core: &Core,
    filter: &DeskFilter,
    found: &FoundPosts,
    order: Option<DeskOrder>,
    now: Timestamp,
    request: PageRequest,
) -> StoreResult<(Vec<PostId>, u64)> {
    let db = core.store.reader();
    let Some(order) = order else { return best_first(core, filter, found, now, request).await };
    let mut rows = query::filter_sort_keys(db, filter, &found.ids, now).await?;
    match order {
        DeskOrder::By(DeskSort::Newest) => rows.sort_by_key(|(id, published, ..)| Reverse((*published, *id))),
        DeskOrder::By(DeskSort::Oldest) => rows.sort_by_key(|(id, published, ..)| (*published, *id)),
        DeskOrder::By(DeskSort::Changed) => rows.sort_by_key(|(id, _, changed, _)| Reverse((*changed, *id))),
        DeskOrder::By(DeskSort::Title) => rows.sort_by(|a, b| (&a.3, a.0).cmp(&(&b.3, b.0))),
        DeskOrder::Viewed => {
            let ids: Vec<PostId> = rows.iter().map(|(id, ..)| *id).collect();
            let views = post_weeks::views(db, &ids).await?;
            rows.sort_by_key(|(id, published, ..)| Reverse((views.get(id).copied().unwrap_or(0), *published, *id)));
        }
    }
    let total = rows.len() as u64;
    Ok((page_of(rows.into_iter().map(|(id, ..)| id), request), total))
}

/// Reads no more rows than the page needs where the search knows the whole filter.
async fn best_first(
    core: &Core,
    filter: &DeskFilter,
    FoundPosts { ids, filtered }: &FoundPosts,
    now: Timestamp,
    request: PageRequest,
) -> StoreResult<(Vec<PostId>, u64)> {
    let needed = request.offset().saturating_add(request.per_page);
    let mut passing = Vec::new();
    let mut unread = ids.len();
    for chunk in ids.chunks(if *filtered { FOUND_PER_QUERY } else { MAX_FOUND }) {
        if *filtered && passing.len() as u64 >= needed {
            break;
        }
        let pass: HashSet<PostId> =
            query::filter_ids(core.store.reader(), filter, chunk, now).await?.into_iter().collect();
        passing.extend(chunk.iter().copied().filter(|id| pass.contains(id)));
        unread -= chunk.len();
    }
    let total = (passing.len() + unread) as u64;
    Ok((page_of(passing.into_iter(), request), total))
}

fn page_of(ids: impl Iterator<Item = PostId>, request: PageRequest) -> Vec<PostId> {
    let offset = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    ids.skip(offset).take(request.per_page as usize).collect()
}
