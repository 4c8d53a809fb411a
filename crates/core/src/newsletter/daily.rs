//! Daily newsletter: sends the digest at a set time of the publication's zone, if there are enough new posts.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use mwanga_jobs::{Job, JobError};
use mwanga_store::types::{AccountId, IssueKind, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::new_issue::{NewIssue, insert_issue};
use super::{NewsletterError, digest};
use crate::Core;
use crate::changes::Tags;
use crate::clock::SKEW_MS;
use crate::fold::one_line;
use crate::settings::{self, NewsletterSettings, Settings, SettingsError};
use crate::settings_changes::{self, Changes, PendingSave};

/// Schedule of the daily newsletter: three of the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub enabled: bool,
    /// Time of day in the publication's time zone, such as `06:30`.
    pub time: String,
    /// Minimum number of new posts.
    pub minimum: u32,
}

/// When the next daily newsletter goes out, if there are enough new posts by then; none where it is switched off.
pub fn next_daily(core: &Core) -> Option<Timestamp> {
    let settings = core.settings();
    Schedule::from(&*settings).next(core.now(), settings.time_zone())
}

impl From<&Settings> for Schedule {
    fn from(settings: &Settings) -> Self {
        let NewsletterSettings { daily_enabled, daily_time, daily_minimum, .. } = &settings.newsletter;
        Self { enabled: *daily_enabled, time: daily_time.clone(), minimum: *daily_minimum }
    }
}

/// Saves the schedule, and leaves the other settings as they are.
pub async fn set_schedule(core: &Core, new: Schedule, by: AccountId) -> Result<Schedule, NewsletterError> {
    let Schedule { enabled, time, minimum } = new;
    let changes = Changes::from([
        ("newsletter.daily_enabled".into(), json!(enabled)),
        ("newsletter.daily_time".into(), json!(time)),
        ("newsletter.daily_minimum".into(), json!(minimum)),
    ]);
    let pending = settings_changes::save_latest(core, changes, by).await.map_err(schedule_error)?;
    commit_settings(core, pending).await.map_err(schedule_error)?;
    Ok(Schedule::from(&*core.settings()))
}

fn schedule_error(error: SettingsError) -> NewsletterError {
    match error {
        SettingsError::Store(error) => error.into(),
        SettingsError::Invalid(fields) => {
            let field = |key: String| match key.as_str() {
                "newsletter.daily_time" => "time",
                "newsletter.daily_minimum" => "minimum",
                _ => "enabled",
            };
            NewsletterError::Invalid(fields.into_iter().map(|(key, why)| (field(key), why)).collect())
        }
        error => NewsletterError::Invalid(BTreeMap::from([("enabled", error.to_string())])),
    }
}

impl Schedule {
    /// Next run after `after`.
    pub(crate) fn next(&self, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let time = settings::time_of_day(&self.time).filter(|_| self.enabled)?;
        Some(after.next_time_of_day(time, zone))
    }
}

/// Saves settings together with the next run; one that waits for another time will do nothing.
pub async fn commit_settings(core: &Core, pending: PendingSave) -> Result<(), SettingsError> {
    enqueue_next(core, &pending.tx, &pending.settings, core.now()).await?;
    pending.commit(core).await
}

/// Enqueues the first run after `after`, unless it is enqueued already. Call at start too.
pub(super) async fn enqueue_next(
    core: &Core,
    db: &impl ConnectionTrait,
    settings: &Settings,
    after: Timestamp,
) -> StoreResult<()> {
    match Schedule::from(settings).next(after, settings.time_zone()) {
        Some(at) => DailyNewsletter { at: at.0 }.enqueue_at(db, at, core.now()).await,
        None => Ok(()),
    }
}

/// Creates the daily issue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DailyNewsletter {
    /// Scheduled time, in milliseconds; a run whose time is no longer in the schedule does nothing.
    at: i64,
}

