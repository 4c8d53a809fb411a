use std::cmp::Reverse;

use mwanga_store::entities::category;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::{self as query, AdminFilter, AdminKey, PostState, PublicFilter};
use mwanga_store::types::{CategoryId, PostId, PostStatus, Timestamp};
use mwanga_store::{StoreError, StoreResult};

use super::form::title_key;
use super::list::{Page, earliest, list_filtered};
use super::totals::Key;
use super::trending::trending;
use super::visibility::is_public;
use crate::categories::{self, LATEST_NEWS, SPONSORED, TRENDING, UNCATEGORIZED};
use crate::paging::PageRequest;
use crate::{Core, changes};

/// Which list of public posts.
#[derive(Clone, Debug, Default)]
pub struct PublicList {
    pub category: Option<category::Model>,
    pub exclude: Vec<category::Model>,
    pub picks: bool,
}

pub const TODAYS_PICKS: u64 = 3;

/// Public posts, newest first.
///
/// `latest-news` and `trending` show posts of all categories when nothing is filed there, the newest and the most read;
/// sponsored ones stay out of them.
pub async fn list_public(core: &Core, list: &PublicList, request: PageRequest) -> StoreResult<Page> {
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
        let filed = page.tags;
        page = if category.slug == TRENDING {
            trending(core, &filter, request).await?
        } else {
            list_filtered(core, &filter, request).await?
        };
        page.tags.extend(filed);
    }
    Ok(page)
}

/// The posts marked as Today's Pick, as they were ordered, without sponsored ones.
pub async fn todays_picks(core: &Core) -> StoreResult<Page> {
    let exclude = categories::find(core, SPONSORED).await?.into_iter().collect();
    let list = PublicList { picks: true, exclude, category: None };
    let mut picks = list_public(core, &list, PageRequest { page: 1, per_page: TODAYS_PICKS }).await?;
    picks.total = picks.posts.len() as u64;
    Ok(picks)
}

/// A section of home: a category and how many posts of the page are its own, in the order of the sections.
pub type Section = (category::Model, usize);

/// One section per category with posts, in category-bar order, then by name; without those that only gather or stand
/// apart.
pub async fn by_category(core: &Core, per_category: u64) -> StoreResult<(Vec<Section>, Page)> {
    let db = core.store.reader();
    let now = core.now();
    let gathers = |category: &category::Model| {
        matches!(category.slug.as_str(), LATEST_NEWS | TRENDING | SPONSORED | UNCATEGORIZED)
    };
    let shown: Vec<category::Model> =
        categories::all(core).await?.iter().filter(|category| !gathers(category)).cloned().collect();
    let categories: Vec<CategoryId> = shown.iter().map(|category| category.id).collect();
    // Home waits for this: a few statements for all sections, not a few for each.
    // The next of all posts: a page that ends too early is made again, no more.
    let any = PublicFilter::default();
    let (ids, expires_at) = tokio::try_join!(
        query::newest_of_each(db, &categories, now, per_category),
        query::next_scheduled(db, &any, now)
    )?;
    let mut posts = query::cards(db, &ids).await?;
    // One may have been taken back, or filed elsewhere, since its id was read.
    posts.retain(|post| is_public(post, now) && categories.contains(&post.category_id));
    posts.sort_by_cached_key(|post| {
        (categories.iter().position(|id| *id == post.category_id), Reverse((post.published_at, post.id)))
    });

    let mut tags = vec![changes::LIST.to_owned(), changes::SITE.to_owned()];
    tags.extend(categories.iter().copied().map(changes::category));
    tags.extend(ids.iter().copied().map(changes::post));
    let own = |category: &category::Model| posts.iter().filter(|post| post.category_id == category.id).count();
    let sections = shown
        .into_iter()
        .map(|category| (own(&category), category))
        .filter(|(own, _)| *own > 0)
        .map(|(own, category)| (category, own))
        .collect();
    Ok((sections, Page { total: posts.len() as u64, posts, tags, expires_at }))
}

