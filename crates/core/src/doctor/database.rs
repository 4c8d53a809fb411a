use std::time::Duration;

use mwanga_store::{migrations, queries};

use super::check::Outcome;
use crate::Core;

/// How far the newest change may lie ahead of the clock, in milliseconds: clocks of two nodes differ a little.
const CLOCK_SKEW_MS: i64 = 60_000;
/// How long the file is read through.
const INTEGRITY_TIMEOUT: Duration = Duration::from_secs(6);

pub async fn version(core: &Core) -> Outcome {
    if migrations::is_current(&core.store).await {
        Outcome::well("It answers, and its schema is this version's.")
    } else {
        let advice = "Start `mwanga serve` or `mwanga migrate` of this version, or use the newer binary.";
        Outcome::broken("Its schema is not this version's.", advice)
    }
}

pub async fn integrity(core: &Core) -> Outcome {
    let Ok(found) = tokio::time::timeout(INTEGRITY_TIMEOUT, core.store.check_integrity()).await else {
        let finding = format!("The database could not be read through within {} seconds.", INTEGRITY_TIMEOUT.as_secs());
        return Outcome::warning(finding, "Have SQLite read a copy of it:\nsqlite3 mwanga.sqlite 'PRAGMA quick_check'");
    };
    match found {
        Ok(None) => Outcome::well("PostgreSQL looks after it."),
        Ok(Some(faults)) if faults.is_empty() => Outcome::well("SQLite finds no damage in the file."),
        Ok(Some(faults)) => {
            let advice = "Stop the server, keep a copy of the database file, and restore the last backup.";
            Outcome::broken(format!("The database file is damaged: {}", faults.join("; ")), advice)
        }
        Err(e) => {
            let advice = "See whether the disk is full or failing, and restore the last backup.";
            Outcome::broken(format!("The database could not be read through: {e}"), advice)
        }
    }
}

pub async fn clock(core: &Core) -> Outcome {
    let advice = "Set the time of this machine (NTP): dates, sessions and retries follow it.";
    match queries::changes::newest_at(core.store.reader()).await {
        Ok(Some(newest)) if newest > core.now().plus_ms(CLOCK_SKEW_MS) => {
            let finding = format!("It is {}, and the newest change is of {}.", core.now().iso(), newest.iso());
            Outcome::broken(finding, advice)
        }
        Ok(_) => Outcome::well(format!("It is {}.", core.now().iso())),
        Err(e) => Outcome::broken(format!("The newest change could not be read: {e}"), advice),
    }
}
