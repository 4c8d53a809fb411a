use std::sync::{Arc, RwLock};

use mwanga_store::types::Timestamp;
use mwanga_store::{StoreResult, queries};

use super::values::{Settings, Stored};
use crate::changes;
use crate::config::Config;
use crate::core_state::{Core, Part};

tokio::task_local! {
    /// Settings of a preview, for the calls that draw it.
    static OVERRIDE: Arc<Settings>;
}

/// The settings that hold, in memory.
#[derive(Debug)]
pub struct SettingsCell(RwLock<Arc<Settings>>);

impl Part for SettingsCell {}

impl SettingsCell {
    pub(crate) async fn load(config: &Config, db: &impl mwanga_store::ConnectionTrait) -> StoreResult<Self> {
        Ok(Self(RwLock::new(Arc::new(load(config, db).await?))))
    }

    pub(crate) fn get(&self) -> Arc<Settings> {
        self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl Core {
    pub(crate) fn settings_cell(&self) -> &SettingsCell {
        self.part()
    }

    /// The settings that hold now. Taken once for each piece of work: a save in between does not mix two versions.
    pub fn settings(&self) -> Arc<Settings> {
        OVERRIDE.try_with(Arc::clone).unwrap_or_else(|_| self.settings_cell().get())
    }

    /// The publication's calendar day, `2026-11-20`.
    pub fn today(&self) -> String {
        self.now().day_in(self.settings().time_zone())
    }
}

/// Runs `work` with other settings: a preview of what was not saved.
pub async fn override_for<T>(settings: Settings, work: impl Future<Output = T>) -> T {
    OVERRIDE.scope(Arc::new(settings), work).await
}

/// What is stored, whatever this process has in memory.
pub(crate) struct CurrentRow {
    pub version: i64,
    pub stored: Stored,
}

pub(crate) async fn current_row(core: &Core) -> StoreResult<CurrentRow> {
    let row = queries::settings_versions::current(core.store.reader()).await?;
    Ok(row.map_or_else(
        || CurrentRow { version: 0, stored: Stored::new() },
        |row| CurrentRow { version: row.version, stored: stored(row.values) },
    ))
}

pub(super) async fn load(config: &Config, db: &impl mwanga_store::ConnectionTrait) -> StoreResult<Settings> {
    let Some(row) = queries::settings_versions::current(db).await? else {
        return Ok(Settings::defaults(config));
    };
    Ok(Settings::new(config, row.version, &stored(row.values)))
}

/// The values of a row; what is no object holds nothing.
pub(crate) fn stored(values: serde_json::Value) -> Stored {
    serde_json::from_value(values).unwrap_or_else(|e| {
        tracing::warn!("the stored settings cannot be read, and their defaults hold: {e}");
        Stored::new()
    })
}

/// Takes over what was saved, here or in another process, and ends exactly the pages that show it. Costs one indexed
/// read where nothing was.
pub async fn refresh(core: &Core) -> StoreResult<()> {
    let db = core.store.reader();
    if queries::settings_versions::current_version(db).await? == core.settings_cell().get().version {
        return Ok(());
    }
    let fresh = Arc::new(load(&core.config, db).await?);
    let before = {
        let mut cell = core.settings_cell().0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Of two readers the later version wins.
        if cell.version >= fresh.version {
            return Ok(());
        }
        std::mem::replace(&mut *cell, fresh.clone())
    };
    let mut tags = Vec::new();
    for key in before.differences(&fresh) {
        tags.push(changes::setting(key.name));
        tags.extend(key.tags.iter().map(|tag| (*tag).to_owned()));
    }
    core.announce(&tags);
    Ok(())
}

/// When the publication's settings or the product itself last changed here: what is drawn of neither posts nor pages.
pub async fn changed_at(core: &Core) -> StoreResult<Timestamp> {
    Ok(queries::settings::changed_at(core.store.reader()).await?.min(core.now()))
}