/// What lies behind a slug for a reader.
#[derive(Debug)]
pub enum Found {
    Post(Box<Model>),
    /// There was one, and it was deleted.
    Gone,
    Nothing,
}

/// Finds by slug: the current one, then one that a living post once had, then one of a deleted post. Drafts and posts
/// to come are not there yet.
///
/// Also answers when it will be different by itself: the moment of a scheduled post of this slug.
pub async fn find_public(core: &Core, slug: &str) -> StoreResult<(Found, Option<Timestamp>)> {
    let db = core.store.reader();
    let now = core.now();
    let mut until = None;
    if let Some(post) = query::by_slug(db, slug).await? {
        if is_public(&post, now) {
            return Ok((Found::Post(Box::new(post)), None));
        }
        until = Some(post.published_at).filter(|_| post.status == PostStatus::Published);
    }
    let Some(old) = query::old_slug(db, slug).await? else { return Ok((Found::Nothing, until)) };
    let Some(id) = old.post_id else { return Ok((Found::Gone, until)) };
    Ok(match query::get(db, id).await? {
        Some(post) if is_public(&post, now) => (Found::Post(Box::new(post)), until),
        Some(post) if post.status == PostStatus::Published => {
            (Found::Nothing, earliest(until, Some(post.published_at)))
        }
        _ => (Found::Nothing, until),
    })
}

/// Finds by id. Also answers when it will be different by itself.
pub async fn find_public_by_id(core: &Core, id: PostId) -> StoreResult<(Found, Option<Timestamp>)> {
    let db = core.store.reader();
    let now = core.now();
    Ok(match query::get(db, id).await? {
        Some(post) if is_public(&post, now) => (Found::Post(Box::new(post)), None),
        Some(post) => (Found::Nothing, Some(post.published_at).filter(|_| post.status == PostStatus::Published)),
        None if query::was_deleted(db, id).await? => (Found::Gone, None),
        None => (Found::Nothing, None),
    })
}

/// A page of the admin list, drafts and scheduled posts too, with the key of what follows.
#[derive(Debug)]
pub struct AdminPage {
    pub posts: Vec<Model>,
    pub total: u64,
    pub next: Option<AdminKey>,
}

/// What the admin list is narrowed to.
#[derive(Clone, Debug, Default)]
pub struct AdminList {
    pub state: Option<PostState>,
    pub category: Option<category::Model>,
    /// What the title begins with, in any case and without accents.
    pub title: Option<String>,
}

pub async fn admin_list(
    core: &Core,
    list: &AdminList,
    request: PageRequest,
    after: Option<AdminKey>,
) -> StoreResult<AdminPage> {
    let db = core.store.reader();
    let now = core.now();
    let title = list.title.as_deref().map(title_key).filter(|key| key.len() > 1);
    let filter = AdminFilter { state: list.state, category: list.category.as_ref().map(|c| c.id), title };
    // Both at once: after a save a large store takes longer to count than to list.
    let count = async {
        Ok((
            query::count_admin(db, &filter, now).await?,
            query::next_scheduled(db, &PublicFilter::default(), now).await?,
        ))
    };
    let rows = async {
        let offset = if after.is_some() { 0 } else { request.offset() };
        // One more than asked for says whether there is a next page.
        let mut ids = query::admin_ids(db, &filter, now, after, offset, request.per_page + 1).await?;
        let more = ids.len() as u64 > request.per_page && filter.title.is_none();
        ids.truncate(request.per_page as usize);
        Ok((query::cards(db, &ids).await?, more))
    };
    let ((total, _), (posts, more)) = tokio::try_join!(core.totals.get(Key::Admin(filter.clone()), now, count), rows)?;
    let next = posts.last().filter(|_| more).map(|post| AdminKey { published_at: post.published_at, id: post.id });
    Ok(AdminPage { posts, total, next })
}

pub async fn get(core: &Core, id: PostId) -> Result<Option<Model>, StoreError> {
    query::get(core.store.reader(), id).await
}
