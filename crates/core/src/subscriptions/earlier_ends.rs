//! Ends of subscriptions that an earlier version stored: during the day that readers were told, at the minute of the
//! purchase.

use mwanga_store::StoreResult;
use mwanga_store::queries::{self, subscriptions};

use super::recompute;
use crate::Core;
use crate::changes::Tags;

/// The setting that says that it is done.
const DONE: &str = "subscriptions_end_with_their_day";

/// How many are written in one transaction.
const BATCH: u64 = 200;

/// Extends what was paid for to the end of its last day, once. What an interrupted run extended, the next leaves as it
/// is.
pub async fn extend_to_end_of_day(core: &Core) -> StoreResult<()> {
    if queries::settings::get(core.store.reader(), DONE).await?.is_some() {
        return Ok(());
    }
    let mut after = None;
    loop {
        let filter = subscriptions::Filter::default();
        let rows = subscriptions::list(core.store.reader(), &filter, core.now(), after.as_ref(), 0, BATCH).await?;
        let tx = core.store.begin().await?;
        for row in &rows {
            if let Some(order) = queries::orders::get(&tx, row.last_order_id).await? {
                recompute(core, &tx, &order).await?;
            }
        }
        let Some(last) = rows.last() else {
            queries::settings::set(&tx, DONE, &core.now().iso(), core.now()).await?;
            core.commit(tx, Tags::default()).await?;
            return Ok(());
        };
        core.commit(tx, Tags::default()).await?;
        after = Some(subscriptions::SubscriptionCursor { email_key: last.email_key.clone(), id: last.id });
    }
}
