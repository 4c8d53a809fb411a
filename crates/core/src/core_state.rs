use std::sync::{Arc, OnceLock};

use mwanga_jobs::Bell;
use mwanga_store::types::Timestamp;
use mwanga_store::{Store, StoreError, StoreResult, Transaction, queries};
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use crate::accounts::social::Social;
use crate::analytics::Recorder;
use crate::categories::Categories;
use crate::changes::Tags;
use crate::clock::Clock;
use crate::config::Config;
use crate::idempotency::RunningRequests;
use crate::mail::{self, Mailer};
use crate::media::{Copies, MediaStore, Unused};
use crate::newsletter::{self, Audience, Lane};
use crate::posts::Totals;
use crate::search::SearchIndex;
use crate::secrets::{self, Keys};
use crate::subscriptions::Wallets;

type ChangeSink = Box<dyn Fn(&[String]) + Send + Sync>;

/// The ready parts that every feature works with. Cheap to clone.
#[derive(Clone)]
pub struct Core(Arc<Parts>);

pub struct Parts {
    pub store: Store,
    pub config: Config,
    pub clock: Clock,
    /// Sign and prove, one key for each purpose.
    pub keys: Keys,
    /// Signs the links of newsletters. It lies in the store and never changes: what was mailed once must lead out of
    /// the list for good.
    pub(crate) link_key: SecretString,
    pub media: MediaStore,
    pub(crate) copies: Copies,
    pub mailer: Mailer,
    pub analytics: Recorder,
    pub(crate) lane: Lane,
    pub(crate) audience: Audience,
    pub(crate) unused: Unused,
    /// Cancelled when the process is told to stop: long work ends at the next good moment.
    pub stopping: CancellationToken,
    pub(crate) mails_counted: mail::Counted,
    /// Rings the worker of this process.
    pub bell: Bell,
    pub(crate) social: Social,
    /// Take the money for subscriptions.
    pub wallets: Wallets,
    pub(crate) totals: Totals,
    pub(crate) categories: Categories,
    pub(crate) running_requests: RunningRequests,
    pub search: SearchIndex,
    /// Names this process in the change feed.
    pub node: String,
    sink: OnceLock<ChangeSink>,
}

impl std::ops::Deref for Core {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Core {
    pub async fn new(config: Config, store: Store, clock: Clock) -> anyhow::Result<Self> {
        let media = MediaStore::open(&config).await?;
        let keys = Keys::new(config.keys.secret.clone(), config.keys.secret_before.clone());
        let link_key = newsletter::link_key(&store, clock.now()).await?;
        let mailer = Mailer::new(&config).map_err(anyhow::Error::msg)?;
        let wallets = Wallets::new(&config);
        Ok(Self(Arc::new(Parts {
            store,
            config,
            clock,
            keys,
            link_key,
            media,
            copies: Copies::default(),
            mailer,
            analytics: Recorder::default(),
            lane: Lane::default(),
            audience: Audience::default(),
            unused: Unused::default(),
            stopping: CancellationToken::new(),
            mails_counted: mail::Counted::default(),
            bell: Bell::default(),
            social: Social::default(),
            wallets,
            totals: Totals::default(),
            categories: Categories::default(),
            running_requests: RunningRequests::default(),
            search: SearchIndex::default(),
            node: secrets::random_name(12),
            sink: OnceLock::new(),
        })))
    }

    /// Who is told the tags of every change, after its commit and before its answer. Set once, at start.
    pub fn on_change(&self, sink: impl Fn(&[String]) + Send + Sync + 'static) {
        if self.sink.set(Box::new(sink)).is_err() {
            tracing::error!("a second change sink was ignored");
        }
    }

    /// Ends what carries these tags in this process.
    pub fn announce(&self, tags: &[String]) {
        if tags.is_empty() {
            return;
        }
        self.totals.clear();
        self.unused.forget();
        self.categories.clear();
        self.search.note(tags);
        if let Some(sink) = self.sink.get() {
            sink(tags);
        }
    }

    /// Commits a change with its tags, and announces them.
    ///
    /// Runs to its end even when the caller is dropped half-way: a change that is committed but not announced would
    /// leave old pages standing.
    pub async fn commit(&self, tx: Transaction, tags: Tags) -> StoreResult<()> {
        let core = self.clone();
        let work = async move {
            let tags = tags.into_vec();
            queries::changes::insert(&tx, &tags, &core.node, core.now()).await?;
            let committed = tx.commit().await;
            // Nothing is announced that did not happen; what may have happened is looked at again.
            if matches!(committed, Ok(()) | Err(StoreError::OutcomeUnknown(_))) {
                // There may be a job in it.
                core.bell.ring();
                core.audience.forget();
                core.unused.forget();
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
