//! Outdoors: hills, towns and fields.

use tiny_skia::PathBuilder;

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn hills(&mut self) {
        self.sky();
        let (x, y) = (self.width * self.rng.float(0.3, 0.7), self.rng.float(230.0, 400.0));
        let r = self.rng.float(80.0, 150.0);
        self.sun(x, y, r);
        let layers = self.rng.int(4, 6);
        let (top, swing) = (self.rng.float(400.0, 480.0), self.rng.float(34.0, 64.0));
        let crest = self.ridges(top, layers, swing);
        if self.rng.chance(0.55) {
            let place = crest.len() * self.rng.int(24, 74) / 100;
            let (x, y) = crest[place];
            let size = self.rng.float(95.0, 150.0);
            let shade = self.shade().lighten(-0.03);
            self.acacia(x, (y + 10.0).min(HEIGHT - 20.0), size, shade);
            if self.rng.chance(0.5) {
                let (x, y) = crest[(place + crest.len() / 9).min(crest.len() - 1)];
                self.acacia(x, (y + 8.0).min(HEIGHT - 16.0), size * 0.55, shade);
            }
        } else {
            self.birds(x + r * 1.2, y - r * 0.4);
        }
    }

    fn acacia(&mut self, x: f32, y: f32, size: f32, tone: Oklch) {
        self.stroke(
            line(&[(x, y), (x + size * 0.03, y - size * 0.45), (x - size * 0.3, y - size * 0.86)]),
            size * 0.055,
            tone,
        );
        self.stroke(line(&[(x + size * 0.03, y - size * 0.45), (x + size * 0.34, y - size * 0.9)]), size * 0.045, tone);
        self.stroke(line(&[(x + size * 0.02, y - size * 0.4), (x + size * 0.04, y - size * 0.9)]), size * 0.035, tone);
        for (dx, dy, rx, ry) in [(-0.34, -0.9, 0.42, 0.075), (0.36, -0.95, 0.44, 0.08), (0.02, -1.02, 0.5, 0.085)] {
            self.fill(ellipse(x + size * dx, y + size * dy, size * rx, size * ry), tone);
        }
    }

    fn birds(&mut self, x: f32, y: f32) {
        let tone = self.shade().alpha(0.75);
        for _ in 0..self.rng.int(3, 6) {
            let (x, y) = (x + self.rng.float(-130.0, 130.0), y + self.rng.float(-80.0, 60.0));
            let s = self.rng.float(9.0, 17.0);
            self.stroke(
                line(&[
                    (x - s, y - s * 0.5),
                    (x - s * 0.4, y - s * 0.62),
                    (x, y),
                    (x + s * 0.4, y - s * 0.62),
                    (x + s, y - s * 0.5),
                ]),
                3.0,
                tone,
            );
        }
    }

    pub(super) fn skyline(&mut self) {
        self.sky();
        let (x, y, r) =
            (self.width * self.rng.float(0.3, 0.7), self.rng.float(300.0, 430.0), self.rng.float(110.0, 175.0));
        self.sun(x, y, r);
        for layer in 0..4usize {
            let t = fraction(layer, 3);
            let tone = self.depth(0.16 + 0.84 * t);
            let base = HEIGHT + 4.0;
            let mut x = -self.rng.float(10.0, 70.0);
            while x < self.width {
                let w = self.rng.float(54.0, 96.0) * (0.8 + 0.5 * t);
                let middle = 1.0 - ((x + w / 2.0) / self.width - 0.5).abs() * 0.9;
                let h = (self.rng.float(170.0, 380.0) * (1.3 - 0.55 * t) * middle + 60.0).min(560.0);
                let top = base - h;
                let ink = Fill::vertical(tone.lighten(0.045), tone.lighten(-0.02), top, base);
                match self.rng.int(0, 6) {
                    0 => {
                        self.fill(polygon(&[(x, base), (x, top + 34.0), (x + w, top), (x + w, base)]), ink);
                    }
                    1 => {
                        self.fill(rect(x, top, w, h), ink);
                        self.fill(rect(x + w * 0.25, top - 26.0, w * 0.5, 28.0), ink);
                        self.stroke(
                            line(&[(x + w * 0.5, top - 24.0), (x + w * 0.5, top - 78.0)]),
                            4.0,
                            tone.lighten(0.02),
                        );
                    }
                    // A round tower with an overhanging crown.
                    2 => {
                        self.fill(rounded_rect(x + w * 0.08, top, w * 0.84, h, 10.0), ink);
                        self.fill(rounded_rect(x - w * 0.06, top + 16.0, w * 1.12, 26.0, 10.0), tone.lighten(0.06));
                        self.fill(
                            polygon(&[(x + w * 0.3, top + 2.0), (x + w * 0.5, top - 40.0), (x + w * 0.7, top + 2.0)]),
                            tone.lighten(0.03),
                        );
                    }
                    3 => {
                        self.fill(rounded_rect(x, top, w, h + 40.0, w * 0.5), ink);
                    }
                    _ => {
                        self.fill(rect(x, top, w, h), ink);
                    }
                }
                if layer > 0 {
                    self.windows(x + w * 0.16, top + 48.0, w * 0.68, h - 70.0, t);
                }
                x += w + self.rng.float(-4.0, 26.0);
            }
            if layer < 3 {
                let haze = self.secondary(0.8, 0.08).mix(self.light(), 0.35);
                let (w, strength) = (self.width, if self.time_of_day == TimeOfDay::Night { 0.1 } else { 0.26 });
                self.fill(
                    rect(0.0, 480.0, w, 330.0),
                    Fill::vertical(haze.alpha(0.0), haze.alpha(strength * (1.0 - t)), 480.0, 800.0),
                );
            }
        }
    }

    fn windows(&mut self, x: f32, y: f32, w: f32, h: f32, t: f32) {
        let step = 21.0 + 5.0 * t;
        let columns = (w / step).floor().max(1.0);
        let gap = w / columns;
        let (lit, dim) = (self.light(), self.depth(0.55 * t).alpha(0.4));
        let share = if self.time_of_day == TimeOfDay::Day { 0.1 } else { self.rng.float(0.16, 0.42) };
        let mut row = y;
        while row < y + h - 12.0 {
            let mut at = x;
            while at < x + w - 4.0 {
                let glass = rect(at + gap * 0.24, row, gap * 0.52, step * 0.5);
                if self.rng.chance(share) {
                    let a = self.rng.float(0.65, 1.0);
                    self.fill(glass, lit.alpha(a));
                } else if self.rng.chance(0.7) {
                    self.fill(glass, dim);
                }
                at += gap;
            }
            row += step;
        }
    }

    pub(super) fn leaves(&mut self) {
        self.sky();
        let x = self.width * self.rng.float(0.32, 0.68);
        let r = self.rng.float(110.0, 170.0);
        self.sun(x, self.rng.float(220.0, 340.0), r);
        if self.rng.chance(0.5) { self.field(x) } else { self.plant() }
    }

    /// Rows of a crop running to the horizon under a drip line.
    fn field(&mut self, sun_x: f32) {
        let far = self.depth(0.1);
        self.ridge(420.0, 30.0, Fill::vertical(far, far.lighten(-0.05), 390.0, 480.0));
        let mid = self.depth(0.3);
        self.ridge(460.0, 18.0, Fill::vertical(mid, mid.lighten(-0.05), 440.0, 520.0));
        let (horizon, w) = (486.0, self.width);
        let (soil, crop) = (self.depth(0.72), self.depth(0.4).lighten(0.05));
        self.fill(rect(-1.0, horizon, w + 2.0, HEIGHT), Fill::vertical(self.depth(0.5), soil, horizon, HEIGHT));
        let rows = self.rng.int(11, 15);
        let vanish = w * 0.5 + (sun_x - w * 0.5) * 0.6;
        for row in 0..rows {
            let t = fraction(row, rows - 1) * 2.0 - 1.0;
            let foot = w * 0.5 + t * w * 1.25;
            let half = w * 1.25 / to_f32(rows) * 0.62;
            let gleam = crop.mix(self.light(), 0.22 * (1.0 - t.abs()));
            self.fill(
                polygon(&[
                    (vanish + t * 40.0 - 2.0, horizon),
                    (vanish + t * 40.0 + 2.0, horizon),
                    (foot + half, HEIGHT + 6.0),
                    (foot - half, HEIGHT + 6.0),
                ]),
                Fill::vertical(gleam, crop.lighten(-0.09), horizon, HEIGHT),
            );
            for plant in 0..9usize {
                let d = fraction(plant, 8).powf(1.8);
                let (px, py) = (
                    vanish + t * 40.0 + (foot - vanish - t * 40.0) * (0.06 + 0.94 * d),
                    horizon + (HEIGHT - horizon) * (0.06 + 0.94 * d),
                );
                let size = 8.0 + 50.0 * d;
                for side in [-1.0, 1.0] {
                    let tone = gleam.lighten(if side < 0.0 { 0.07 } else { -0.02 });
                    self.with_transform(px, py, side * 42.0 - 90.0, |s| s.leaf(size * 1.3, size * 0.34, tone, None));
                }
            }
        }
    }

    /// One plant in front of the light.
    fn plant(&mut self) {
        let (top, swing) = (self.rng.float(600.0, 650.0), 34.0);
        self.ridges(top, 2, swing);
        let (x, foot) = (self.width * 0.5 + self.rng.float(-60.0, 60.0), HEIGHT + 20.0);
        let stems = self.rng.int(2, 4);
        for stem in 0..stems {
            let t = fraction(stem, stems - 1) * 2.0 - 1.0;
            let (lean, height) =
                (t * 150.0 + self.rng.float(-30.0, 30.0), self.rng.float(470.0, 640.0) * (1.0 - 0.22 * t.abs()));
            let tone = self.depth(0.78).lighten(0.04 * to_f32(stem % 2));
            let point = |u: f32| (x + t * 90.0 + lean * u * u, foot - height * u);
            let points: Vec<_> = (0..=20u8).map(|step| point(f32::from(step) / 20.0)).collect();
            self.stroke(line(&points), 8.0, tone);
            let pairs = self.rng.int(4, 6);
            for pair in 0..pairs {
                let u = 0.3 + 0.66 * fraction(pair, pairs - 1);
                let (lx, ly) = point(u);
                let size = 235.0 * (1.12 - u * 0.72);
                for side in [-1.0, 1.0] {
                    let angle = -90.0 + side * (62.0 - 22.0 * u) + lean * u * 0.12 + self.rng.float(-8.0, 8.0);
                    let base = self.depth(0.42 + 0.3 * self.rng.float(0.0, 1.0));
                    let base = if self.rng.chance(0.14) { base.mix(self.ember(), 0.75).lighten(0.1) } else { base };
                    self.with_transform(lx, ly, angle, |s| {
                        s.leaf(size, size * 0.27, base.lighten(0.05), Some(base.lighten(-0.07)))
                    });
                }
            }
            let (lx, ly) = point(1.0);
            let tip = self.depth(0.5);
            self.with_transform(lx, ly, -90.0 + lean * 0.12, |s| {
                s.leaf(90.0, 24.0, tip.lighten(0.06), Some(tip.lighten(-0.04)))
            });
        }
    }

    /// A leaf from the origin to the right.
    fn leaf(&mut self, length: f32, half: f32, tone: Oklch, vein: Option<Oklch>) {
        let side = |way: f32| {
            let mut p = PathBuilder::new();
            p.move_to(0.0, 0.0);
            p.cubic_to(length * 0.22, half * 1.25 * way, length * 0.66, half * 1.1 * way, length, 0.0);
            p.close();
            p.finish()
        };
        self.fill(side(-1.0), Fill::Linear(tone, tone.lighten(0.05), [0.0, 0.0, length, 0.0]));
        self.fill(side(1.0), Fill::Linear(tone.lighten(-0.05), tone.lighten(-0.01), [0.0, 0.0, length, 0.0]));
        if let Some(vein) = vein {
            self.stroke(line(&[(0.0, 0.0), (length * 0.94, 0.0)]), 2.4, vein);
        }
    }
}
