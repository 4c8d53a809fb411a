//! Props: what many motifs stand on, stand before or contain.

use std::f32::consts::PI;

use tiny_skia::{Path, PathBuilder};

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, ellipse, line, polygon, rect, rounded_rect};

/// A curve from `from` to `to`, bent by two handles.
pub(super) fn curve(from: (f32, f32), handles: [(f32, f32); 2], to: (f32, f32)) -> Option<Path> {
    let mut p = PathBuilder::new();
    p.move_to(from.0, from.1);
    p.cubic_to(handles[0].0, handles[0].1, handles[1].0, handles[1].1, to.0, to.1);
    p.finish()
}

/// Places for a thing.
impl Scene {
    /// Draws a thing on a table before one of four warm lights. The origin is the middle of its foot; it is mirrored by
    /// chance and may be 680 wide and 520 high.
    pub(super) fn on_table(&mut self, paint: impl FnOnce(&mut Self)) {
        self.background();
        let (w, floor) = (self.width, self.rng.float(620.0, 655.0));
        let x = w * 0.5 + self.rng.float(-40.0, 40.0);
        self.halo(x, 340.0, 580.0, 0.3);
        match self.rng.int(0, 3) {
            0 => self.disc(x + self.rng.float(-170.0, 170.0), self.rng.float(270.0, 330.0), 235.0),
            1 => self.disc(x + self.rng.float(-60.0, 60.0), floor, self.rng.float(360.0, 430.0)),
            2 => {
                let side = self.rng.pick(&[-1.0, 1.0]);
                self.window(x + side * self.rng.float(150.0, 280.0), self.rng.float(80.0, 120.0));
            }
            _ => self.hanging_lamp(x + self.rng.float(-130.0, 130.0), floor),
        }
        let table = self.depth(0.85);
        self.fill(
            rect(-1.0, floor, w + 2.0, HEIGHT),
            Fill::vertical(table.lighten(0.05), table.lighten(-0.04), floor, HEIGHT),
        );
        self.fill(rect(-1.0, floor, w + 2.0, 5.0), table.lighten(0.1));
        let (way, size) = (self.rng.pick(&[-1.0, 1.0]), self.rng.float(0.98, 1.1));
        self.with_scale(x, floor + 40.0, way * size, size, paint);
    }

    /// Draws a thing in mid-air before a disc of light, leaning a little; the origin is its middle.
    pub(super) fn in_air(&mut self, paint: impl FnOnce(&mut Self)) {
        self.background();
        let (x, y) = (self.width * 0.5 + self.rng.float(-30.0, 30.0), 400.0);
        self.halo(x, y, 600.0, 0.34);
        self.disc(x + self.rng.float(-220.0, 220.0), y + self.rng.float(-120.0, 60.0), self.rng.float(240.0, 330.0));
        let (lean, size) = (self.rng.pick(&[-1.0, 1.0]) * self.rng.float(4.0, 11.0), self.rng.float(0.96, 1.08));
        self.with_transform(x, y, lean, |s| s.with_scale(0.0, 0.0, size, size, paint));
    }

    fn disc(&mut self, x: f32, y: f32, r: f32) {
        let strength = if self.time_of_day == TimeOfDay::Day { 0.6 } else { 0.32 };
        let light = self.light().alpha(strength);
        self.fill(circle(x, y, r), Fill::vertical(light.lighten(0.03), light.mix(self.ember(), 0.3), y - r, y + r));
    }

    fn window(&mut self, x: f32, y: f32) {
        let (w, h, frame) = (self.rng.float(300.0, 380.0), self.rng.float(330.0, 390.0), self.metal());
        self.fill(rounded_rect(x - w / 2.0 - 16.0, y - 16.0, w + 32.0, h + 32.0, 10.0), frame);
        self.screen(x - w / 2.0, y, w, h, 2.0);
        self.fill(rect(x - 5.0, y, 10.0, h), frame);
        self.fill(rounded_rect(x - w / 2.0 - 34.0, y + h + 14.0, w + 68.0, 18.0, 6.0), frame.lighten(-0.08));
    }

