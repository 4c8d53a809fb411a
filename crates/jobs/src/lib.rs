//! The queue: enqueue, claim, retry, schedule. Knows no feature.
//!
//! A job is a row that is written with the change it is about. Any process takes it by lease, runs it, and keeps it
//! while it runs; when the process dies, another one takes it once the lease has ended. A job may therefore run twice:
//! write it so that this is harmless.

mod job;
mod registry;
mod worker;

pub use job::{Job, JobError, Lane, Registered};
pub use registry::{Registry, every_ms};
pub use worker::{Bell, Worker, WorkerOptions, back_off_ms};
