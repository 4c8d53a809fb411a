use mwanga_store::queries::jobs::{self, NewJob};
use mwanga_store::types::Timestamp;
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// A background job. Its fields are its payload, stored as JSON.
///
/// Payloads outlive a deployment: add optional fields only, and keep an old `KIND` registered until the queue has
/// drained.
pub trait Job: Registered + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Shared state that runs get; the same type for every job of a registry.
    type Context: Clone + Send + Sync + 'static;
    /// Name of the kind, `feature.verb`; stored in the queue.
    const KIND: &'static str;
    /// Deduplication: a job with the same payload waits only once. A running job does not count, so it may enqueue its
    /// successor.
    const DEDUPE: bool;
    /// Whether it runs in a held copy of a site, which mails nobody, charges nobody and deletes nothing outside.
    const RUNS_WHILE_HELD: bool;
    /// Group of jobs that share a concurrency limit; `None` for jobs without one.
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = None;

    /// What the jobs have in common that wait only once; `None` where each one waits.
    fn dedupe_key(&self) -> StoreResult<Option<String>> {
        let payload = serde_json::to_value(self)?;
        Ok(Self::DEDUPE.then(|| hex::encode(Sha256::digest(format!("{}\n{payload}", Self::KIND)))))
    }

    /// Runs the job. It may run more than once.
    fn run(self, context: Self::Context) -> impl Future<Output = Result<(), JobError>> + Send;

    /// Enqueues the job, due as soon as `tx` is committed.
    fn enqueue(&self, tx: &impl ConnectionTrait, now: Timestamp) -> impl Future<Output = StoreResult<()>> + Send {
        self.enqueue_at(tx, now, now)
    }

    /// Enqueues the job, due at `due_at`. Where a duplicate waits, the earlier time counts.
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

/// Marker of jobs that the program has registered. Only the list of registered jobs implements it, so that no job is
/// enqueued that nothing runs.
pub trait Registered {}

/// Concurrency group (bulkhead): all jobs of a group together occupy at most half of the workers, so that other jobs
/// are not held up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConcurrencyGroup {
    pub(crate) name: &'static str,
    pub(crate) is_io_bound: bool,
}

impl ConcurrencyGroup {
    /// Jobs that need this machine's processor or memory for their whole run. They keep their worker.
    pub const fn cpu_bound(name: &'static str) -> Self {
        Self { name, is_io_bound: false }
    }

    /// Jobs that mostly wait for another machine, such as a mail server. A slow one yields its worker to the next job,
    /// so that a few that hang do not hold up the others.
    pub const fn io_bound(name: &'static str) -> Self {
        Self { name, is_io_bound: true }
    }
}

pub(crate) fn new_job<J: Job>(job: &J, due_at: Timestamp) -> StoreResult<NewJob> {
    let payload = serde_json::to_value(job)?;
    Ok(NewJob { kind: J::KIND, payload, dedupe_key: job.dedupe_key()?, due_at })
}

/// Maximum number of attempts of a job; with the backoff between them, about a day.
pub(crate) const MAX_ATTEMPTS: i32 = 33;

/// Error of a run, and whether it is retried.
#[derive(Debug)]
pub struct JobError {
    /// The job is retried while it had fewer attempts than this.
    pub(crate) max_attempts: i32,
    pub(crate) error: anyhow::Error,
}

impl JobError {
    /// Retries the job with exponential backoff.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self::retry_up_to(MAX_ATTEMPTS, error)
    }

    /// Retries the job, up to `max_attempts` attempts in all, because each may have an effect.
    pub fn retry_up_to(max_attempts: i32, error: impl Into<anyhow::Error>) -> Self {
        Self { max_attempts: max_attempts.min(MAX_ATTEMPTS), error: error.into() }
    }

    /// Fails the job permanently: it is not retried.
    pub fn fail(error: impl Into<anyhow::Error>) -> Self {
        Self { max_attempts: 0, error: error.into() }
    }
}
