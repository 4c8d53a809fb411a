//! OKLCH colours to sRGB, for generated pictures.

/// A colour in OKLCH (lightness 0 to 1, chroma, hue in degrees) as red, green and blue of sRGB, each 0 to 1.
///
/// Source: Björn Ottosson, "A perceptual color space for image processing".
#[must_use]
pub fn to_srgb(l: f32, c: f32, h: f32) -> [f32; 3] {
    let mut chroma = c;
    let mut rgb = to_linear(l, chroma, h);
    // Fewer colours rather than a clipped, shifted one where sRGB ends.
    while chroma > 0.002 && rgb.iter().any(|v| !(-0.002..=1.002).contains(v)) {
        chroma *= 0.92;
        rgb = to_linear(l, chroma, h);
    }
    rgb.map(|v| {
        let v = v.clamp(0.0, 1.0);
        let v = if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
        v.clamp(0.0, 1.0)
    })
}

fn to_linear(l: f32, c: f32, h: f32) -> [f32; 3] {
    let (a, b) = (c * h.to_radians().cos(), c * h.to_radians().sin());
    let l_ = (l + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m_ = (l - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s_ = (l - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * l_ - 3.307_711_6 * m_ + 0.230_969_94 * s_,
        -1.268_438 * l_ + 2.609_757_4 * m_ - 0.341_319_4 * s_,
        -0.004_196_086_3 * l_ - 0.703_418_6 * m_ + 1.707_614_7 * s_,
    ]
}

/// sRGB, each 0 to 1, as lightness (0 to 1), chroma and hue in degrees. The inverse of [`to_srgb`].
#[must_use]
pub fn from_srgb(rgb: [f32; 3]) -> [f32; 3] {
    let [r, g, b] = rgb.map(to_linear_light);
    let l = (0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_993 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_84 * g + 0.629_978_7 * b).cbrt();
    let lightness = 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s;
    let a = 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s;
    let b = 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s;
    [lightness, a.hypot(b), b.atan2(a).to_degrees().rem_euclid(360.0)]
}

/// One channel of sRGB as linear light.
#[must_use]
pub fn to_linear_light(v: f32) -> f32 {
    if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_survives_the_way_to_oklch_and_back() {
        for rgb in [[0.69, 0.227, 0.07], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.2, 0.5, 0.9], [0.1, 0.9, 0.3]] {
            let [l, c, h] = from_srgb(rgb);
            let back = to_srgb(l, c, h);
            assert!(rgb.iter().zip(back).all(|(one, other)| (one - other).abs() < 0.01), "{rgb:?} {back:?}");
        }
    }
}
