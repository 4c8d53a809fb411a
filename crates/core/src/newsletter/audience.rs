//! Audience size: how many subscribers get an issue.

use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};

use super::topics;
use crate::core_state::{Core, Part};

/// Cache of audience sizes: counting gets slower with the number of subscribers.
#[derive(Default)]
pub struct AudienceCache(Mutex<Sizes>);

#[derive(Default)]
struct Sizes {
    /// By topics in the order of the catalogue; of none: everyone.
    of: HashMap<Vec<&'static str>, (u64, Timestamp)>,
    by_topic: Option<(Vec<(&'static str, u64)>, Timestamp)>,
}

/// Lifetime of a cached count: other processes change subscribers too.
const RECOUNT_MS: i64 = 10_000;

impl Part for AudienceCache {
    fn on_commit(&self) {
        *self.sizes() = Sizes::default();
    }

    fn on_clock_set(&self) {
        *self.sizes() = Sizes::default();
    }
}

impl Core {
    fn audience(&self) -> &AudienceCache {
        self.part()
    }
}

impl AudienceCache {
    fn sizes(&self) -> std::sync::MutexGuard<'_, Sizes> {
        self.0.lock().expect("no panic while held")
    }
}

/// Number of subscribers who get the next issue, of one or more of these topics or, where `topics` is empty, of all;
/// 0 for unknown topics.
pub async fn count_audience(core: &Core, topics: &[String]) -> StoreResult<u64> {
    let known: Vec<&'static str> = topics::all().map(|topic| topic.id).filter(|id| contains(topics, id)).collect();
    if known.is_empty() && !topics.is_empty() {
        return Ok(0);
    }
    let now = core.now();
    if let Some((count, at)) = core.audience().sizes().of.get(&known).copied()
        && now < at.plus_ms(RECOUNT_MS)
    {
        return Ok(count);
    }
    let ids: Vec<String> = known.iter().map(|&id| id.to_owned()).collect();
    let count = queries::deliveries::count_audience(core.store.reader(), &ids).await?;
    let of = &mut core.audience().sizes().of;
    of.retain(|_, (_, at)| now < at.plus_ms(RECOUNT_MS));
    of.insert(known, (count, now));
    Ok(count)
}

/// Number of subscribers who chose each topic, of the whole catalogue in its order.
pub async fn count_by_topic(core: &Core) -> StoreResult<Vec<(&'static str, u64)>> {
    let now = core.now();
    if let Some((counts, at)) = core.audience().sizes().by_topic.clone()
        && now < at.plus_ms(RECOUNT_MS)
    {
        return Ok(counts);
    }
    let found: HashMap<String, i64> =
        queries::deliveries::count_by_topic(core.store.reader()).await?.into_iter().collect();
    let count = |id: &str| found.get(id).map_or(0, |count| count.unsigned_abs());
    let counts: Vec<(&'static str, u64)> = topics::all().map(|topic| (topic.id, count(topic.id))).collect();
    core.audience().sizes().by_topic = Some((counts.clone(), now));
    Ok(counts)
}

fn contains(ids: &[String], id: &str) -> bool {
    ids.iter().any(|known| known == id)
}
