//! Outdoors: hills, towns, fields and what grows there.

use tiny_skia::PathBuilder;

use super::palette::{Oklch, TimeOfDay};
use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

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

    /// A leaf from the origin to the right.
    pub(super) fn leaf(&mut self, length: f32, half: f32, tone: Oklch, vein: Option<Oklch>) {
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

    /// Maize before its field; some leaves are sick.
    pub(super) fn maize(&mut self) {
        self.sky();
        let x = self.width * self.rng.float(0.3, 0.7);
        self.sun(x, self.rng.float(200.0, 300.0), self.rng.float(100.0, 150.0));
        self.field(x);
        let (stalks, middle) = (self.rng.int(2, 3), self.width * 0.5);
        for stalk in 0..stalks {
            let t = fraction(stalk, stalks - 1) * 2.0 - 1.0;
            let size = if t == 0.0 { 1.0 } else { self.rng.float(0.84, 0.96) };
            let way = if stalk % 2 == 0 { 1.0 } else { -1.0 };
            let lean = t * 5.0;
            self.with_transform(middle + t * 190.0, 830.0, lean, |s| {
                s.with_scale(0.0, 0.0, way * size, size, Self::maize_stalk)
            });
        }
    }

    fn maize_stalk(&mut self) {
        let (green, sick) = (self.green(), self.kraft().mix(self.ember(), 0.3));
        self.stroke(line(&[(0.0, 0.0), (6.0, -640.0)]), 24.0, green.lighten(-0.06));
        for (number, (y, turn, long)) in [
            (-120.0, -150.0, 260.0),
            (-190.0, -24.0, 280.0),
            (-300.0, -158.0, 290.0),
            (-470.0, -30.0, 250.0),
            (-540.0, -140.0, 210.0),
        ]
        .into_iter()
        .enumerate()
        {
            let tone = if number == 1 { sick } else { green.lighten(0.03 * to_f32(number % 3)) };
            self.with_transform(2.0, y, turn, |s| s.leaf(long, 34.0, tone, Some(tone.lighten(-0.09))));
        }
        for tassel in 0..5u8 {
            let turn = -130.0 + 20.0 * f32::from(tassel);
            let tone = self.brass();
            self.with_transform(6.0, -630.0, turn, |s| s.leaf(120.0, 9.0, tone, None));
        }
        self.with_transform(14.0, -300.0, 22.0, Self::maize_ear);
    }

    fn maize_ear(&mut self) {
        let (grain, husk) = (self.light().lighten(0.02), self.green().lighten(0.08));
        let shape = rounded_rect(-56.0, -270.0, 112.0, 300.0, 56.0);
        self.fill(shape.clone(), Fill::Linear(grain.lighten(0.05), self.brass(), [-56.0, 0.0, 56.0, 0.0]));
        self.with_clip(shape, |s| {
            let seam = s.ember().alpha(0.55);
            for row in 0..12u8 {
                let y = -260.0 + f32::from(row) * 26.0;
                s.stroke(line(&[(-60.0, y), (60.0, y)]), 3.5, seam);
            }
            for column in [-28.0, 0.0, 28.0] {
                s.stroke(line(&[(column, -280.0), (column, 40.0)]), 3.5, seam);
            }
        });
        for way in [-1.0, 1.0] {
            self.with_transform(way * 22.0, 60.0, -90.0 + way * 22.0, |s| {
                s.leaf(270.0, 44.0, husk, Some(husk.lighten(-0.08)))
            });
        }
    }

    /// Mangoes, whole and in slices that dry.
    pub(super) fn mango(&mut self) {
        let whole = self.rng.int(2, 3);
        self.on_table(|s| {
            let flesh = Oklch { l: 0.8, c: 0.15, h: 72.0, a: 1.0 };
            s.shadow(0.0, 26.0, 400.0);
            for fruit in 0..whole {
                let t = fraction(fruit, whole - 1) - 0.5;
                let lean = s.rng.float(-16.0, 16.0);
                s.with_transform(t * 360.0, -190.0 - 30.0 * (1.0 - t.abs() * 2.0), lean, |s| s.mango_fruit(1.0));
            }
            let tray = s.kraft().mix(s.shade(), 0.3);
            s.slab([-400.0, -70.0, 800.0, 30.0], 10.0, tray);
            for slice in 0..6usize {
                let (x, turn) = (-310.0 + 124.0 * to_f32(slice), s.rng.float(-14.0, 14.0));
                s.with_transform(x, -84.0, turn, |s| {
                    s.fill(ellipse(0.0, 0.0, 74.0, 40.0), flesh.mix(s.ember(), 0.6));
                    s.fill(ellipse(0.0, -6.0, 66.0, 32.0), Fill::vertical(flesh.lighten(0.06), flesh, -40.0, 30.0));
                });
            }
            s.slab([-420.0, -56.0, 840.0, 60.0], 12.0, tray.lighten(0.04));
            for slat in 0..9u8 {
                let x = -380.0 + 95.0 * f32::from(slat);
                s.stroke(line(&[(x, -46.0), (x, -6.0)]), 5.0, tray.lighten(-0.1));
            }
        });
    }

    fn mango_fruit(&mut self, size: f32) {
        let (ripe, blush, green) = (self.light(), self.ember(), self.green());
        self.with_scale(0.0, 0.0, size, size, |s| {
            let half = |way: f32| {
                let mut p = PathBuilder::new();
                p.move_to(0.0, -190.0);
                p.cubic_to(way * 170.0, -190.0, way * 190.0, 90.0, way * 20.0, 170.0);
                p.line_to(0.0, 170.0);
                p.close();
                p.finish()
            };
            for way in [-1.0, 1.0] {
                s.fill(half(way), Fill::Linear(ripe.lighten(0.04), blush, [-90.0, -120.0, 100.0, 120.0]));
            }
            s.fill(ellipse(-54.0, -80.0, 22.0, 52.0), s.paper().alpha(0.35));
            s.stroke(
                curve((0.0, -186.0), [(4.0, -210.0), (10.0, -220.0)], (24.0, -230.0)),
                13.0,
                s.kraft().lighten(-0.25),
            );
            s.with_transform(10.0, -206.0, -24.0, |s| s.leaf(150.0, 34.0, green, Some(green.lighten(-0.08))));
        });
    }

    /// A pump that the sun drives, and rows of kale.
    pub(super) fn water_pump(&mut self) {
        self.sky();
        let (w, way) = (self.width, self.rng.pick(&[-1.0, 1.0]));
        let sun = w * 0.5 + way * self.rng.float(180.0, 330.0);
        self.sun(sun, self.rng.float(150.0, 230.0), 96.0);
        self.field(sun);
        let gush = self.rng.float(0.8, 1.2);
        self.with_scale(w * 0.5, 0.0, way, 1.0, |s| {
            let (dark, metal, water) = (s.shade(), s.metal(), s.secondary(0.74, 0.11));
            s.stroke(line(&[(-250.0, 700.0), (-250.0, 330.0)]), 22.0, dark);
            s.panel([-430.0, 410.0], [330.0, -40.0], [60.0, -190.0], (5, 3));
            let cord = curve((-240.0, 420.0), [(-220.0, 600.0), (-120.0, 560.0)], (-60.0, 610.0));
            s.stroke(cord, 9.0, s.ember());
            s.shadow(30.0, 730.0, 190.0);
            s.slab([-130.0, 560.0, 230.0, 150.0], 30.0, s.ember());
            s.fill(circle(-16.0, 636.0, 50.0), metal);
            s.fill(circle(-16.0, 636.0, 30.0), dark);
            for fin in 0..4u8 {
                s.fill(rect(46.0 + 13.0 * f32::from(fin), 580.0, 6.0, 110.0), dark.alpha(0.4));
            }
            s.stroke(line(&[(20.0, 570.0), (20.0, 470.0), (170.0, 470.0), (190.0, 490.0)]), 42.0, metal);
            for drop in 0..3u8 {
                let reach = 250.0 + 40.0 * f32::from(drop) * gush;
                let jet = curve((190.0, 490.0), [(240.0, 520.0), (reach, 600.0)], (reach + 10.0, 760.0));
                s.stroke(jet, 24.0 - 4.0 * f32::from(drop), water.lighten(0.05 * f32::from(drop)));
            }
            s.fill(
                ellipse(300.0, 770.0, 220.0, 34.0),
                Fill::vertical(water.lighten(0.06), water.lighten(-0.1), 740.0, 800.0),
            );
            s.stroke(ellipse(300.0, 768.0, 110.0, 14.0), 5.0, s.paper().alpha(0.6));
        });
    }
}
