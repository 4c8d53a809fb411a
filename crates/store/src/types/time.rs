use jiff::tz::TimeZone;
use jiff::{Unit, civil};
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

/// Unix timestamp in milliseconds (UTC). ISO 8601 in JSON, an integer in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Timestamp(pub i64);

/// 9999-12-30: the last day that every ISO 8601 parser accepts in any UTC offset.
const LAST_MS: i64 = 253_402_214_400_000;

impl Timestamp {
    /// Parses ISO 8601 with an offset from UTC.
    ///
    /// `None` where the text is no time, or lies outside the years 1 to 9999.
    pub fn parse(text: &str) -> Option<Self> {
        Self::within_years(text.trim().parse().ok()?)
    }

    /// Parses ISO 8601. Without an offset it is local time in `zone`; a date alone is midnight there. Where the clocks
    /// skip that time it is as much later, where they show it twice it is the first of both.
    ///
    /// `None` where the text is no time, or lies outside the years 1 to 9999.
    pub fn parse_in(text: &str, zone: &TimeZone) -> Option<Self> {
        Self::parse(text).or_else(|| {
            let text = text.trim();
            let local = text.parse().or_else(|_| text.parse::<civil::Date>().map(civil::DateTime::from)).ok()?;
            Self::within_years(zone.to_timestamp(local).ok()?)
        })
    }

    fn within_years(at: jiff::Timestamp) -> Option<Self> {
        let ms = at.as_millisecond();
        (at.to_zoned(TimeZone::UTC).year() >= 1 && ms <= LAST_MS).then_some(Self(ms))
    }

    pub fn from_jiff(at: jiff::Timestamp) -> Self {
        Self(at.as_millisecond())
    }

    pub fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// ISO 8601 in UTC, such as `2026-11-20T06:30:00Z`; milliseconds only where they are not zero.
    pub fn iso(self) -> String {
        self.to_jiff().to_string()
    }

    pub fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }

    /// The calendar day in `zone`, `2026-11-20`.
    pub fn day_in(self, zone: &TimeZone) -> String {
        self.date_in(zone).to_string()
    }

    /// The calendar date in `zone`.
    pub fn date_in(self, zone: &TimeZone) -> civil::Date {
        let at = self.to_jiff();
        zone.to_datetime(at.round(Unit::Second).unwrap_or(at)).date()
    }

    /// The time of day in `zone`, `12:30`.
    pub fn time_in(self, zone: &TimeZone) -> String {
        zone.to_datetime(self.to_jiff()).strftime("%H:%M").to_string()
    }

    /// The next moment after this one at which it is `time` in `zone`; as much later on a day whose clocks skip that
    /// time.
    pub fn next_time_of_day(self, time: civil::Time, zone: &TimeZone) -> Self {
        self.times_of_day(time, zone).next().unwrap_or(Self(i64::MAX))
    }

    /// The last second of the day that this moment is on in `zone`.
    pub fn end_of_day(self, zone: &TimeZone) -> Self {
        // The moment's day is that of its nearest second, as in `date_in`.
        self.plus_ms(500).next_time_of_day(civil::Time::midnight(), zone).plus_ms(-1_000)
    }

    /// The moments after this one at which it is `time` in `zone`, day by day.
    pub fn times_of_day(self, time: civil::Time, zone: &TimeZone) -> impl Iterator<Item = Self> {
        let days = self.date_in(zone).series(jiff::Span::new().days(1));
        let moments = days.map_while(move |day| zone.to_timestamp(day.to_datetime(time)).ok().map(Self::from_jiff));
        moments.filter(move |at| *at > self)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.iso())
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a time"))
    }
}

impl utoipa::PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::DateTime)))
            .into()
    }
}

impl utoipa::ToSchema for Timestamp {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kenya: three hours ahead of UTC the whole year.
    fn nairobi() -> TimeZone {
        TimeZone::posix("EAT-3").unwrap()
    }

    fn london() -> TimeZone {
        TimeZone::posix("GMT0BST,M3.5.0/1,M10.5.0").unwrap()
    }

    #[test]
    fn a_time_without_offset_is_local_time_of_the_zone() {
        for (text, utc) in [
            ("2026-11-20T09:30", "2026-11-20T06:30:00Z"),
            ("2026-11-20 09:30:05", "2026-11-20T06:30:05Z"),
            ("2026-11-20T09:30:00Z", "2026-11-20T09:30:00Z"),
            ("2026-11-20T09:30:00+02:00", "2026-11-20T07:30:00Z"),
            ("2026-11-20T09:30:00.250Z", "2026-11-20T09:30:00.25Z"),
            ("2026-11-20", "2026-11-19T21:00:00Z"),
        ] {
            assert_eq!(Timestamp::parse_in(text, &nairobi()).map(Timestamp::iso).as_deref(), Some(utc), "{text}");
            let has_offset = text.ends_with('Z') || text.contains('+');
            assert_eq!(Timestamp::parse(text).is_some(), has_offset, "{text}");
        }
        for (text, utc) in [
            ("2026-07-01T09:30", "2026-07-01T08:30:00Z"),
            ("2026-12-01T09:30", "2026-12-01T09:30:00Z"),
            // The clocks go from 01:00 to 02:00, and in autumn from 02:00 back to 01:00.
            ("2026-03-29T01:30", "2026-03-29T01:30:00Z"),
            ("2026-10-25T01:30", "2026-10-25T00:30:00Z"),
        ] {
            assert_eq!(Timestamp::parse_in(text, &london()).map(Timestamp::iso).as_deref(), Some(utc), "{text}");
        }
        for text in ["", "soon", "2026-13-01", "2026-02-30T10:00", "-000001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
            assert_eq!(Timestamp::parse_in(text, &nairobi()), None, "{text}");
        }
    }

    #[test]
    fn a_day_begins_at_midnight_in_its_zone() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        assert_eq!(at("2026-11-20T20:59:59Z").day_in(&nairobi()), "2026-11-20");
        assert_eq!(at("2026-11-20T21:00:00Z").day_in(&nairobi()), "2026-11-21");
        assert_eq!(at("2026-11-20T21:00:00Z").day_in(&london()), "2026-11-20");
        assert_eq!(at("2026-07-20T23:10:00Z").day_in(&london()), "2026-07-21");
        assert_eq!(at("2026-07-20T23:10:00Z").time_in(&london()), "00:10");
    }

    #[test]
    fn the_next_time_of_day_is_later_where_the_clocks_skip_it() {
        let time = civil::time(1, 30, 0, 0);
        for (zone, after, next) in [
            (nairobi(), "2026-11-20T22:29:59Z", "2026-11-20T22:30:00Z"),
            (nairobi(), "2026-11-20T22:30:00Z", "2026-11-21T22:30:00Z"),
            (london(), "2026-07-01T00:29:59Z", "2026-07-01T00:30:00Z"),
            (london(), "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z"),
            (london(), "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"),
            (london(), "2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z"),
            (london(), "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
        ] {
            let found = Timestamp::parse(after).unwrap().next_time_of_day(time, &zone);
            assert_eq!(found.iso(), next, "after {after}");
        }
    }
}
