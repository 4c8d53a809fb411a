//! Which files nothing uses, in memory: finding them means passing over all others.

use std::sync::{Arc, Mutex};

use mwanga_store::StoreResult;
use mwanga_store::queries;
use mwanga_store::types::{MediaId, Timestamp};

use crate::Core;

/// The ids of unused files, newest first, until something changes.
#[derive(Default)]
pub struct Unused(Mutex<Held>);

#[derive(Default)]
struct Held {
    generation: u64,
    found: Option<(Arc<[MediaId]>, Timestamp)>,
}

/// After this time they are found anew: not every change of another process is told.
const ANEW_MS: i64 = 10_000;

impl Unused {
    /// Something was changed.
    pub(crate) fn forget(&self) {
        let mut held = self.0.lock().expect("no panic while held");
        held.generation += 1;
        held.found = None;
    }
}

pub(super) async fn unused(core: &Core) -> StoreResult<Arc<[MediaId]>> {
    let now = core.now();
    let generation = {
        let held = core.unused.0.lock().expect("no panic while held");
        if let Some((ids, at)) = &held.found
            && now < at.plus_ms(ANEW_MS)
        {
            return Ok(ids.clone());
        }
        held.generation
    };
    let ids: Arc<[MediaId]> = queries::library::unused_ids(core.store.reader()).await?.into();
    let mut held = core.unused.0.lock().expect("no panic while held");
    // Found before somebody's change: right for this caller, but not to be kept.
    if held.generation == generation {
        held.found = Some((ids.clone(), now));
    }
    Ok(ids)
}
