//! Progress of a backup, and its cancellation.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};

use tokio_util::sync::CancellationToken;

/// How much of a backup has been read.
#[derive(Debug, Default)]
pub struct Progress {
    done_bytes: AtomicU64,
    total_bytes: AtomicU64,
    /// Ends the work at the next read.
    cancelled: CancellationToken,
}

impl Progress {
    pub fn new(cancelled: CancellationToken) -> Self {
        Self { cancelled, ..Self::default() }
    }

    /// Bytes that were read, and about how many there are in all.
    pub fn bytes(&self) -> (u64, u64) {
        let total = self.total_bytes.load(Ordering::Relaxed);
        (self.done_bytes.load(Ordering::Relaxed).min(total), total)
    }

    pub(crate) fn begin(&self, total_bytes: u64) {
        self.done_bytes.store(0, Ordering::Relaxed);
        self.total_bytes.store(total_bytes, Ordering::Relaxed);
    }

    pub(crate) fn finish(&self) {
        self.done_bytes.store(self.total_bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// A reader that counts what is read through it, and fails once the work is cancelled.
pub(crate) struct Watched<'a, R> {
    inner: R,
    progress: &'a Progress,
    is_measured: bool,
}

impl<'a, R> Watched<'a, R> {
    pub fn new(inner: R, progress: &'a Progress) -> Self {
        Self { inner, progress, is_measured: true }
    }

    /// What is read through it is read again.
    pub fn unmeasured(inner: R, progress: &'a Progress) -> Self {
        Self { inner, progress, is_measured: false }
    }
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.cancelled.is_cancelled() {
            return Err(io::Error::other("the server is stopping"));
        }
        let read = self.inner.read(buffer)?;
        if self.is_measured {
            self.progress.done_bytes.fetch_add(read as u64, Ordering::Relaxed);
        }
        Ok(read)
    }
}
