//! Outdoors: the sea and the harbour.

use std::f32::consts::{PI, TAU};

use tiny_skia::PathBuilder;

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn waves(&mut self) {
        self.sky();
        let horizon = self.rng.float(330.0, 420.0);
        let x = self.width * self.rng.float(0.34, 0.66);
        let r = self.rng.float(110.0, 170.0);
        self.sun(x, horizon - r * self.rng.float(-0.1, 0.35), r);
        let (near, w) = (self.depth(1.0), self.width);
        self.fill(rect(-1.0, horizon, w + 2.0, HEIGHT), Fill::vertical(self.depth(0.1), near, horizon, HEIGHT));
        let layers = self.rng.int(6, 8);
        let boat = self.rng.chance(0.6).then(|| (self.rng.int(1, 3), self.rng.float(0.3, 0.7)));
        for layer in 0..layers {
            let t = fraction(layer, layers - 1);
            let y = horizon + 26.0 + (HEIGHT - horizon - 50.0) * t.powf(1.35);
            if let Some((_, place)) = boat.filter(|(at, _)| *at == layer) {
                self.dhow(w * place, y + 4.0, 60.0 + 150.0 * t + 40.0);
            }
            let length = 90.0 + 250.0 * t;
            let (height, start) = (9.0 + 46.0 * t, self.rng.float(0.0, TAU));
            let mut points = Vec::new();
            let mut px = -10.0;
            while px < w + 10.0 {
                // Round troughs and narrower crests, as water has them.
                let s = ((px / length) * PI + start).sin().abs();
                points.push((px, y + height * (s - 0.6) + 8.0 * (px / 210.0 + start).sin()));
                px += 5.0;
            }
            let crest = points.clone();
            points.extend([(px, HEIGHT + 4.0), (-10.0, HEIGHT + 4.0)]);
            let tone = self.depth(0.1 + 0.9 * t);
            self.fill(
                polygon(&points),
                Fill::vertical(
                    tone.lighten(0.1).mix(self.light(), 0.025),
                    tone.lighten(-0.05),
                    y - height,
                    y + 120.0 + 60.0 * t,
                ),
            );
            self.stroke(line(&crest), 1.6 + 1.6 * t, tone.lighten(0.17).alpha(0.55));
            let light = self.light();
            for dash in 0..3u8 {
                let half = r * self.rng.float(0.2, 0.62) * (1.0 + 0.5 * t);
                let (dx, dy) = (self.rng.float(-0.4, 0.4) * r, (f32::from(dash) + 0.6) * (8.0 + 12.0 * t));
                self.stroke(
                    line(&[(x + dx - half, y + dy), (x + dx + half, y + dy)]),
                    3.0 + 3.0 * t,
                    light.alpha(0.62 - 0.34 * t),
                );
            }
        }
    }

    /// The boat of the coast, seen against the light.
    pub(super) fn dhow(&mut self, x: f32, y: f32, size: f32) {
        let (hull, sail) = (self.shade(), self.paper().mix(self.light(), 0.25));
        self.fill(
            polygon(&[
                (x - size * 0.5, y - size * 0.16),
                (x + size * 0.55, y - size * 0.2),
                (x + size * 0.4, y + size * 0.06),
                (x - size * 0.36, y + size * 0.06),
            ]),
            hull,
        );
        self.stroke(line(&[(x - size * 0.02, y - size * 0.1), (x + size * 0.03, y - size * 0.82)]), size * 0.026, hull);
        let mut p = PathBuilder::new();
        p.move_to(x - size * 0.42, y - size * 0.26);
        p.quad_to(x + size * 0.02, y - size * 0.5, x + size * 0.26, y - size * 1.1);
        p.quad_to(x + size * 0.5, y - size * 0.62, x + size * 0.36, y - size * 0.27);
        p.close();
        self.fill(
            p.finish(),
            Fill::Linear(sail, sail.mix(self.ember(), 0.35), [x - size * 0.3, y, x + size * 0.5, y - size]),
        );
    }

    pub(super) fn harbour(&mut self) {
        self.sky();
        let x = self.width * self.rng.float(0.22, 0.78);
        let (sun_y, r) = (self.rng.float(250.0, 380.0), self.rng.float(90.0, 140.0));
        self.sun(x, sun_y, r);
        let water = 628.0;
        let haze = self.depth(0.12);
        self.ridge(560.0, 22.0, Fill::vertical(haze, haze.lighten(-0.04), 530.0, 640.0));
        let flip = self.rng.chance(0.5);
        let cranes = self.rng.int(1, 3);
        for crane in 0..cranes {
            let t = fraction(crane, cranes.max(2) - 1);
            let place = if flip { 0.12 + 0.3 * t } else { 0.88 - 0.3 * t };
            let tone = self.depth(0.55 - 0.18 * t);
            self.crane(self.width * place, water, 470.0 - 80.0 * t, flip, tone);
        }
        let w = self.width;
        self.fill(rect(-1.0, water, w + 2.0, HEIGHT), Fill::vertical(self.depth(0.35), self.depth(1.0), water, HEIGHT));
        // The ship stays near the middle, where small cards look.
        let length = self.rng.float(600.0, 700.0);
        let left = w / 2.0 - length / 2.0 + self.rng.float(-40.0, 40.0);
        self.stacks(left + length * 0.1, water - 20.0, length * 0.68);
        let hull = self.shade();
        let bridge = left + length * 0.81;
        let paper = self.paper();
        self.fill(
            rect(bridge, water - 176.0, length * 0.11, 160.0),
            Fill::vertical(paper, paper.mix(hull, 0.35), water - 176.0, water),
        );
        self.fill(rect(bridge - 10.0, water - 190.0, length * 0.11 + 20.0, 18.0), paper);
        for row in 0..4u8 {
            for pane in 0..3u8 {
                let glass =
                    rect(bridge + 10.0 + f32::from(pane) * 22.0, water - 158.0 + f32::from(row) * 28.0, 13.0, 12.0);
                self.fill(glass, if self.time_of_day == TimeOfDay::Day { self.tone(0.45, 0.09) } else { self.light() });
            }
        }
        self.fill(
            polygon(&[
                (left - 34.0, water - 34.0),
                (left + length, water - 26.0),
                (left + length - 30.0, water + 46.0),
                (left + 26.0, water + 46.0),
            ]),
            Fill::vertical(hull.lighten(0.05), hull, water - 30.0, water + 46.0),
        );
        self.fill(
            polygon(&[
                (left + 12.0, water + 24.0),
                (left + length - 20.0, water + 24.0),
                (left + length - 30.0, water + 46.0),
                (left + 26.0, water + 46.0),
            ]),
            self.ember(),
        );
        self.glitter(x, water + 56.0, r);
    }

    fn crane(&mut self, x: f32, base: f32, height: f32, flip: bool, tone: Oklch) {
        let way = if flip { 1.0 } else { -1.0 };
        let top = base - height;
        for dx in [-56.0, 56.0] {
            self.stroke(line(&[(x + dx, base), (x + dx * 0.72, top + 90.0)]), 11.0, tone);
        }
        self.stroke(line(&[(x - 50.0, base - height * 0.32), (x + 50.0, base - height * 0.32)]), 9.0, tone);
        self.stroke(line(&[(x - 50.0, base - height * 0.32), (x + 43.0, top + 100.0)]), 5.0, tone);
        self.stroke(line(&[(x - 110.0 * way, top + 92.0), (x + 330.0 * way, top + 92.0)]), 13.0, tone);
        self.stroke(line(&[(x, top + 92.0), (x + 16.0 * way, top)]), 9.0, tone);
        for reach in [-104.0, 170.0, 318.0] {
            self.stroke(line(&[(x + 16.0 * way, top + 4.0), (x + reach * way, top + 92.0)]), 3.5, tone);
        }
        let hook = x + 205.0 * way;
        self.stroke(line(&[(hook, top + 94.0), (hook, top + 190.0)]), 3.0, tone);
        let box_tone = self.ember();
        self.fill(rounded_rect(hook - 42.0, top + 190.0, 84.0, 36.0, 3.0), box_tone);
    }

    /// Containers on deck, each column as high as it likes.
    fn stacks(&mut self, x: f32, base: f32, length: f32) {
        let (columns, h) = (8usize, 38.0);
        let w = length / to_f32(columns);
        let night = if self.time_of_day == TimeOfDay::Night { -0.14 } else { 0.0 };
        for column in 0..columns {
            for level in 0..self.rng.int(2, 5) {
                let tone = match self.rng.int(0, 6) {
                    0 => self.ember().lighten(night * 0.5),
                    1 => self.light().lighten(night * 0.4 - 0.04),
                    2 => self.paper().lighten(night - 0.03),
                    3 => self.secondary(0.66 + night, 0.11),
                    4 => self.tone(0.42 + night * 0.6, 0.12),
                    _ => self.tone(0.56 + night, 0.12),
                };
                let (x, y) = (x + to_f32(column) * w, base - to_f32(level + 1) * h);
                self.fill(
                    rect(x + 1.5, y + 1.5, w - 3.0, h - 3.0),
                    Fill::vertical(tone.lighten(0.03), tone.lighten(-0.05), y, y + h),
                );
                for rib in 1..6u8 {
                    let rx = x + w * f32::from(rib) / 6.0;
                    self.stroke(line(&[(rx, y + 7.0), (rx, y + h - 7.0)]), 1.6, tone.lighten(-0.11));
                }
            }
        }
    }

    /// The light's path on water.
    pub(super) fn glitter(&mut self, x: f32, y: f32, r: f32) {
        let mut at = y;
        let light = self.light();
        while at < HEIGHT - 6.0 {
            let t = (at - y) / (HEIGHT - y);
            let w = r * self.rng.float(0.35, 1.0) * (0.7 + 0.7 * t);
            let dx = self.rng.float(-26.0, 26.0);
            self.stroke(line(&[(x + dx - w, at), (x + dx + w, at)]), 4.0 + 2.0 * t, light.alpha(0.7 - 0.4 * t));
            at += self.rng.float(15.0, 25.0);
        }
    }
}
