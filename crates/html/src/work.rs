//! Readings of HTML beside the answers: on threads of their own, as many at a time as half of the processors, one at a
//! time for an account. Whoever leaves takes the work along.

use std::collections::HashMap;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::budget::{attempt, thread_time};
use super::too_complex::TooComplex;

/// Processor time that the readings of one call may take together.
const OF_A_CALL: Duration = Duration::from_secs(10);

/// Readings of an account that may wait while one is at work: more than a program that saves side by side has open.
const MAX_WAITING: usize = 32;

/// Why HTML that somebody sent is not read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Refused {
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    #[error("{MAX_WAITING} texts of this account wait already")]
    Busy,
}

/// What the readings of one call took so far, and for whom they are.
#[derive(Default)]
struct Work {
    spent_us: AtomicU64,
    queues: Arc<Queues>,
    account: OnceLock<i64>,
}

tokio::task_local! {
    static CALL: Arc<Work>;
}

/// Answers a call: what is read for it shares one budget, and stands in the queue of its account.
pub async fn in_call<T>(queues: Arc<Queues>, answer: impl Future<Output = T>) -> T {
    CALL.scope(Arc::new(Work { queues, ..Work::default() }), answer).await
}

/// Says whose call this is.
pub fn of_account(id: i64) {
    let _ = CALL.try_with(|call| call.account.set(id));
}

/// Reads HTML that somebody sent.
///
/// # Errors
///
/// The call's readings took too long, or too many texts of its account wait.
pub async fn read_sent<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, TooComplex> + Send + 'static,
) -> Result<T, Refused> {
    let call = CALL.try_with(Arc::clone).unwrap_or_default();
    let _turn = match call.account.get() {
        Some(account) => Some(Turn::wait(&call.queues, *account).await?),
        None => None,
    };
    let spent = Duration::from_micros(call.spent_us.load(Ordering::Relaxed));
    let (done, took) = beside(OF_A_CALL.saturating_sub(spent), work).await;
    call.spent_us.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    Ok(done??)
}

/// Runs CPU-bound work on our own or stored texts: it would block the async runtime.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match beside(Duration::MAX, work).await {
        (Ok(done), _) => done,
        // Only who left ends it, and nobody is here then.
        (Err(TooComplex), _) => std::future::pending().await,
    }
}

/// How many readings work at a time.
static WIDTH: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new((available_parallelism().map_or(1, NonZero::get) / 2).max(1)));

/// Does `work` within a limit of processor time; how much it took is the second answer.
async fn beside<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> (Result<T, TooComplex>, Duration) {
    // Never closed. Who leaves while waiting loses the place alone.
    let permit = WIDTH.acquire().await;
    let leaving = SetWhenDropped(Arc::default());
    let left = leaving.0.clone();
    let joined = spawn_blocking(move || {
        // Kept until the work has really ended.
        let _permit = permit;
        let begun = thread_time();
        let done = attempt(limit, &left, work);
        (done, thread_time().saturating_sub(begun))
    })
    .await;
    match joined {
        Ok(done) => done,
        Err(e) => match e.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // The process ends.
            Err(_) => std::future::pending().await,
        },
    }
}

/// Tells the work that nobody waits for it.
struct SetWhenDropped(Arc<AtomicBool>);

impl Drop for SetWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The queues of a site's accounts that have readings.
#[derive(Default)]
pub struct Queues(Mutex<HashMap<i64, Queue>>);

