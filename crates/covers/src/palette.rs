//! Colours in OKLCH, and the light of a scene.

use tiny_skia::Color;

use mwanga_core::oklch;

/// Light of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimeOfDay {
    Day,
    Dusk,
    Night,
}

/// A colour in OKLCH: lightness 0 to 1, chroma, hue in degrees, and opacity 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Oklch {
    pub(super) l: f32,
    pub(super) c: f32,
    pub(super) h: f32,
    pub(super) a: f32,
}

impl Oklch {
    pub(super) fn alpha(self, a: f32) -> Self {
        Self { a, ..self }
    }

    pub(super) fn lighten(self, by: f32) -> Self {
        Self { l: (self.l + by).clamp(0.05, 0.98), ..self }
    }

    pub(super) fn rotate_hue(self, degrees: f32) -> Self {
        Self { h: self.h + degrees, ..self }
    }

    /// Interpolates to `other` in OKLab, not around the hue circle.
    pub(super) fn mix(self, other: Self, t: f32) -> Self {
        let lab = |tone: Self| (tone.c * tone.h.to_radians().cos(), tone.c * tone.h.to_radians().sin());
        let ((a0, b0), (a1, b1)) = (lab(self), lab(other));
        let (a, b) = (a0 + (a1 - a0) * t, b0 + (b1 - b0) * t);
        Self {
            l: self.l + (other.l - self.l) * t,
            c: a.hypot(b),
            h: b.atan2(a).to_degrees(),
            a: self.a + (other.a - self.a) * t,
        }
    }

    pub(super) fn color(self) -> Color {
        let [r, g, b] = oklch::to_srgb(self.l, self.c, self.h);
        Color::from_rgba(r, g, b, self.a.clamp(0.0, 1.0)).unwrap_or(Color::BLACK)
    }
}
