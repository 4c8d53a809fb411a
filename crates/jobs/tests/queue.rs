mod support;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mwanga_jobs::{
    ConcurrencyGroup, Job, JobError, JobNotifier, Registered, Registry, Worker, WorkerOptions, backoff_ms, every_ms,
};
use mwanga_store::Store;
use mwanga_store::entities::job;
use mwanga_store::queries::jobs;
use mwanga_store::types::JobState;
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};
use support::{Clock, Database, on_each};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Log of the runs of these tests: one number per run.
#[derive(Clone, Default)]
struct RunLog(Arc<Mutex<Vec<u32>>>);

impl RunLog {
    fn write(&self, number: u32) {
        self.0.lock().unwrap().push(number);
    }
    fn read(&self) -> Vec<u32> {
        self.0.lock().unwrap().clone()
    }
    async fn wait_for(&self, entries: usize) {
        let all = async {
            while self.read().len() < entries {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), all).await.expect("the jobs run");
    }
}

#[derive(Serialize, Deserialize)]
struct LogJob(u32);

impl Registered for LogJob {}

impl Job for LogJob {
    type Context = RunLog;
    const KIND: &'static str = "test.note";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = true;
    async fn run(self, run_log: RunLog) -> Result<(), JobError> {
        run_log.write(self.0);
        Ok(())
    }
}

/// Fails as its payload says.
#[derive(Serialize, Deserialize)]
struct FailingJob(String);

impl Registered for FailingJob {}

