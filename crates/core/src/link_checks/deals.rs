//! Deals that an editor should look at.

use mwanga_store::StoreResult;
pub use mwanga_store::queries::deals::DealRow;
use mwanga_store::queries::deals::{self as query, Moments};
use mwanga_store::types::DealProblem;

use crate::Core;
use crate::paging::PageRequest;

/// Age in milliseconds from which a price should be looked at again.
pub const OLD_PRICE_MS: i64 = 30 * 24 * 3_600_000;

/// A page of deals of public posts.
#[derive(Debug)]
pub struct DealPage {
    pub deals: Vec<DealRow>,
    pub total: u64,
    /// What their problems are compared with.
    pub at: Moments,
}

/// Deals of public posts that are dead, over, or whose price was seen long ago: of one kind, or of all; those of the
/// newest posts first.
pub async fn attention(core: &Core, problem: Option<DealProblem>, request: PageRequest) -> StoreResult<DealPage> {
    let (db, now) = (core.store.reader(), core.now());
    let at = Moments { now, price_seen_before: now.plus_ms(-OLD_PRICE_MS) };
    let total = query::count(db, problem, at).await?;
    let deals = query::list(db, problem, at, request.offset(), request.per_page).await?;
    Ok(DealPage { deals, total, at })
}
