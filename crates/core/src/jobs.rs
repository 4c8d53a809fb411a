//! Job registry: every job of every feature.

use std::time::Duration;

use jiff::civil::Time;
use mwanga_jobs::{Registry, Worker, WorkerOptions, every_ms, register_jobs};
use mwanga_store::types::Timestamp;

use crate::{
    Core, accounts, analytics, backups, contact, library, link_checks, media, newsletter, notice_requests,
    pasted_pictures, posts, retention, subscriptions,
};

const HOUR_MS: i64 = 3_600_000;

register_jobs! {
    context: Core;
    once:
        accounts::SendAccountMail,
        backups::SendBackupWarning,
        contact::SendContactMessage,
        link_checks::CheckLinks,
        media::DrawFrame,
        library::RemoveFile,
        library::ReindexPosts,
        pasted_pictures::FetchPictures,
        newsletter::SendNewsletterMail,
        newsletter::SendWelcome,
        newsletter::StartIssue,
        newsletter::SendDeliveries,
        newsletter::SendTest,
        notice_requests::NotifySubscribers,
        notice_requests::NotifyTopics,
        newsletter::DailyNewsletter,
        posts::SendPostEvents,
        subscriptions::SendSubscriptionMail;
    recurring:
        subscriptions::PollOrders => every_ms(HOUR_MS),
        subscriptions::RemindSubscribers => every_ms(HOUR_MS),
        backups::WarnOfBackups => every_ms(HOUR_MS),
        link_checks::CheckDeals => every_ms(link_checks::WEEK_MS),
        analytics::RollUp => daily_at(analytics::ROLL_UP_TIME),
        retention::Sweep => every_ms(HOUR_MS);
}

/// A schedule in the publication's time zone.
pub fn daily_at(time: Time) -> impl Fn(&Core, Timestamp) -> Timestamp + Send + Sync + 'static {
    move |core, after| after.next_time_of_day(time, core.settings().time_zone())
}

/// The jobs of every feature of this crate.
pub fn registry() -> Registry<Core> {
    register(Registry::new())
}

/// The jobs of the demo's past: those that mail somebody.
pub fn mail_registry() -> Registry<Core> {
    Registry::new()
        .job::<accounts::SendAccountMail>()
        .job::<contact::SendContactMessage>()
        .job::<newsletter::SendNewsletterMail>()
        .job::<newsletter::SendWelcome>()
        .job::<newsletter::StartIssue>()
        .job::<newsletter::SendDeliveries>()
        .job::<posts::SendPostEvents>()
        .job::<subscriptions::SendSubscriptionMail>()
}

/// The job worker of this process.
pub fn worker(core: &Core, registry: Registry<Core>) -> Worker<Core> {
    let (clock, held) = (core.clock.clone(), core.held().clone());
    let options = WorkerOptions { lease: Duration::from_secs(core.config.lease_s), ..WorkerOptions::default() };
    Worker::new(core.store.clone(), registry, core.clone(), move || clock.now(), core.job_notifier.clone())
        .with_options(options)
        .with_hold(move || held.is_set())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// A line for each shape that was ever stored. Lines are added, never changed.
    const STORED: &str = include_str!("../golden/jobs.jsonl");

    #[test]
    fn stored_payloads_are_read_for_ever() {
        let mut kinds = BTreeSet::new();
        for line in STORED.lines() {
            let stored: Value = serde_json::from_str(line).unwrap();
            let kind = stored["kind"].as_str().unwrap();
            kinds.insert(kind.to_owned());
            let read = read_payload(kind, stored["payload"].clone()).unwrap_or_else(|| panic!("nothing reads {kind}"));
            read.unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        let known: BTreeSet<String> = registry().kinds().into_iter().map(str::to_owned).collect();
        assert_eq!(kinds, known, "each kind has its payloads in crates/core/golden/jobs.jsonl");
    }

    #[test]
    fn each_letter_has_a_stored_payload_that_is_read_for_ever() {
        let stored: Vec<Value> = STORED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for kind in ["accounts.send_mail", "newsletter.send_mail", "subscriptions.send_mail"] {
            // Serde's error for a letter that does not exist names those that do.
            let payload = serde_json::json!({ "mail_id": "m", "subscriber_id": 1, "about": "?" });
            let error = read_payload(kind, payload).unwrap().unwrap_err().to_string();
            let letters: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
            assert!(!letters.is_empty(), "{error}");
            for letter in letters {
                let is_stored = |line: &Value| line["kind"] == kind && line["payload"]["about"] == letter;
                assert!(stored.iter().any(is_stored), "{letter} of {kind} is not in crates/core/golden/jobs.jsonl");
            }
        }
    }
}