    fn hanging_lamp(&mut self, x: f32, floor: f32) {
        let (light, tone, y) = (self.light(), self.shade().lighten(0.05), self.rng.float(60.0, 100.0));
        self.fill(
            polygon(&[(x - 84.0, y + 56.0), (x + 84.0, y + 56.0), (x + 470.0, floor), (x - 470.0, floor)]),
            Fill::vertical(light.alpha(0.5), light.alpha(0.05), y, floor),
        );
        self.halo(x, y + 60.0, 300.0, 0.6);
        self.stroke(line(&[(x, -10.0), (x, y)]), 6.0, tone);
        self.fill(ellipse(x, y + 58.0, 62.0, 26.0), light.lighten(0.08));
        self.fill(
            polygon(&[(x - 34.0, y - 20.0), (x + 34.0, y - 20.0), (x + 104.0, y + 60.0), (x - 104.0, y + 60.0)]),
            Fill::vertical(tone.lighten(0.1), tone, y - 20.0, y + 60.0),
        );
    }

    /// Ground below `y`.
    pub(super) fn ground(&mut self, y: f32) {
        let (w, soil) = (self.width, self.depth(0.86));
        self.fill(rect(-1.0, y, w + 2.0, HEIGHT), Fill::vertical(soil.lighten(0.07), soil.lighten(-0.04), y, HEIGHT));
    }
}

/// Parts of things.
impl Scene {
    /// A box with rounded corners, lit from above.
    pub(super) fn slab(&mut self, [x, y, w, h]: [f32; 4], r: f32, tone: Oklch) {
        self.fill(
            rounded_rect(x, y, w, h, r),
            Fill::Linear(tone.lighten(0.07), tone.lighten(-0.045), [x, y, x + w * 0.25, y + h]),
        );
    }

    /// A round bar from left to right, lit in the middle.
    pub(super) fn cylinder(&mut self, [x, y, w, h]: [f32; 4], r: f32, tone: Oklch) {
        self.slab([x, y, w, h], r, tone.lighten(-0.04));
        self.fill(rounded_rect(x + w * 0.14, y, w * 0.3, h, r), tone.lighten(0.1).alpha(0.55));
    }

    /// What a thing throws on the ground.
    pub(super) fn shadow(&mut self, x: f32, y: f32, half: f32) {
        let tone = self.shade().lighten(-0.06).alpha(0.4);
        self.fill(ellipse(x, y, half, (half * 0.07).clamp(8.0, 18.0)), tone);
    }

    /// Lines of writing of uneven length.
    pub(super) fn writing(&mut self, [x, y, w]: [f32; 3], rows: usize, step: f32, tone: Oklch) {
        for row in 0..rows {
            let share = if row + 1 == rows { self.rng.float(0.4, 0.6) } else { self.rng.float(0.82, 1.0) };
            self.fill(rounded_rect(x, y + to_f32(row) * step, w * share, step * 0.36, step * 0.18), tone);
        }
    }

    /// A sheet of paper with its middle in the origin.
    pub(super) fn sheet(&mut self, w: f32, h: f32) {
        let paper = self.paper();
        self.fill(rounded_rect(-w / 2.0 + 9.0, -h / 2.0 + 15.0, w, h, 10.0), self.shade().alpha(0.28));
        self.fill(
            rounded_rect(-w / 2.0, -h / 2.0, w, h, 10.0),
            Fill::vertical(paper, paper.lighten(-0.035), -h / 2.0, h / 2.0),
        );
    }

    /// A lamp the size of a dot that is on.
    pub(super) fn lit_dot(&mut self, x: f32, y: f32, r: f32) {
        let light = self.light();
        self.halo(x, y, r * 4.0, 0.6);
        self.fill(circle(x, y, r), light.lighten(0.04));
    }

    pub(super) fn tick(&mut self, x: f32, y: f32, r: f32, tone: Oklch) {
        let points = [(x - r, y), (x - r * 0.3, y + r * 0.7), (x + r, y - r * 0.7)];
        self.stroke(line(&points), r * 0.42, tone);
    }