impl Job for FailingJob {
    type Context = RunLog;
    const KIND: &'static str = "test.trouble";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = true;
    async fn run(self, run_log: RunLog) -> Result<(), JobError> {
        run_log.write(0);
        match self.0.as_str() {
            "retry" => Err(JobError::retry(anyhow::anyhow!("no answer").context("mail server"))),
            "fail" => Err(JobError::fail(anyhow::anyhow!("no such address"))),
            other => panic!("{other}"),
        }
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct DedupedJob(u32);

impl Registered for DedupedJob {}

impl Job for DedupedJob {
    type Context = RunLog;
    const KIND: &'static str = "test.once";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = true;
    async fn run(self, run_log: RunLog) -> Result<(), JobError> {
        run_log.write(self.0);
        Ok(())
    }
}

/// Logs its start, and never ends.
#[derive(Serialize, Deserialize)]
struct HangingJob(u32);

impl Registered for HangingJob {}

impl Job for HangingJob {
    type Context = RunLog;
    const KIND: &'static str = "test.endless";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = true;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(ConcurrencyGroup::cpu_bound("a program that takes long"));
    async fn run(self, run_log: RunLog) -> Result<(), JobError> {
        run_log.write(self.0);
        std::future::pending().await
    }
}

/// Logs its start; with an odd number it waits forever for a server that hangs.
#[derive(Serialize, Deserialize)]
struct IoBoundJob(u32);

impl Registered for IoBoundJob {}

impl Job for IoBoundJob {
    type Context = RunLog;
    const KIND: &'static str = "test.letter";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(ConcurrencyGroup::io_bound("a server that hangs"));
    async fn run(self, run_log: RunLog) -> Result<(), JobError> {
        run_log.write(self.0);
        if self.0 % 2 == 1 { std::future::pending().await } else { Ok(()) }
    }
}

fn registry() -> Registry<RunLog> {
    Registry::new().job::<LogJob>().job::<FailingJob>().job::<DedupedJob>().job::<HangingJob>().job::<IoBoundJob>()
}

fn worker(store: &Store, registry: Registry<RunLog>, run_log: &RunLog, clock: &Clock) -> Worker<RunLog> {
    let clock = clock.clone();
    Worker::new(store.clone(), registry, run_log.clone(), move || clock.now(), JobNotifier::default())
}

fn start(worker: Worker<RunLog>) -> (oneshot::Sender<()>, JoinHandle<()>) {
    let (stop, stopped) = oneshot::channel();
    let running = tokio::spawn(worker.run(async {
        let _ = stopped.await;
    }));
    (stop, running)
}

async fn rows(store: &Store) -> Vec<job::Model> {
    let mut rows = job::Entity::find().all(store.reader()).await.unwrap();
    rows.sort_by_key(|row| row.id);
    rows
}

async fn only_row(store: &Store) -> job::Model {
    let mut rows = rows(store).await;
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn eight_workers_run_each_of_a_thousand_jobs_once() {
    on_each(async |database: Database| {
        let (run_log, clock) = (RunLog::default(), Clock::new());
        let stores = [database.open().await, database.open().await];
        let tx = stores[0].begin().await.unwrap();
        for number in 0..1_000 {
            LogJob(number).enqueue(&tx, clock.now()).await.unwrap();
        }
        tx.commit().await.unwrap();
        // Two processes of four workers that claim one job at a time, for maximum contention.
        let options = WorkerOptions { workers: 1, poll: Duration::from_millis(20), ..Default::default() };
        let workers: Vec<_> =
            (0..8).map(|n| start(worker(&stores[n % 2], registry(), &run_log, &clock).with_options(options))).collect();
        run_log.wait_for(1_000).await;
        for (stop, running) in workers {
            stop.send(()).unwrap();
            running.await.unwrap();
        }
        let mut ran = run_log.read();
        ran.sort_unstable();
        assert_eq!(ran, (0..1_000).collect::<Vec<_>>());
        assert_eq!(jobs::count(stores[0].reader(), JobState::Done).await.unwrap(), 1_000);
    })
    .await;
}

#[tokio::test]
async fn claiming_jobs_is_limited_to_the_requested_number_and_kinds() {
    on_each(async |database: Database| {
        let (store, clock) = (database.open().await, Clock::new());
        for number in 0..30 {
            LogJob(number).enqueue(store.writer(), clock.now()).await.unwrap();
        }
        let first = jobs::claim(store.writer(), &[LogJob::KIND], 7, "first", clock.now().plus_ms(1_000), clock.now())
            .await
            .unwrap();
        assert_eq!(
            first.iter().map(|job| job.payload.as_u64().unwrap()).collect::<Vec<_>>(),
            (0..7).collect::<Vec<_>>()
        );
        assert!(
            first.iter().all(|job| job.attempts == 1
                && job.state == JobState::Running
                && job.lease.as_deref() == Some("first"))
        );
        assert_eq!(jobs::count(store.reader(), JobState::Running).await.unwrap(), 7);
        assert!(
            jobs::claim(store.writer(), &["test.other"], 7, "other", clock.now(), clock.now())
                .await
                .unwrap()
                .is_empty()
        );
    })
    .await;
}

#[tokio::test]
async fn a_job_is_enqueued_with_its_transaction() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        let worker = worker(&store, registry(), &run_log, &clock);
        let tx = store.begin().await.unwrap();
        LogJob(1).enqueue(&tx, clock.now()).await.unwrap();
        tx.rollback().await;
        assert_eq!(worker.run_due().await.unwrap(), 0);
        let tx = store.begin().await.unwrap();
        LogJob(2).enqueue_at(&tx, clock.now().plus_ms(60_000), clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(worker.run_due().await.unwrap(), 0);
        clock.advance_ms(60_000);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(run_log.read(), [2]);
    })
    .await;
}

#[tokio::test]
async fn a_failed_job_is_retried_with_growing_back_off_33_times() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        let worker = worker(&store, registry(), &run_log, &clock);
        FailingJob("retry".into()).enqueue(store.writer(), clock.now()).await.unwrap();
        let mut runs = 0;
        loop {
            assert_eq!(worker.run_due().await.unwrap(), 1);
            runs += 1;
            let row = only_row(&store).await;
            assert_eq!((row.attempts, row.last_error.as_deref()), (runs, Some("mail server: no answer")));
            if row.state == JobState::Failed {
                assert_eq!((row.due_at, row.finished_at), (None, Some(clock.now())));
                break;
            }
            assert_eq!(row.due_at, Some(clock.now().plus_ms(backoff_ms(runs))));
            clock.advance_ms(backoff_ms(runs) - 1);
            assert_eq!(worker.run_due().await.unwrap(), 0);
            clock.advance_ms(1);
        }
        assert_eq!(runs, 33);
        clock.advance_ms(100 * 3_600_000);
        assert_eq!(worker.run_due().await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn a_permanent_failure_is_not_retried_and_a_panic_is() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        let worker = worker(&store, registry(), &run_log, &clock);
        FailingJob("fail".into()).enqueue(store.writer(), clock.now()).await.unwrap();
        FailingJob("a panic".into()).enqueue(store.writer(), clock.now()).await.unwrap();
        let unreadable =
            jobs::NewJob { kind: LogJob::KIND, payload: "one".into(), dedupe_key: None, due_at: clock.now() };
        jobs::enqueue(store.writer(), unreadable, clock.now()).await.unwrap();
        assert_eq!(worker.run_due().await.unwrap(), 3);
        let states: Vec<_> = rows(&store).await.iter().map(|row| row.state).collect();
        assert_eq!(states, [JobState::Failed, JobState::Waiting, JobState::Failed]);
        let errors: Vec<_> = rows(&store).await.into_iter().filter_map(|row| row.last_error).collect();
        assert!(
            errors[0] == "no such address" && errors[1].contains("a panic") && errors[2].contains("invalid type"),
            "{errors:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn a_job_of_an_unknown_kind_waits_and_is_counted() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        let later =
            jobs::NewJob { kind: "later.version", payload: "one".into(), dedupe_key: None, due_at: clock.now() };
        jobs::enqueue(store.writer(), later, clock.now()).await.unwrap();
        LogJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        assert_eq!(worker(&store, registry(), &run_log, &clock).run_due().await.unwrap(), 1);
        assert_eq!(
            rows(&store).await.iter().map(|row| row.state).collect::<Vec<_>>(),
            [JobState::Waiting, JobState::Done]
        );
        let unknown = jobs::count_unknown_kinds(store.reader(), &registry().kinds()).await.unwrap();
        assert_eq!(unknown, [("later.version".to_owned(), 1)]);
    })
    .await;
}

