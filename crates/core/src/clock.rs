//! Clock, injected so that tests control the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mwanga_store::types::Timestamp;

/// System clock, or in tests a fixed one.
#[derive(Clone, Debug)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    pub fn system() -> Self {
        Self(None)
    }

    pub fn fixed(at: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(at.0))))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Some(at) => Timestamp(at.load(Ordering::SeqCst)),
            None => Timestamp::from_jiff(jiff::Timestamp::now()),
        }
    }

    /// Moves a fixed clock on; the machine's clock cannot be moved.
    pub fn advance_ms(&self, ms: i64) {
        if let Some(at) = &self.0 {
            at.fetch_add(ms, Ordering::SeqCst);
        }
    }
}
