use jiff::tz::{Offset, TimeZone};
use jiff::{Unit, civil};
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

/// Unix timestamp in milliseconds (UTC). ISO 8601 in JSON, an integer in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Timestamp(pub i64);

/// East Africa Time: UTC+3 the whole year.
const NAIROBI: Offset = Offset::constant(3);

/// 9999-12-30: the last day that every ISO 8601 parser accepts in any UTC offset.
const LAST_MS: i64 = 253_402_214_400_000;

impl Timestamp {
    /// Parses ISO 8601. Without an offset it is local time in Nairobi; a date alone is midnight there.
    ///
    /// `None` where the text is no time, or lies outside the years 1 to 9999.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let at = match text.parse::<jiff::Timestamp>() {
            Ok(at) => at,
            Err(_) => {
                let local: civil::DateTime = match text.parse() {
                    Ok(local) => local,
                    Err(_) => text.parse::<civil::Date>().ok()?.into(),
                };
                NAIROBI.to_timestamp(local).ok()?
            }
        };
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

    /// The Nairobi calendar day, `2026-11-20`.
    pub fn nairobi_day(self) -> String {
        let at = self.to_jiff();
        let at = at.round(Unit::Second).unwrap_or(at);
        NAIROBI.to_datetime(at).date().to_string()
    }

    /// The time of day in Nairobi, `12:30`.
    pub fn nairobi_time(self) -> String {
        NAIROBI.to_datetime(self.to_jiff()).strftime("%H:%M").to_string()
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

    #[test]
    fn a_time_without_zone_is_nairobi_time() {
        for (text, utc) in [
            ("2026-11-20T09:30", "2026-11-20T06:30:00Z"),
            ("2026-11-20 09:30:05", "2026-11-20T06:30:05Z"),
            ("2026-11-20T09:30:00Z", "2026-11-20T09:30:00Z"),
            ("2026-11-20T09:30:00+02:00", "2026-11-20T07:30:00Z"),
            ("2026-11-20T09:30:00.250Z", "2026-11-20T09:30:00.25Z"),
            ("2026-11-20", "2026-11-19T21:00:00Z"),
        ] {
            assert_eq!(Timestamp::parse(text).map(Timestamp::iso).as_deref(), Some(utc), "{text}");
        }
        for text in ["", "soon", "2026-13-01", "2026-02-30T10:00", "-000001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_begins_at_midnight_in_nairobi() {
        assert_eq!(Timestamp::parse("2026-11-20T20:59:59Z").unwrap().nairobi_day(), "2026-11-20");
        assert_eq!(Timestamp::parse("2026-11-20T21:00:00Z").unwrap().nairobi_day(), "2026-11-21");
    }
}
