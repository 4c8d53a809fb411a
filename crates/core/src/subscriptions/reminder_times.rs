//! Times of the reminders before the end of a subscription.

use mwanga_store::types::Timestamp;

const HOUR_MS: i64 = 3_600_000;
pub(super) const DAY_MS: i64 = 24 * HOUR_MS;

/// `(days before the end, time)`: 14 and 3 days before, and on the last day at 7:00 in Nairobi, or at its first minute
/// when it ends earlier.
fn reminder_times(expires_at: Timestamp) -> [(i64, Timestamp); 3] {
    let midnight = Timestamp::parse(&expires_at.nairobi_day()).unwrap_or(expires_at);
    let last_day = midnight.plus_ms(7 * HOUR_MS);
    [
        (14, expires_at.plus_ms(-14 * DAY_MS)),
        (3, expires_at.plus_ms(-3 * DAY_MS)),
        (0, if last_day < expires_at { last_day } else { midnight }),
    ]
}

/// The first reminder time after a moment.
pub(super) fn next_reminder(expires_at: Timestamp, after: Timestamp) -> Option<Timestamp> {
    reminder_times(expires_at).into_iter().map(|(_, at)| at).find(|at| *at > after)
}

/// The last reminder that is due, in days before the end.
pub(super) fn last_due(expires_at: Timestamp, now: Timestamp) -> Option<i64> {
    reminder_times(expires_at).into_iter().rev().find(|(_, at)| *at <= now).map(|(days, _)| days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_due_three_times_and_never_after_the_end() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        for (end, last) in [("2027-07-20T12:00", "2027-07-20T07:00"), ("2027-07-20T05:00", "2027-07-20T00:00")] {
            let end = at(end);
            let mut found = Vec::new();
            let mut now = at("2026-11-20T12:00");
            while let Some(next) = next_reminder(end, now) {
                now = next;
                found.push((last_due(end, now), next));
            }
            assert_eq!(
                found,
                [(Some(14), end.plus_ms(-14 * DAY_MS)), (Some(3), end.plus_ms(-3 * DAY_MS)), (Some(0), at(last))]
            );
            assert!(found.iter().all(|(_, at)| *at <= end));
        }
        assert_eq!(last_due(at("2027-07-20"), at("2026-07-20")), None);
    }
}