    /// The mark of electricity.
    pub(super) fn bolt(&mut self, x: f32, y: f32, r: f32, tone: Oklch) {
        let shape = [(0.25, -1.0), (-0.6, 0.15), (-0.05, 0.15), (-0.25, 1.0), (0.6, -0.2), (0.05, -0.2)];
        self.fill(polygon(&shape.map(|(dx, dy)| (x + dx * r, y + dy * r))), tone);
    }

    /// Waves of a radio signal above (x, y), turned by `degrees`.
    pub(super) fn signal(&mut self, x: f32, y: f32, reach: f32, degrees: f32) {
        let light = self.light();
        self.with_transform(x, y, degrees, |s| {
            for (ring, strength) in [(0.36, 0.95), (0.68, 0.7), (1.0, 0.42)] {
                s.stroke(arc(0.0, 0.0, reach * ring, -PI * 0.75, -PI * 0.25), reach * 0.085, light.alpha(strength));
            }
        });
    }

    pub(super) fn mug(&mut self, x: f32, base: f32) {
        let (clay, steam) = (self.ember(), self.paper().alpha(0.5));
        self.shadow(x, base, 78.0);
        self.stroke(circle(x + 60.0, base - 62.0, 30.0), 13.0, clay.lighten(-0.06));
        self.slab([x - 56.0, base - 124.0, 112.0, 124.0], 18.0, clay);
        for dx in [-20.0, 18.0] {
            let (y, bend) = (base - 140.0, 16.0);
            let handles = [(x + dx + bend, y - 26.0), (x + dx - bend, y - 50.0)];
            self.stroke(curve((x + dx, y), handles, (x + dx, y - 80.0)), 7.0, steam);
        }
    }

    /// Coins on top of each other, lowest at (x, y).
    pub(super) fn pile(&mut self, x: f32, y: f32, r: f32, count: usize) {
        let (light, edge) = (self.light(), self.light().mix(self.ember(), 0.65).lighten(-0.12));
        let thick = r * 0.3;
        self.fill(ellipse(x, y + r * 0.1, r * 1.15, r * 0.3), self.shade().alpha(0.35));
        for coin in 0..count {
            let shift = self.rng.float(-r * 0.09, r * 0.09);
            let y = y - to_f32(coin) * thick;
            self.fill(ellipse(x + shift, y, r, r * 0.32), edge.lighten(-0.06));
            self.fill(
                rect(x + shift - r, y - thick, r * 2.0, thick),
                Fill::Linear(edge.lighten(0.1), edge.lighten(-0.1), [x - r, 0.0, x + r, 0.0]),
            );
            self.fill(ellipse(x + shift, y - thick, r, r * 0.32), light);
            self.stroke(ellipse(x + shift, y - thick, r * 0.76, r * 0.23), r * 0.045, edge);
        }
    }

    /// A strip of printed paper that hangs or stands: its lower edge at (x, y), torn at the other end.
    pub(super) fn receipt(&mut self, x: f32, y: f32, w: f32, h: f32) {
        let (paper, ink, ember) = (self.paper(), self.ink(), self.ember());
        let mut points = vec![(x - w / 2.0, y), (x + w / 2.0, y)];
        points.extend((0..=12usize).map(|tooth| {
            let depth = if tooth % 2 == 0 { 0.0 } else { w * 0.045 };
            (x + w / 2.0 - w * fraction(tooth, 12), y - h + depth)
        }));
        self.fill(polygon(&points), Fill::vertical(paper, paper.lighten(-0.05), y - h, y));
        let (left, wide) = (x - w * 0.36, w * 0.72);
        self.logo(x, y - h + w * 0.26, w * 0.1, ember, ink);
        let rows = ((h - w * 0.55) / (w * 0.13)).max(1.0) as u8;
        for row in 0..rows {
            let at = y - h + w * 0.42 + f32::from(row) * w * 0.13;
            let is_total = row + 2 == rows;
            let (tone, thick) = if is_total { (ember, w * 0.07) } else { (ink.alpha(0.7), w * 0.042) };
            let share = if is_total { 0.4 } else { self.rng.float(0.36, 0.62) };
            self.fill(rounded_rect(left, at, wide * share, thick, thick), tone);
            self.fill(rounded_rect(left + wide * 0.8, at, wide * 0.2, thick, thick), tone);
        }
    }

