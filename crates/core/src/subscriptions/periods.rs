//! Periods that orders pay for, in calendar months.

use jiff::Span;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use mwanga_store::types::Timestamp;

/// Nairobi's, whatever the time zone of the publication is: what was paid for does not end earlier or later because
/// somebody changed a setting.
const NAIROBI: Offset = Offset::constant(3);

/// The time some calendar months later, at the same time of day in Nairobi; on the last day of a month that is too
/// short.
pub fn months_after(at: Timestamp, months: i32) -> Timestamp {
    let wall: Option<DateTime> = jiff::Timestamp::from_millisecond(at.0).ok().map(|at| NAIROBI.to_datetime(at));
    let later = wall
        .and_then(|wall| wall.checked_add(Span::new().months(i64::from(months))).ok())
        .and_then(|wall| NAIROBI.to_timestamp(wall).ok());
    later.map_or(Timestamp(i64::MAX), Timestamp::from_jiff)
}

/// A paid time span: from `from` to `until`, the last second of its last day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// The period of each order, given as `(captured at, months)` in the order of capture. A day that is said is paid for to
/// its end, in the publication's `zone`.
///
/// An order captured during the period before continues from its end; otherwise it begins at once. Months of
/// consecutive periods are counted from the start of the first, so that one that began on a 31st ends on a 31st where
/// there is one.
pub fn periods(orders: &[(Timestamp, i32)], zone: &TimeZone) -> Vec<Period> {
    let mut run: Option<(Timestamp, i32)> = None;
    let mut until = Timestamp(i64::MIN);
    let mut periods = Vec::with_capacity(orders.len());
    for (captured_at, months) in orders {
        let (start, months_before) = match run {
            Some(run) if until > *captured_at => run,
            _ => (*captured_at, 0),
        };
        let from = if months_before == 0 { start } else { until.plus_ms(1_000) };
        until = months_after(start, months_before + months).end_of_day(zone);
        run = Some((start, months_before + months));
        periods.push(Period { from, until });
    }
    periods
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse_in(text, &NAIROBI.to_time_zone()).unwrap()
    }

    #[test]
    fn months_are_calendar_months_in_nairobi_time() {
        for (from, months, until) in [
            ("2026-01-31T12:00", 1, "2026-02-28T12:00"),
            ("2027-01-29T12:00", 13, "2028-02-29T12:00"),
            ("2026-01-30T12:00", 1, "2026-02-28T12:00"),
            ("2026-06-30T12:00", 8, "2027-02-28T12:00"),
            ("2027-06-29T12:00", 8, "2028-02-29T12:00"),
            ("2026-03-31T12:00", 8, "2026-11-30T12:00"),
            ("2028-02-29T12:00", 12, "2029-02-28T12:00"),
            ("2026-11-22T00:17:47", 8, "2027-07-22T00:17:47"),
            // The last hours of a day in UTC are the next one in Nairobi, and what counts is Nairobi's.
            ("2026-01-30T22:30:00Z", 1, "2026-02-27T22:30:00Z"),
            ("2026-01-31T20:59:59Z", 1, "2026-02-28T20:59:59Z"),
            ("2026-01-31T21:00:00Z", 1, "2026-02-28T21:00:00Z"),
        ] {
            assert_eq!(months_after(at(from), months).iso(), at(until).iso(), "{months} months from {from}");
        }
    }

    /// Every hour of four years, leap day included, and every length that is sold or may be.
    #[test]
    fn a_period_keeps_its_day_of_month_from_any_start_date() {
        let begin = at("2027-01-01T00:30");
        for hour in (0..4 * 366 * 24).step_by(5) {
            let from = begin.plus_ms(hour * 3_600_000);
            let wall = |at: Timestamp| NAIROBI.to_datetime(jiff::Timestamp::from_millisecond(at.0).unwrap());
            for months in 1..=24 {
                let until = months_after(from, months);
                let (a, b) = (wall(from), wall(until));
                let counted =
                    (i32::from(b.year()) - i32::from(a.year())) * 12 + i32::from(b.month()) - i32::from(a.month());
                assert_eq!((counted, a.time()), (months, b.time()), "{a} and {months} months is {b}");
                assert!(
                    b.day() == a.day() || (b.day() < a.day() && b.day() == b.date().days_in_month()),
                    "{a} and {months} months is {b}"
                );
                assert!(months_after(from, months + 1) > until && until > from);
            }
        }
    }

    #[test]
    fn renewals_keep_the_day_of_month_of_the_first_order() {
        let bought = [(at("2026-01-31T12:00"), 1), (at("2026-02-10T08:00"), 1), (at("2026-03-15T08:00"), 1)];
        let until: Vec<String> =
            periods(&bought, &NAIROBI.to_time_zone()).into_iter().map(|period| period.until.iso()).collect();
        assert_eq!(until, ["2026-02-28T20:59:59Z", "2026-03-31T20:59:59Z", "2026-04-30T20:59:59Z"]);
    }

    #[test]
    fn a_period_lasts_to_the_end_of_the_day_that_is_said() {
        let zone = |name: &str| TimeZone::posix(name).unwrap();
        let (nairobi, new_york) = (NAIROBI.to_time_zone(), zone("EST5EDT,M3.2.0,M11.1.0"));
        for (bought, zone, until) in [
            ("2026-11-27T14:03", &nairobi, "2027-07-27T20:59:59Z"),
            ("2026-11-27T00:00", &nairobi, "2027-07-27T20:59:59Z"),
            ("2026-11-27T23:59:59", &nairobi, "2027-07-27T20:59:59Z"),
            // In the small hours of Nairobi it is the day before in New York, and summer time by then.
            ("2026-11-27T05:00", &new_york, "2027-07-27T03:59:59Z"),
            ("2026-11-27T14:03", &new_york, "2027-07-28T03:59:59Z"),
        ] {
            let [period] = periods(&[(at(bought), 8)], zone)[..] else { panic!("one") };
            assert_eq!((period.until.iso(), period.from), (until.to_owned(), at(bought)), "{bought}");
        }
        // Bought in the last evening, it goes on from the next day.
        let [_, next] = periods(&[(at("2026-11-27T14:03"), 8), (at("2027-07-27T22:00"), 8)], &nairobi)[..] else {
            panic!("two")
        };
        assert_eq!(
            (next.from.iso().as_str(), next.until.iso().as_str()),
            ("2027-07-27T21:00:00Z", "2028-03-27T20:59:59Z")
        );
    }

    #[test]
    fn periods_of_any_orders_never_overlap_and_have_all_months() {
        // A small generator with a fixed seed: the same cases each time.
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        };
        let zone = NAIROBI.to_time_zone();
        for _ in 0..2_000 {
            let mut captured = at("2026-01-01");
            let orders: Vec<(Timestamp, i32)> = (0..1 + random(6))
                .map(|_| {
                    captured = captured.plus_ms(random(500 * 24 * 3_600_000) as i64);
                    (captured, if random(2) == 0 { 8 } else { 12 })
                })
                .collect();
            let found = periods(&orders, &zone);
            for (n, (period, (captured_at, months))) in found.iter().zip(&orders).enumerate() {
                let before = n.checked_sub(1).map_or(Timestamp(i64::MIN), |n| found[n].until);
                let begins = if before > *captured_at { before.plus_ms(1_000) } else { *captured_at };
                assert_eq!(period.from, begins, "{orders:?}");
                // Apart from days at the ends of months and the rest of a day, each period has the months that were bought.
                let alone = months_after(period.from, *months);
                assert!((period.until.0 - alone.0).abs() <= 4 * 24 * 3_600_000, "{orders:?}");
                assert!(period.until > period.from);
            }
            // A missing order takes away its own months at most, and adds none.
            for left_out in 0..orders.len() {
                let mut rest = orders.clone();
                let (captured_at, months) = rest.remove(left_out);
                let (all, without) =
                    (found.last().unwrap().until, periods(&rest, &zone).last().map(|period| period.until));
                let Some(without) = without else { continue };
                assert!(without <= all, "{orders:?} without {left_out}");
                assert!(
                    months_after(without.max(captured_at), months).plus_ms(4 * 24 * 3_600_000) >= all,
                    "{orders:?} without {left_out}"
                );
            }
        }
    }
}
