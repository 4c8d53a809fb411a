//! What every mail shows of the publication: name, colours of both themes, typefaces.

use mwanga_store::types::Timestamp;
use serde::Serialize;

use crate::html::language;
use crate::palette::{self, hex};
use crate::settings::Settings;

/// What the layout and the parts of mails are given.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Look {
    brand: String,
    base: String,
    language: String,
    dir: &'static str,
    /// The sides at which lines begin and end.
    start: &'static str,
    end: &'static str,
    /// Attributes of what the product says in English: from right to left its full stops would stand before it.
    of_words: &'static str,
    serif: &'static str,
    sans: &'static str,
    day: Colours,
    night: Colours,
    /// The newsroom's logo, which says the name; else there is the mark before it.
    logo: Option<ThemedPicture>,
    mark: ThemedPicture,
    postal_address: String,
}

/// Addresses of a picture for both themes.
#[derive(Clone, Debug, Serialize)]
struct ThemedPicture {
    day: String,
    night: String,
}

impl ThemedPicture {
    /// None where the newsroom has no picture of its own.
    fn new(base: &str, day: &str, night: &str) -> Option<Self> {
        let address = |hash: &str| format!("{base}/brand/{hash}.png");
        let night = if night.is_empty() { day } else { night };
        (!day.is_empty()).then(|| Self { day: address(day), night: address(night) })
    }
}

#[derive(Clone, Debug, Serialize)]
struct Colours {
    paper: String,
    raised: String,
    ink: String,
    ink_2: String,
    ink_3: String,
    rule: String,
    accent: String,
    on_accent: String,
}

impl Look {
    pub fn new(settings: &Settings) -> Self {
        let (site, base) = (&settings.site, settings.base());
        let (serif, sans) = typefaces(&settings.look.typefaces);
        let (start, end) =
            if language::is_right_to_left(&site.language) { ("right", "left") } else { ("left", "right") };
        let accent = settings.accent();
        let colours = |token: fn(&str) -> palette::Rgb, accent: Option<(String, String)>| {
            let (accent, on_accent) = accent.unwrap_or_else(|| (hex(token("ember")), hex(token("ember-ink"))));
            let [paper, raised, ink, ink_2, ink_3, rule] =
                ["paper", "raised", "ink", "ink-2", "ink-3", "rule"].map(|name| hex(token(name)));
            Colours { paper, raised, ink, ink_2, ink_3, rule, accent, on_accent }
        };
        Self {
            brand: site.brand.clone(),
            base: base.to_owned(),
            language: site.language.clone(),
            dir: if start == "right" { "rtl" } else { "ltr" },
            start,
            end,
            of_words: if start == "right" { " dir=\"auto\" align=\"right\"" } else { "" },
            serif,
            sans,
            day: colours(palette::day, accent.as_ref().map(|shades| (shades.day.clone(), "#ffffff".to_owned()))),
            night: colours(palette::night, accent.map(|shades| (shades.night, shades.night_ink))),
            logo: ThemedPicture::new(base, &site.logo, &site.logo_dark),
            mark: ThemedPicture::new(base, &site.mark, &site.mark_dark).unwrap_or_else(|| ThemedPicture {
                day: format!("{base}/mark.png"),
                night: format!("{base}/mark-night.png"),
            }),
            postal_address: site.postal_address.clone(),
        }
    }
}

/// Headlines and text of a pair of typefaces. Mail programs load no fonts: who has the typeface sees it, the others a
/// system font of its kind and width.
fn typefaces(pair: &str) -> (&'static str, &'static str) {
    match pair {
        "literata" => (
            "Literata,'Iowan Old Style',Georgia,'Noto Serif',serif",
            "'Source Sans 3','Source Sans Pro','Segoe UI',Roboto,Helvetica,Arial,sans-serif",
        ),
        "fraunces" => (
            "Fraunces,'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif",
            "'Work Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif",
        ),
        "figtree" => (
            "Figtree,'Avenir Next','Segoe UI',Roboto,Helvetica,Arial,sans-serif",
            "Figtree,'Avenir Next','Segoe UI',Roboto,Helvetica,Arial,sans-serif",
        ),
        _ => (
            "Newsreader,Georgia,'Noto Serif','Times New Roman',serif",
            "'Libre Franklin','Helvetica Neue',Helvetica,Roboto,Arial,sans-serif",
        ),
    }
}

/// The day as the header of a newsletter has it: `Friday 20 November`, or without the weekday in a language whose
/// months are known.
pub(crate) fn day(settings: &Settings, at: Timestamp) -> String {
    if settings.has_own_dates() {
        return settings.long_date(at);
    }
    at.date_in(settings.time_zone()).strftime("%A %-d %B").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_of_typefaces_ends_in_fonts_of_every_system() {
        for pair in crate::settings::TYPEFACES {
            let (serif, sans) = typefaces(pair);
            assert!(serif.ends_with("serif") && sans.ends_with("sans-serif"), "{pair}");
            assert!(serif.to_lowercase().starts_with(pair), "{pair}");
        }
    }
}