impl Queues {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Queue>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Queue {
    turn: Arc<Semaphore>,
    /// At work or waiting.
    length: usize,
}

/// An account's place in its queue: only the first one of it waits among those of others.
struct Turn {
    queues: Arc<Queues>,
    account: i64,
    turn: Arc<Semaphore>,
    has_turn: bool,
}

impl Turn {
    async fn wait(queues: &Arc<Queues>, account: i64) -> Result<Self, Refused> {
        let turn = {
            let mut all = queues.lock();
            let queue = all.entry(account).or_insert_with(|| Queue { turn: Arc::new(Semaphore::new(1)), length: 0 });
            if queue.length > MAX_WAITING {
                return Err(Refused::Busy);
            }
            queue.length += 1;
            queue.turn.clone()
        };
        let mut place = Self { queues: queues.clone(), account, turn, has_turn: false };
        if let Ok(permit) = place.turn.acquire().await {
            permit.forget();
            place.has_turn = true;
        }
        Ok(place)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.has_turn {
            self.turn.add_permits(1);
        }
        let mut queues = self.queues.lock();
        if let Some(queue) = queues.get_mut(&self.account) {
            queue.length -= 1;
            if queue.length == 0 {
                queues.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::super::budget;
    use super::*;

    async fn read_as(queues: Arc<Queues>, work: impl FnOnce() + Send + 'static) -> Result<(), Refused> {
        in_call(queues, async {
            of_account(1);
            read_sent(move || {
                work();
                Ok(())
            })
            .await
        })
        .await
    }

    fn length(queues: &Queues) -> usize {
        queues.lock().get(&1).map_or(0, |queue| queue.length)
    }

    fn pause() {
        std::thread::sleep(Duration::from_millis(1));
    }

    #[tokio::test]
    async fn an_account_reads_one_text_at_a_time_and_some_wait() {
        let queues = Arc::<Queues>::default();
        let (at_work, most, go_on) = <(Arc<AtomicUsize>, Arc<AtomicUsize>, Arc<AtomicBool>)>::default();
        let work = || {
            let (at_work, most, go_on) = (at_work.clone(), most.clone(), go_on.clone());
            move || {
                most.fetch_max(at_work.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                while !go_on.load(Ordering::SeqCst) {
                    pause();
                }
                at_work.fetch_sub(1, Ordering::SeqCst);
            }
        };
        let waiting: Vec<_> = (0..=MAX_WAITING).map(|_| tokio::spawn(read_as(queues.clone(), work()))).collect();
        while length(&queues) <= MAX_WAITING {
            tokio::task::yield_now().await;
        }
        assert_eq!(read_as(queues.clone(), work()).await, Err(Refused::Busy));
        go_on.store(true, Ordering::SeqCst);
        for reading in waiting {
            assert_eq!(reading.await.unwrap(), Ok(()));
        }
        assert_eq!((most.load(Ordering::SeqCst), length(&queues)), (1, 0));
    }

    #[tokio::test]
    async fn who_leaves_takes_the_work_along() {
        let queues = Arc::<Queues>::default();
        let ended = Arc::new(AtomicBool::new(false));
        let begun = Arc::new(AtomicBool::new(false));
        let (ends, begins) = (SetWhenDropped(ended.clone()), begun.clone());
        let reading = tokio::spawn(read_as(queues.clone(), move || {
            let _ends = ends;
            begins.store(true, Ordering::SeqCst);
            loop {
                budget::check();
                pause();
            }
        }));
        while !begun.load(Ordering::SeqCst) {
            tokio::task::yield_now().await;
        }
        reading.abort();
        assert!(reading.await.unwrap_err().is_cancelled());
        assert_eq!(read_as(queues, || ()).await, Ok(()));
        while !ended.load(Ordering::SeqCst) {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn the_readings_of_a_call_share_one_budget() {
        let outcome = in_call(Arc::default(), async {
            let call = CALL.with(Arc::clone);
            call.spent_us.store(u64::try_from(OF_A_CALL.as_micros()).unwrap(), Ordering::Relaxed);
            read_sent(|| {
                budget::check();
                Ok(())
            })
            .await
        })
        .await;
        assert_eq!(outcome, Err(Refused::TooComplex(TooComplex)));
        assert_eq!(read_as(Arc::default(), budget::check).await, Ok(()));
    }
}
