use mwanga_jobs::Job;
use mwanga_store::queries::jobs::{self, TimeFilter};
use mwanga_store::types::Timestamp;
use mwanga_store::{ConnectionTrait, StoreResult};

use crate::held::{HoldReason, hold_store};
use crate::newsletter::SendTest;

const TEST_ERROR: &str = "Asked for at the site that was backed up.";

/// Holds a store that was just restored from the backup of `created_at`. Tests of newsletters that waited in it are
/// ended: they would leave a held copy.
pub async fn hold_restored(db: &impl ConnectionTrait, created_at: &str, now: Timestamp) -> StoreResult<()> {
    // The clock of this machine may be slow: all that is in the backup is older than the hold.
    let since = Timestamp::parse(created_at).map_or(now, |created_at| created_at.plus_ms(1).max(now));
    jobs::fail_unfinished(db, &[SendTest::KIND], TimeFilter::Any, TEST_ERROR, now).await?;
    hold_store(db, HoldReason::Restored { created_at: created_at.to_owned() }, since).await
}
