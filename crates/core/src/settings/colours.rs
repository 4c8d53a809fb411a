//! Shades of a colour for both themes: its hue stays, its lightness moves until it can be read (WCAG 2.2, 1.4.3).

use crate::oklch;

/// The accent after installation, as mails write it; pages have its shades in their tokens.
pub const EMBER: &str = "#b03a12";

/// Contrast that text needs.
const READABLE: f32 = 4.5;
/// Lightest and darkest ground of text in each theme, in OKLCH as `tokens.css` has them (`sunk`, `raised`).
const DAY_GROUND: [f32; 3] = [0.956, 0.012, 85.0];
const NIGHT_GROUND: [f32; 3] = [0.215, 0.02, 275.0];
/// How far the lightness may move: further away nobody knows the colour again.
const MAX_SHIFT: f32 = 0.32;
const STEP: f32 = 0.01;

/// A colour as both themes show it, each `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shades {
    pub day: String,
    pub night: String,
    /// A little stronger, for what is pointed at.
    pub day_hover: String,
    pub night_hover: String,
    /// Ring around what has the focus.
    pub day_focus: String,
    /// Text on the night shade; on the day shade it is white.
    pub night_ink: String,
}

/// The shades of `#rrggbb`.
///
/// # Errors
///
/// Why there are none, with the contrast that was reached.
pub fn shades(hex: &str) -> Result<Shades, String> {
    let rgb = parse(hex).ok_or("Enter a colour such as #b03a12.")?;
    let [l, c, h] = oklch::from_srgb(rgb);
    let day = readable(l, c, h, ground(DAY_GROUND), -STEP).map_err(|ratio| too_faint("light", "darker", ratio))?;
    let night = readable(l, c, h, ground(NIGHT_GROUND), STEP).map_err(|ratio| too_faint("dark", "lighter", ratio))?;
    let shade = |l: f32| to_hex(oklch::to_srgb(l.clamp(0.0, 1.0), c, h));
    Ok(Shades {
        day: shade(day),
        night: shade(night),
        day_hover: shade(day - 0.06),
        night_hover: shade(night + 0.06),
        day_focus: shade(day + 0.03),
        night_ink: to_hex(oklch::to_srgb(0.19, 0.03, h)),
    })
}

/// The shades of an accent; none where it is that of the installation, which the style sheet has.
pub fn accent_shades(hex: &str) -> Result<Option<Shades>, String> {
    if hex == EMBER { Ok(None) } else { shades(hex).map(Some) }
}

/// A colour in its normal form.
///
/// # Errors
///
/// Why it is refused, with the contrast that was reached where it has no readable shades.
pub fn check(text: &str) -> Result<String, String> {
    let hex = text.to_ascii_lowercase();
    shades(&hex).map(|_| hex)
}

/// Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
#[must_use]
pub fn contrast(one: [f32; 3], other: [f32; 3]) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn too_faint(theme: &str, way: &str, ratio: f32) -> String {
    format!("In the {theme} theme this reaches {ratio:.1} : 1 at most; text needs 4.5 : 1. Choose a {way} colour.")
}

/// The nearest lightness that can be read on `ground`, else the best contrast that is in reach.
fn readable(l: f32, c: f32, h: f32, ground: [f32; 3], step: f32) -> Result<f32, f32> {
    let mut best = 0.0f32;
    let steps = (MAX_SHIFT / STEP) as i32;
    for at in (0..=steps).map(|n| l + step * n as f32) {
        let ratio = contrast(oklch::to_srgb(at.clamp(0.0, 1.0), c, h), ground);
        if ratio >= READABLE {
            return Ok(at);
        }
        best = best.max(ratio);
    }
    Err(best)
}

fn ground([l, c, h]: [f32; 3]) -> [f32; 3] {
    oklch::to_srgb(l, c, h)
}

/// Relative luminance (WCAG 2.2).
fn luminance(rgb: [f32; 3]) -> f32 {
    let [r, g, b] = rgb.map(oklch::to_linear_light);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// `#rrggbb` as red, green and blue of sRGB, each 0 to 1.
pub(crate) fn parse(hex: &str) -> Option<[f32; 3]> {
    let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let mut bytes = [0u8; 3];
    hex::decode_to_slice(digits, &mut bytes).ok()?;
    Some(bytes.map(|b| f32::from(b) / 255.0))
}

fn to_hex(rgb: [f32; 3]) -> String {
    let [r, g, b] = rgb.map(|v| (v * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shades_of_a_colour_can_be_read_in_both_themes() {
        for hex in [EMBER, "#0b5fa5", "#1b7f4b", "#7a3db8", "#c2185b", "#808080", "#d2691e", "#005f5f"] {
            let shades = shades(hex).unwrap_or_else(|why| panic!("{hex}: {why}"));
            let on = |shade: &str, under: [f32; 3]| contrast(parse(shade).unwrap(), under);
            assert!(on(&shades.day, ground(DAY_GROUND)) >= READABLE, "{hex} {shades:?}");
            assert!(on(&shades.day, [1.0; 3]) >= READABLE, "white on {hex}");
            assert!(on(&shades.night, ground(NIGHT_GROUND)) >= READABLE, "{hex} {shades:?}");
            assert!(on(&shades.night, parse(&shades.night_ink).unwrap()) >= READABLE, "{hex} {shades:?}");
        }
    }

    #[test]
    fn a_colour_without_readable_shades_is_refused_with_its_contrast() {
        let why = shades("#ffff00").unwrap_err();
        assert!(why.starts_with("In the light theme this reaches ") && why.contains(" : 1"), "{why}");
        assert!(shades("#000000").unwrap_err().starts_with("In the dark theme this reaches "));
        for text in ["", "red", "#fff", "b03a12", "#b03a1g", "#b03a12;}", "#б0"] {
            assert_eq!(shades(text).unwrap_err(), "Enter a colour such as #b03a12.", "{text}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 0.01);
        assert!((contrast(parse("#767676").unwrap(), [1.0; 3]) - 4.54).abs() < 0.01);
    }
}
