//! Pages of public posts.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::{PostId, Timestamp};

use super::totals::Key;
use super::visibility::is_public;
use crate::paging::PageRequest;
use crate::{Core, changes};

/// A page of public posts, with what ends it.
#[derive(Debug)]
pub struct Page {
    pub posts: Vec<Model>,
    pub total: u64,
    pub tags: Vec<String>,
    /// When the next scheduled post comes out; the page is true until then.
    pub expires_at: Option<Timestamp>,
}

pub(super) async fn list_filtered(core: &Core, filter: &PublicFilter, request: PageRequest) -> StoreResult<Page> {
    let now = core.now();
    let (total, expires_at) = total_public(core, filter, now).await?;
    let ids = if request.offset() < total {
        query::public_ids(core.store.reader(), filter, now, request.offset(), request.per_page).await?
    } else {
        Vec::new()
    };
    page_of(core, filter, &ids, total, expires_at).await
}

/// How many public posts a filter has, and when there will be one more by itself.
pub(super) async fn total_public(
    core: &Core,
    filter: &PublicFilter,
    now: Timestamp,
) -> StoreResult<(u64, Option<Timestamp>)> {
    let db = core.store.reader();
    let count =
        async { Ok((query::count_public(db, filter, now).await?, query::next_scheduled(db, filter, now).await?)) };
    core.totals.get(Key::Public(filter.clone()), now, count).await
}

/// The posts of `ids`, in their order, as a page of a filter's list.
pub(super) async fn page_of(
    core: &Core,
    filter: &PublicFilter,
    ids: &[PostId],
    total: u64,
    expires_at: Option<Timestamp>,
) -> StoreResult<Page> {
    let now = core.now();
    let mut posts = query::cards(core.store.reader(), ids).await?;
    // One may have been taken back since its id was read; its draft is nobody's business.
    posts.retain(|post| is_public(post, now));
    let mut tags: Vec<String> = ids.iter().map(|id| changes::post(*id)).collect();
    tags.push(match &filter.author {
        Some(author) => changes::author(author),
        None => filter.category.map_or_else(|| changes::LIST.to_owned(), changes::category),
    });
    Ok(Page { posts, total, tags, expires_at })
}

pub(super) fn earliest(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    [a, b].into_iter().flatten().min()
}
