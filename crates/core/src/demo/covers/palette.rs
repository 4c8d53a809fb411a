//! Colours: tones in OKLCH, and those every scene has in its light.

use tiny_skia::Color;

use super::brushes::Scene;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mood {
    Day,
    Dusk,
    Night,
}

/// A colour in OKLCH: lightness 0 to 1, chroma, hue in degrees, and opacity 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Tone {
    pub(super) l: f32,
    pub(super) c: f32,
    pub(super) h: f32,
    pub(super) a: f32,
}

impl Tone {
    pub(super) fn alpha(self, a: f32) -> Self {
        Self { a, ..self }
    }

    pub(super) fn lift(self, by: f32) -> Self {
        Self { l: (self.l + by).clamp(0.05, 0.98), ..self }
    }

    pub(super) fn turn(self, degrees: f32) -> Self {
        Self { h: self.h + degrees, ..self }
    }

    /// The way to `other`, as light mixes: through OKLab, not round the hue circle.
    pub(super) fn mix(self, other: Self, t: f32) -> Self {
        let lab = |tone: Self| (tone.c * tone.h.to_radians().cos(), tone.c * tone.h.to_radians().sin());
        let ((a0, b0), (a1, b1)) = (lab(self), lab(other));
        let (a, b) = (a0 + (a1 - a0) * t, b0 + (b1 - b0) * t);
        Self { l: self.l + (other.l - self.l) * t, c: a.hypot(b), h: b.atan2(a).to_degrees(), a: self.a + (other.a - self.a) * t }
    }

    pub(super) fn color(self) -> Color {
        let mut chroma = self.c;
        let mut rgb = oklch_to_linear(self.l, chroma, self.h);
        // Fewer colours rather than a clipped, shifted one where sRGB ends.
        while chroma > 0.002 && rgb.iter().any(|v| !(-0.002..=1.002).contains(v)) {
            chroma *= 0.92;
            rgb = oklch_to_linear(self.l, chroma, self.h);
        }
        let [r, g, b] = rgb.map(|v| {
            let v = v.clamp(0.0, 1.0);
            if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 }
        });
        Color::from_rgba(r.clamp(0.0, 1.0), g.clamp(0.0, 1.0), b.clamp(0.0, 1.0), self.a.clamp(0.0, 1.0)).unwrap_or(Color::BLACK)
    }
}

/// Source: Björn Ottosson, "A perceptual color space for image processing".
fn oklch_to_linear(l: f32, c: f32, h: f32) -> [f32; 3] {
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

/// Tones that all motifs share.
impl Scene {
    pub(super) fn tone(&self, l: f32, c: f32) -> Tone {
        Tone { l, c, h: self.hue, a: 1.0 }
    }

    pub(super) fn far(&self, l: f32, c: f32) -> Tone {
        Tone { l, c, h: self.other, a: 1.0 }
    }

    /// The light of the picture: straw at night, the ember of the brand by day.
    pub(super) fn light(&self) -> Tone {
        match self.mood {
            Mood::Day => Tone { l: 0.74, c: 0.165, h: self.warm - 8.0, a: 1.0 },
            Mood::Dusk => Tone { l: 0.87, c: 0.125, h: self.warm + 4.0, a: 1.0 },
            Mood::Night => Tone { l: 0.84, c: 0.14, h: self.warm, a: 1.0 },
        }
    }

    pub(super) fn ember(&self) -> Tone {
        Tone { l: if self.mood == Mood::Day { 0.6 } else { 0.68 }, c: 0.175, h: 44.0, a: 1.0 }
    }

    /// Warm white, as paper in this light.
    pub(super) fn paper(&self) -> Tone {
        match self.mood {
            Mood::Day => Tone { l: 0.975, c: 0.014, h: 85.0, a: 1.0 },
            Mood::Dusk => Tone { l: 0.93, c: 0.03, h: 80.0, a: 1.0 },
            Mood::Night => Tone { l: 0.86, c: 0.035, h: 78.0, a: 1.0 },
        }
    }

    /// Depth from 0 (far, in the haze) to 1 (near, dark).
    pub(super) fn depth(&self, t: f32) -> Tone {
        let (from, to) = match self.mood {
            Mood::Day => (self.far(0.78, 0.07), self.tone(0.34, 0.085)),
            Mood::Dusk => (self.far(0.63, 0.105), self.tone(0.25, 0.075)),
            Mood::Night => (self.tone(0.42, 0.1), self.tone(0.15, 0.045)),
        };
        from.mix(to, t)
    }

    /// The darkest tone, for silhouettes.
    pub(super) fn shade(&self) -> Tone {
        match self.mood {
            Mood::Day => self.tone(0.3, 0.07),
            Mood::Dusk => self.tone(0.22, 0.06),
            Mood::Night => self.tone(0.13, 0.035),
        }
    }
}
