//! Pages of public posts.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::desk::{self, DeskFilter};
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::{CategoryId, PostId, Timestamp};

use super::deals::next_end;
use super::totals::Key;
use super::visibility::is_public;
use crate::paging::PageRequest;
use crate::{Core, changes};

/// A page of public posts.
#[derive(Debug)]
pub struct PostPage {
    pub posts: Vec<Model>,
    pub total: u64,
    /// Cache tags of the page.
    pub tags: Vec<String>,
    /// When the next scheduled post is published, or a deal of the page ends: the page is valid until then.
    pub expires_at: Option<Timestamp>,
}

/// A page of the posts that match a filter, newest first.
pub(super) async fn list_filtered(core: &Core, filter: &PublicFilter, request: PageRequest) -> StoreResult<PostPage> {
    let now = core.now();
    let (total, expires_at) = count_public(core, filter, now).await?;
    let ids = if request.offset() < total {
        query::public_ids(core.store.reader(), filter, now, request.offset(), request.per_page).await?
    } else {
        Vec::new()
    };
    load_page(core, filter, &ids, total, expires_at).await
}

/// The number of public posts that match a filter, and when the next scheduled one is published.
pub(super) async fn count_public(
    core: &Core,
    filter: &PublicFilter,
    now: Timestamp,
) -> StoreResult<(u64, Option<Timestamp>)> {
    let db = core.store.reader();
    let count =
        async { Ok((query::count_public(db, filter, now).await?, query::next_scheduled(db, filter, now).await?)) };
    core.totals().get(Key::Public(filter.clone()), now, count).await
}

/// The number of public posts of a category.
pub async fn count_in_category(core: &Core, category: CategoryId) -> StoreResult<u64> {
    let filter = PublicFilter { category: Some(category), ..PublicFilter::default() };
    Ok(count_public(core, &filter, core.now()).await?.0)
}

/// The posts of `ids`, in their order, as a page.
pub(super) async fn load_page(
    core: &Core,
    filter: &PublicFilter,
    ids: &[PostId],
    total: u64,
    expires_at: Option<Timestamp>,
) -> StoreResult<PostPage> {
    let now = core.now();
    let mut posts = query::by_ids_without_content(core.store.reader(), ids).await?;
    // A post may have been unpublished since its id was read.
    posts.retain(|post| is_public(post, now));
    let mut tags: Vec<String> = ids.iter().map(|id| changes::post(*id)).collect();
    if filter.authors.is_empty() {
        tags.push(filter.category.map_or_else(|| changes::LIST.to_owned(), changes::category));
    }
    tags.extend(filter.authors.iter().map(|author| changes::author(author)));
    let expires_at = earliest(expires_at, next_end(&posts, now));
    Ok(PostPage { posts, total, tags, expires_at })
}

pub(super) fn earliest(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    [a, b].into_iter().flatten().min()
}

/// Number of posts that the newsroom's list holds.
pub(crate) async fn desk_count(core: &Core, filter: &DeskFilter, now: Timestamp) -> StoreResult<u64> {
    let db = core.store.reader();
    // A scheduled post that becomes public changes its state.
    let count = async {
        Ok((desk::count(db, filter, now).await?, query::next_scheduled(db, &PublicFilter::default(), now).await?))
    };
    Ok(core.totals().get(Key::Desk(filter.clone()), now, count).await?.0)
}
