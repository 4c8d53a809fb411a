use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};

use super::topics;
use crate::Core;

/// How many get newsletters, all of them or those of a topic, in memory: counting takes longer the more there are.
#[derive(Default)]
pub struct Audience(Mutex<HashMap<Option<&'static str>, (u64, Timestamp)>>);

/// After this time it is counted anew, because other processes change subscribers too.
const RECOUNT_MS: i64 = 10_000;

impl Audience {
    /// Something was changed in this process.
    pub(crate) fn forget(&self) {
        self.0.lock().expect("no panic while held").clear();
    }
}

/// How many get the next newsletter, or the next one of a topic; nobody gets one of a topic that there is not.
pub async fn audience(core: &Core, topic: Option<&str>) -> StoreResult<u64> {
    let topic = match topic.map(topics::find) {
        Some(None) => return Ok(0),
        Some(Some(topic)) => Some(topic.id),
        None => None,
    };
    let (held, now) = (core.audience.0.lock().expect("no panic while held").get(&topic).copied(), core.now());
    if let Some((count, at)) = held
        && now < at.plus_ms(RECOUNT_MS)
    {
        return Ok(count);
    }
    let count = queries::deliveries::count_audience(core.store.reader(), topic).await?;
    core.audience.0.lock().expect("no panic while held").insert(topic, (count, now));
    Ok(count)
}