#[tokio::test]
async fn a_job_of_a_crashed_process_is_taken_over_when_its_lease_expires() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        HangingJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        let lease_ms = WorkerOptions::default().lease.as_millis() as i64;
        let (_stop, running) = start(worker(&store, registry(), &run_log, &clock));
        run_log.wait_for(1).await;
        // A process that dies writes nothing more.
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        let held = only_row(&store).await;
        assert_eq!((held.state, held.due_at), (JobState::Running, Some(clock.now().plus_ms(lease_ms))));

        clock.advance_ms(lease_ms - 1);
        assert!(!jobs::any_due(store.reader(), &[HangingJob::KIND], clock.now()).await.unwrap());
        clock.advance_ms(1);
        let (_stop, other) = start(worker(&database.open().await, registry(), &run_log, &clock));
        run_log.wait_for(2).await;
        other.abort();
        assert_eq!(only_row(&store).await.attempts, 2);
        // The run that lost the lease cannot complete the job.
        assert!(!jobs::complete(store.writer(), held.id, held.lease.as_deref().unwrap(), clock.now()).await.unwrap());
        assert_eq!(only_row(&store).await.state, JobState::Running);
    })
    .await;
}

#[tokio::test]
async fn a_job_that_kills_its_process_each_time_ends_as_failed() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        LogJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        for run in 0..33 {
            let taken = jobs::claim(
                store.writer(),
                &[LogJob::KIND],
                1,
                &format!("run {run}"),
                clock.now().plus_ms(1_000),
                clock.now(),
            )
            .await
            .unwrap();
            assert_eq!(taken.len(), 1);
            clock.advance_ms(1_000);
        }
        worker(&store, registry(), &run_log, &clock).run_due().await.unwrap();
        assert_eq!((only_row(&store).await.state, run_log.read().len()), (JobState::Failed, 0));
    })
    .await;
}

#[tokio::test]
async fn the_lease_of_a_running_job_is_extended() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        HangingJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        let options = WorkerOptions { lease: Duration::from_millis(300), grace: Duration::ZERO, ..Default::default() };
        let (stop, running) = start(worker(&store, registry(), &run_log, &clock).with_options(options));
        run_log.wait_for(1).await;
        let first = only_row(&store).await.due_at;
        clock.advance_ms(200);
        let kept = async {
            while only_row(&store).await.due_at == first {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), kept).await.expect("the lease is extended");
        assert_eq!(only_row(&store).await.due_at, Some(clock.now().plus_ms(300)));
        stop.send(()).unwrap();
        running.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn jobs_of_one_concurrency_group_use_at_most_half_of_the_workers() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        for number in 1..=6 {
            HangingJob(number).enqueue(store.writer(), clock.now()).await.unwrap();
        }
        for number in [70, 80] {
            LogJob(number).enqueue(store.writer(), clock.now()).await.unwrap();
        }
        let options = WorkerOptions { workers: 4, grace: Duration::ZERO, ..Default::default() };
        let (stop, running) = start(worker(&store, registry(), &run_log, &clock).with_options(options));
        run_log.wait_for(4).await;
        stop.send(()).unwrap();
        running.await.unwrap();
        let mut begun = run_log.read();
        begun.sort_unstable();
        assert_eq!(begun, [1, 2, 70, 80]);
    })
    .await;
}

