use mwanga_store::{migrations, queries};

use super::Check;
use crate::Core;

/// How far the newest change may lie ahead of the clock, in milliseconds: clocks of two nodes differ a little.
const CLOCK_SKEW_MS: i64 = 60_000;

pub async fn check(core: &Core) -> Vec<Check> {
    vec![version(core).await, integrity(core).await, clock(core).await]
}

async fn version(core: &Core) -> Check {
    const SUBJECT: &str = "Database";
    if migrations::is_current(&core.store).await {
        Check::well(SUBJECT, "It answers, and its schema is this version's.")
    } else {
        let advice = "Start `mwanga serve` or `mwanga migrate` of this version, or use the newer binary.";
        Check::broken(SUBJECT, "Its schema is not this version's.", advice)
    }
}

async fn integrity(core: &Core) -> Check {
    const SUBJECT: &str = "Integrity";
    match core.store.check_integrity().await {
        Ok(None) => Check::well(SUBJECT, "PostgreSQL looks after it."),
        Ok(Some(faults)) if faults.is_empty() => Check::well(SUBJECT, "SQLite finds no damage in the file."),
        Ok(Some(faults)) => {
            let advice = "Stop the server, keep a copy of the database file, and restore the last backup.";
            Check::broken(SUBJECT, format!("The database file is damaged: {}", faults.join("; ")), advice)
        }
        Err(e) => {
            let advice = "See whether the disk is full or failing, and restore the last backup.";
            Check::broken(SUBJECT, format!("The database could not be read through: {e}"), advice)
        }
    }
}

async fn clock(core: &Core) -> Check {
    const SUBJECT: &str = "Clock";
    let advice = "Set the time of this machine (NTP): dates, sessions and retries follow it.";
    match queries::changes::newest_at(core.store.reader()).await {
        Ok(Some(newest)) if newest > core.now().plus_ms(CLOCK_SKEW_MS) => {
            let finding = format!("It is {}, and the newest change is of {}.", core.now().iso(), newest.iso());
            Check::broken(SUBJECT, finding, advice)
        }
        Ok(_) => Check::well(SUBJECT, format!("It is {}.", core.now().iso())),
        Err(e) => Check::broken(SUBJECT, format!("The newest change could not be read: {e}"), advice),
    }
}
