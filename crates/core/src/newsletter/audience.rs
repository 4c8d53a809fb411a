use std::sync::Mutex;

use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};

use crate::Core;

/// How many get newsletters, in memory: counting takes longer the more there are.
#[derive(Default)]
pub struct Audience(Mutex<Option<(u64, Timestamp)>>);

/// After this time it is counted anew, because other processes change subscribers too.
const RECOUNT_MS: i64 = 10_000;

impl Audience {
    /// Something was changed in this process.
    pub(crate) fn forget(&self) {
        *self.0.lock().expect("no panic while held") = None;
    }
}

/// How many get the next newsletter.
pub(super) async fn audience(core: &Core) -> StoreResult<u64> {
    let (held, now) = (*core.audience.0.lock().expect("no panic while held"), core.now());
    if let Some((count, at)) = held
        && now < at.plus_ms(RECOUNT_MS)
    {
        return Ok(count);
    }
    let count = queries::deliveries::count_audience(core.store.reader()).await?;
    *core.audience.0.lock().expect("no panic while held") = Some((count, now));
    Ok(count)
}
