use std::collections::{BTreeMap, HashMap, HashSet};
use std::pin::Pin;

use mwanga_store::StoreResult;
use mwanga_store::queries::jobs::NewJob;
use mwanga_store::types::Timestamp;
use serde_json::Value;

use crate::job::new_job;
use crate::{ConcurrencyGroup, Job, JobError};

type Run = Pin<Box<dyn Future<Output = Result<(), JobError>> + Send>>;
/// Deserializes a payload and runs the job.
type Handler<C> = Box<dyn Fn(Value, C) -> Run + Send + Sync>;
/// The first due time after a time.
type Schedule<C> = Box<dyn Fn(&C, Timestamp) -> Timestamp + Send + Sync>;

/// The kinds of jobs that a process runs. Jobs of other kinds are left to processes that have them registered.
pub struct Registry<C> {
    handlers: HashMap<&'static str, Handler<C>>,
    groups: BTreeMap<Option<ConcurrencyGroup>, Vec<&'static str>>,
    /// Kinds that wait while the site is held.
    waiting_while_held: HashSet<&'static str>,
    pub(crate) recurring: Vec<Recurring<C>>,
}

/// A recurring job and its schedule.
pub(crate) struct Recurring<C> {
    pub kind: &'static str,
    pub next: Schedule<C>,
    pub job: Box<dyn Fn(Timestamp) -> StoreResult<NewJob> + Send + Sync>,
}

impl<C: Clone + Send + Sync + 'static> Registry<C> {
    #[expect(clippy::new_without_default, reason = "an empty registry is always extended")]
    /// An empty registry.
    pub fn new() -> Self {
        Self {
            handlers: HashMap::new(),
            groups: BTreeMap::new(),
            waiting_while_held: HashSet::new(),
            recurring: Vec::new(),
        }
    }

    /// Registers a kind of job.
    ///
    /// # Panics
    ///
    /// Where the kind is registered already.
    pub fn job<J: Job<Context = C>>(mut self) -> Self {
        let handler: Handler<C> = Box::new(|payload, context| {
            Box::pin(async move {
                let job: J = serde_json::from_value(payload).map_err(JobError::fail)?;
                job.run(context).await
            })
        });
        assert!(self.handlers.insert(J::KIND, handler).is_none(), "two jobs are called {}", J::KIND);
        if !J::RUNS_WHILE_HELD {
            self.waiting_while_held.insert(J::KIND);
        }
        self.groups.entry(J::CONCURRENCY_GROUP).or_default().push(J::KIND);
        self
    }

    /// Registers a kind of job and schedules `job`: `next(context, t)` is the first due time after `t`.
    ///
    /// It is enqueued once per due time, however many processes have it registered. Due times that were missed while no
    /// process ran are made up for by one run.
    pub fn recurring<J: Job<Context = C>>(
        mut self,
        job: J,
        next: impl Fn(&C, Timestamp) -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        self = self.job::<J>();
        self.recurring.push(Recurring {
            kind: J::KIND,
            next: Box::new(next),
            job: Box::new(move |due_at| new_job(&job, due_at)),
        });
        self
    }

    /// All registered kinds.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.handlers.keys().copied().collect()
    }

    /// Whether jobs of this kind wait while the site is held.
    pub fn waits_while_held(&self, kind: &str) -> bool {
        self.waiting_while_held.contains(kind)
    }

    /// The kinds of each concurrency group; last those without a group, which may occupy every worker.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (Option<ConcurrencyGroup>, &[&'static str])> {
        self.groups.iter().rev().map(|(group, kinds)| (*group, kinds.as_slice()))
    }

    /// The run of a job; `None` where its kind is not registered.
    pub(crate) fn run(&self, kind: &str, payload: Value, context: C) -> Option<Run> {
        self.handlers.get(kind).map(|handler| handler(payload, context))
    }
}

/// Schedule for [`Registry::recurring`]: every `period` milliseconds, at multiples of it since 1970 (UTC).
pub fn every_ms<C>(period: i64) -> impl Fn(&C, Timestamp) -> Timestamp + Send + Sync + 'static {
    move |_, now| Timestamp((now.0.div_euclid(period) + 1) * period)
}

/// Defines `register`, which adds jobs to a [`Registry`], and marks their types as [`Registered`](crate::Registered): a
/// job that is not in a list cannot be enqueued, because it does not compile.
#[macro_export]
macro_rules! register_jobs {
    (context: $context:ty; once: $($job:path),+; $(recurring: $($feature:ident::$recurring:ident => $next:expr),+;)?) => {
        $(impl $crate::Registered for $job {})+
        $($(impl $crate::Registered for $feature::$recurring {})+)?

        fn register(registry: $crate::Registry<$context>) -> $crate::Registry<$context> {
            registry$(.job::<$job>())+$($(.recurring($feature::$recurring {}, $next))+)?
        }

        /// Reads a payload as the job of its kind; none for a kind that is unknown.
        #[cfg(test)]
        fn read_payload(kind: &str, payload: serde_json::Value) -> Option<serde_json::Result<serde_json::Value>> {
            use $crate::Job;
            $(if kind == <$job>::KIND {
                return Some(serde_json::from_value::<$job>(payload).and_then(serde_json::to_value));
            })+
            $($(if kind == <$feature::$recurring>::KIND {
                return Some(serde_json::from_value::<$feature::$recurring>(payload).and_then(serde_json::to_value));
            })+)?
            None
        }
    };
}
