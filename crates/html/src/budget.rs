//! What a reading of HTML may take: processor time, and whether anybody still waits for it.
//!
//! [`attempt`] gives the thread a budget; the loops that read ask it by [`check`] and unwind when it is over, as no
//! function in between has anything left to do. It is no panic: no hook is called and nothing is logged.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::too_complex::TooComplex;

/// Steps between two looks at the clock.
const STEPS: u32 = 64;

struct Budget {
    /// Time of this thread's processor at which it is over.
    ends: Duration,
    /// Nobody waits any more.
    left: Arc<AtomicBool>,
}

thread_local! {
    static BUDGET: RefCell<Option<Budget>> = const { RefCell::new(None) };
    static STEP: Cell<u32> = const { Cell::new(0) };
}

/// What is unwound with.
struct Over;

/// Processor time of this thread.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Does `work` within `limit` of this thread's processor time, and only as long as nobody has `left`.
///
/// # Errors
///
/// It was over before the work was done.
pub fn attempt<T>(limit: Duration, left: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> Result<T, TooComplex> {
    let budget = Budget { ends: thread_time().saturating_add(limit), left: left.clone() };
    let around = BUDGET.replace(Some(budget));
    let done = catch_unwind(AssertUnwindSafe(work));
    BUDGET.set(around);
    done.map_err(|panic| if panic.is::<Over>() { TooComplex } else { resume_unwind(panic) })
}

/// Ends the work of [`attempt`] when its budget is over. Outside of one it does nothing.
pub fn check() {
    BUDGET.with_borrow(|budget| {
        if let Some(Budget { ends, left }) = budget
            && (left.load(Ordering::Relaxed) || thread_time() >= *ends)
        {
            resume_unwind(Box::new(Over));
        }
    });
}

/// [`check`] for loops whose steps are short: looks at the clock now and then.
pub fn step() {
    let steps = STEP.get().wrapping_add(1);
    STEP.set(steps);
    if steps.is_multiple_of(STEPS) {
        check();
    }
}

/// Ends the work of [`attempt`] because its outcome is too large. Without a limit of time, as our own texts are read, it
/// does nothing.
pub fn end() {
    if BUDGET.with_borrow(|budget| budget.as_ref().is_some_and(|budget| budget.ends < Duration::MAX)) {
        resume_unwind(Box::new(Over));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean;

    #[test]
    fn a_reading_ends_when_its_time_is_over_or_nobody_waits() {
        let html = "<p>One <b>two</b></p>".repeat(2_000);
        let (here, left) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(true)));
        let hour = Duration::from_secs(3_600);
        assert_eq!(attempt(Duration::ZERO, &here, || clean(&html)), Err(TooComplex));
        assert_eq!(attempt(hour, &left, || clean(&html)), Err(TooComplex));
        assert_eq!(attempt(hour, &here, || clean(&html)), Ok(clean(&html)));
        // A budget within another ends before it.
        let inner = || attempt(Duration::ZERO, &here, || clean(&html)).is_err() && !clean(&html).is_empty();
        assert_eq!(attempt(hour, &here, inner), Ok(true));
    }

    #[test]
    fn other_panics_go_on() {
        let here = Arc::new(AtomicBool::new(false));
        let panicked = catch_unwind(|| attempt(Duration::MAX, &here, || -> u8 { resume_unwind(Box::new("other")) }));
        assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"other"));
    }
}
