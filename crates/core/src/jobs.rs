//! Every job of every feature, in one list.

use mwanga_jobs::{Registry, Worker, every_ms};

use crate::{Core, accounts, analytics, newsletter, retention};

const HOUR_MS: i64 = 3_600_000;

pub fn registry() -> Registry<Core> {
    Registry::new()
        .job::<accounts::SendAccountMail>()
        .job::<newsletter::SendNewsletterMail>()
        .recurring(analytics::RollUp {}, analytics::after_midnight)
        .recurring(retention::Sweep {}, every_ms(HOUR_MS))
}

/// What runs them in this process.
pub fn worker(core: &Core) -> Worker<Core> {
    let clock = core.clock.clone();
    Worker::new(core.store.clone(), registry(), core.clone(), move || clock.now(), core.bell.clone())
}
