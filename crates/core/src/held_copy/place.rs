use mwanga_store::{StoreError, StoreResult, Transaction, queries};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::held::{self, HoldReason, commit, find};
use crate::{Core, backups};

const LAST_PLACE: &str = "site.last_place";

/// Where a store was last served.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Place {
    base_url: String,
    production: bool,
}

impl Place {
    fn of(config: &Config) -> Self {
        Self { base_url: config.base().to_owned(), production: config.production }
    }

    /// Why a store that was served here is held at `next`.
    fn hold_at(&self, next: &Self) -> Option<HoldReason> {
        if !self.production || self == next {
            return None;
        }
        Some(if next.production {
            HoldReason::Moved { from: self.base_url.clone(), to: next.base_url.clone() }
        } else {
            HoldReason::LeftProduction
        })
    }
}

/// Holds a store that was in production under another base URL, or that leaves production. Call at start, before
/// anything is sent.
pub async fn hold_when_moved(core: &Core) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let stored = queries::settings::get(&tx, LAST_PLACE).await?;
    let last: Option<Place> = stored.and_then(|stored| serde_json::from_str(&stored).ok());
    let next = Place::of(&core.config);
    if find(&tx).await?.is_some() || last.as_ref() == Some(&next) {
        tx.rollback().await;
        return Ok(());
    }
    match last.as_ref().and_then(|last| last.hold_at(&next)) {
        Some(reason) => held::hold_store(&tx, reason, core.now()).await?,
        None => write(core, &tx).await?,
    }
    commit(core, tx).await
}

/// Notes that the store belongs here. Under another base URL the site gets a new id, too.
pub(super) async fn write(core: &Core, tx: &Transaction) -> StoreResult<()> {
    let last = queries::settings::get(tx, LAST_PLACE).await?;
    let last: Option<Place> = last.and_then(|stored| serde_json::from_str(&stored).ok());
    if last.is_some_and(|last| last.base_url != core.config.base()) {
        backups::forget_site_id(tx).await?;
    }
    let place = serde_json::to_string(&Place::of(&core.config)).map_err(StoreError::from)?;
    queries::settings::set(tx, LAST_PLACE, &place, core.now()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_site_in_production_is_held_when_it_moves() {
        let place = |base_url: &str, production| Place { base_url: base_url.into(), production };
        let (site, other) = (place("https://a.example", true), place("https://b.example", true));
        assert_eq!(site.hold_at(&site), None);
        let moved = HoldReason::Moved { from: "https://a.example".into(), to: "https://b.example".into() };
        assert_eq!(site.hold_at(&other), Some(moved));
        assert_eq!(site.hold_at(&place("https://a.example", false)), Some(HoldReason::LeftProduction));
        assert_eq!(site.hold_at(&place("http://127.0.0.1:8080", false)), Some(HoldReason::LeftProduction));
        assert_eq!(place("http://127.0.0.1:8080", false).hold_at(&site), None);
        assert_eq!(place("http://127.0.0.1:8080", false).hold_at(&place("http://127.0.0.1:1", false)), None);
    }

    /// The shape that was ever stored.
    #[test]
    fn a_stored_place_is_read_for_ever() {
        let stored: Place = serde_json::from_str(r#"{"base_url":"https://a.example","production":true}"#).unwrap();
        assert_eq!(stored, Place { base_url: "https://a.example".into(), production: true });
    }
}
