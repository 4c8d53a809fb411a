//! Reading posts: public lists, look-ups by slug and id.

use std::cmp::Reverse;

use mwanga_store::entities::category;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::{Access, CategoryId, PostId, PostStatus, Timestamp};
use mwanga_store::{StoreError, StoreResult};

use super::PostError;
use super::deals::next_end;
use super::list::{PostPage, earliest, list_filtered};
use super::trending::trending;
use super::visibility::{is_gone, is_public};
use crate::categories::{self, LATEST_NEWS, SPONSORED, TRENDING};
use crate::paging::PageRequest;
use crate::settings::Block;
use crate::writer::Writer;
use crate::{Core, changes};

/// A query for a list of public posts.
#[derive(Clone, Debug, Default)]
pub struct PublicListQuery {
    pub category: Option<category::Model>,
    pub exclude: Vec<category::Model>,
    pub picks: bool,
}

/// Number of Today's Picks that readers see.
pub const TODAYS_PICKS: u64 = 3;

/// Public posts, newest first.
///
/// Without posts of their own, `latest-news` and `trending` list posts of all categories but the sponsored one: the
/// newest, and the most read.
pub async fn list_public(core: &Core, list: &PublicListQuery, request: PageRequest) -> StoreResult<PostPage> {
    let mut filter = PublicFilter {
        category: list.category.as_ref().map(|c| c.id),
        exclude: list.exclude.iter().map(|c| c.id).collect(),
        picks: list.picks,
        ..PublicFilter::default()
    };
    let mut page = list_filtered(core, &filter, request).await?;
    if let Some(category) = &list.category
        && page.total == 0
        && matches!(category.slug.as_str(), LATEST_NEWS | TRENDING)
    {
        filter.category = None;
        filter.exclude.extend(categories::find(core, SPONSORED).await?.map(|c| c.id));
        let category_tags = page.tags;
        page = if category.slug == TRENDING {
            trending(core, &filter, request).await?
        } else {
            list_filtered(core, &filter, request).await?
        };
        page.tags.extend(category_tags);
    }
    Ok(page)
}

/// The newest posts in the list of a category: [`list_public`] without counting or reading them.
pub(super) async fn listed(core: &Core, category: &category::Model, limit: u64) -> StoreResult<Vec<PostId>> {
    let (db, now) = (core.store.reader(), core.now());
    let own = PublicFilter { category: Some(category.id), ..PublicFilter::default() };
    let ids = query::public_ids(db, &own, now, 0, limit).await?;
    if !ids.is_empty() || !matches!(category.slug.as_str(), LATEST_NEWS | TRENDING) {
        return Ok(ids);
    }
    let sponsored = categories::find(core, SPONSORED).await?.map(|category| category.id);
    let others = PublicFilter { exclude: sponsored.into_iter().collect(), ..PublicFilter::default() };
    query::public_ids(db, &others, now, 0, limit).await
}

/// Today's Picks in their order, without sponsored posts.
pub async fn todays_picks(core: &Core) -> StoreResult<PostPage> {
    let exclude = categories::find(core, SPONSORED).await?.into_iter().collect();
    let list = PublicListQuery { picks: true, exclude, category: None };
    let mut picks = list_public(core, &list, PageRequest { page: 1, per_page: TODAYS_PICKS }).await?;
    picks.total = picks.posts.len() as u64;
    Ok(picks)
}

/// A section of the home page: a category, and the number of its posts in the page.
pub type Section = (category::Model, usize);

/// One section per category with posts that is on home, or that a block of home names, in the order of the categories.
pub async fn by_category(core: &Core, per_category: u64) -> StoreResult<(Vec<Section>, PostPage)> {
    let db = core.store.reader();
    let now = core.now();
    let settings = core.settings();
    let has_block = |slug: &str| {
        let mut blocks = settings.front_page.blocks.iter();
        blocks.any(|block| matches!(block, Block::Section { category, .. } if category == slug))
    };
    let is_included =
        |category: &category::Model| (category.on_home || has_block(&category.slug)) && category.slug != SPONSORED;
    let included: Vec<category::Model> =
        categories::all(core).await?.iter().filter(|category| is_included(category)).cloned().collect();
    let categories: Vec<CategoryId> = included.iter().map(|category| category.id).collect();
    // Few statements for all sections instead of some for each, because the home page waits for them. The next of all
    // scheduled posts ends the page: too early at worst.
    let any = PublicFilter::default();
    let (ids, expires_at) = tokio::try_join!(
        query::newest_per_category(db, &categories, now, per_category),
        query::next_scheduled(db, &any, now)
    )?;
    let mut posts = query::by_ids_without_content(db, &ids).await?;
    // A post may have been unpublished or moved since its id was read.
    posts.retain(|post| is_public(post, now) && categories.contains(&post.category_id));
    posts.sort_by_cached_key(|post| {
        (categories.iter().position(|id| *id == post.category_id), Reverse((post.published_at, post.id)))
    });

    let mut tags = vec![changes::LIST.to_owned(), changes::SITE.to_owned(), changes::setting("front_page.blocks")];
    tags.extend(categories.iter().copied().map(changes::category));
    tags.extend(ids.iter().copied().map(changes::post));
    let post_count = |category: &category::Model| posts.iter().filter(|post| post.category_id == category.id).count();
    let sections = included
        .into_iter()
        .map(|category| (post_count(&category), category))
        .filter(|(count, _)| *count > 0)
        .map(|(count, category)| (category, count))
        .collect();
    let expires_at = earliest(expires_at, next_end(&posts, now));
    Ok((sections, PostPage { total: posts.len() as u64, posts, tags, expires_at }))
}

