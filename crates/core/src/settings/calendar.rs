//! Dates as readers see them: the time zone of the publication, and the names of months in its language. Pages are
//! drawn in an engine that knows neither, so they are told.

use std::sync::LazyLock;

use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, civil};

use crate::html::language as language_tag;

/// The zone after installation: three hours ahead of UTC the whole year.
pub const NAIROBI: &str = "Africa/Nairobi";

/// The zones that this binary knows, whatever the machine has.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The zone of this name, in large or small letters.
pub fn find_zone(name: &str) -> Option<TimeZone> {
    ZONES.get(name).ok().filter(|zone| zone.iana_name().is_some())
}

/// How dates are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Name of the time zone (IANA).
    pub zone: String,
    /// When the offset from UTC changes, in seconds since 1970.
    pub changes: Vec<i64>,
    /// Offsets in minutes: before the first change, then from each change on.
    pub offsets: Vec<i32>,
    /// January to December; empty in English, and in languages whose months nobody wrote down here.
    pub months: &'static [&'static str],
}

/// What is told of a zone: 2000 to 2040. Before and after, the nearest offset stands.
const FROM: Timestamp = Timestamp::constant(946_684_800, 0);
const UNTIL: Timestamp = Timestamp::constant(2_208_988_800, 0);

impl Calendar {
    /// None where both are those of the installation.
    pub(super) fn new(language: &str, zone: &str) -> Option<Self> {
        let months = months(language);
        if zone == NAIROBI && months.is_empty() {
            return None;
        }
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
        Some(Self { zone: name, changes, offsets, months })
    }
}

/// A date as pages show it, `20 Nov 2026`, in the publication's language.
pub(super) fn short_date(language: &str, date: civil::Date) -> String {
    match months(language).get(usize::from(date.month().unsigned_abs()).saturating_sub(1)) {
        Some(month) => format!("{} {} {}", date.day(), month.chars().take(3).collect::<String>(), date.year()),
        None => date.strftime("%-d %b %Y").to_string(),
    }
}

/// Their first three letters are the short names.
#[expect(clippy::too_many_lines, reason = "a table")]
fn months(language: &str) -> &'static [&'static str] {
    match language_tag::primary(language).as_str() {
        "sw" => &[
            "Januari", "Februari", "Machi", "Aprili", "Mei", "Juni", "Julai", "Agosti", "Septemba", "Oktoba",
            "Novemba", "Desemba",
        ],
        "pt" => &[
            "janeiro",
            "fevereiro",
            "março",
            "abril",
            "maio",
            "junho",
            "julho",
            "agosto",
            "setembro",
            "outubro",
            "novembro",
            "dezembro",
        ],
        "es" => &[
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
        "it" => &[
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
        "nl" => &[
            "januari",
            "februari",
            "maart",
            "april",
            "mei",
            "juni",
            "juli",
            "augustus",
            "september",
            "oktober",
            "november",
            "december",
        ],
        "id" => &[
            "Januari",
            "Februari",
            "Maret",
            "April",
            "Mei",
            "Juni",
            "Juli",
            "Agustus",
            "September",
            "Oktober",
            "November",
            "Desember",
        ],
        _ => &[],
    }
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
    fn a_short_date_has_the_first_letters_of_its_month() {
        let date = civil::date(2026, 12, 3);
        assert_eq!(short_date("en-GB", date), "3 Dec 2026");
        assert_eq!(short_date("pt", date), "3 dez 2026");
        assert_eq!(short_date("pt", civil::date(2026, 3, 20)), "20 mar 2026");
    }

    #[test]
    fn the_months_of_a_language_have_short_names_of_their_own() {
        for language in ["sw-KE", "pt-BR", "es", "it", "nl", "id"] {
            let months = Calendar::new(language, NAIROBI).unwrap().months;
            let short: std::collections::BTreeSet<String> =
                months.iter().map(|month| month.chars().take(3).collect()).collect();
            assert_eq!((months.len(), short.len()), (12, 12), "{language}");
        }
    }
}
