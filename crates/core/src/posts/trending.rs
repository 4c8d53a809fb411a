//! Trending posts.

use mwanga_store::StoreResult;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::PostId;

use super::list::{PostPage, count_public, earliest, load_page};
use crate::categories::{self, SPONSORED};
use crate::paging::PageRequest;
use crate::{Core, analytics};

/// Most-read posts at the top.
const MAX_LEADERS: usize = 20;
/// How long a page is cached.
const CACHE_MS: i64 = 15 * 60_000;

/// Posts of the block on home.
const MOST_READ: usize = 5;

/// The most read public posts of the last week, without sponsored ones.
pub async fn most_read(core: &Core) -> StoreResult<PostPage> {
    let (db, now) = (core.store.reader(), core.now());
    let sponsored = categories::find(core, SPONSORED).await?.map(|category| category.id);
    let mut ids = analytics::most_read(core).await?;
    let public = query::filter_public(db, &ids, now).await?;
    ids.retain(|id| public.iter().any(|(public, category, _)| public == id && Some(*category) != sponsored));
    ids.truncate(MOST_READ);
    let filter = PublicFilter::default();
    load_page(core, &filter, &ids, ids.len() as u64, Some(now.plus_ms(CACHE_MS))).await
}

/// The posts that match a filter: the most read of the last week first, the others newest first.
pub(super) async fn trending(core: &Core, filter: &PublicFilter, request: PageRequest) -> StoreResult<PostPage> {
    let (db, now) = (core.store.reader(), core.now());
    let (total, expires_at) = count_public(core, filter, now).await?;
    let mut leaders = analytics::most_read(core).await?;
    let public = query::filter_public(db, &leaders, now).await?;
    let matches_filter =
        |id: &PostId| public.iter().any(|(public, category, _)| public == id && !filter.exclude.contains(category));
    leaders.retain(matches_filter);
    leaders.truncate(MAX_LEADERS);

    let (offset, per_page) = (request.offset(), request.per_page as usize);
    let mut ids: Vec<PostId> =
        leaders.iter().copied().skip(usize::try_from(offset).unwrap_or(usize::MAX)).take(per_page).collect();
    if ids.len() < per_page && offset < total {
        let others = PublicFilter { exclude_posts: leaders.clone(), ..filter.clone() };
        let skipped = offset.saturating_sub(leaders.len() as u64);
        ids.extend(query::public_ids(db, &others, now, skipped, (per_page - ids.len()) as u64).await?);
    }
    load_page(core, filter, &ids, total, earliest(expires_at, Some(now.plus_ms(CACHE_MS)))).await
}
