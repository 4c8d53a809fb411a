//! Which files nothing uses, in memory: finding them means passing over all others.

use std::sync::{Arc, Mutex};

use mwanga_store::StoreResult;
use mwanga_store::queries;
use mwanga_store::types::{MediaId, Timestamp};

use crate::Core;

/// The ids of unused files, newest first, until something changes.
#[derive(Default)]
pub struct Unused(Mutex<State>);

#[derive(Default)]
struct State {
    generation: u64,
    found: Option<(Arc<[MediaId]>, Timestamp)>,
}

/// After this time they are found anew: not every change of another process is told.
const ANEW_MS: i64 = 10_000;

impl Unused {
    /// Something was changed.
    pub(crate) fn forget(&self) {
        let mut state = self.0.lock().expect("no panic while locked");
        state.generation += 1;
        state.found = None;
    }
}

pub(super) async fn unused(core: &Core) -> StoreResult<Arc<[MediaId]>> {
    let now = core.now();
    let generation = {
        let state = core.unused.0.lock().expect("no panic while locked");
        if let Some((ids, at)) = &state.found
            && now < at.plus_ms(ANEW_MS)
        {
            return Ok(ids.clone());
        }
        state.generation
    };
    let ids: Arc<[MediaId]> = queries::library::unused_ids(core.store.reader()).await?.into();
    let mut state = core.unused.0.lock().expect("no panic while locked");
    // Found before somebody's change: right for this caller, but not to be kept.
    if state.generation == generation {
        state.found = Some((ids.clone(), now));
    }
    Ok(ids)
}
