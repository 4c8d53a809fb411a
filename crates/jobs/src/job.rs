use mwanga_store::queries::jobs::{self, NewJob};
use mwanga_store::types::Timestamp;
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Work to be done later. Its fields are its payload, kept as JSON.
///
/// A payload outlives a deploy: add optional fields only, and keep an old `KIND` registered until the queue has
/// drained.
pub trait Job: Registered + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What it works with; the same for every job of a registry.
    type Context: Clone + Send + Sync + 'static;
    /// `feature.verb`.
    const KIND: &'static str;
    /// Whether a job waits once however often it is enqueued with the same payload. One that runs does not count, so it
    /// may enqueue its successor.
    const DEDUPE: bool;
    /// What its runs have in common that may be slow, or hang.
    const LANE: Option<Lane> = None;

    fn run(self, context: Self::Context) -> impl Future<Output = Result<(), JobError>> + Send;

    /// Lets it run as soon as `tx` is committed.
    fn enqueue(&self, tx: &impl ConnectionTrait, now: Timestamp) -> impl Future<Output = StoreResult<()>> + Send {
        self.enqueue_at(tx, now, now)
    }

    /// Lets it run from `due_at` on. Where it waits already, the earlier time counts.
    fn enqueue_at(
        &self,
        tx: &impl ConnectionTrait,
        due_at: Timestamp,
        now: Timestamp,
    ) -> impl Future<Output = StoreResult<()>> + Send {
        let job = new_job(self, due_at);
        async move { jobs::enqueue(tx, job?, now).await }
    }
}

/// Marks a job that stands in the list of jobs that its program runs. The list implements it, nobody else: what is
/// enqueued is run.
pub trait Registered {}

/// A kind of work of which only so much is done at once (a bulkhead): all jobs of one lane together take at most half
/// of the workers, so that everything else goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lane {
    pub(crate) name: &'static str,
    pub(crate) waits: bool,
}

impl Lane {
    /// Its runs need this machine's processor or memory as long as they take.
    pub const fn of_work(name: &'static str) -> Self {
        Self { name, waits: false }
    }

    /// Its runs wait for another machine, such as a mail server, most of their time. One that takes long leaves its
    /// place to the next: a few that hang keep no others waiting.
    pub const fn of_waiting(name: &'static str) -> Self {
        Self { name, waits: true }
    }
}

pub(crate) fn new_job<J: Job>(job: &J, due_at: Timestamp) -> StoreResult<NewJob> {
    let payload = serde_json::to_value(job)?;
    let dedupe_key = J::DEDUPE.then(|| hex::encode(Sha256::digest(format!("{}\n{payload}", J::KIND))));
    Ok(NewJob { kind: J::KIND, payload, dedupe_key, due_at })
}

/// Runs begun before a job counts as failed: with the pauses between them, a day.
pub(crate) const MAX_RUNS: i32 = 33;

/// How a run ended that did not do its work.
#[derive(Debug)]
pub struct JobError {
    /// It is tried again while fewer runs than this were begun.
    pub(crate) runs: i32,
    pub(crate) error: anyhow::Error,
}

impl JobError {
    /// Try later, at growing intervals.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self::retry_up_to(MAX_RUNS, error)
    }

    /// Try later, but begin no more than `runs` runs in all: what it does may have its effect each time.
    pub fn retry_up_to(runs: i32, error: impl Into<anyhow::Error>) -> Self {
        Self { runs: runs.min(MAX_RUNS), error: error.into() }
    }

    /// Nobody should try this again.
    pub fn fail(error: impl Into<anyhow::Error>) -> Self {
        Self { runs: 0, error: error.into() }
    }
}
