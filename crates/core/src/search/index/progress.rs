//! Progress of an index that is being made: in the log, and in a file for commands beside the server.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::kind::IndexKind;

/// Between two lines of the log.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// Rows from which on it is told: fewer are there before anybody asks.
const MIN_TOLD: usize = 2_000;

/// How far an index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexProgress {
    /// Posts and files that are in.
    pub done: usize,
    pub total: usize,
}

impl IndexProgress {
    /// What the server is making below this data folder now.
    pub fn read(data_dir: &Path, kind: IndexKind) -> Option<Self> {
        let text = std::fs::read_to_string(file(&data_dir.join(kind.folder()))).ok()?;
        let (done, total) = text.trim().split_once(' ')?;
        Some(Self { done: done.parse().ok()?, total: total.parse().ok()? })
    }
}

/// Tells the progress of one run; its end removes the file.
pub struct ProgressTeller<'a> {
    kind: IndexKind,
    indexes: &'a Path,
    total: usize,
    told_at: Instant,
}

impl<'a> ProgressTeller<'a> {
    pub fn begin(kind: IndexKind, indexes: &'a Path, total: usize) -> Self {
        let teller = Self { kind, indexes, total, told_at: Instant::now() };
        if total >= MIN_TOLD {
            tracing::info!("the {} takes in {total} posts and files; the database answers meanwhile", kind.name());
            teller.write(0);
        }
        teller
    }

    pub fn tell(&mut self, done: usize) {
        if self.total >= MIN_TOLD && self.told_at.elapsed() >= LOG_INTERVAL {
            self.told_at = Instant::now();
            tracing::info!("the {} has {done} of {} posts and files", self.kind.name(), self.total);
            self.write(done);
        }
    }

    /// It only informs: what cannot be written is left out.
    fn write(&self, done: usize) {
        let _ = std::fs::write(file(self.indexes), format!("{done} {}", self.total));
    }
}

impl Drop for ProgressTeller<'_> {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(file(self.indexes));
    }
}

fn file(indexes: &Path) -> PathBuf {
    indexes.join("progress")
}
