//! The calendar: what has a date within a month of the publication.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use mwanga_store::StoreResult;
use mwanga_store::queries::desk::{self as query, DatedPost};
use mwanga_store::queries::issues::{self, DatedIssue};
use mwanga_store::types::Timestamp;

use crate::Core;
use crate::posts::Writer;

/// Most posts of a month: more than can be looked at.
const MAX_POSTS: u64 = 500;

/// What has a date within a month, by time.
#[derive(Debug)]
pub struct Month {
    /// Published and scheduled posts, and drafts with a date.
    pub posts: Vec<DatedPost>,
    /// Issues that were sent, go out or are scheduled; editors see them.
    pub issues: Vec<DatedIssue>,
    /// Whether there are more posts than are listed.
    pub is_cut: bool,
}

/// A month of the publication's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthRange {
    first: Date,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Name a month, such as 2026-11.")]
pub struct MonthError;

impl MonthRange {
    /// From a text such as `2026-11`.
    pub fn parse(text: &str) -> Result<Self, MonthError> {
        let is_month = text.len() == 7 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        let first = format!("{text}-01").parse::<Date>().map_err(|_| MonthError)?;
        if is_month && (1..=9_998).contains(&first.year()) { Ok(Self { first }) } else { Err(MonthError) }
    }

    /// The month of a moment.
    pub fn of(at: Timestamp, zone: &TimeZone) -> Self {
        Self { first: at.date_in(zone).first_of_month() }
    }

    /// `2026-11`
    pub fn to_text(self) -> String {
        self.first.strftime("%Y-%m").to_string()
    }

    /// Its beginning, and that of the next month.
    fn bounds(self, zone: &TimeZone) -> (Timestamp, Timestamp) {
        let next = self.first.saturating_add(jiff::Span::new().months(1));
        let at = |day: Date| {
            zone.to_timestamp(day.to_datetime(Time::midnight())).map_or(Timestamp(i64::MAX), Timestamp::from_jiff)
        };
        (at(self.first), at(next))
    }
}

/// What a member of the newsroom sees of a month: editors everything, others their own posts.
pub async fn month(core: &Core, by: Writer, range: MonthRange) -> StoreResult<Month> {
    let db = core.store.reader();
    let bounds = range.bounds(core.settings().time_zone());
    let mut posts = query::dated(db, by.owner(), bounds, MAX_POSTS + 1).await?;
    let is_cut = posts.len() as u64 > MAX_POSTS;
    posts.truncate(MAX_POSTS as usize);
    let issues = if by.is_editor() { issues::dated(db, bounds).await? } else { Vec::new() };
    Ok(Month { posts, issues, is_cut })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_one_of_the_publications_calendar() {
        let zone = jiff::tz::db().get("Africa/Nairobi").unwrap();
        let november = MonthRange::parse("2026-11").unwrap();
        let (from, until) = november.bounds(&zone);
        assert_eq!((from.iso().as_str(), until.iso().as_str()), ("2026-10-31T21:00:00Z", "2026-11-30T21:00:00Z"));
        assert_eq!(november.to_text(), "2026-11");
        assert_eq!(MonthRange::of(Timestamp::parse("2026-11-30T21:30:00Z").unwrap(), &zone).to_text(), "2026-12");
        for text in ["", "2026", "2026-13", "2026-1", "26-11", "2026-11-01", "9999-12", "2026/11", "+026-11"] {
            assert_eq!(MonthRange::parse(text), Err(MonthError), "{text}");
        }
    }
}
