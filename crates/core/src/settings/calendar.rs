//! Dates and amounts as readers see them: the time zone of the publication, and how its language and region write them.
//! Pages are drawn in an engine that knows neither, so they are told.

use std::sync::LazyLock;

use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, civil};

use super::cldr::{self, Amounts};

/// The zone after installation: three hours ahead of UTC the whole year.
pub const NAIROBI: &str = "Africa/Nairobi";

/// The zones that this binary knows, whatever the machine has.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The zone of this name, in large or small letters.
pub fn find_zone(name: &str) -> Option<TimeZone> {
    ZONES.get(name).ok().filter(|zone| zone.iana_name().is_some())
}

/// How dates and amounts are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Name of the time zone (IANA).
    pub zone: String,
    /// When the offset from UTC changes, in seconds since 1970.
    pub changes: Vec<i64>,
    /// Offsets in minutes: before the first change, then from each change on.
    pub offsets: Vec<i32>,
    /// January to December, each as a date with `%d` and `%y`; empty in English, and in languages that nobody wrote down
    /// in CLDR.
    pub long_dates: Vec<String>,
    /// The same with short names.
    pub short_dates: Vec<String>,
    /// The digit zero.
    pub zero: char,
    /// None: as the product writes them in English.
    pub amounts: Option<Amounts>,
}

/// What is told of a zone: 2000 to 2040. Before and after, the nearest offset stands.
const FROM: Timestamp = Timestamp::constant(946_684_800, 0);
const UNTIL: Timestamp = Timestamp::constant(2_208_988_800, 0);

impl Calendar {
    /// None where all is as after installation.
    pub(super) fn new(language: &str, zone: &str) -> Option<Self> {
        let locale = cldr::locale(language);
        if zone == NAIROBI && locale.is_none() {
            return None;
        }
        let locale = locale.unwrap_or_default();
        let name = zone.to_owned();
        let zone = find_zone(zone).unwrap_or(TimeZone::UTC);
        let minutes = |offset: Offset| offset.seconds() / 60;
        let (mut changes, mut offsets) = (Vec::new(), vec![minutes(zone.to_offset(FROM))]);
        for change in zone.following(FROM).take_while(|change| change.timestamp() < UNTIL) {
            let offset = minutes(change.offset());
            // Only the zone's name changed.
            if offsets.last() != Some(&offset) {
                changes.push(change.timestamp().as_second());
                offsets.push(offset);
            }
        }
        Some(Self {
            zone: name,
            changes,
            offsets,
            long_dates: locale.long_dates(),
            short_dates: locale.short_dates(),
            zero: locale.zero(),
            amounts: locale.amounts(),
        })
    }
}

/// A date as pages show it, `20 Nov 2026`, in the publication's language.
pub(super) fn short_date(language: &str, date: civil::Date) -> String {
    let locale = cldr::locale(language);
    let written = locale.and_then(|locale| write(&locale.short_dates(), locale.zero(), date));
    written.unwrap_or_else(|| date.strftime("%-d %b %Y").to_string())
}

/// A date as pages show it, `20 November 2026`, in the publication's language.
pub(super) fn long_date(language: &str, date: civil::Date) -> String {
    let locale = cldr::locale(language);
    let written = locale.and_then(|locale| write(&locale.long_dates(), locale.zero(), date));
    written.unwrap_or_else(|| date.strftime("%-d %B %Y").to_string())
}

fn write(dates: &[String], zero: char, date: civil::Date) -> Option<String> {
    let pattern = dates.get(usize::from(date.month().unsigned_abs()).checked_sub(1)?)?;
    let written = pattern.replace("%d", &date.day().to_string()).replace("%y", &date.year().to_string());
    Some(in_digits(zero, &written))
}

/// The digit zero of a language.
pub(super) fn zero(language: &str) -> char {
    cldr::locale(language).map_or('0', |locale| locale.zero())
}

