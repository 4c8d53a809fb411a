//! Date ranges of reports, in the publication's calendar.

use jiff::civil::Date;

/// Inclusive date range of a report, in the publication's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayRange {
    from: Date,
    to: Date,
}

/// The dates are invalid, out of order, or too far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Choose a first and a last day (2026-11-20), in this order and at most 366 days.")]
pub struct RangeError;

const DEFAULT_DAYS: i32 = 30;
const MAX_DAYS: i32 = 366;

impl DayRange {
    /// From texts such as `2026-11-20`. Without a last day it is today, without a first one the range has 30 days.
    pub fn parse(from: Option<&str>, to: Option<&str>, today: Date) -> Result<Self, RangeError> {
        let date =
            |text: &str| if text.len() == 10 { text.parse::<Date>().map_err(|_| RangeError) } else { Err(RangeError) };
        let to = match to {
            Some(text) => date(text)?,
            None => today,
        };
        let from = match from {
            Some(text) => date(text)?,
            None => to.checked_sub(jiff::Span::new().days(DEFAULT_DAYS - 1)).map_err(|_| RangeError)?,
        };
        let range = Self { from, to };
        if (1..=MAX_DAYS).contains(&range.length()) { Ok(range) } else { Err(RangeError) }
    }

    /// Today and the six days before.
    pub fn last_week(today: Date) -> Self {
        Self { from: today.saturating_sub(jiff::Span::new().days(6)), to: today }
    }

    fn length(self) -> i32 {
        self.from.duration_until(self.to).as_hours().div_euclid(24) as i32 + 1
    }

    /// `2026-11-20`.
    pub fn from(self) -> String {
        self.from.to_string()
    }

    /// `2026-11-20`.
    pub fn to(self) -> String {
        self.to.to_string()
    }

    /// Every day, first to last.
    pub fn days(self) -> Vec<String> {
        self.from
            .series(jiff::Span::new().days(1))
            .take_while(|day| *day <= self.to)
            .map(|day| day.to_string())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_range_defaults_to_30_days_and_must_be_in_order() {
        let today = jiff::civil::date(2026, 11, 21);
        let parse = |from: &'static str, to: &'static str| {
            DayRange::parse(Some(from).filter(|t| !t.is_empty()), Some(to).filter(|t| !t.is_empty()), today)
        };
        let month = parse("", "").unwrap();
        assert_eq!((month.from(), month.to(), month.days().len()), ("2026-10-23".into(), "2026-11-21".into(), 30));
        assert_eq!(parse("2026-02-27", "2026-03-01").unwrap().days(), ["2026-02-27", "2026-02-28", "2026-03-01"]);
        assert_eq!(parse("2026-11-20", "2026-11-20").unwrap().days().len(), 1);
        assert_eq!(parse("", "2026-03-01").unwrap().from(), "2026-01-31");
        assert!(parse("2024-01-01", "2024-12-31").is_ok(), "a leap year");
        let wrong = [
            ("2026-11-21", "2026-11-20"),
            ("2025-01-01", "2026-01-02"),
            ("2026-02-30", ""),
            ("yesterday", ""),
            ("", "2026-11-20T10:00"),
            ("-009999-01-01", ""),
        ];
        for (from, to) in wrong {
            assert_eq!(parse(from, to), Err(RangeError), "{from} {to}");
        }
        assert!(parse("", "0000-01-01").is_ok_and(|range| range.days().len() == 30), "odd, and harmless");
    }
}