/// Result of a look-up for a reader.
#[derive(Debug)]
pub enum PostLookup {
    Post(Box<Model>),
    /// Deleted after it was public, for good or into the trash.
    Gone,
    NotFound,
}

/// Finds a post by its current slug, or by an earlier one. Drafts and scheduled posts are not found.
///
/// Also returns when the result expires: the moment of a scheduled post with this slug, or the end of a deal.
pub async fn find_public(core: &Core, slug: &str) -> StoreResult<(PostLookup, Option<Timestamp>)> {
    let db = core.store.reader();
    let now = core.now();
    let mut expires_at = None;
    if let Some(post) = query::by_slug(db, slug).await? {
        if is_public(&post, now) {
            let expires_at = next_end([&post], now);
            return Ok((PostLookup::Post(Box::new(post)), expires_at));
        }
        if is_gone(&post) {
            return Ok((PostLookup::Gone, None));
        }
        expires_at = Some(post.published_at).filter(|_| post.status == PostStatus::Published);
    }
    let Some(old) = query::get_old_slug(db, slug).await? else { return Ok((PostLookup::NotFound, expires_at)) };
    let Some(id) = old.post_id else { return Ok((PostLookup::Gone, expires_at)) };
    Ok(match query::get(db, id).await? {
        Some(post) if is_public(&post, now) => {
            let expires_at = earliest(expires_at, next_end([&post], now));
            (PostLookup::Post(Box::new(post)), expires_at)
        }
        Some(post) if post.status == PostStatus::Published => {
            (PostLookup::NotFound, earliest(expires_at, Some(post.published_at)))
        }
        Some(post) if is_gone(&post) => (PostLookup::Gone, expires_at),
        _ => (PostLookup::NotFound, expires_at),
    })
}

/// Finds a public post, by its current slug or an earlier one, that may be recommended to everyone: anyone may read it
/// whole, and nobody paid for it.
pub async fn find_recommendable(core: &Core, slug: &str) -> StoreResult<Option<Model>> {
    let (PostLookup::Post(post), _) = find_public(core, slug).await? else { return Ok(None) };
    let sponsored = categories::find(core, SPONSORED).await?;
    let is_sponsored = sponsored.is_some_and(|category| category.id == post.category_id);
    Ok(Some(*post).filter(|post| post.access == Access::Everyone && !is_sponsored))
}

/// Finds a post by id. Also returns when the result expires.
pub async fn find_public_by_id(core: &Core, id: PostId) -> StoreResult<(PostLookup, Option<Timestamp>)> {
    let db = core.store.reader();
    let now = core.now();
    Ok(match query::get(db, id).await? {
        Some(post) if is_public(&post, now) => (PostLookup::Post(Box::new(post)), None),
        Some(post) if is_gone(&post) => (PostLookup::Gone, None),
        Some(post) => (PostLookup::NotFound, Some(post.published_at).filter(|_| post.status == PostStatus::Published)),
        None if query::was_deleted(db, id).await? => (PostLookup::Gone, None),
        None => (PostLookup::NotFound, None),
    })
}

/// A post that is not in the trash.
pub async fn get(core: &Core, id: PostId) -> Result<Option<Model>, StoreError> {
    let post = query::get(core.store.reader(), id).await?;
    Ok(post.filter(|post| post.status != PostStatus::Trash))
}

/// The post, which the writer may read.
pub async fn get_for(core: &Core, writer: Writer, id: PostId) -> Result<Model, PostError> {
    let post = get(core, id).await?.ok_or(PostError::NotFound)?;
    writer.check_read(&post)?;
    Ok(post)
}
