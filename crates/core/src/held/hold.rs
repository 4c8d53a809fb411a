use mwanga_store::queries::settings::HELD;
use mwanga_store::types::Timestamp;
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::{Deserialize, Serialize};

use crate::Core;
use crate::changes::Tags;
use crate::settings::Settings;

/// Why a site is held, and since when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    pub reason: HoldReason,
    pub since: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HoldReason {
    /// From a backup that was made then.
    Restored { created_at: String },
    /// In production, under another base URL than before.
    Moved { from: String, to: String },
    /// It was in production, and starts in development.
    LeftProduction,
    /// An administrator asked for it.
    Command,
    /// Written by a newer version.
    #[serde(other)]
    Unknown,
}

impl HoldReason {
    /// A sentence for the newsroom.
    pub fn describe(&self, settings: &Settings) -> String {
        match self {
            Self::Restored { created_at } => {
                let Some(at) = Timestamp::parse(created_at) else {
                    return format!("It was restored from the backup of {created_at}.");
                };
                let zone = settings.time_zone();
                format!(
                    "It was restored from the backup of {}, {} in {}.",
                    at.day_in(zone),
                    at.time_in(zone),
                    settings.time_zone_place()
                )
            }
            Self::Moved { from, to } => format!("It ran at {from} before, and runs at {to} now."),
            Self::LeftProduction => "It ran in production before, and runs in development now.".into(),
            Self::Command => "An administrator asked for it.".into(),
            Self::Unknown => "A newer version of Mwanga noted why.".into(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum HeldError {
    #[error("this copy of the site is held")]
    Held,
    #[error("nothing is held here")]
    NotHeld,
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub async fn find(db: &impl ConnectionTrait) -> StoreResult<Option<Hold>> {
    let Some(stored) = queries::settings::get(db, HELD).await? else { return Ok(None) };
    // What cannot be read holds all the same, and everything is from before it.
    let unknown = Hold { reason: HoldReason::Unknown, since: Timestamp(i64::MAX) };
    Ok(Some(serde_json::from_str(&stored).unwrap_or(unknown)))
}

/// Holds a store that nothing serves yet.
pub async fn hold_store(db: &impl ConnectionTrait, reason: HoldReason, now: Timestamp) -> StoreResult<()> {
    let stored = serde_json::to_string(&Hold { reason, since: now })?;
    queries::settings::set(db, HELD, &stored, now).await
}

/// Holds the site. Where it is held already, the first reason stays.
pub async fn hold(core: &Core, reason: HoldReason) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    if find(&tx).await?.is_none() {
        hold_store(&tx, reason, core.now()).await?;
    }
    commit(core, tx).await
}

/// Commits a change of the hold. The other processes read it within a second.
pub(crate) async fn commit(core: &Core, tx: mwanga_store::Transaction) -> StoreResult<()> {
    core.commit(tx, Tags::default()).await?;
    core.held().reload(core.store.writer()).await
}

/// Refuses what may not happen while the site is held. Asks the store: another process may have held it just now.
///
/// # Errors
///
/// [`HeldError::Held`]
pub async fn refuse_while_held(core: &Core) -> Result<(), HeldError> {
    if find(core.store.writer()).await?.is_some() { Err(HeldError::Held) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shapes that were ever stored; lines are added, never changed.
    #[test]
    fn stored_holds_are_read_for_ever() {
        let (from, to) = ("https://a.example".into(), "https://b.example".into());
        let stored = [
            (
                r#"{"kind":"restored","created_at":"2026-11-24T02:00:00Z"}"#,
                HoldReason::Restored { created_at: "2026-11-24T02:00:00Z".into() },
            ),
            (r#"{"kind":"moved","from":"https://a.example","to":"https://b.example"}"#, HoldReason::Moved { from, to }),
            (r#"{"kind":"left_production"}"#, HoldReason::LeftProduction),
            (r#"{"kind":"command"}"#, HoldReason::Command),
            (r#"{"kind":"of_a_newer_version"}"#, HoldReason::Unknown),
        ];
        for (stored, reason) in stored {
            let stored = format!(r#"{{"reason":{stored},"since":"1970-01-01T00:00:00.001Z"}}"#);
            let hold: Hold = serde_json::from_str(&stored).unwrap();
            assert_eq!(hold, Hold { reason, since: Timestamp(1) });
        }
    }
}
