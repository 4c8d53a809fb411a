//! Which scheduled backups are kept: 7 daily, 4 weekly and 12 monthly ones.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use mwanga_store::types::Timestamp;

const DAILY: usize = 7;
const WEEKLY: usize = 4;
const MONTHLY: usize = 12;

/// Which day, week or month a day belongs to: its year and number.
type Period = fn(Date) -> (i16, i16);

/// The names to delete. Of each of the newest days, weeks and months that have a backup, the newest one is kept: a
/// schedule that paused deletes nothing by itself. Days begin at midnight in `zone`, weeks on Monday.
pub fn expired(mut backups: Vec<(Timestamp, String)>, zone: &TimeZone) -> Vec<String> {
    backups.sort();
    backups.reverse();
    let mut kept: BTreeSet<String> = BTreeSet::new();
    let periods: [(usize, Period); 3] = [
        (DAILY, |day| (day.year(), day.day_of_year())),
        (WEEKLY, |day| (day.iso_week_date().year(), day.iso_week_date().week().into())),
        (MONTHLY, |day| (day.year(), day.month().into())),
    ];
    for (limit, period_of) in periods {
        let mut seen = BTreeSet::new();
        for (at, name) in &backups {
            if seen.len() < limit && seen.insert(period_of(at.date_in(zone))) {
                kept.insert(name.clone());
            }
        }
    }
    backups.into_iter().map(|(_, name)| name).filter(|name| !kept.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: i64 = 24 * 3_600_000;

    fn nairobi() -> TimeZone {
        TimeZone::posix("EAT-3").unwrap()
    }

    /// A backup each night until this one.
    fn nights(count: i64, last: &str) -> Vec<(Timestamp, String)> {
        let last = Timestamp::parse(last).unwrap();
        (0..count).map(|night| last.plus_ms(-night * DAY_MS)).map(|at| (at, at.day_in(&nairobi()))).collect()
    }

    fn kept(backups: Vec<(Timestamp, String)>) -> Vec<String> {
        let expired = expired(backups.clone(), &nairobi());
        let mut kept: Vec<String> = backups.into_iter().map(|(_, name)| name).collect();
        kept.retain(|name| !expired.contains(name));
        kept.sort();
        kept
    }

    #[test]
    fn seven_daily_four_weekly_and_twelve_monthly_backups_are_kept() {
        let kept = kept(nights(800, "2026-11-24T03:10:00+03:00"));
        let days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"];
        // The last one of each week, and of each month.
        let weeks = ["2026-11-08", "2026-11-15"];
        let months = [
            "2025-12-31",
            "2026-01-31",
            "2026-02-28",
            "2026-03-31",
            "2026-04-30",
            "2026-05-31",
            "2026-06-30",
            "2026-07-31",
            "2026-08-31",
            "2026-09-30",
            "2026-10-31",
        ];
        let expected: Vec<&str> = months.into_iter().chain(weeks).chain(days).collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_schedule_that_paused_deletes_nothing() {
        let mut backups = nights(3, "2026-11-24T03:10:00+03:00");
        backups.extend(nights(2, "2024-02-02T03:10:00+03:00"));
        assert_eq!(kept(backups).len(), 5);
        assert!(expired(Vec::new(), &nairobi()).is_empty());
    }

    #[test]
    fn of_several_backups_of_a_day_the_newest_is_kept() {
        let at = Timestamp::parse("2026-11-24T03:10:00+03:00").unwrap();
        let backups = vec![(at, "first".to_owned()), (at.plus_ms(60_000), "second".to_owned())];
        assert_eq!(expired(backups, &nairobi()), ["first"]);
    }
}
