//! Job queue in the database: enqueue, claim, retry, schedule. Knows no feature.
//!
//! A job is a row that is inserted in the transaction of the change it belongs to (transactional outbox). Any process
//! claims it by a lease, runs it, and extends the lease while it runs; when the process dies, another one claims the
//! job once the lease has expired. Jobs run at least once: write them idempotent.
//!
//! - `job`: the trait [`Job`], its errors and its [`ConcurrencyGroup`].
//! - `registry`: [`Registry`], the kinds of jobs that a program runs, and recurring jobs.
//! - `worker`: [`Worker`], which claims and runs jobs, and [`JobNotifier`], which wakes it.

mod job;
mod registry;
mod worker;

pub use job::{ConcurrencyGroup, Job, JobError, Registered};
pub use registry::{Registry, every_ms};
pub use worker::{JobNotifier, Worker, WorkerOptions, backoff_ms};
