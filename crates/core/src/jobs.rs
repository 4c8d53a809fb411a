//! Every job of every feature, in one list.

use std::time::Duration;

use mwanga_jobs::{Registry, Worker, WorkerOptions, every_ms};

use crate::{Core, accounts, analytics, media, newsletter, retention, subscriptions};

const HOUR_MS: i64 = 3_600_000;

pub fn registry() -> Registry<Core> {
    Registry::new()
        .job::<accounts::SendAccountMail>()
        .job::<media::DrawFrame>()
        .job::<media::RemoveFile>()
        .job::<media::RewordPosts>()
        .job::<newsletter::SendNewsletterMail>()
        .job::<newsletter::StartIssue>()
        .job::<newsletter::SendDeliveries>()
        .job::<newsletter::SendTest>()
        .job::<newsletter::NotifySubscribers>()
        .job::<newsletter::DailyNewsletter>()
        .job::<subscriptions::SendSubscriptionMail>()
        .recurring(subscriptions::PollOrders {}, every_ms(HOUR_MS))
        .recurring(subscriptions::RemindSubscribers {}, every_ms(HOUR_MS))
        .recurring(analytics::RollUp {}, analytics::after_midnight)
        .recurring(retention::Sweep {}, every_ms(HOUR_MS))
}

/// What runs them in this process.
pub fn worker(core: &Core) -> Worker<Core> {
    let clock = core.clock.clone();
    let options = WorkerOptions { lease: Duration::from_secs(core.config.lease_s), ..WorkerOptions::default() };
    Worker::new(core.store.clone(), registry(), core.clone(), move || clock.now(), core.bell.clone()).with_options(options)
}
