//! Audience size: how many subscribers get an issue.

use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};

use super::topics;
use crate::Core;

/// Cache of audience sizes, by topic: counting gets slower with the number of subscribers.
#[derive(Default)]
pub struct AudienceCache(Mutex<HashMap<Option<&'static str>, (u64, Timestamp)>>);

/// Lifetime of a cached count: other processes change subscribers too.
const RECOUNT_MS: i64 = 10_000;

impl AudienceCache {
    /// Clears the cache after a change in this process.
    pub(crate) fn clear(&self) {
        self.0.lock().expect("no panic while held").clear();
    }
}

/// Number of subscribers who get the next issue, of a topic or of all; 0 for an unknown topic.
pub async fn count_audience(core: &Core, topic: Option<&str>) -> StoreResult<u64> {
    let topic = match topic.map(topics::find) {
        Some(None) => return Ok(0),
        Some(Some(topic)) => Some(topic.id),
        None => None,
    };
    let (cached, now) = (core.audience.0.lock().expect("no panic while held").get(&topic).copied(), core.now());
    if let Some((count, at)) = cached
        && now < at.plus_ms(RECOUNT_MS)
    {
        return Ok(count);
    }
    let count = queries::deliveries::count_audience(core.store.reader(), topic).await?;
    core.audience.0.lock().expect("no panic while held").insert(topic, (count, now));
    Ok(count)
}
