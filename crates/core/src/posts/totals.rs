use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::queries::posts::{AdminFilter, PublicFilter};
use mwanga_store::queries::{post_tags, posts as query};
use mwanga_store::types::Timestamp;
use mwanga_store::{Reader, StoreResult};

use crate::Core;
use crate::consistency::Difference;

/// How many posts a list has, in memory: counted once per filter, until something changes or a scheduled post comes
/// out.
#[derive(Default)]
pub struct Totals(Mutex<Held>);

#[derive(Default)]
struct Held {
    generation: u64,
    counts: HashMap<Key, (u64, Option<Timestamp>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Admin(AdminFilter),
    Public(PublicFilter),
    /// By its slug.
    Tag(String),
}

/// Categories times filters of real sites stay far below; a flood of odd ones must not fill the memory.
const MAX_KEYS: usize = 2_000;

impl Totals {
    pub(crate) fn clear(&self) {
        let mut held = self.0.lock().expect("no panic while held");
        held.generation += 1;
        held.counts.clear();
    }

    /// What is in memory.
    pub(super) fn all(&self) -> Vec<(Key, (u64, Option<Timestamp>))> {
        let held = self.0.lock().expect("no panic while held");
        held.counts.iter().map(|(key, count)| (key.clone(), *count)).collect()
    }

    /// The count of `key` and when it may change by itself, asked of `count` when they are not known.
    pub(super) async fn get(
        &self,
        key: Key,
        now: Timestamp,
        count: impl Future<Output = StoreResult<(u64, Option<Timestamp>)>>,
    ) -> StoreResult<(u64, Option<Timestamp>)> {
        let generation = {
            let held = self.0.lock().expect("no panic while held");
            if let Some((total, until)) = held.counts.get(&key)
                && until.is_none_or(|until| now < until)
            {
                return Ok((*total, *until));
            }
            held.generation
        };
        let counted = count.await?;
        let mut held = self.0.lock().expect("no panic while held");
        // Counted before somebody's change: right for this caller, but not to be kept.
        if held.generation == generation {
            if held.counts.len() >= MAX_KEYS {
                held.counts.clear();
            }
            held.counts.insert(key, counted);
        }
        Ok(counted)
    }
}

/// Totals counted anew in one check.
const CHECKED: usize = 200;

/// Compares totals in memory with `rows`; forgets all of them when one differs.
pub(crate) async fn check_totals(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let mut differences = Vec::new();
    for (key, (remembered, until)) in core.totals.all().into_iter().take(CHECKED) {
        let now = core.now();
        let found = match &key {
            Key::Admin(filter) => query::count_admin(rows, filter, now).await?,
            Key::Public(filter) => query::count_public(rows, filter, now).await?,
            Key::Tag(slug) => post_tags::count_public(rows, slug, now).await?,
        };
        let is_over = until.is_some_and(|until| until <= core.now());
        // Forgotten meanwhile: somebody changed a post.
        if found != remembered && !is_over && core.totals.all().contains(&(key.clone(), (remembered, until))) {
            differences.push(Difference::new(format!("total of {key:?}"), remembered, found));
        }
    }
    if !differences.is_empty() {
        core.totals.clear();
    }
    Ok(differences)
}