#[tokio::test]
async fn jobs_waiting_for_a_hanging_server_free_their_workers() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        for number in [1, 3, 5, 7, 2] {
            IoBoundJob(number).enqueue(store.writer(), clock.now()).await.unwrap();
        }
        let options = WorkerOptions { workers: 4, grace: Duration::ZERO, ..Default::default() };
        let (stop, running) = start(worker(&store, registry(), &run_log, &clock).with_options(options));
        run_log.wait_for(2).await;
        assert_eq!(run_log.read(), [1, 3], "two at once, as ever");
        run_log.wait_for(5).await;
        // Four yielded their permits, and all workers are free.
        for number in 10..14 {
            HangingJob(number).enqueue(store.writer(), clock.now()).await.unwrap();
            LogJob(number).enqueue(store.writer(), clock.now()).await.unwrap();
        }
        run_log.wait_for(11).await;
        stop.send(()).unwrap();
        running.await.unwrap();
        let mut begun = run_log.read();
        begun.sort_unstable();
        assert_eq!(begun, [1, 2, 3, 5, 7, 10, 10, 11, 11, 12, 13]);
        // Those that hung are released, without an attempt counted.
        let waiting =
            rows(&store).await.into_iter().filter(|row| row.state == JobState::Waiting && row.attempts == 0).count();
        assert_eq!(waiting, 4 + 4);
    })
    .await;
}

#[tokio::test]
async fn a_deduplicated_job_waits_once_and_may_run_beside_its_successor() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        let now = clock.now();
        let enqueue_at = |ms: i64| DedupedJob(1).enqueue_at(store.writer(), now.plus_ms(ms), now);
        for ms in [60_000, 30_000, 90_000] {
            enqueue_at(ms).await.unwrap();
        }
        assert_eq!(only_row(&store).await.due_at, Some(now.plus_ms(30_000)), "the earliest counts");
        DedupedJob(2).enqueue(store.writer(), now).await.unwrap();
        assert_eq!(rows(&store).await.len(), 2, "another payload is another job");

        clock.advance_ms(30_000);
        let taken =
            jobs::claim(store.writer(), &[DedupedJob::KIND], 9, "first", clock.now().plus_ms(1_000), clock.now())
                .await
                .unwrap();
        assert_eq!(taken.len(), 2);
        enqueue_at(0).await.unwrap();
        enqueue_at(0).await.unwrap();
        assert_eq!(rows(&store).await.len(), 3, "one that runs does not count");

        // Released, it would wait twice: the successor does the work of both.
        let predecessor = taken.iter().find(|job| job.payload == 1).unwrap();
        assert!(
            jobs::retry(store.writer(), predecessor.id, "first", "no answer", clock.now(), clock.now()).await.unwrap()
        );
        assert_eq!(rows(&store).await[0].state, JobState::Done);
        assert_eq!(worker(&store, registry(), &run_log, &clock).run_due().await.unwrap(), 1);
        assert_eq!(run_log.read(), [1]);
    })
    .await;
}