/// A text with the digits of the language.
pub(super) fn in_digits(zero: char, text: &str) -> String {
    let digit = |c: char| c.to_digit(10).filter(|_| c.is_ascii()).and_then(|n| char::from_u32(u32::from(zero) + n));
    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_publication_is_told_nothing_of_dates() {
        for language in ["en", "en-GB", "EN", "xx"] {
            assert_eq!(Calendar::new(language, NAIROBI), None);
        }
    }

    #[test]
    fn the_offsets_of_a_zone_change_when_its_clocks_do() {
        let london = Calendar::new("en", "Europe/London").unwrap();
        assert_eq!((london.changes.len(), london.offsets.len()), (80, 81));
        let summer: Timestamp = "2026-03-29T01:00:00Z".parse().unwrap();
        let at = london.changes.iter().position(|change| *change == summer.as_second()).unwrap();
        assert_eq!((london.offsets[at], london.offsets[at + 1]), (0, 60));
        let kathmandu = Calendar::new("en", "Asia/Kathmandu").unwrap();
        assert_eq!((kathmandu.changes, kathmandu.offsets), (vec![], vec![345]));
    }

    #[test]
    fn dates_are_those_of_the_language_and_region() {
        let date = civil::date(2026, 11, 20);
        for (language, long, short) in [
            ("en-GB", "20 November 2026", "20 Nov 2026"),
            ("en-KE", "20 November 2026", "20 Nov 2026"),
            ("sw", "20 Novemba 2026", "20 Nov 2026"),
            ("so", "Noofeembar 20, 2026", "Nof 20, 2026"),
            ("ha", "20 Nuwamba, 2026", "20 Nuw, 2026"),
            ("ig", "20 Novemba 2026", "20 Nov 2026"),
            ("yo", "20 Oṣù Bélú 2026", "20 Oṣù Bélú 2026"),
            ("am", "20 ኖቬምበር 2026", "ኖቬም 20 2026"),
            ("ti-ER", "ሕዳር 20, 2026", "20 ሕዳ 2026"),
            ("ar", "20 نوفمبر 2026", "20 نوفمبر 2026"),
            ("ar-SD", "٢٠ نوفمبر ٢٠٢٦", "٢٠ نوفمبر ٢٠٢٦"),
            ("ar-MA", "20 نونبر 2026", "20 نونبر 2026"),
            ("pt-BR", "20 de novembro de 2026", "20 de nov. de 2026"),
            ("fr", "20 novembre 2026", "20 nov. 2026"),
            ("xx", "20 November 2026", "20 Nov 2026"),
        ] {
            assert_eq!((&*long_date(language, date), &*short_date(language, date)), (long, short), "{language}");
        }
    }

    #[test]
    fn amounts_are_written_as_the_region_writes_them() {
        let pattern = |language: &str, currency: &str| {
            let amounts = Calendar::new(language, NAIROBI).unwrap().amounts.unwrap();
            (amounts.patterns.get(currency).cloned().unwrap_or_default(), amounts.group, amounts.decimal)
        };
        let written = |pattern: &str, group: &str, decimal: &str| (pattern.to_owned(), group.into(), decimal.into());
        assert_eq!(pattern("sw", "KES"), written("KSh\u{a0}%", ",", "."));
        assert_eq!(pattern("en-KE", "KES"), written("KSh\u{a0}%", ",", "."));
        assert_eq!(pattern("ha", "NGN"), written("₦\u{a0}%", ",", "."));
        assert_eq!(pattern("am", "ETB"), written("ብር\u{a0}%", ",", "."));
        assert_eq!(pattern("ar-SD", "SDG"), written("\u{200f}%\u{a0}ج.س.", "٬", "٫"));
        assert_eq!(pattern("ar-MA", ""), written("\u{200f}%\u{a0}¤", ".", ","));
        let amount = |minor, currency| Calendar::new("sw", NAIROBI).unwrap().amounts.unwrap().write(minor, currency);
        assert_eq!(amount(123_450, "KES"), "KSh\u{a0}1,234.50");
        assert_eq!((amount(55_000, "KES"), amount(5, "JPY")), ("KSh\u{a0}550".into(), "JPY\u{a0}0.05".into()));
    }

    #[test]
    fn every_language_has_twelve_months_that_differ() {
        for language in ["sw", "so", "ha", "ig", "yo", "am", "ti", "ar", "fr", "pt", "es", "it", "nl", "id"] {
            let Calendar { long_dates, short_dates, .. } = Calendar::new(language, NAIROBI).unwrap();
            for dates in [long_dates, short_dates] {
                let different: std::collections::BTreeSet<&String> = dates.iter().collect();
                assert_eq!(different.len(), 12, "{language}: {dates:?}");
                assert!(dates.iter().all(|date| date.contains("%d") && date.contains("%y")), "{language}");
            }
        }
    }
}
