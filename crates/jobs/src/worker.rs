use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use mwanga_store::entities::job::Model;
use mwanga_store::queries::jobs;
use mwanga_store::types::Timestamp;
use mwanga_store::{Store, StoreResult};
use rand::distr::{Alphanumeric, SampleString};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use crate::job::MAX_ATTEMPTS;
use crate::{ConcurrencyGroup, JobError, Registry};

/// Maximum length of a stored error, in characters.
const MAX_ERROR_CHARS: usize = 1_000;

/// How long an I/O-bound job keeps its permits before it yields them.
const YIELD_AFTER: Duration = Duration::from_secs(1);
/// Maximum number of jobs that run after yielding their permits; further ones keep theirs.
const MAX_YIELDED: usize = 64;

/// Wakes this process's worker, so that a new job does not wait for the next poll. Call it after the commit.
#[derive(Clone, Debug, Default)]
pub struct JobNotifier(Arc<Notify>);

impl JobNotifier {
    /// Wakes the worker.
    pub fn notify(&self) {
        self.0.notify_one();
    }
}

#[derive(Clone, Copy, Debug)]
pub struct WorkerOptions {
    /// Number of jobs that run concurrently.
    pub workers: usize,
    /// Poll interval of the table; also how soon a job that another process enqueued is noticed.
    pub poll: Duration,
    /// Duration of a job's lease; it is extended three times as often.
    pub lease: Duration,
    /// Grace period on shutdown: how long running jobs may take to finish before they are aborted and released.
    pub grace: Duration,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self { workers: 4, poll: Duration::from_secs(1), lease: Duration::from_secs(60), grace: Duration::from_secs(5) }
    }
}

/// Exponential backoff before the next attempt: 5 s after the first failure, doubled each time, an hour at most.
pub fn backoff_ms(attempts: i32) -> i64 {
    let doublings = attempts.clamp(1, 11) - 1;
    (5_000 << doublings).min(3_600_000)
}

/// Runs the jobs of a registry. Cheap to clone.
pub struct Worker<C>(Arc<WorkerInner<C>>);

struct WorkerInner<C> {
    store: Store,
    registry: Registry<C>,
    context: C,
    clock: Box<dyn Fn() -> Timestamp + Send + Sync>,
    notifier: JobNotifier,
    is_held: Box<dyn Fn() -> bool + Send + Sync>,
    options: WorkerOptions,
    /// Permits of all workers, and of each concurrency group.
    worker_permits: Arc<Semaphore>,
    group_permits: HashMap<ConcurrencyGroup, Arc<Semaphore>>,
    /// Permits of jobs that yielded theirs.
    yielded_permits: Arc<Semaphore>,
    /// Aborts the jobs that still run after the grace period.
    abort: CancellationToken,
}

impl<C> Clone for Worker<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Permits that a running job holds.
struct Permits {
    _worker: Option<OwnedSemaphorePermit>,
    _group: Option<OwnedSemaphorePermit>,
}

/// Outcome of a run.
enum Outcome {
    Done,
    Failed(JobError),
    /// The job is released without an attempt counted.
    Released,
    /// The lease is lost: another process has the job.
    LeaseLost,
}

