use mwanga_store::StoreResult;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::types::PostId;

use super::list::{Page, earliest, page_of, total_public};
use crate::paging::PageRequest;
use crate::{Core, analytics};

/// Posts that stand first for having been read.
const LEADERS: usize = 20;
/// How long an order is kept.
const KEPT_MS: i64 = 15 * 60_000;

/// A filter's posts with those first that were read most in the last week; the others follow, newest first.
pub(super) async fn trending(core: &Core, filter: &PublicFilter, request: PageRequest) -> StoreResult<Page> {
    let (db, now) = (core.store.reader(), core.now());
    let (total, expires_at) = total_public(core, filter, now).await?;
    let mut leaders = analytics::most_read(core).await?;
    let public = query::public_of(db, &leaders, now).await?;
    let belongs =
        |id: &PostId| public.iter().any(|(public, category, _)| public == id && !filter.exclude.contains(category));
    leaders.retain(belongs);
    leaders.truncate(LEADERS);

    let (offset, per_page) = (request.offset(), request.per_page as usize);
    let mut ids: Vec<PostId> =
        leaders.iter().copied().skip(usize::try_from(offset).unwrap_or(usize::MAX)).take(per_page).collect();
    if ids.len() < per_page && offset < total {
        let others = PublicFilter { without: leaders.clone(), ..filter.clone() };
        let skipped = offset.saturating_sub(leaders.len() as u64);
        ids.extend(query::public_ids(db, &others, now, skipped, (per_page - ids.len()) as u64).await?);
    }
    page_of(core, filter, &ids, total, earliest(expires_at, Some(now.plus_ms(KEPT_MS)))).await
}
