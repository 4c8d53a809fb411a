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
