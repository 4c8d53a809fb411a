//! In-memory cache of the ids of unused files, because finding them reads all others.

use std::sync::{Arc, Mutex};

use mwanga_store::StoreResult;
use mwanga_store::queries;
use mwanga_store::types::{MediaId, Timestamp};

use crate::core_state::{Core, Part};

/// Cache of the ids of unused files, newest first.
#[derive(Default)]
pub struct UnusedFiles(Mutex<State>);

#[derive(Default)]
struct State {
    /// Incremented by every invalidation.
    generation: u64,
    cached: Option<(Arc<[MediaId]>, Timestamp)>,
}

/// Lifetime of the cache, because not every change of another process is announced.
const MAX_AGE_MS: i64 = 10_000;

impl Part for UnusedFiles {
    fn on_change(&self, _: &[String]) {
        self.clear();
    }

    fn on_commit(&self) {
        self.clear();
    }

    fn on_clock_set(&self) {
        self.clear();
    }
}

impl Core {
    fn unused_files(&self) -> &UnusedFiles {
        self.part()
    }
}

impl UnusedFiles {
    fn clear(&self) {
        let mut state = self.0.lock().expect("no panic while locked");
        state.generation += 1;
        state.cached = None;
    }
}

/// The ids of unused files, newest first.
pub(super) async fn find_unused(core: &Core) -> StoreResult<Arc<[MediaId]>> {
    let now = core.now();
    let generation = {
        let state = core.unused_files().0.lock().expect("no panic while locked");
        if let Some((ids, at)) = &state.cached
            && now < at.plus_ms(MAX_AGE_MS)
        {
            return Ok(ids.clone());
        }
        state.generation
    };
    let ids: Arc<[MediaId]> = queries::library::unused_ids(core.store.reader()).await?.into();
    let mut state = core.unused_files().0.lock().expect("no panic while locked");
    // Invalidated meanwhile: right for this caller, but not to be cached.
    if state.generation == generation {
        state.cached = Some((ids.clone(), now));
    }
    Ok(ids)
}
