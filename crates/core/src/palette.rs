//! The colours of the site, read from its own tokens, so that pictures, mails and pages cannot drift apart.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{oklch, settings};

const TOKENS: &str = include_str!("../../../frontend/src/ui/tokens.css");
const HUES: &str = include_str!("../../../frontend/src/site/post-cards/category-hue.ts");

/// Red, green and blue, 8 bits each.
pub type Rgb = [u8; 3];

struct Palette {
    day: HashMap<&'static str, Rgb>,
    night: HashMap<&'static str, Rgb>,
    /// The token of each category that has a hue of its own, by slug.
    hues: HashMap<&'static str, String>,
}

static PALETTE: LazyLock<Palette> = LazyLock::new(|| {
    let (mut day, mut night) = (HashMap::new(), HashMap::new());
    for (name, colours) in colours(TOKENS) {
        day.insert(name, colours[0]);
        night.insert(name, colours[colours.len() - 1]);
    }
    Palette { day, night, hues: hues() }
});

/// A colour of the light theme by its token, `ember` for `--ember`.
///
/// # Panics
///
/// When there is no such one; the tests ask for every one that is used.
pub fn day(name: &str) -> Rgb {
    *PALETTE.day.get(name).unwrap_or_else(|| panic!("no colour --{name}"))
}

/// A colour of the dark theme.
///
/// # Panics
///
/// As [`day`].
pub fn night(name: &str) -> Rgb {
    *PALETTE.night.get(name).unwrap_or_else(|| panic!("no colour --{name}"))
}

/// The hue that a category's label has in the light theme.
pub fn category(slug: &str) -> Rgb {
    day(category_token(slug))
}

fn category_token(slug: &str) -> &'static str {
    PALETTE.hues.get(slug).map_or("c-neutral", String::as_str)
}

/// What a category's label is coloured with by day and by night, as `#rrggbb`: the newsroom's choice, else its hue.
pub fn category_shades(slug: &str, chosen: &str) -> (String, String) {
    let token = category_token(slug);
    match settings::shades(chosen) {
        Ok(shades) => (shades.day, shades.night),
        Err(_) => (hex(day(token)), hex(night(token))),
    }
}

/// The shade in the light theme of a colour that somebody chose; none where it is empty.
pub fn own_colour(colour: &str) -> Option<Rgb> {
    parse(&settings::shades(colour).ok()?.day)
}

/// The grounds of both themes as `#rrggbb`: day, then night.
pub fn theme_colours() -> (String, String) {
    (hex(day("paper")), hex(night("paper")))
}

/// As `#rrggbb`.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// `#rrggbb` as a colour.
pub fn parse(colour: &str) -> Option<Rgb> {
    let mut rgb = [0; 3];
    hex::decode_to_slice(colour.strip_prefix('#')?, &mut rgb).ok()?;
    Some(rgb)
}

/// `--name: light-dark(oklch(98.3% 0.008 85), oklch(17.5% 0.018 275));`, or one colour for both themes.
fn colours(css: &'static str) -> impl Iterator<Item = (&'static str, Vec<Rgb>)> {
    css.split(';').filter_map(|token| {
        let (name, value) = token.rsplit_once("--")?.1.split_once(':')?;
        let colours: Vec<Rgb> = value.split("oklch(").skip(1).filter_map(colour).collect();
        (!colours.is_empty()).then_some((name, colours))
    })
}

/// `98.3% 0.008 85), …`
fn colour(value: &str) -> Option<Rgb> {
    let mut numbers = value.split_once(')')?.0.split(' ').map(|number| number.trim_end_matches('%').parse::<f32>());
    let (l, c, h) = (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
    Some(oklch::to_srgb(l / 100.0, c, h).map(|v| (v * 255.0).round() as u8))
}

/// `'the-big-story': 'hue-politics',`, one a line.
fn hues() -> HashMap<&'static str, String> {
    HUES.lines()
        .filter_map(|line| {
            let (slug, class) = line.trim().strip_suffix("',")?.split_once(": 'hue-")?;
            Some((slug.trim_matches('\''), format!("c-{class}")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_token_is_parsed() {
        for token in ["paper", "raised", "ink", "ink-2", "ink-3", "rule", "ember", "glow", "c-neutral"] {
            day(token);
        }
        assert_eq!(day("raised"), [255, 255, 255]);
        let [r, g, b] = day("ember");
        assert!(r > 150 && g < 90 && b < 60, "ember is {r} {g} {b}");
        let (day, night) = theme_colours();
        assert!(day.starts_with("#f") && night.starts_with("#0") || night.starts_with("#1"), "{day} {night}");
    }

    #[test]
    fn every_category_hue_is_a_colour_token() {
        assert!(PALETTE.hues.len() > 10);
        for slug in PALETTE.hues.keys() {
            category(slug);
        }
        assert_ne!(category("tech"), category("deals"));
        assert_eq!(category("the-big-story"), category("politics"));
        assert_eq!(category("gardening"), day("c-neutral"));
    }
}
