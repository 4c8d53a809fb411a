//! Signals: what travels along wires, through the air and through space.

use std::f32::consts::TAU;

use tiny_skia::PathBuilder;

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn circuit(&mut self) {
        self.background();
        let (cx, cy) = (self.width * self.rng.float(0.44, 0.56), self.rng.float(360.0, 440.0));
        let size = self.rng.float(118.0, 150.0);
        self.halo(cx, cy, size * 3.6, 0.24);
        let pins = self.rng.int(6, 8);
        let (trace, lit) = (self.depth(if self.time_of_day == TimeOfDay::Night { 0.0 } else { 0.75 }), self.light());
        for _ in 0..self.rng.int(5, 9) {
            let (x, y) = (self.rng.float(0.0, self.width), self.rng.float(0.0, HEIGHT));
            if (x - cx).abs() > size * 2.0 || (y - cy).abs() > size * 1.7 {
                let tone = self.depth(0.85);
                let (w, h) = if self.rng.chance(0.5) { (62.0, 30.0) } else { (30.0, 62.0) };
                self.fill(rounded_rect(x, y, w, h, 5.0), Fill::vertical(tone.lighten(0.08), tone, y, y + h));
            }
        }
        for side in 0..4u8 {
            for pin in 0..pins {
                let u = (fraction(pin, pins - 1) * 2.0 - 1.0) * size * 0.8;
                let reach = [self.width * 0.5, HEIGHT * 0.5][usize::from(side % 2)];
                let straight = size + 26.0 + (to_f32(pins) / 2.0 - (to_f32(pin) - to_f32(pins - 1) / 2.0).abs()) * 24.0;
                let spread = u * self.rng.float(0.75, 1.9);
                let bend = straight + spread.abs();
                let end = bend + self.rng.float(0.15, 1.15) * (reach - bend).max(60.0);
                let shape = [(size * 0.9, u), (straight, u), (bend, u + spread), (end, u + spread)];
                let points = shape.map(|(along, across)| match side {
                    0 => (cx + along, cy + across),
                    1 => (cx + across, cy + along),
                    2 => (cx - along, cy + across),
                    _ => (cx + across, cy - along),
                });
                let glows = self.rng.chance(0.24);
                let tone = if glows { lit } else { trace };
                if glows {
                    self.stroke(line(&points), 15.0, lit.alpha(0.13));
                }
                self.stroke(line(&points), 5.0, tone);
                let (ex, ey) = points[3];
                if glows {
                    self.halo(ex, ey, 60.0, 0.5);
                }
                self.fill(circle(ex, ey, 13.0), tone);
                let hole = self.depth(if self.time_of_day == TimeOfDay::Night { 1.0 } else { 0.3 });
                self.fill(circle(ex, ey, 5.5), hole);
            }
        }
        let body = self.shade();
        self.fill(
            rounded_rect(cx - size, cy - size + 10.0, size * 2.0, size * 2.0, 24.0),
            body.lighten(-0.05).alpha(0.5),
        );
        self.fill(
            rounded_rect(cx - size, cy - size, size * 2.0, size * 2.0, 24.0),
            Fill::vertical(body.lighten(0.13), body.lighten(0.03), cy - size, cy + size),
        );
        self.stroke(
            rounded_rect(cx - size * 0.8, cy - size * 0.8, size * 1.6, size * 1.6, 16.0),
            3.0,
            trace.lighten(0.1).alpha(0.55),
        );
        self.halo(cx, cy + size * 0.1, size * 0.95, 0.4);
        self.logo(cx, cy + size * 0.2, size * 0.46, lit, lit);
    }

    pub(super) fn rings(&mut self) {
        self.sky();
        let (x, y) = (self.width * self.rng.float(0.4, 0.6), self.rng.float(330.0, 440.0));
        let count = self.rng.int(6, 9);
        let reach = self.rng.float(620.0, 760.0);
        let light = self.light();
        for ring in (0..count).rev() {
            let t = fraction(ring, count - 1);
            let r = 60.0 + reach * t.powf(1.12);
            let band = light.mix(self.tone(0.5, 0.12), t * 0.8);
            self.fill(circle(x, y, r), band.alpha(0.2 - 0.12 * t));
            if ring % 2 == 0 {
                self.stroke(circle(x, y, r), 2.5, light.alpha(0.55 - 0.42 * t));
            }
        }
        self.sun(x, y, 46.0);
        let crest = self.ridges(610.0, 3, 34.0);
        let near = self.shade();
        let foot = crest.iter().find(|(px, _)| *px >= x).map_or(720.0, |(_, py)| *py);
        // A lattice mast with the light at its top.
        let (top, half) = (y + 8.0, 58.0);
        let at = |t: f32, way: f32| (x + way * (5.0 + half * t), top + (foot + 30.0 - top) * t);
        for way in [-1.0, 1.0] {
            self.stroke(line(&[at(0.0, way), at(1.0, way)]), 8.0, near);
        }
        let steps = 7usize;
        for step in 0..steps {
            let (t0, t1) = (fraction(step, steps), fraction(step + 1, steps));
            self.stroke(line(&[at(t0, -1.0), at(t1, 1.0)]), 4.0, near);
            self.stroke(line(&[at(t0, 1.0), at(t1, -1.0)]), 4.0, near);
            self.stroke(line(&[at(t1, -1.0), at(t1, 1.0)]), 4.0, near);
        }
        self.fill(circle(x, y, 17.0), light.lighten(0.06));
        // Listeners on the ridges.
        for _ in 0..self.rng.int(3, 6) {
            let (px, py) = crest[self.rng.int(0, crest.len() - 1)];
            if (px - x).abs() > 110.0 {
                let h = self.rng.float(24.0, 46.0);
                self.fill(rect(px - h * 0.7, py - h * 0.4, h * 1.4, h * 2.0), near);
                self.fill(
                    polygon(&[(px - h, py - h * 0.4), (px, py - h * 1.1), (px + h, py - h * 0.4)]),
                    near.lighten(0.04),
                );
                self.fill(rect(px - h * 0.2, py - h * 0.05, h * 0.4, h * 0.45), light);
            }
        }
    }

    pub(super) fn network(&mut self) {
        self.background();
        let w = self.width;
        let (cx, cy) = (w * self.rng.float(0.4, 0.6), self.rng.float(340.0, 460.0));
        self.halo(cx, cy, 520.0, 0.26);
        let (columns, rows) = (self.rng.int(6, 8), self.rng.int(4, 5));
        let mut nodes = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let x = (to_f32(column) + 0.25 + shift) / to_f32(columns) * w + self.rng.float(-42.0, 42.0);
                let y = (to_f32(row) + 0.5) / to_f32(rows) * HEIGHT + self.rng.float(-50.0, 50.0);
                nodes.push((x, y, self.rng.float(8.0, 20.0)));
            }
        }
        nodes.push((cx, cy, 58.0));
        let hub = nodes.len() - 1;
        let day = self.time_of_day == TimeOfDay::Day;
        let (thread, lit) = (if day { self.tone(0.55, 0.1) } else { self.secondary(0.72, 0.1) }, self.light());
        let reach = w / to_f32(columns) * 1.55;
        let mut bright = vec![hub];
        for a in 0..nodes.len() {
            for b in a + 1..nodes.len() {
                let ((ax, ay, _), (bx, by, _)) = (nodes[a], nodes[b]);
                let distance = (ax - bx).hypot(ay - by);
                if distance > if b == hub { reach * 1.6 } else { reach } {
                    continue;
                }
                let path = line(&[(ax, ay), (bx, by)]);
                if b == hub && self.rng.chance(0.6) {
                    bright.push(a);
                    self.stroke(path.clone(), 11.0, lit.alpha(0.16));
                    self.stroke(path, 4.0, lit);
                } else {
                    self.stroke(path, 2.5, thread.alpha(0.2 + 0.45 * (1.0 - distance / (reach * 1.6))));
                }
            }
        }
        for (index, (x, y, r)) in nodes.into_iter().enumerate() {
            let tone = if day {
                self.depth(self.rng.float(0.35, 1.0))
            } else {
                self.secondary(self.rng.float(0.55, 0.82), 0.11)
            };
            if index == hub {
                self.sun(x, y, r);
                self.stroke(circle(x, y, r + 22.0), 4.0, lit.alpha(0.8));
                self.stroke(circle(x, y, r + 46.0), 2.5, lit.alpha(0.4));
            } else if bright.contains(&index) {
                self.halo(x, y, r * 4.2, 0.5);
                self.fill(circle(x, y, r + 3.0), lit);
            } else {
                self.fill(circle(x, y, r), Fill::vertical(tone.lighten(0.05), tone.lighten(-0.07), y - r, y + r));
                if self.rng.chance(0.35) {
                    self.stroke(circle(x, y, r + 10.0), 2.0, tone.alpha(0.55));
                }
            }
        }
    }

    pub(super) fn sound(&mut self) {
        self.background();
        let (w, middle) = (self.width, HEIGHT * self.rng.float(0.47, 0.53));
        let r = self.rng.float(210.0, 260.0);
        let disc = w * self.rng.float(0.4, 0.6);
        self.sun(disc, middle, r);
        let count = self.rng.int(27, 39);
        let step = w * 0.9 / to_f32(count);
        let peaks: Vec<_> =
            (0..4).map(|_| (self.rng.float(0.1, 0.9), self.rng.float(0.07, 0.18), self.rng.float(0.4, 0.95))).collect();
        let (edge, heart) = (self.depth(if self.time_of_day == TimeOfDay::Night { 0.1 } else { 0.62 }), self.shade());
        for bar in 0..count {
            let u = fraction(bar, count - 1);
            let swell: f32 = peaks.iter().map(|(at, wide, high)| high * (-((u - at) / wide).powi(2)).exp()).sum();
            let h = (38.0 + 470.0 * swell.min(1.05) * self.rng.float(0.62, 1.0)).min(600.0);
            let x = w * 0.05 + (to_f32(bar) + 0.5) * step;
            let inside = (x - disc).abs() < r;
            let tone = if inside { heart.mix(edge, 0.15) } else { edge };
            self.fill(
                rounded_rect(x - step * 0.29, middle - h / 2.0, step * 0.58, h, step),
                Fill::vertical(
                    tone.lighten(0.1).rotate_hue(14.0),
                    tone.lighten(-0.04),
                    middle - h / 2.0,
                    middle + h / 2.0,
                ),
            );
            if self.rng.chance(0.14) {
                self.fill(circle(x, middle - h / 2.0 - step * 0.8, step * 0.24), self.ember());
            }
        }
    }

    pub(super) fn orbits(&mut self) {
        self.sky();
        self.stars(60);
        let (x, y) = (self.width * self.rng.float(0.4, 0.6), self.rng.float(360.0, 440.0));
        let tilt = self.rng.float(-28.0, 28.0);
        let flat = self.rng.float(0.3, 0.46);
        let count = self.rng.int(3, 5);
        let r = self.rng.float(92.0, 124.0);
        self.halo(x, y, 560.0, 0.3);
        let line_tone = self.paper();
        let mut front = Vec::new();
        for orbit in 0..count {
            let radius = 215.0 + to_f32(orbit) * self.rng.float(98.0, 118.0);
            self.with_transform(x, y, tilt, |s| {
                s.stroke(ellipse(0.0, 0.0, radius, radius * flat), 2.2, line_tone.alpha(0.42))
            });
            let angle = self.rng.float(0.0, TAU);
            let size = self.rng.float(15.0, 42.0);
            let tone = match self.rng.int(0, 3) {
                0 => self.ember(),
                1 => self.secondary(0.74, 0.11),
                2 => self.paper().lighten(-0.06),
                _ => self.tone(0.6, 0.13),
            };
            front.push((radius, angle, size, tone, self.rng.chance(0.35)));
        }
        self.sun(x, y, r);
        for (radius, angle, size, tone, ringed) in front {
            self.with_transform(x, y, tilt, |s| {
                let (px, py) = (radius * angle.cos(), radius * flat * angle.sin());
                let away = Oklch { l: 0.14, c: 0.03, h: s.hue, a: 1.0 };
                // Lit on the side of the sun.
                let d = px.hypot(py).max(1.0);
                let (ux, uy) = (px / d, py / d);
                s.fill(
                    circle(px, py, size),
                    Fill::Linear(
                        tone.lighten(0.05),
                        tone.mix(away, 0.72),
                        [px - ux * size, py - uy * size, px + ux * size, py + uy * size],
                    ),
                );
                if ringed {
                    s.with_transform(px, py, -18.0, |s| {
                        let mut p = PathBuilder::new();
                        // Only the near half: the far one is behind the planet.
                        p.move_to(-size * 1.8, 0.0);
                        p.cubic_to(-size * 1.5, size * 0.75, size * 1.5, size * 0.75, size * 1.8, 0.0);
                        s.stroke(p.finish(), size * 0.16, line_tone.alpha(0.8));
                    });
                }
            });
        }
        if self.rng.chance(0.6) {
            let horizon = self.rng.float(1100.0, 1500.0);
            let (near, w) = (self.shade(), self.width);
            let cy = HEIGHT + horizon - self.rng.float(80.0, 120.0);
            let glow = self.light();
            self.fill(circle(w * 0.5, cy, horizon + 10.0), glow.alpha(0.28));
            self.fill(circle(w * 0.5, cy, horizon), Fill::vertical(near.lighten(0.08), near, HEIGHT - 110.0, HEIGHT));
        }
    }
}
