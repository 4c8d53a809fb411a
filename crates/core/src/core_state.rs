//! The state that every feature shares: store, configuration, clock, clients and caches.

use std::sync::{Arc, OnceLock};

use mwanga_jobs::JobNotifier;
use mwanga_store::types::Timestamp;
use mwanga_store::{Store, StoreError, StoreResult, Transaction, queries};
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use crate::accounts::HashingLimit;
use crate::accounts::social::Social;
use crate::analytics::Recorder;
use crate::categories::CategoryCache;
use crate::changes::Tags;
use crate::clock::Clock;
use crate::clock_checks::Looks;
use crate::config::Config;
use crate::held::HeldFlag;
use crate::idempotency::RunningRequests;
use crate::mail::{self, Mailer};
use crate::media::{MediaStore, RunningVariants, UnusedFiles};
use crate::newsletter::{self, AudienceCache, SendState};
use crate::posts::Totals;
use crate::search::{IndexKind, PageTexts, SearchIndex};
use crate::secrets::{self, Keys};
use crate::settings::{Settings, SettingsCell};
use crate::subscriptions::PaymentGateways;

type ChangeSink = Box<dyn Fn(&[String]) + Send + Sync>;

/// Shared state of all features. Cheap to clone (`Arc`).
#[derive(Clone)]
pub struct Core(Arc<CoreState>);

/// The fields of [`Core`].
pub struct CoreState {
    pub store: Store,
    pub config: Config,
    pub clock: Clock,
    /// Looks at the clock, which tell when it was set.
    pub clock_looks: Looks,
    /// Whether the site is held, for what cannot ask the store each time.
    pub held: HeldFlag,
    pub(crate) settings_cell: SettingsCell,
    /// Signing keys, one for each purpose.
    pub keys: Keys,
    /// Signs newsletter links. Stored and never rotated: unsubscribe links must work for ever.
    pub(crate) link_key: SecretString,
    pub media: Arc<MediaStore>,
    pub(crate) running_variants: RunningVariants,
    pub mailer: Mailer,
    pub analytics: Recorder,
    pub(crate) hashing: HashingLimit,
    pub(crate) sending: SendState,
    pub(crate) audience: AudienceCache,
    pub(crate) unused_files: UnusedFiles,
    /// Cancelled when the process is told to stop: long work ends at the next good moment.
    pub stopping: CancellationToken,
    pub(crate) mail_log_count: mail::LogCount,
    /// Wakes the job worker of this process.
    pub job_notifier: JobNotifier,
    pub(crate) social: Social,
    /// Clients of the configured payment providers.
    pub payment_gateways: PaymentGateways,
    pub(crate) totals: Totals,
    pub(crate) categories: CategoryCache,
    pub(crate) running_requests: RunningRequests,
    pub search: SearchIndex,
    /// Of posts in any state, for the newsroom.
    pub newsroom_search: SearchIndex,
    pub(crate) page_texts: PageTexts,
    /// Id of this process in the change feed.
    pub node: String,
    sink: OnceLock<ChangeSink>,
}

impl std::ops::Deref for Core {
    type Target = CoreState;
    fn deref(&self) -> &CoreState {
        &self.0
    }
}

impl Core {
    pub async fn new(config: Config, store: Store, clock: Clock) -> anyhow::Result<Self> {
        Self::build(config, store, clock, Mailer::new).await
    }

    /// This site at another time, for the past of the demo: all mail is discarded, and no link is asked.
    pub async fn at_other_time(&self, clock: Clock) -> anyhow::Result<Self> {
        let mut config = self.config.clone();
        config.links.enabled = false;
        Self::build(config, self.store.clone(), clock, |_, _| Ok(Mailer::discarding())).await
    }

    async fn build(
        config: Config,
        store: Store,
        clock: Clock,
        mailer: impl FnOnce(&Config, &Settings) -> Result<Mailer, String>,
    ) -> anyhow::Result<Self> {
        let media = Arc::new(MediaStore::open(&config).await?);
        let keys = Keys::new(config.keys.secret.clone(), config.keys.secret_before.clone());
        let link_key = newsletter::link_key(&store, clock.now()).await?;
        let held = HeldFlag::load(store.reader()).await?;
        let settings_cell = SettingsCell::load(&config, store.reader()).await?;
        let mailer = mailer(&config, &settings_cell.get()).map_err(anyhow::Error::msg)?;
        let (payment_gateways, index_timeout) = (PaymentGateways::new(&config), config.timeouts.index);
        let analytics = Recorder::new(queries::analytics::last_day(store.reader()).await?.as_deref());
        let clock_looks = Looks::new(&clock);
        Ok(Self(Arc::new(CoreState {
            store,
            config,
            clock,
            clock_looks,
            held,
            settings_cell,
            keys,
            link_key,
            media,
            running_variants: RunningVariants::default(),
            mailer,
            analytics,
            hashing: HashingLimit::default(),
            sending: SendState::default(),
            audience: AudienceCache::default(),
            unused_files: UnusedFiles::default(),
            stopping: CancellationToken::new(),
            mail_log_count: mail::LogCount::default(),
            job_notifier: JobNotifier::default(),
            social: Social::default(),
            payment_gateways,
            totals: Totals::default(),
            categories: CategoryCache::default(),
            running_requests: RunningRequests::default(),
            search: SearchIndex::new(IndexKind::Public, index_timeout),
            newsroom_search: SearchIndex::new(IndexKind::Newsroom, index_timeout),
            page_texts: PageTexts::default(),
            node: secrets::random_token(12),
            sink: OnceLock::new(),
        })))
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
        self.totals.clear();
        self.unused_files.clear();
        self.categories.clear();
        self.page_texts.clear();
        self.search.enqueue(tags);
        self.newsroom_search.enqueue(tags);
        if let Some(sink) = self.sink.get() {
            sink(tags);
        }
    }

    /// Forgets what this process remembers until some moment: the clock was set.
    pub fn forget_moments(&self) {
        self.totals.clear();
        self.audience.clear();
        self.unused_files.clear();
        self.mail_log_count.clear();
        self.social.forget_issuers();
        self.sending.forget_turns();
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
                core.audience.clear();
                core.unused_files.clear();
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
