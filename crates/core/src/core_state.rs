//! The state that every feature shares: store, configuration, clock, keys, and what each feature keeps in memory.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use mwanga_jobs::JobNotifier;
use mwanga_store::types::Timestamp;
use mwanga_store::{Store, StoreError, StoreResult, Transaction, queries};
use tokio_util::sync::CancellationToken;

use crate::changes::Tags;
use crate::clock::Clock;
use crate::config::Config;
use crate::secrets::{self, Keys};

type ChangeSink = Box<dyn Fn(&[String]) + Send + Sync>;

/// What a feature keeps in memory while the process runs. It says itself what clears it.
pub trait Part: Any + Send + Sync {
    /// What has these cache tags was changed, by this process or another.
    fn on_change(&self, _tags: &[String]) {}
    /// This process committed a change.
    fn on_commit(&self) {}
    /// The clock was set: what is known until some moment is not known any more.
    fn on_clock_set(&self) {}
}

/// The parts of all features, one of each type.
#[derive(Default)]
pub struct Parts(HashMap<TypeId, Box<dyn Part>>);

impl Parts {
    pub fn with<P: Part>(mut self, part: P) -> Self {
        self.0.insert(TypeId::of::<P>(), Box::new(part));
        self
    }
}

/// Shared state of all features. Cheap to clone (`Arc`).
#[derive(Clone)]
pub struct Core(Arc<CoreState>);

/// The fields of [`Core`].
pub struct CoreState {
    pub store: Store,
    pub config: Config,
    pub clock: Clock,
    /// Signing keys, one for each purpose.
    pub keys: Keys,
    /// Cancelled when the process is told to stop: long work ends at the next good moment.
    pub stopping: CancellationToken,
    /// Wakes the job worker of this process.
    pub job_notifier: JobNotifier,
    /// Id of this process in the change feed.
    pub node: String,
    parts: Parts,
    sink: OnceLock<ChangeSink>,
}

impl std::ops::Deref for Core {
    type Target = CoreState;
    fn deref(&self) -> &CoreState {
        &self.0
    }
}

impl Core {
    pub(crate) fn of_parts(config: Config, store: Store, clock: Clock, parts: Parts) -> Self {
        let keys = Keys::new(config.keys.secret.clone(), config.keys.secret_before.clone());
        Self(Arc::new(CoreState {
            store,
            config,
            clock,
            keys,
            stopping: CancellationToken::new(),
            job_notifier: JobNotifier::default(),
            node: secrets::random_token(12),
            parts,
            sink: OnceLock::new(),
        }))
    }

    /// The part of a feature, under whose name it is asked for: `core.totals()`.
    pub(crate) fn part<P: Part>(&self) -> &P {
        let part: Option<&dyn Any> = self.parts.0.get(&TypeId::of::<P>()).map(|part| &**part as &dyn Any);
        part.and_then(<dyn Any>::downcast_ref).unwrap_or_else(|| panic!("no {} was made", type_name::<P>()))
    }

    /// Sets the change sink: called with the cache tags of every change, after its commit and before its response. Set
    /// once, at start.
    pub fn on_change(&self, sink: impl Fn(&[String]) + Send + Sync + 'static) {
        if self.sink.set(Box::new(sink)).is_err() {
            tracing::error!("a second change sink was ignored");
        }
    }

    /// Invalidates what has these cache tags in this process.
    pub fn announce(&self, tags: &[String]) {
        if tags.is_empty() {
            return;
        }
        self.parts.0.values().for_each(|part| part.on_change(tags));
        if let Some(sink) = self.sink.get() {
            sink(tags);
        }
    }

    /// Forgets what this process remembers until some moment: the clock was set.
    pub fn forget_moments(&self) {
        self.parts.0.values().for_each(|part| part.on_clock_set());
    }

    /// Commits a change with its tags, and announces them.
    ///
    /// Runs to its end even when the caller is cancelled: a change committed but not announced would leave stale pages.
    pub async fn commit(&self, tx: Transaction, tags: Tags) -> StoreResult<()> {
        let core = self.clone();
        let work = async move {
            let tags = tags.into_vec();
            queries::changes::insert(&tx, &tags, &core.node, core.now()).await?;
            let committed = tx.commit().await;
            // Announced also when the outcome is unknown: invalidating too much is harmless.
            if matches!(committed, Ok(()) | Err(StoreError::OutcomeUnknown(_))) {
                // The transaction may have enqueued a job.
                core.job_notifier.notify();
                core.parts.0.values().for_each(|part| part.on_commit());
                core.announce(&tags);
            }
            committed
        };
        match tokio::spawn(work).await {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
