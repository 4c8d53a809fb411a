//! Times of the reminders before the end of a subscription.

use jiff::Span;
use jiff::civil;
use jiff::tz::TimeZone;
use mwanga_store::types::Timestamp;

pub(super) const DAY_MS: i64 = 24 * 3_600_000;
const MORNING: civil::Time = civil::time(7, 0, 0, 0);
/// Maximum difference between two time zones (UTC+14, UTC-12). Two reminders are further apart than that.
const MAX_ZONE_DIFFERENCE_MS: i64 = 26 * 3_600_000;

/// `(days before the end, time)`: 14 and 3 days before, and on the last day, at 7:00 in the publication's zone; where it
/// ends earlier on that day because the zone was another when it was paid for, at the day's first minute.
fn reminder_times(expires_at: Timestamp, zone: &TimeZone) -> [(i64, Timestamp); 3] {
    let before = |days: i64, time: civil::Time| {
        let day = expires_at.date_in(zone).saturating_sub(Span::new().days(days));
        zone.to_timestamp(day.to_datetime(time)).map_or(expires_at, Timestamp::from_jiff)
    };
    let (midnight, last_day) = (before(0, civil::Time::midnight()), before(0, MORNING));
    [(14, before(14, MORNING)), (3, before(3, MORNING)), (0, if last_day < expires_at { last_day } else { midnight })]
}

/// The first reminder time after a moment.
pub(super) fn next_reminder(expires_at: Timestamp, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    reminder_times(expires_at, zone).into_iter().map(|(_, at)| at).find(|at| *at > after)
}

/// The last reminder that is due, in days before the end. None if it was mailed already: `scheduled`, the time that was
/// stored for it, came from a time zone in which the last day begins earlier.
pub(super) fn due_reminder(
    expires_at: Timestamp,
    scheduled: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
) -> Option<i64> {
    let last_due = reminder_times(expires_at, zone).into_iter().rev().find(|(_, at)| *at <= now);
    last_due.filter(|(_, at)| *at >= scheduled.plus_ms(-MAX_ZONE_DIFFERENCE_MS)).map(|(days, _)| days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_due_three_times_and_never_after_the_end() {
        let zone = TimeZone::posix("EAT-3").unwrap();
        let at = |text: &str| Timestamp::parse_in(text, &zone).unwrap();
        for (end, last) in [
            ("2027-07-20T23:59:59", "2027-07-20T07:00"),
            ("2027-07-20T12:00", "2027-07-20T07:00"),
            ("2027-07-20T05:00", "2027-07-20T00:00"),
        ] {
            let end = at(end);
            let mut found = Vec::new();
            let mut now = at("2026-11-20T12:00");
            while let Some(next) = next_reminder(end, now, &zone) {
                now = next;
                found.push((due_reminder(end, next, now, &zone), next));
            }
            assert_eq!(
                found,
                [(Some(14), at("2027-07-06T07:00")), (Some(3), at("2027-07-17T07:00")), (Some(0), at(last))]
            );
            assert!(found.iter().all(|(_, at)| *at <= end));
        }
        assert_eq!(due_reminder(at("2027-07-20"), at("2026-07-20"), at("2026-07-20"), &zone), None);
    }
}