impl<C: Clone + Send + Sync + 'static> Worker<C> {
    pub fn new(
        store: Store,
        registry: Registry<C>,
        context: C,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
        notifier: JobNotifier,
    ) -> Self {
        let (clock, options) = (Box::new(clock), WorkerOptions::default());
        let worker_permits = Arc::new(Semaphore::new(options.workers));
        let inner = WorkerInner {
            store,
            registry,
            context,
            clock,
            notifier,
            is_held: Box::new(|| false),
            options,
            worker_permits,
            group_permits: HashMap::new(),
            yielded_permits: Arc::new(Semaphore::new(MAX_YIELDED)),
            abort: CancellationToken::new(),
        };
        Self(Arc::new(inner)).with_options(options)
    }

    /// Sets the options. Call it before the worker is cloned; later it has no effect.
    pub fn with_options(mut self, options: WorkerOptions) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            inner.options = options;
            inner.worker_permits = Arc::new(Semaphore::new(options.workers));
            let half = options.workers.div_ceil(2);
            let groups = inner.registry.groups().filter_map(|(group, _)| group);
            inner.group_permits = groups.map(|group| (group, Arc::new(Semaphore::new(half)))).collect();
        }
        self
    }

    /// Sets how to know whether the site is held; what then may not run waits. To be called before the worker is
    /// cloned.
    pub fn with_hold(mut self, is_held: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            inner.is_held = Box::new(is_held);
        }
        self
    }

    /// Runs jobs until `stop` resolves; then claims no more (graceful shutdown), lets running jobs finish for the grace
    /// period, and aborts and releases the rest.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let inner = &self.0;
        let mut stop = pin!(stop);
        let mut running = JoinSet::new();
        let mut is_failing = false;
        self.warn_of_unknown_kinds().await;
        loop {
            match self.spawn_due(&mut running).await {
                Ok(()) => is_failing = false,
                Err(e) => {
                    if !is_failing {
                        tracing::warn!("cannot read the job queue: {e}");
                    }
                    is_failing = true;
                }
            }
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(_) = running.join_next() => {}
                () = inner.notifier.0.notified() => {}
                () = tokio::time::sleep(inner.options.poll) => {}
            }
        }
        let finished = async { while running.join_next().await.is_some() {} };
        if tokio::time::timeout(inner.options.grace, finished).await.is_err() {
            tracing::info!("putting {} running jobs back", running.len());
            inner.abort.cancel();
            while running.join_next().await.is_some() {}
        }
    }

    /// Logs jobs of unknown kinds, which a newer version may have left. They wait until it runs again.
    async fn warn_of_unknown_kinds(&self) {
        match jobs::count_unknown_kinds(self.0.store.reader(), &self.0.registry.kinds()).await {
            Ok(unknown) => unknown.iter().for_each(|(kind, count)| {
                tracing::warn!(kind, count, "jobs of a kind that this version does not know wait")
            }),
            Err(e) => tracing::warn!("cannot look for jobs of unknown kinds: {e}"),
        }
    }

    /// Runs all due jobs, one after another, and answers the number of runs. For commands and tests.
    pub async fn run_due(&self) -> StoreResult<usize> {
        let mut runs = 0;
        loop {
            self.enqueue_recurring().await?;
            let Some(job) = self.claim(&self.runnable(&self.0.registry.kinds()), 1).await?.pop() else {
                return Ok(runs);
            };
            self.clone().run_claimed(job).await;
            runs += 1;
        }
    }

    /// Claims due jobs for the free permits, and spawns them.
    async fn spawn_due(&self, running: &mut JoinSet<()>) -> StoreResult<()> {
        self.enqueue_recurring().await?;
        while running.try_join_next().is_some() {}
        for (group, kinds) in self.0.registry.groups() {
            let group_permits = group.and_then(|group| self.0.group_permits.get(&group));
            let free = self.0.worker_permits.available_permits();
            let limit = group_permits.map_or(free, |permits| free.min(permits.available_permits()));
            if limit == 0 {
                continue;
            }
            for job in self.claim(&self.runnable(kinds), limit).await? {
                let permits = Permits {
                    _worker: self.0.worker_permits.clone().try_acquire_owned().ok(),
                    _group: group_permits.and_then(|permits| permits.clone().try_acquire_owned().ok()),
                };
                let run = self.clone().run_claimed(job);
                if group.is_some_and(|group| group.is_io_bound) {
                    running.spawn(self.clone().yield_permits_when_slow(run, permits));
                } else {
                    running.spawn(async move {
                        run.await;
                        drop(permits);
                    });
                }
            }
        }
        Ok(())
    }

    /// Runs a job and releases its permits to the next job when it is slow.
    async fn yield_permits_when_slow(self, run: impl Future<Output = ()>, permits: Permits) {
        let mut run = pin!(run);
        if tokio::time::timeout(YIELD_AFTER, &mut run).await.is_ok() {
            return;
        }
        let _yielded = tokio::select! {
            () = &mut run => return,
            yielded = self.0.yielded_permits.acquire() => yielded,
        };
        drop(permits);
        self.0.notifier.notify();
        run.await;
    }

    /// Enqueues the recurring jobs that are due. The process that advances a schedule enqueues its job, in the same
    /// transaction.
    async fn enqueue_recurring(&self) -> StoreResult<()> {
        let WorkerInner { store, registry, is_held, .. } = &*self.0;
        if registry.recurring.is_empty() {
            return Ok(());
        }
        let is_held = is_held();
        let now = (self.0.clock)();
        let known = jobs::list_schedules(store.reader()).await?;
        for recurring in &registry.recurring {
            let next = (recurring.next)(&self.0.context, now);
            match known.iter().find(|schedule| schedule.kind == recurring.kind) {
                None => jobs::insert_schedule(store.writer(), recurring.kind, next).await?,
                // Its time stays past, so that it runs once after the release.
                Some(_) if is_held && registry.waits_while_held(recurring.kind) => {}
                Some(schedule) if schedule.next_at <= now => {
                    let tx = store.begin().await?;
                    if jobs::advance_schedule(&tx, recurring.kind, schedule.next_at, next).await? {
                        jobs::enqueue(&tx, (recurring.job)(now)?, now).await?;
                    }
                    tx.commit().await?;
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Has schedules run at their next time again that a clock which was ahead has moved further; answers their kinds.
    /// `skew_ms`: how far clocks of two processes may differ. Where the clock is behind, they run when it is right.
    pub async fn set_schedules_right(&self, skew_ms: i64) -> StoreResult<Vec<String>> {
        let WorkerInner { store, registry, context, .. } = &*self.0;
        let now = (self.0.clock)();
        let mut set_right = Vec::new();
        for schedule in jobs::list_schedules(store.reader()).await? {
            let Some(recurring) = registry.recurring.iter().find(|recurring| recurring.kind == schedule.kind) else {
                continue;
            };
            let (next, latest) = ((recurring.next)(context, now), (recurring.next)(context, now.plus_ms(skew_ms)));
            if schedule.next_at > latest
                && jobs::advance_schedule(store.writer(), recurring.kind, schedule.next_at, next).await?
            {
                set_right.push(schedule.kind);
            }
        }
        Ok(set_right)
    }

    /// Those of the kinds that may run now.
    fn runnable(&self, kinds: &[&'static str]) -> Vec<&'static str> {
        let WorkerInner { registry, is_held, .. } = &*self.0;
        let is_held = is_held();
        kinds.iter().copied().filter(|kind| !is_held || !registry.waits_while_held(kind)).collect()
    }

    /// Claims up to `limit` due jobs under a new lease.
    async fn claim(&self, kinds: &[&'static str], limit: usize) -> StoreResult<Vec<Model>> {
        let (store, now) = (&self.0.store, (self.0.clock)());
        if !jobs::any_due(store.reader(), kinds, now).await? {
            return Ok(Vec::new());
        }
        let lease = Alphanumeric.sample_string(&mut rand::rng(), 22);
        jobs::claim(store.writer(), kinds, limit as u64, &lease, self.lease_end(), now).await
    }

    /// Extends the lease of a running job; `false` where it is lost.
    async fn extend_lease(&self, job: &Model) -> StoreResult<bool> {
        let lease = job.lease.as_deref().unwrap_or_default();
        jobs::extend_lease(self.0.store.writer(), job.id, lease, self.lease_end()).await
    }

    fn lease_end(&self) -> Timestamp {
        (self.0.clock)().plus_ms(self.0.options.lease.as_millis() as i64)
    }

    /// Runs a claimed job and records its outcome.
    async fn run_claimed(self, job: Model) {
        let span = tracing::info_span!("job", kind = job.kind, id = job.id.0);
        async {
            let outcome = self.run_with_lease(&job).await;
            let (db, now, lease) = (self.0.store.writer(), (self.0.clock)(), job.lease.as_deref().unwrap_or_default());
            let recorded = match outcome {
                Outcome::Done => jobs::complete(db, job.id, lease, now).await,
                Outcome::Released => jobs::release(db, job.id, lease, now).await,
                Outcome::LeaseLost => Ok(false),
                Outcome::Failed(JobError { max_attempts, error }) => {
                    let text: String = format!("{error:#}").chars().take(MAX_ERROR_CHARS).collect();
                    if job.attempts < max_attempts {
                        let pause = backoff_ms(job.attempts);
                        tracing::warn!("run {} failed, next try in {} s: {text}", job.attempts, pause / 1_000);
                        jobs::retry(db, job.id, lease, &text, now.plus_ms(pause), now).await
                    } else {
                        tracing::error!("failed for good in run {}: {text}", job.attempts);
                        jobs::fail(db, job.id, lease, &text, now).await
                    }
                }
            };
            match recorded {
                Ok(true) => {}
                Ok(false) => tracing::warn!("another process took this job over"),
                Err(e) => tracing::warn!(
                    "how this job ended could not be written down, it runs again when its lease has ended: {e}"
                ),
            }
        }
        .instrument(span)
        .await;
    }

    /// Runs a job and extends its lease until it ends or the worker aborts it.
    async fn run_with_lease(&self, job: &Model) -> Outcome {
        let WorkerInner { registry, context, options, abort, .. } = &*self.0;
        if job.attempts > MAX_ATTEMPTS {
            let error = anyhow::anyhow!("its process died in each of {MAX_ATTEMPTS} runs");
            return Outcome::Failed(JobError::fail(error));
        }
        let Some(run) = registry.run(&job.kind, job.payload.clone(), context.clone()) else {
            return Outcome::Released;
        };
        let mut run = AbortOnDropHandle::new(tokio::spawn(run.in_current_span()));
        loop {
            tokio::select! {
                ended = &mut run => return outcome(ended),
                () = tokio::time::sleep(options.lease / 3) => match self.extend_lease(job).await {
                    Ok(true) => {}
                    Ok(false) => return Outcome::LeaseLost,
                    Err(e) => tracing::warn!("cannot keep this job: {e}"),
                },
                () = abort.cancelled() => {
                    run.abort();
                    return match run.await {
                        Err(e) if e.is_cancelled() => Outcome::Released,
                        ended => outcome(ended),
                    };
                }
            }
        }
    }
}

/// The outcome of a job's task; a panic is retried.
fn outcome(ended: Result<Result<(), JobError>, JoinError>) -> Outcome {
    match ended {
        Ok(Ok(())) => Outcome::Done,
        Ok(Err(e)) => Outcome::Failed(e),
        Err(e) => Outcome::Failed(JobError::retry(e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_retry_back_off_doubles_up_to_an_hour() {
        for (attempts, seconds) in [(1, 5), (2, 10), (3, 20), (10, 2_560), (11, 3_600), (MAX_ATTEMPTS, 3_600), (0, 5)] {
            assert_eq!(backoff_ms(attempts), seconds * 1_000, "{attempts}");
        }
    }
}
