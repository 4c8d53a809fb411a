//! A clock that was wrong: what it wrote lies ahead of the right one, and would block what is due or be kept too long.
//!
//! - `looks.rs`: whether the clock went on evenly since the last look
//! - `set_right.rs`: finds what lies ahead, at the start, after a jump and each hour, and sets it right

mod looks;
mod set_right;

pub use looks::Looks;
pub use set_right::{Ahead, SetRight, find_ahead, last_set_right, set_right};

use mwanga_store::StoreResult;

use crate::Core;
use crate::clock::SKEW_MS;

/// How long the clock must have gone on evenly before anything is deleted for its age.
const AGREED_MS: i64 = 3_600_000;

/// How the clock of the database differs from ours, in milliseconds; none where it is the same one, or ours is fixed.
pub async fn database_ahead_ms(core: &Core) -> StoreResult<Option<i64>> {
    if core.clock.is_fixed() {
        return Ok(None);
    }
    let now = mwanga_store::queries::moments::database_now(core.store.reader()).await?;
    Ok(now.map(|now| now.0 - core.now().0))
}

/// Whether two looks at the clock that lie an hour apart agree, and the database's with them: only then may something
/// be deleted for its age.
pub async fn may_prune(core: &Core) -> StoreResult<bool> {
    Ok(core.clock_looks().agreed_ms(&core.clock) >= AGREED_MS
        && database_ahead_ms(core).await?.is_none_or(|ms| ms.abs() <= SKEW_MS))
}