impl Job for DailyNewsletter {
    type Context = Core;
    const KIND: &'static str = "newsletter.daily";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        // Another process may have changed them just now.
        settings::refresh(&core).await.map_err(JobError::retry)?;
        match self.create_issue(&core).await {
            // Another node was first.
            Ok(()) | Err(StoreError::Conflict(_)) => {}
            Err(e) => return Err(JobError::retry(e)),
        }
        let (at, now) = (Timestamp(self.at), core.now());
        // Of a clock that was ahead: the next one is that of the right clock.
        let after = if at > now.plus_ms(SKEW_MS) { now } else { now.max(at) };
        enqueue_next(&core, core.store.writer(), &core.settings(), after).await.map_err(JobError::retry)
    }
}

impl DailyNewsletter {
    async fn create_issue(&self, core: &Core) -> StoreResult<()> {
        let (at, now, settings) = (Timestamp(self.at), core.now(), core.settings());
        let zone = settings.time_zone();
        let day = now.day_in(zone);
        let schedule = Schedule::from(&*settings);
        // A missed day is not made up for: the next digest has its posts.
        if schedule.next(at.plus_ms(-1), zone) != Some(at) || at > now || at.day_in(zone) != day {
            return Ok(());
        }
        // A day that had its issue gets no second one where the zone changed on it.
        if queries::issues::by_day(core.store.reader(), &day).await?.is_some() {
            return Ok(());
        }
        let digest = digest(core).await?;
        if digest.posts < u64::from(schedule.minimum) {
            tracing::info!("no daily newsletter on {day}: {} new posts, {} are needed", digest.posts, schedule.minimum);
            return Ok(());
        }
        let tx = core.store.begin().await?;
        let (subject, html) = (one_line(&digest.subject), digest.html);
        // Unique by day: of two nodes, one creates the issue.
        insert_issue(
            core,
            &tx,
            NewIssue {
                kind: IssueKind::Daily,
                subject,
                preheader: String::new(),
                html,
                day: Some(day),
                post: None,
                by: None,
                starts_at: core.now().plus_ms(core.config.mail.undo_ms()),
                is_scheduled: false,
                covers_until: Some(digest.until),
                topic: None,
            },
        )
        .await?;
        core.commit(tx, Tags::default()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_daily_issue_is_scheduled_in_the_time_zone_of_the_publication() {
        let next_in = |zone: &str, time: &str, after: &str| {
            let schedule = Schedule { enabled: true, time: time.into(), minimum: 1 };
            let zone = jiff::tz::db().get(zone).unwrap();
            schedule.next(Timestamp::parse(after).unwrap(), &zone).map(Timestamp::iso)
        };
        let next = |time: &str, after: &str| next_in("Africa/Nairobi", time, after);
        for (time, after, expected) in [
            ("06:30", "2026-11-20T03:29:59Z", Some("2026-11-20T03:30:00Z")),
            ("06:30", "2026-11-20T03:30:00Z", Some("2026-11-21T03:30:00Z")),
            ("00:00", "2026-11-20T20:59:00Z", Some("2026-11-20T21:00:00Z")),
            ("23:59", "2026-11-20T21:00:00Z", Some("2026-11-21T20:59:00Z")),
            ("24:00", "2026-11-20T21:00:00Z", None),
            ("6:30", "2026-11-20T21:00:00Z", None),
        ] {
            assert_eq!(next(time, after).as_deref(), expected, "{time} after {after}");
        }
        let disabled = Schedule { enabled: false, time: "06:30".into(), minimum: 1 };
        assert_eq!(disabled.next(Timestamp(0), &TimeZone::UTC), None);
        for (time, after, expected) in [
            ("06:30", "2026-07-01T05:29:59Z", "2026-07-01T05:30:00Z"),
            ("06:30", "2026-11-20T05:30:00Z", "2026-11-20T06:30:00Z"),
            // The clocks skip the hour from 01:00, and the night before they had none to skip.
            ("01:30", "2027-03-27T02:00:00Z", "2027-03-28T01:30:00Z"),
        ] {
            assert_eq!(next_in("Europe/London", time, after).as_deref(), Some(expected), "{time} after {after}");
        }
    }
}
