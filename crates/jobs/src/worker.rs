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

use crate::job::MAX_RUNS;
use crate::{JobError, Lane, Registry};

/// Characters of an error that are kept.
const ERROR_CHARS: usize = 1_000;

/// How long a job of a lane that waits keeps its place.
const PLACE_TIMEOUT: Duration = Duration::from_secs(1);
/// Jobs that wait without a place. When there are so many, the next ones keep theirs.
const MAX_ASIDE: usize = 64;

/// Wakes this process's worker, so that a job need not wait for the next look at the table. Ring it after the commit.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<Notify>);

impl Bell {
    pub fn ring(&self) {
        self.0.notify_one();
    }
}

#[derive(Clone, Copy, Debug)]
pub struct WorkerOptions {
    /// Jobs run at once.
    pub workers: usize,
    /// How often the table is looked at; also how soon a job of another process is noticed.
    pub poll: Duration,
    /// How long a job stays taken after its process last said that it runs; it says so three times as often.
    pub lease: Duration,
    /// How long running jobs may take to finish once the worker is told to stop, before they are put back.
    pub grace: Duration,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self { workers: 4, poll: Duration::from_secs(1), lease: Duration::from_secs(60), grace: Duration::from_secs(5) }
    }
}

/// The pause before the next try: 5 s after the first failure, then twice as long each time, an hour at most.
pub fn back_off_ms(attempts: i32) -> i64 {
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
    bell: Bell,
    options: WorkerOptions,
    /// How many more jobs may begin, and of each lane.
    free: Arc<Semaphore>,
    room: HashMap<Lane, Arc<Semaphore>>,
    /// How many more may wait without a place.
    aside: Arc<Semaphore>,
    /// Ends what still runs after the grace.
    give_up: CancellationToken,
}

impl<C> Clone for Worker<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// What a job that runs takes from others.
struct Place {
    _worker: Option<OwnedSemaphorePermit>,
    _in_lane: Option<OwnedSemaphorePermit>,
}

/// What is to be written about a run.
enum Outcome {
    Done,
    Stopped(JobError),
    PutBack,
    /// Another process has the job.
    Lost,
}

