//! Daily newsletter: sends the digest at a set time of the publication's zone, if there are enough new posts.

use jiff::civil;
use jiff::tz::TimeZone;
use mwanga_jobs::{Job, JobError};
use mwanga_store::types::{IssueKind, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::issues::SEND_AFTER_MS;
use super::new_issue::{NewIssue, insert_issue};
use super::{NewsletterError, digest};
use crate::Core;
use crate::changes::Tags;
use crate::fold::one_line;

/// Schedule of the daily newsletter. Fields missing in a stored schedule have their default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Schedule {
    pub enabled: bool,
    /// Time of day in the publication's time zone, such as `06:30`.
    pub time: String,
    /// Minimum number of new posts.
    pub minimum: u32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { enabled: false, time: "06:30".into(), minimum: 1 }
    }
}

const SCHEDULE_KEY: &str = "newsletter.schedule";
const MAX_MINIMUM: u32 = 20;

pub async fn schedule(core: &Core) -> StoreResult<Schedule> {
    load_schedule(core.store.reader()).await
}

pub(super) async fn load_schedule(db: &impl ConnectionTrait) -> StoreResult<Schedule> {
    let stored = queries::settings::get(db, SCHEDULE_KEY).await?;
    Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

pub async fn set_schedule(core: &Core, new: Schedule) -> Result<Schedule, NewsletterError> {
    let mut wrong = BTreeMap::new();
    if time_of_day(&new.time).is_none() {
        wrong.insert("time", "Write a time of day such as 06:30.".to_owned());
    }
    if !(1..=MAX_MINIMUM).contains(&new.minimum) {
        wrong.insert("minimum", format!("Choose a number from 1 to {MAX_MINIMUM}."));
    }
    if !wrong.is_empty() {
        return Err(NewsletterError::Invalid(wrong));
    }
    let (tx, now) = (core.store.begin().await?, core.now());
    queries::settings::set(&tx, SCHEDULE_KEY, &serde_json::to_string(&new).map_err(StoreError::from)?, now).await?;
    enqueue_next(&tx, &new, &core.settings().time_zone(), now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(new)
}

fn time_of_day(time: &str) -> Option<civil::Time> {
    let (hour, minute) = time
        .split_once(':')
        .filter(|(h, m)| h.len() == 2 && m.len() == 2 && time.bytes().filter(u8::is_ascii_digit).count() == 4)?;
    civil::Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

impl Schedule {
    /// Next run after `after`. Where the clocks skip the time of day it is as much later.
    fn next(&self, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let time = time_of_day(&self.time).filter(|_| self.enabled)?;
        let today = zone.to_datetime(after.to_jiff()).date();
        [today, today.tomorrow().ok()?].into_iter().find_map(|day| {
            let at = zone.to_timestamp(day.to_datetime(time)).ok().map(Timestamp::from_jiff)?;
            (at > after).then_some(at)
        })
    }
}

/// The calendar day, `2026-11-20`.
fn day_in(zone: &TimeZone, at: Timestamp) -> String {
    zone.to_datetime(at.to_jiff()).date().to_string()
}

/// Enqueues the run of today or tomorrow after the time zone was changed; the one that waited does nothing.
pub async fn follow_time_zone(core: &Core) -> StoreResult<()> {
    let schedule = schedule(core).await?;
    enqueue_next(core.store.writer(), &schedule, &core.settings().time_zone(), core.now()).await?;
    core.job_notifier.notify();
    Ok(())
}

/// Enqueues the next run, unless it is enqueued already. Call at start too.
pub(super) async fn enqueue_next(
    db: &impl ConnectionTrait,
    schedule: &Schedule,
    zone: &TimeZone,
    now: Timestamp,
) -> StoreResult<()> {
    match schedule.next(now, zone) {
        Some(at) => DailyNewsletter { at: at.0 }.enqueue_at(db, at, now).await,
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
        match self.create_issue(&core).await {
            // Another node was first.
            Ok(()) | Err(StoreError::Conflict(_)) => {}
            Err(e) => return Err(JobError::retry(e)),
        }
        let schedule = schedule(&core).await.map_err(JobError::retry)?;
        let (zone, after) = (core.settings().time_zone(), core.now().max(Timestamp(self.at)));
        enqueue_next(core.store.writer(), &schedule, &zone, after).await.map_err(JobError::retry)
    }
}

impl DailyNewsletter {
    async fn create_issue(&self, core: &Core) -> StoreResult<()> {
        let (at, now, zone) = (Timestamp(self.at), core.now(), core.settings().time_zone());
        let day = day_in(&zone, now);
        let schedule = schedule(core).await?;
        // A missed day is not made up for: the next digest has its posts.
        if schedule.next(at.plus_ms(-1), &zone) != Some(at) || at > now || day_in(&zone, at) != day {
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
        let (subject, html, after_ms) = (one_line(&digest.subject), digest.html, SEND_AFTER_MS);
        // Unique by day: of two nodes, one creates the issue.
        insert_issue(
            core,
            &tx,
            NewIssue {
                kind: IssueKind::Daily,
                subject,
                html,
                day: Some(day),
                post: None,
                by: None,
                after_ms,
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
        assert_eq!(Schedule::default().next(Timestamp(0), &TimeZone::UTC), None);
        for (time, after, expected) in [
            ("06:30", "2026-07-01T05:29:59Z", "2026-07-01T05:30:00Z"),
            ("06:30", "2026-11-20T05:30:00Z", "2026-11-20T06:30:00Z"),
            // The clocks skip the hour from 01:00, and the night before they had none to skip.
            ("01:30", "2027-03-27T02:00:00Z", "2027-03-28T01:30:00Z"),
        ] {
            assert_eq!(next_in("Europe/London", time, after).as_deref(), Some(expected), "{time} after {after}");
        }
    }

    /// Each shape that was ever stored; lines are added, never changed.
    #[test]
    fn stored_schedules_are_read_for_ever() {
        let stored: Schedule = serde_json::from_str(r#"{"enabled":true,"time":"07:15","minimum":3}"#).unwrap();
        assert_eq!(stored, Schedule { enabled: true, time: "07:15".into(), minimum: 3 });
    }
}
