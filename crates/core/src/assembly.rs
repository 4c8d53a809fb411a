//! Makes [`Core`] of the parts of all features.

use std::sync::Arc;

use mwanga_store::{Store, queries};

use crate::accounts::HashingLimit;
use crate::accounts::social::Social;
use crate::analytics::{MissingAddresses, Recorder};
use crate::categories::CategoryCache;
use crate::clock::Clock;
use crate::clock_checks::Looks;
use crate::config::Config;
use crate::core_state::{Core, Parts};
use crate::held::HeldFlag;
use crate::idempotency::RunningRequests;
use crate::library::UnusedFiles;
use crate::link_key::LinkKey;
use crate::mail::{self, Mailer};
use crate::media::{MediaStore, RunningVariants};
use crate::newsletter::{AudienceCache, SendState};
use crate::posts::Totals;
use crate::search::{PageTexts, SearchIndexes};
use crate::settings::{Settings, SettingsCell};
use crate::subscriptions::PaymentGateways;

impl Core {
    pub async fn new(config: Config, store: Store, clock: Clock) -> anyhow::Result<Self> {
        assemble(config, store, clock, Mailer::new).await
    }

    /// This site at another time, for the past of the demo: all mail is discarded, and no link is asked.
    pub async fn at_other_time(&self, clock: Clock) -> anyhow::Result<Self> {
        let mut config = self.config.clone();
        config.links.enabled = false;
        assemble(config, self.store.clone(), clock, |_, _| Ok(Mailer::discarding())).await
    }
}

async fn assemble(
    config: Config,
    store: Store,
    clock: Clock,
    mailer: impl FnOnce(&Config, &Settings) -> Result<Mailer, String>,
) -> anyhow::Result<Core> {
    let settings = SettingsCell::load(&config, store.reader()).await?;
    let mailer = mailer(&config, &settings.get()).map_err(anyhow::Error::msg)?;
    let parts = Parts::default()
        .with(Looks::new(&clock))
        .with(HeldFlag::load(store.reader()).await?)
        .with(settings)
        .with(LinkKey::load(&store, clock.now()).await?)
        .with(Arc::new(MediaStore::open(&config).await?))
        .with(RunningVariants::default())
        .with(UnusedFiles::default())
        .with(mailer)
        .with(mail::LogCount::default())
        .with(Recorder::new(queries::analytics::last_day(store.reader()).await?.as_deref()))
        .with(MissingAddresses::default())
        .with(HashingLimit::default())
        .with(Social::default())
        .with(SendState::default())
        .with(AudienceCache::default())
        .with(PaymentGateways::new(&config))
        .with(Totals::default())
        .with(CategoryCache::default())
        .with(RunningRequests::default())
        .with(SearchIndexes::new(&config))
        .with(PageTexts::default());
    Ok(Core::of_parts(config, store, clock, parts))
}