    /// Wares side by side from `x` on, standing at `base`.
    pub(super) fn goods(&mut self, x: f32, base: f32, w: f32, h: f32) {
        let mut at = x;
        while at < x + w - h * 0.3 {
            let tones = [self.ember(), self.paper(), self.secondary(0.7, 0.11), self.tone(0.6, 0.12), self.brass()];
            let tone = self.rng.pick(&tones);
            let (wide, tall) = (h * self.rng.float(0.32, 0.52), h * self.rng.float(0.76, 1.0));
            if at + wide > x + w {
                break;
            }
            let label = self.paper().mix(self.ink(), 0.12);
            match self.rng.int(0, 2) {
                0 => {
                    self.slab([at + wide * 0.32, base - tall, wide * 0.36, tall * 0.4], 4.0, tone.lighten(-0.08));
                    self.slab([at, base - tall * 0.72, wide, tall * 0.72], wide * 0.26, tone);
                    self.fill(rect(at, base - tall * 0.45, wide, tall * 0.22), label);
                }
                1 => {
                    self.slab([at, base - tall * 0.8, wide, tall * 0.8], 4.0, tone);
                    self.fill(rect(at + wide * 0.2, base - tall * 0.62, wide * 0.6, tall * 0.16), label);
                }
                _ => {
                    self.cylinder([at, base - tall * 0.6, wide, tall * 0.6], wide * 0.12, tone);
                    self.fill(rect(at, base - tall * 0.44, wide, tall * 0.2), label.alpha(0.8));
                }
            }
            at += wide + h * 0.06;
        }
    }

    /// A striped canopy with a scalloped edge, its upper left corner at (x, y).
    pub(super) fn awning(&mut self, x: f32, y: f32, w: f32, h: f32) {
        let stripes = 8usize;
        let (step, flare) = (w / to_f32(stripes), w * 0.06);
        for stripe in 0..stripes {
            let tone = if stripe % 2 == 0 { self.ember() } else { self.paper() };
            let (left, right) = (fraction(stripe, stripes), fraction(stripe + 1, stripes));
            let low = |t: f32| x - flare + (w + flare * 2.0) * t;
            let ink = Fill::vertical(tone.lighten(0.04), tone.lighten(-0.07), y, y + h);
            self.fill(polygon(&[(x + w * left, y), (x + w * right, y), (low(right), y + h), (low(left), y + h)]), ink);
            let middle = low((left + right) / 2.0);
            self.fill(circle(middle, y + h, step * 0.56), tone.lighten(-0.07));
        }
    }

    pub(super) fn cloud(&mut self, x: f32, y: f32, size: f32, tone: Oklch) {
        let ink = Fill::vertical(tone.lighten(0.09), tone.lighten(-0.05), y - size * 0.5, y + size * 0.3);
        for (dx, dy, r) in [(-0.6, 0.04, 0.24), (-0.25, -0.14, 0.34), (0.18, -0.1, 0.3), (0.56, 0.06, 0.22)] {
            self.fill(circle(x + dx * size, y + dy * size, r * size), ink);
        }
        self.fill(rounded_rect(x - size * 0.82, y, size * 1.6, size * 0.28, size * 0.14), ink);
    }

    /// Slanting rain between two heights.
    pub(super) fn rain(&mut self, [x, top, w, bottom]: [f32; 4], count: usize) {
        let tone = self.paper().mix(self.secondary(0.8, 0.08), 0.5);
        for _ in 0..count {
            let (dx, dy) = (self.rng.float(x, x + w), self.rng.float(top, bottom - 60.0));
            let (length, strength) = (self.rng.float(26.0, 60.0), self.rng.float(0.3, 0.75));
            self.stroke(line(&[(dx, dy), (dx - length * 0.26, dy + length)]), 4.0, tone.alpha(strength));
        }
    }
}
