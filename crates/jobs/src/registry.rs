use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;

use mwanga_store::StoreResult;
use mwanga_store::queries::jobs::NewJob;
use mwanga_store::types::Timestamp;
use serde_json::Value;

use crate::job::new_job;
use crate::{Job, JobError, Lane};

type Run = Pin<Box<dyn Future<Output = Result<(), JobError>> + Send>>;
type Start<C> = Box<dyn Fn(Value, C) -> Run + Send + Sync>;

/// The jobs that a process can run. Those of other kinds are left to processes that know them.
pub struct Registry<C> {
    starts: HashMap<&'static str, Start<C>>,
    lanes: BTreeMap<Option<Lane>, Vec<&'static str>>,
    pub(crate) recurring: Vec<Recurring>,
}

pub(crate) struct Recurring {
    pub kind: &'static str,
    /// The first due time after a moment.
    pub next: Box<dyn Fn(Timestamp) -> Timestamp + Send + Sync>,
    pub job: Box<dyn Fn(Timestamp) -> StoreResult<NewJob> + Send + Sync>,
}

impl<C: Clone + Send + Sync + 'static> Registry<C> {
    #[expect(clippy::new_without_default, reason = "an empty registry is only ever a beginning")]
    pub fn new() -> Self {
        Self { starts: HashMap::new(), lanes: BTreeMap::new(), recurring: Vec::new() }
    }

    /// Adds a kind of job.
    ///
    /// # Panics
    ///
    /// When the kind is there already.
    pub fn job<J: Job<Context = C>>(mut self) -> Self {
        let start: Start<C> = Box::new(|payload, context| {
            Box::pin(async move {
                let job: J = serde_json::from_value(payload).map_err(JobError::fail)?;
                job.run(context).await
            })
        });
        assert!(self.starts.insert(J::KIND, start).is_none(), "two jobs are called {}", J::KIND);
        self.lanes.entry(J::LANE).or_default().push(J::KIND);
        self
    }

    /// Adds a kind of job and lets `job` run at every time that `next` names: `next(t)` is the first one after `t`.
    ///
    /// However many processes know it, it runs once for each time. Times that pass while none is up are made good by
    /// one run.
    pub fn recurring<J: Job<Context = C>>(
        mut self,
        job: J,
        next: impl Fn(Timestamp) -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        self = self.job::<J>();
        self.recurring.push(Recurring {
            kind: J::KIND,
            next: Box::new(next),
            job: Box::new(move |due_at| new_job(&job, due_at)),
        });
        self
    }

    pub fn kinds(&self) -> Vec<&'static str> {
        self.starts.keys().copied().collect()
    }

    /// The kinds of each lane; last those without one, which may take every worker.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = (Option<Lane>, &[&'static str])> {
        self.lanes.iter().rev().map(|(lane, kinds)| (*lane, kinds.as_slice()))
    }

    pub(crate) fn start(&self, kind: &str, payload: Value, context: C) -> Option<Run> {
        self.starts.get(kind).map(|start| start(payload, context))
    }
}

/// Times for [`Registry::recurring`]: the whole multiples of a period since 1970 (UTC).
pub fn every_ms(period: i64) -> impl Fn(Timestamp) -> Timestamp + Send + Sync + 'static {
    move |now| Timestamp((now.0.div_euclid(period) + 1) * period)
}
