//! Watches the clock of this machine: after a jump what memory holds is forgotten, and what the store holds is set
//! right, at the start and each hour too.

use std::time::Duration;

use mwanga_core::clock::SKEW_MS;
use mwanga_core::clock_checks;
use mwanga_store::StoreResult;

use crate::{AppState, job_worker};

const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// Looks between two times that the store is gone through.
const LOOKS_AN_HOUR: u32 = 3_600;

impl AppState {
    /// Looks at the clock each second until the process is told to stop.
    pub async fn watch_clock(self) {
        let mut looks: u32 = 0;
        loop {
            tokio::select! { () = tokio::time::sleep(LOOK_INTERVAL) => {}, () = self.core.stopping.cancelled() => return }
            looks += 1;
            let has_jumped = self.look_at_clock();
            if (has_jumped || looks.is_multiple_of(LOOKS_AN_HOUR))
                && let Err(e) = self.set_moments_right().await
            {
                tracing::warn!("times could not be compared with the clock: {e}");
            }
        }
    }

    /// Whether the clock was set since the last look; then nothing that is remembered counts any more.
    pub fn look_at_clock(&self) -> bool {
        let Some(jump) = self.core.clock_looks().look(&self.core.clock) else { return false };
        let (seconds, way) = (jump.abs() / 1_000, if jump > 0 { "ahead" } else { "back" });
        tracing::warn!("the clock was set {way} by {seconds} s: it is {}", self.core.now().iso());
        self.core.forget_moments();
        self.cache.purge_all();
        self.refresh_hot_pages();
        true
    }

    /// Sets right what lies ahead of the clock: schedules first, which are right whichever clock is wrong.
    pub async fn set_moments_right(&self) -> StoreResult<()> {
        let core = &self.core;
        if clock_checks::database_ahead_ms(core).await?.is_none_or(|ms| ms.abs() <= SKEW_MS) {
            let kinds = job_worker(core).set_schedules_right(SKEW_MS).await?;
            if !kinds.is_empty() {
                tracing::warn!("the next times of {} lay too far ahead and were set right", kinds.join(", "));
            }
        }
        clock_checks::set_right(core).await
    }
}
