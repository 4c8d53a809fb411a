//! Clock, injected so that tests control the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use mwanga_store::types::Timestamp;

/// How far clocks of two nodes may differ, in milliseconds.
pub const SKEW_MS: i64 = 60_000;

/// System clock, or in tests a fixed one.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The machine's; when it was made, for the time that passes whatever somebody sets.
    System(Instant),
    Fixed(Arc<Fixed>),
}

#[derive(Debug)]
struct Fixed {
    at: AtomicI64,
    steady_ms: AtomicI64,
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System(Instant::now()))
    }

    pub fn fixed(at: Timestamp) -> Self {
        Self(Source::Fixed(Arc::new(Fixed { at: AtomicI64::new(at.0), steady_ms: AtomicI64::new(0) })))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::Fixed(fixed) => Timestamp(fixed.at.load(Ordering::SeqCst)),
            Source::System(_) => Timestamp::from_jiff(jiff::Timestamp::now()),
        }
    }

    /// Whether only [`Self::advance_ms`] and [`Self::jump_ms`] move it.
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self.0, Source::Fixed(_))
    }

    /// Time that passed, in milliseconds; setting the machine's clock does not change it.
    pub(crate) fn steady_ms(&self) -> i64 {
        match &self.0 {
            Source::Fixed(fixed) => fixed.steady_ms.load(Ordering::SeqCst),
            Source::System(began) => i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
        }
    }

    /// Moves a fixed clock on; the machine's clock cannot be moved.
    pub fn advance_ms(&self, ms: i64) {
        if let Source::Fixed(fixed) = &self.0 {
            fixed.at.fetch_add(ms, Ordering::SeqCst);
            fixed.steady_ms.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// Sets a fixed clock ahead or back: no time passes.
    pub fn jump_ms(&self, ms: i64) {
        if let Source::Fixed(fixed) = &self.0 {
            fixed.at.fetch_add(ms, Ordering::SeqCst);
        }
    }
}
