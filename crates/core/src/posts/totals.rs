//! In-memory cache of the totals of lists.

use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::queries::desk::{self, DeskFilter};
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::queries::{post_tags, posts as query};
use mwanga_store::types::Timestamp;
use mwanga_store::{Reader, StoreResult};

use crate::core_state::{Core, Part};
use crate::difference::Difference;

/// Cache of the totals of lists. Each is counted once, until a post changes or a scheduled one is published.
#[derive(Default)]
pub struct Totals(Mutex<CachedTotals>);

#[derive(Default)]
struct CachedTotals {
    /// Incremented by every invalidation.
    generation: u64,
    /// The total, and when it expires.
    counts: HashMap<Key, (u64, Option<Timestamp>)>,
}

/// A list whose total is cached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Desk(DeskFilter),
    Public(PublicFilter),
    /// By their slugs.
    Tags(Vec<String>),
}

/// Most cached totals, far more than a real site has: a flood of odd queries must not fill the memory.
const MAX_KEYS: usize = 2_000;

impl Part for Totals {
    fn on_change(&self, _: &[String]) {
        self.clear();
    }

    fn on_clock_set(&self) {
        self.clear();
    }
}

impl Core {
    pub(super) fn totals(&self) -> &Totals {
        self.part()
    }
}

impl Totals {
    fn clear(&self) {
        let mut cache = self.0.lock().expect("no panic while held");
        cache.generation += 1;
        cache.counts.clear();
    }

    /// All cached totals.
    pub(super) fn all(&self) -> Vec<(Key, (u64, Option<Timestamp>))> {
        let cache = self.0.lock().expect("no panic while held");
        cache.counts.iter().map(|(key, count)| (key.clone(), *count)).collect()
    }

    /// The total of `key` and when it expires, from the cache or else from `count`.
    pub(super) async fn get(
        &self,
        key: Key,
        now: Timestamp,
        count: impl Future<Output = StoreResult<(u64, Option<Timestamp>)>>,
    ) -> StoreResult<(u64, Option<Timestamp>)> {
        let generation = {
            let cache = self.0.lock().expect("no panic while held");
            if let Some((total, expires_at)) = cache.counts.get(&key)
                && expires_at.is_none_or(|expires_at| now < expires_at)
            {
                return Ok((*total, *expires_at));
            }
            cache.generation
        };
        let counted = count.await?;
        let mut cache = self.0.lock().expect("no panic while held");
        // Invalidated while it was counted: right for this caller, but not to be cached.
        if cache.generation == generation {
            if cache.counts.len() >= MAX_KEYS {
                cache.counts.clear();
            }
            cache.counts.insert(key, counted);
        }
        Ok(counted)
    }
}

/// Most totals recounted in one check.
const MAX_CHECKED: usize = 200;

/// Compares cached totals with the store; clears the cache when one differs.
pub(crate) async fn check_totals(core: &Core, reader: &Reader) -> StoreResult<Vec<Difference>> {
    let mut differences = Vec::new();
    for (key, (cached, expires_at)) in core.totals().all().into_iter().take(MAX_CHECKED) {
        let now = core.now();
        let counted = match &key {
            Key::Desk(filter) => desk::count(reader, filter, now).await?,
            Key::Public(filter) => query::count_public(reader, filter, now).await?,
            Key::Tags(slugs) => post_tags::count_public(reader, slugs, now).await?,
        };
        let is_expired = expires_at.is_some_and(|expires_at| expires_at <= core.now());
        // Not if it was invalidated meanwhile.
        if counted != cached && !is_expired && core.totals().all().contains(&(key.clone(), (cached, expires_at))) {
            differences.push(Difference::new(format!("total of {key:?}"), cached, counted));
        }
    }
    if !differences.is_empty() {
        core.totals().clear();
    }
    Ok(differences)
}
