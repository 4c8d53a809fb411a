use std::collections::HashMap;
use std::sync::Mutex;

use mwanga_store::StoreResult;
use mwanga_store::queries::posts::{AdminFilter, PublicFilter};
use mwanga_store::types::Timestamp;

/// How many posts a list has, in memory: counted once per filter, until something changes or a scheduled post comes out.
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