/// A waiting job that starts now must not miss a change that is not committed yet.
#[tokio::test]
async fn a_job_enqueued_again_starts_after_that_transaction_commits() {
    on_each(async |database: Database| {
        let (store, clock) = (database.open().await, Clock::new());
        DedupedJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        let tx = store.begin().await.unwrap();
        DedupedJob(1).enqueue(&tx, clock.now()).await.unwrap();
        let (other, at) = (database.open().await, clock.now());
        let claim = tokio::spawn(async move {
            jobs::claim(other.writer(), &[DedupedJob::KIND], 1, "other", at.plus_ms(1_000), at).await
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        // PostgreSQL skips the row that the transaction holds, SQLite lets the claim wait.
        if claim.is_finished() {
            assert!(claim.await.unwrap().unwrap().is_empty());
            tx.commit().await.unwrap();
        } else {
            tx.commit().await.unwrap();
            assert_eq!(claim.await.unwrap().unwrap().len(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_graceful_shutdown_finishes_short_jobs_and_requeues_the_others() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        HangingJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        LogJob(2).enqueue(store.writer(), clock.now()).await.unwrap();
        let options = WorkerOptions { grace: Duration::from_millis(50), ..Default::default() };
        let (stop, running) = start(worker(&store, registry(), &run_log, &clock).with_options(options));
        run_log.wait_for(2).await;
        stop.send(()).unwrap();
        running.await.unwrap();
        let rows = rows(&store).await;
        assert_eq!(
            (rows[0].state, rows[0].attempts, rows[0].due_at, &rows[0].lease),
            (JobState::Waiting, 0, Some(clock.now()), &None)
        );
        assert_eq!(rows[1].state, JobState::Done);

        // The next process runs the released jobs.
        let (_stop, next) = start(worker(&store, registry(), &run_log, &clock));
        run_log.wait_for(3).await;
        next.abort();
    })
    .await;
}

#[tokio::test]
async fn a_wake_up_call_starts_a_job_before_the_next_poll() {
    on_each(async |database: Database| {
        let (store, clock, run_log) = (database.open().await, Clock::new(), RunLog::default());
        let (notifier, at) = (JobNotifier::default(), clock.clone());
        let options = WorkerOptions { poll: Duration::from_secs(3_600), ..Default::default() };
        let worker = Worker::new(store.clone(), registry(), run_log.clone(), move || at.now(), notifier.clone())
            .with_options(options);
        let (stop, running) = start(worker);
        // Time for a poll that finds no job.
        tokio::time::sleep(Duration::from_millis(200)).await;
        LogJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        notifier.notify();
        run_log.wait_for(1).await;
        stop.send(()).unwrap();
        running.await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_recurring_job_runs_once_per_due_time_on_several_nodes() {
    on_each(async |database: Database| {
        const HOUR: i64 = 3_600_000;
        let (clock, run_log) = (Clock::new(), RunLog::default());
        let stores = [database.open().await, database.open().await];
        let recurring = || Registry::new().recurring(LogJob(7), every_ms(HOUR));
        let nodes =
            [worker(&stores[0], recurring(), &run_log, &clock), worker(&stores[1], recurring(), &run_log, &clock)];
        let both = async || {
            let [first, second] = &nodes;
            let (a, b) = tokio::join!(
                tokio::spawn({
                    let node = first.clone();
                    async move { node.run_due().await.unwrap() }
                }),
                tokio::spawn({
                    let node = second.clone();
                    async move { node.run_due().await.unwrap() }
                })
            );
            a.unwrap() + b.unwrap()
        };
        assert_eq!(both().await, 0, "not before its time");
        assert_eq!(jobs::list_schedules(stores[0].reader()).await.unwrap().len(), 1);
        clock.advance_ms(HOUR - clock.now().0.rem_euclid(HOUR));
        for hour in 1..=24 {
            assert_eq!(both().await, 1, "hour {hour}");
            clock.advance_ms(HOUR / 2);
            assert_eq!(both().await, 0, "half past hour {hour}");
            clock.advance_ms(HOUR / 2);
        }
        // Due times missed in a day without any process are made up for by one run.
        clock.advance_ms(24 * HOUR);
        assert_eq!(both().await, 1);
        assert_eq!((both().await, run_log.read().len()), (0, 25));
    })
    .await;
}

#[test]
#[should_panic(expected = "two jobs are called test.note")]
fn registering_two_jobs_of_one_kind_panics() {
    let _ = Registry::new().job::<LogJob>().job::<LogJob>();
}

#[tokio::test]
async fn while_held_only_jobs_that_may_run_then_do_and_the_others_wait_for_the_release() {
    on_each(async |database: Database| {
        let (store, run_log, clock) = (database.open().await, RunLog::default(), Clock::new());
        let held = Arc::new(AtomicBool::new(true));
        let is_held = held.clone();
        let registry = registry().recurring(RecurringJob {}, every_ms(60_000));
        let worker = worker(&store, registry, &run_log, &clock).with_hold(move || is_held.load(Ordering::SeqCst));
        // The recurring job's first time is known from now on.
        assert_eq!(worker.run_due().await.unwrap(), 0);
        LogJob(1).enqueue(store.writer(), clock.now()).await.unwrap();
        IoBoundJob(2).enqueue(store.writer(), clock.now()).await.unwrap();
        clock.advance_ms(300_000);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(run_log.read(), [1]);
        let waiting = rows(&store).await;
        assert_eq!(waiting.iter().filter(|job| job.state == JobState::Waiting && job.attempts == 0).count(), 1);
        held.store(false, Ordering::SeqCst);
        worker.run_due().await.unwrap();
        let mut ran = run_log.read();
        ran.sort_unstable();
        assert_eq!(ran, [1, 2, 99], "the recurring one made its missed times good by one run");
    })
    .await;
}

/// Recurs, and waits while held.
#[derive(Serialize, Deserialize)]
struct RecurringJob {}

impl Registered for RecurringJob {}

impl Job for RecurringJob {
    type Context = RunLog;
    const KIND: &'static str = "test.reminder";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;
    async fn run(self, run_log: RunLog) -> Result<(), JobError> {
        run_log.write(99);
        Ok(())
    }
}
