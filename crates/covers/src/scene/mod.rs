//! Scene: the canvas of a cover, the drawing functions that all motifs share, and (`tones`) its colours.

mod tones;

use std::f32::consts::{PI, TAU};

use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::palette::{Oklch, TimeOfDay};
use super::rng::Rng;
use super::shapes::{Fill, circle, line, polygon, rect, rounded_rect};

/// Height of a scene in its own units; the width follows the aspect ratio.
pub(super) const HEIGHT: f32 = 800.0;

/// A cover being drawn. Coordinates are in scene units; `transform` applies to what is drawn next.
pub(super) struct Scene {
    pub(super) pixmap: Pixmap,
    transform: Transform,
    mask: Option<Mask>,
    pub(super) width: f32,
    pub(super) hue: f32,
    /// A neighbouring hue, for the far end of gradients.
    pub(super) secondary_hue: f32,
    /// Hue of the light, orange to yellow.
    pub(super) light_hue: f32,
    pub(super) time_of_day: TimeOfDay,
    pub(super) rng: Rng,
}

/// Drawing functions that all motifs share.
impl Scene {
    pub(super) fn new(width: u32, height: u32, hue: f32, time_of_day: TimeOfDay, rng: Rng) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let (scale, shape) = (height as f32 / HEIGHT, width as f32 / height as f32);
        let hue = hue + rng.float(-9.0, 9.0);
        let hue = match time_of_day {
            // Dark yellow looks muddy: at night it becomes the deep blue of the dark theme.
            TimeOfDay::Night if (10.0..145.0).contains(&hue) => 268.0 + rng.float(-14.0, 14.0),
            // At dusk it looks olive, so the hue moves towards orange.
            TimeOfDay::Dusk if (48.0..100.0).contains(&hue) => 42.0 + (hue - 48.0) * 0.25,
            _ => hue,
        };
        let secondary_hue = hue
            + match hue {
                20.0..95.0 => rng.pick(&[-46.0, -32.0, -22.0]),
                95.0..150.0 => rng.pick(&[30.0, 40.0, 52.0]),
                _ => rng.pick(&[-52.0, -34.0, 30.0, 46.0]),
            };
        let light_hue = rng.pick(&[58.0, 66.0, 74.0, 82.0]);
        Self {
            pixmap: Pixmap::new(width, height).expect("a picture has at least one pixel and fits into memory"),
            transform: Transform::from_scale(scale, scale),
            mask: None,
            width: HEIGHT * shape,
            hue,
            secondary_hue,
            light_hue,
            time_of_day,
            rng,
        }
    }

    /// RGB bytes, dithered against banding of wide gradients.
    pub(super) fn into_rgb(self) -> Vec<u8> {
        let mut state = 0x2545_f491_u32;
        let mut rgb = Vec::with_capacity(self.pixmap.data().len() / 4 * 3);
        for pixel in self.pixmap.data().as_chunks::<4>().0 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let [a, b, ..] = state.to_le_bytes();
            // Triangular noise: most values stay as they are, few change by more than 2 of 255.
            let noise = i16::from((a & 3) + (b & 3)) - 3;
            for value in &pixel[..3] {
                rgb.push(u8::try_from((i16::from(*value) + noise).clamp(0, 255)).unwrap_or(u8::MAX));
            }
        }
        rgb
    }

    pub(super) fn fill(&mut self, path: Option<Path>, ink: impl Into<Fill>) {
        if let Some(path) = path {
            self.pixmap.fill_path(&path, &ink.into().paint(), FillRule::Winding, self.transform, self.mask.as_ref());
        }
    }

    pub(super) fn stroke(&mut self, path: Option<Path>, width: f32, ink: impl Into<Fill>) {
        if let Some(path) = path {
            let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            self.pixmap.stroke_path(&path, &ink.into().paint(), &stroke, self.transform, self.mask.as_ref());
        }
    }

    /// Draws with the origin moved to (x, y) and rotated by `degrees`.
    pub(super) fn with_transform(&mut self, x: f32, y: f32, degrees: f32, paint: impl FnOnce(&mut Self)) {
        let before = self.transform;
        self.transform = before.pre_translate(x, y).pre_concat(Transform::from_rotate(degrees));
        paint(self);
        self.transform = before;
    }

    /// Draws with the origin moved to (x, y) and the axes scaled; a negative `sx` mirrors.
    pub(super) fn with_scale(&mut self, x: f32, y: f32, sx: f32, sy: f32, paint: impl FnOnce(&mut Self)) {
        let before = self.transform;
        self.transform = before.pre_translate(x, y).pre_scale(sx, sy);
        paint(self);
        self.transform = before;
    }

    /// Draws clipped to `path`.
    pub(super) fn with_clip(&mut self, path: Option<Path>, paint: impl FnOnce(&mut Self)) {
        let Some(path) = path else { return };
        let Some(mut mask) = Mask::new(self.pixmap.width(), self.pixmap.height()) else { return };
        mask.fill_path(&path, FillRule::Winding, true, self.transform);
        let before = self.mask.replace(mask);
        paint(self);
        self.mask = before;
    }

    pub(super) fn sky(&mut self) {
        let (top, bottom) = match self.time_of_day {
            TimeOfDay::Day => (self.tone(0.83, 0.07), Oklch { l: 0.955, c: 0.035, h: 78.0, a: 1.0 }),
            TimeOfDay::Dusk => (self.tone(0.36, 0.1), self.secondary(0.8, 0.1)),
            TimeOfDay::Night => (self.tone(0.16, 0.045), self.tone(0.4, 0.11)),
        };
        let lean = self.rng.float(-220.0, 220.0);
        let (w, middle) = (self.width, self.width / 2.0);
        self.fill(
            rect(-1.0, -1.0, w + 2.0, HEIGHT + 2.0),
            Fill::Linear(top, bottom, [middle - lean, -20.0, middle + lean, HEIGHT * 0.86]),
        );
        if self.time_of_day == TimeOfDay::Night {
            self.stars(70);
        }
    }

    /// Plain background gradient of indoor motifs.
    pub(super) fn background(&mut self) {
        let (top, bottom) = match self.time_of_day {
            TimeOfDay::Day => (self.tone(0.9, 0.045), self.tone(0.81, 0.075)),
            TimeOfDay::Dusk => (self.tone(0.5, 0.115), self.secondary(0.66, 0.11)),
            TimeOfDay::Night => (self.tone(0.19, 0.055), self.tone(0.31, 0.085)),
        };
        let w = self.width;
        let ends = if self.rng.chance(0.5) { [0.0, 0.0, w, HEIGHT] } else { [w, 0.0, 0.0, HEIGHT] };
        self.fill(rect(-1.0, -1.0, w + 2.0, HEIGHT + 2.0), Fill::Linear(top, bottom, ends));
    }

    pub(super) fn stars(&mut self, count: usize) {
        for _ in 0..count {
            let (x, y) = (self.rng.float(0.0, self.width), self.rng.float(0.0, HEIGHT * 0.7));
            let (r, a) = (self.rng.float(0.8, 2.4), self.rng.float(0.15, 0.7));
            self.fill(circle(x, y, r), self.paper().alpha(a));
        }
    }

    pub(super) fn halo(&mut self, x: f32, y: f32, r: f32, strength: f32) {
        let light = self.light();
        self.fill(circle(x, y, r), Fill::Radial(light.alpha(strength), light.alpha(0.0), [x, y, r]));
    }

    pub(super) fn sun(&mut self, x: f32, y: f32, r: f32) {
        self.halo(x, y, r * 3.3, if self.time_of_day == TimeOfDay::Day { 0.5 } else { 0.6 });
        let light = self.light();
        self.fill(
            circle(x, y, r),
            Fill::vertical(light.lighten(0.035), light.mix(self.ember(), 0.4), y - r, y + r * 1.15),
        );
    }

    /// Logo of the publication: half a sun over a horizon.
    pub(super) fn logo(&mut self, x: f32, y: f32, r: f32, sun: Oklch, horizon: Oklch) {
        let mut points = vec![(x - r, y)];
        points.extend(
            (0..=32u8).map(|step| PI + PI * f32::from(step) / 32.0).map(|t| (x + r * t.cos(), y + r * t.sin())),
        );
        self.fill(polygon(&points), sun);
        self.stroke(line(&[(x - r * 1.3, y + r * 0.24), (x + r * 1.3, y + r * 0.24)]), r * 0.13, horizon);
    }

    /// A ridge around height `y`, filled down to the bottom; returns the points of its crest.
    pub(super) fn ridge(&mut self, y: f32, swing: f32, ink: impl Into<Fill>) -> Vec<(f32, f32)> {
        let waves: [[f32; 3]; 4] = [1.0_f32, 0.5, 0.24, 0.09].map(|part| {
            let length = 900.0 * part.max(0.12) * self.rng.float(0.75, 1.5);
            [part * swing, TAU / length, self.rng.float(0.0, TAU)]
        });
        let mut points = Vec::new();
        let mut x = -12.0;
        while x < self.width + 12.0 {
            points.push((
                x,
                y + waves.iter().map(|[height, pace, start]| height * (x * pace + start).sin()).sum::<f32>(),
            ));
            x += 8.0;
        }
        let crest = points.clone();
        points.push((x, HEIGHT + 4.0));
        points.push((-12.0, HEIGHT + 4.0));
        self.fill(polygon(&points), ink);
        crest
    }

    /// Layers of ridges, far to near; returns the nearest crest.
    pub(super) fn ridges(&mut self, top: f32, layers: usize, swing: f32) -> Vec<(f32, f32)> {
        let mut crest = Vec::new();
        for layer in 0..layers {
            let t = fraction(layer, layers - 1);
            let y = top + (HEIGHT * 0.97 - top) * t.powf(1.15) * 0.92;
            let tone = self.depth(t);
            crest = self.ridge(
                y,
                swing * (1.0 - 0.35 * t),
                Fill::vertical(tone.lighten(0.035), tone.lighten(-0.03).rotate_hue(6.0), y - swing, y + 240.0),
            );
        }
        crest
    }

    /// Screen of a device: a small sunrise.
    pub(super) fn screen(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32) {
        let (top, bottom) = (self.tone(0.34, 0.1), self.secondary(0.78, 0.1));
        let (a, b, c) = (self.tone(0.52, 0.12), self.tone(0.4, 0.11), self.tone(0.28, 0.08));
        let light = Oklch { l: 0.86, c: 0.13, h: self.light_hue, a: 1.0 };
        let (sx, sr) = (x + w * self.rng.float(0.3, 0.7), w.min(h) * 0.21);
        let dip = self.rng.float(0.8, 1.2);
        self.with_clip(rounded_rect(x, y, w, h, r), |s| {
            s.fill(rect(x, y, w, h), Fill::vertical(top, bottom, y, y + h * 0.8));
            s.fill(
                circle(sx, y + h * 0.46, sr * 2.4),
                Fill::Radial(light.alpha(0.5), light.alpha(0.0), [sx, y + h * 0.46, sr * 2.4]),
            );
            s.fill(circle(sx, y + h * 0.46, sr), light);
            for (tone, level) in [(a, 0.58), (b, 0.7), (c, 0.84)] {
                let mut p = PathBuilder::new();
                p.move_to(x, y + h * level);
                p.cubic_to(
                    x + w * 0.3,
                    y + h * (level - 0.12 * dip),
                    x + w * 0.55,
                    y + h * (level + 0.1),
                    x + w,
                    y + h * (level - 0.05 * dip),
                );
                p.line_to(x + w, y + h);
                p.line_to(x, y + h);
                p.close();
                s.fill(p.finish(), tone);
            }
        });
    }
}

/// `index / last`, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
pub(super) fn fraction(index: usize, last: usize) -> f32 {
    if last == 0 { 0.0 } else { index as f32 / last as f32 }
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
pub(super) fn to_f32(count: usize) -> f32 {
    count as f32
}
