use std::time::Duration;

use mwanga_store::{READS_WITHOUT_LOCK_TIMEOUT, SET_FOR_ROLE, StoreResult, migrations};

use super::check::Outcome;
use crate::clock::SKEW_MS;
use crate::clock_checks;
use crate::{Core, retention};

/// How long it is told that times were set right.
const WEEK_MS: i64 = 7 * 24 * 3_600_000;
/// How long the file is read through.
const INTEGRITY_TIMEOUT: Duration = Duration::from_secs(6);

pub async fn version(core: &Core) -> Outcome {
    if !migrations::is_current(&core.store).await {
        let advice = "Start `mwanga serve` or `mwanga migrate` of this version, or use the newer binary.";
        return Outcome::broken("Its schema is not this version's.", advice);
    }
    match core.store.reads_have_lock_timeout().await {
        Ok(true) => Outcome::well("It answers, and its schema is this version's."),
        Ok(false) => Outcome::warning(READS_WITHOUT_LOCK_TIMEOUT, SET_FOR_ROLE),
        Err(e) => Outcome::broken(format!("Its settings could not be read: {e}"), "See the log of the database."),
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

const SET_TIME: &str = "Set the time of this machine (NTP): dates, sessions and retries follow it.";

/// Whether anything lies ahead of the clock, or did in the last week.
pub async fn clock(core: &Core) -> Outcome {
    match find_clock_problem(core).await {
        Ok(Some(problem)) => problem,
        Ok(None) => Outcome::well(format!("It is {}.", core.now().iso())),
        Err(e) => Outcome::broken(format!("The newest times could not be read: {e}"), SET_TIME),
    }
}

async fn find_clock_problem(core: &Core) -> StoreResult<Option<Outcome>> {
    let now = core.now();
    if let Some(ms) = clock_checks::database_ahead_ms(core).await?.filter(|ms| ms.abs() > SKEW_MS) {
        let finding = format!("It is {}, and the clock of the database is {} s away.", now.iso(), ms.abs() / 1_000);
        return Ok(Some(Outcome::broken(finding, SET_TIME)));
    }
    if let Some(ahead) = clock_checks::find_ahead(core).await? {
        let advice = if ahead.is_clock_behind {
            SET_TIME.to_owned()
        } else {
            format!("{SET_TIME} Where it is right, `mwanga serve` sets these right at its start and each hour.")
        };
        let (until, rows) = (ahead.furthest.iso(), ahead.describe());
        let finding = format!("It is {}, and the store holds times up to {until}: {rows}.", now.iso());
        return Ok(Some(Outcome::broken(finding, advice)));
    }
    let set_right = clock_checks::last_set_right(core).await?;
    Ok(set_right.filter(|set_right| now < set_right.at.plus_ms(WEEK_MS)).map(|set_right| {
        let finding = format!(
            "It is {}. It was ahead: on {} times up to {} were set right: {}.",
            now.iso(),
            set_right.at.iso(),
            set_right.furthest.iso(),
            set_right.describe()
        );
        let advice = "See why it was wrong, and look at the posts, newsletters and payments of that time. This line \
                      goes a week after.";
        Outcome::warning(finding, advice)
    }))
}

/// Whether the last sweep left something, because it was too much at once.
pub async fn retention(core: &Core) -> Outcome {
    match retention::held_back(core).await {
        Ok(held) if held.is_empty() => Outcome::well("What is too old is deleted each hour."),
        Ok(held) => {
            let rows: Vec<String> =
                held.iter().map(|held| format!("{} of {} rows of {}", held.due, held.all, held.table)).collect();
            let finding = format!("Much is due at once and was left: {}.", rows.join(", "));
            let advice = "See whether the clock is right and how long the site was off. Then `mwanga doctor --prune`.";
            Outcome::warning(finding, advice)
        }
        Err(e) => Outcome::broken(format!("What the last sweep left could not be read: {e}"), "See the lines above."),
    }
}