impl<C: Clone + Send + Sync + 'static> Worker<C> {
    pub fn new(
        store: Store,
        registry: Registry<C>,
        context: C,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
        bell: Bell,
    ) -> Self {
        let (clock, options) = (Box::new(clock), WorkerOptions::default());
        let (free, room, aside) =
            (Arc::new(Semaphore::new(options.workers)), HashMap::new(), Arc::new(Semaphore::new(MAX_ASIDE)));
        let inner = WorkerInner {
            store,
            registry,
            context,
            clock,
            bell,
            options,
            free,
            room,
            aside,
            give_up: CancellationToken::new(),
        };
        Self(Arc::new(inner)).with_options(options)
    }

    /// To be called before the worker is cloned.
    pub fn with_options(mut self, options: WorkerOptions) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            inner.options = options;
            inner.free = Arc::new(Semaphore::new(options.workers));
            let half = options.workers.div_ceil(2);
            inner.room =
                inner.registry.lanes().filter_map(|(lane, _)| Some((lane?, Arc::new(Semaphore::new(half))))).collect();
        }
        self
    }

    /// Works until `stop` resolves; then takes no more, lets what runs finish for a while, and puts the rest back.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let inner = &self.0;
        let mut stop = pin!(stop);
        let mut running = JoinSet::new();
        let mut broken = false;
        self.warn_of_other_kinds().await;
        loop {
            match self.fill(&mut running).await {
                Ok(()) => broken = false,
                Err(e) => {
                    if !broken {
                        tracing::warn!("cannot read the job queue: {e}");
                    }
                    broken = true;
                }
            }
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(_) = running.join_next() => {}
                () = inner.bell.0.notified() => {}
                () = tokio::time::sleep(inner.options.poll) => {}
            }
        }
        let finished = async { while running.join_next().await.is_some() {} };
        if tokio::time::timeout(inner.options.grace, finished).await.is_err() {
            tracing::info!("putting {} running jobs back", running.len());
            inner.give_up.cancel();
            while running.join_next().await.is_some() {}
        }
    }

    /// A newer version may have left jobs that this one does not know. They wait until it comes back.
    async fn warn_of_other_kinds(&self) {
        match jobs::count_of_other_kinds(self.0.store.reader(), &self.0.registry.kinds()).await {
            Ok(others) => others.iter().for_each(|(kind, count)| {
                tracing::warn!(kind, count, "jobs of a kind that this version does not know wait")
            }),
            Err(e) => tracing::warn!("cannot look for jobs of unknown kinds: {e}"),
        }
    }

    /// Runs everything that is due, one after another, and says how many runs that were. For commands and tests.
    pub async fn run_due(&self) -> StoreResult<usize> {
        let mut runs = 0;
        loop {
            self.enqueue_recurring().await?;
            let Some(job) = self.claim(&self.0.registry.kinds(), 1).await?.pop() else { return Ok(runs) };
            self.clone().perform(job).await;
            runs += 1;
        }
    }

    async fn fill(&self, running: &mut JoinSet<()>) -> StoreResult<()> {
        self.enqueue_recurring().await?;
        while running.try_join_next().is_some() {}
        for (lane, kinds) in self.0.registry.lanes() {
            let room = lane.and_then(|lane| self.0.room.get(&lane));
            let free = self.0.free.available_permits();
            let most = room.map_or(free, |room| free.min(room.available_permits()));
            if most == 0 {
                continue;
            }
            for job in self.claim(kinds, most).await? {
                let place = Place {
                    _worker: self.0.free.clone().try_acquire_owned().ok(),
                    _in_lane: room.and_then(|room| room.clone().try_acquire_owned().ok()),
                };
                let work = self.clone().perform(job);
                if lane.is_some_and(|lane| lane.waits) {
                    running.spawn(self.clone().yield_place_when_waiting(work, place));
                } else {
                    running.spawn(async move {
                        work.await;
                        drop(place);
                    });
                }
            }
        }
        Ok(())
    }

    /// Lets the next job begin when this one waits for long.
    async fn yield_place_when_waiting(self, work: impl Future<Output = ()>, place: Place) {
        let mut work = pin!(work);
        if tokio::time::timeout(PLACE_TIMEOUT, &mut work).await.is_ok() {
            return;
        }
        let _aside = tokio::select! {
            () = &mut work => return,
            aside = self.0.aside.acquire() => aside,
        };
        drop(place);
        self.0.bell.ring();
        work.await;
    }

    /// Enqueues the recurring jobs whose time has come. The process that moves a schedule on enqueues, in the same
    /// transaction.
    async fn enqueue_recurring(&self) -> StoreResult<()> {
        let WorkerInner { store, registry, .. } = &*self.0;
        if registry.recurring.is_empty() {
            return Ok(());
        }
        let now = (self.0.clock)();
        let known = jobs::schedules(store.reader()).await?;
        for recurring in &registry.recurring {
            let next = (recurring.next)(now);
            match known.iter().find(|schedule| schedule.kind == recurring.kind) {
                None => jobs::add_schedule(store.writer(), recurring.kind, next).await?,
                Some(schedule) if schedule.next_at <= now => {
                    let tx = store.begin().await?;
                    if jobs::move_schedule(&tx, recurring.kind, schedule.next_at, next).await? {
                        jobs::enqueue(&tx, (recurring.job)(now)?, now).await?;
                    }
                    tx.commit().await?;
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    async fn claim(&self, kinds: &[&'static str], limit: usize) -> StoreResult<Vec<Model>> {
        let (store, now) = (&self.0.store, (self.0.clock)());
        if !jobs::any_due(store.reader(), kinds, now).await? {
            return Ok(Vec::new());
        }
        let lease = Alphanumeric.sample_string(&mut rand::rng(), 22);
        jobs::claim(store.writer(), kinds, limit as u64, &lease, self.lease_end(), now).await
    }

    fn lease_end(&self) -> Timestamp {
        (self.0.clock)().plus_ms(self.0.options.lease.as_millis() as i64)
    }

    /// Runs a claimed job and writes down how it ended.
    async fn perform(self, job: Model) {
        let span = tracing::info_span!("job", kind = job.kind, id = job.id.0);
        async {
            let outcome = self.attend(&job).await;
            let (db, now, lease) = (self.0.store.writer(), (self.0.clock)(), job.lease.as_deref().unwrap_or_default());
            let written = match outcome {
                Outcome::Done => jobs::done(db, job.id, lease, now).await,
                Outcome::PutBack => jobs::put_back(db, job.id, lease, now).await,
                Outcome::Lost => Ok(false),
                Outcome::Stopped(JobError { runs, error }) => {
                    let text: String = format!("{error:#}").chars().take(ERROR_CHARS).collect();
                    if job.attempts < runs {
                        let pause = back_off_ms(job.attempts);
                        tracing::warn!("run {} failed, next try in {} s: {text}", job.attempts, pause / 1_000);
                        jobs::retry(db, job.id, lease, &text, now.plus_ms(pause), now).await
                    } else {
                        tracing::error!("failed for good in run {}: {text}", job.attempts);
                        jobs::fail(db, job.id, lease, &text, now).await
                    }
                }
            };
            match written {
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

    /// Runs a job and keeps its lease until it ends, or until the worker gives up.
    async fn attend(&self, job: &Model) -> Outcome {
        let WorkerInner { store, registry, context, options, give_up, .. } = &*self.0;
        if job.attempts > MAX_RUNS {
            return Outcome::Stopped(JobError::fail(anyhow::anyhow!("its process died in each of {MAX_RUNS} runs")));
        }
        let Some(run) = registry.start(&job.kind, job.payload.clone(), context.clone()) else {
            return Outcome::PutBack;
        };
        let mut run = AbortOnDropHandle::new(tokio::spawn(run.in_current_span()));
        let lease = job.lease.as_deref().unwrap_or_default();
        loop {
            tokio::select! {
                ended = &mut run => return outcome(ended),
                () = tokio::time::sleep(options.lease / 3) => match jobs::extend(store.writer(), job.id, lease, self.lease_end()).await {
                    Ok(true) => {}
                    Ok(false) => return Outcome::Lost,
                    Err(e) => tracing::warn!("cannot keep this job: {e}"),
                },
                () = give_up.cancelled() => {
                    run.abort();
                    return match run.await {
                        Err(e) if e.is_cancelled() => Outcome::PutBack,
                        ended => outcome(ended),
                    };
                }
            }
        }
    }
}

fn outcome(ended: Result<Result<(), JobError>, JoinError>) -> Outcome {
    match ended {
        Ok(Ok(())) => Outcome::Done,
        Ok(Err(e)) => Outcome::Stopped(e),
        Err(e) => Outcome::Stopped(JobError::retry(e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_retry_back_off_doubles_up_to_an_hour() {
        for (attempts, seconds) in [(1, 5), (2, 10), (3, 20), (10, 2_560), (11, 3_600), (MAX_RUNS, 3_600), (0, 5)] {
            assert_eq!(back_off_ms(attempts), seconds * 1_000, "{attempts}");
        }
    }
}
