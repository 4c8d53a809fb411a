//! Money and wares: charts, coins, price tags, a lens over a shelf.

use std::f32::consts::PI;

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn bars(&mut self) {
        self.background();
        let (w, base) = (self.width, 660.0);
        let count = self.rng.int(6, 9);
        let span = w.min(1080.0) * 0.84;
        let left = (w - span) / 2.0;
        let step = span / to_f32(count);
        let line_tone = self.depth(0.5);
        for rule in 0..6u8 {
            let y = base - 96.0 * f32::from(rule);
            self.stroke(line(&[(0.0, y), (w, y)]), 1.6, line_tone.alpha(0.34));
        }
        let mut tops = Vec::new();
        let rise = self.rng.float(0.55, 0.85);
        for bar in 0..count {
            let u = fraction(bar, count - 1);
            let h = 110.0 + 380.0 * (u.powf(1.25) * rise + self.rng.float(0.0, 1.0 - rise));
            tops.push((left + (to_f32(bar) + 0.5) * step, base - h));
        }
        let last = tops[count - 1];
        self.sun(last.0.min(w - 150.0), (last.1 - 60.0).max(130.0), self.rng.float(74.0, 100.0));
        for (bar, (x, y)) in tops.iter().enumerate() {
            let tone = self.depth(0.3 + 0.55 * fraction(bar, count - 1));
            let tone = if self.time_of_day == TimeOfDay::Night { tone.lighten(0.1) } else { tone };
            let half = step * 0.34;
            self.fill(
                rounded_rect(x - half, *y, half * 2.0, base - y + 30.0, 9.0),
                Fill::vertical(tone.lighten(0.09).rotate_hue(10.0), tone.lighten(-0.04), *y, base),
            );
            self.fill(rect(x + half * 0.34, y + 9.0, half * 0.66, base - y), self.shade().alpha(0.13));
        }
        let ground = self.depth(0.95);
        self.fill(
            rect(-1.0, base, w + 2.0, HEIGHT),
            Fill::vertical(ground.lighten(0.05), ground.lighten(-0.02), base, HEIGHT),
        );
        let trend: Vec<_> = tops.iter().map(|(x, y)| (*x, y - 46.0)).collect();
        let ember = self.ember();
        self.stroke(line(&trend), 7.0, ember);
        for (x, y) in trend {
            let paper = self.paper();
            self.fill(circle(x, y, 15.0), ember);
            self.fill(circle(x, y, 7.0), paper);
        }
        if self.rng.chance(0.6) {
            self.pile(left + step * 0.55, base + 52.0, 66.0, 4);
        }
    }

    /// Coins on top of each other, lowest at (x, y).
    fn pile(&mut self, x: f32, y: f32, r: f32, count: usize) {
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

    pub(super) fn coins(&mut self) {
        self.background();
        let (w, base) = (self.width, 668.0);
        let x = w * 0.5;
        self.halo(x, 360.0, 560.0, 0.3);
        let disc = self.depth(0.25);
        self.fill(circle(x + self.rng.float(-80.0, 80.0), 350.0, 268.0), disc.alpha(0.5));
        let ground = self.depth(0.85);
        self.fill(
            rect(-1.0, base - 60.0, w + 2.0, HEIGHT),
            Fill::vertical(ground.lighten(0.05), ground.lighten(-0.03), base - 60.0, HEIGHT),
        );
        let stacks = self.rng.int(4, 5);
        let (r, rising) = (78.0, self.rng.chance(0.6));
        for stack in 0..stacks {
            let u = fraction(stack, stacks - 1);
            let count = if rising { 2 + stack * 3 } else { self.rng.int(2, 13) };
            let sx = x + (u - 0.5) * 184.0 * to_f32(stacks);
            let sy = base + self.rng.float(0.0, 42.0);
            self.pile(sx, sy, r, count);
        }
        // One coin that stands and shows the mark.
        let (cx, cy, cr) = (x - if rising { 250.0 } else { 0.0 }, if rising { 330.0 } else { 250.0 }, 118.0);
        let (light, edge) = (self.light(), self.light().mix(self.ember(), 0.65).lighten(-0.12));
        self.halo(cx, cy, 290.0, 0.5);
        self.fill(circle(cx + 13.0, cy, cr), edge.lighten(-0.06));
        self.fill(
            circle(cx, cy, cr),
            Fill::Linear(light.lighten(0.05), light.mix(edge, 0.3), [cx - cr, cy - cr, cx + cr, cy + cr]),
        );
        self.stroke(circle(cx, cy, cr * 0.82), 5.0, edge);
        self.logo(cx, cy + cr * 0.16, cr * 0.46, self.ember(), edge.lighten(-0.08));
    }

    pub(super) fn tags(&mut self) {
        self.background();
        let w = self.width;
        self.halo(w * 0.5, 380.0, 620.0, 0.32);
        let rail = self.depth(0.9);
        self.fill(
            rounded_rect(-40.0, 84.0, w + 80.0, 20.0, 10.0),
            Fill::vertical(rail.lighten(0.12), rail, 84.0, 104.0),
        );
        let count = self.rng.int(4, 5);
        let hot = self.rng.int(1, count - 2);
        let mut order: Vec<_> = (0..count).filter(|tag| *tag != hot).collect();
        order.push(hot);
        for tag in order {
            let u = fraction(tag, count - 1) - 0.5;
            let x = w * 0.5 + u * (w * 0.74).min(900.0);
            let drop = self.rng.float(70.0, 180.0) + if tag == hot { 40.0 } else { 0.0 };
            let swing = self.rng.float(-11.0, 11.0);
            let size = if tag == hot { 1.16 } else { self.rng.float(0.8, 0.98) };
            let tone = if tag == hot {
                self.ember()
            } else {
                self.rng.pick(&[
                    self.paper(),
                    self.depth(0.35),
                    self.depth(0.6),
                    self.secondary(0.72, 0.1),
                    self.light(),
                ])
            };
            let mark = self.rng.int(0, 2);
            self.with_transform(x, 94.0, swing, |s| {
                let cord = s.paper().alpha(0.85);
                s.stroke(line(&[(0.0, 0.0), (0.0, drop + 44.0 * size)]), 4.0, cord);
                s.with_transform(0.0, drop, 0.0, |s| s.tag(size, tone, mark));
            });
        }
    }

    fn tag(&mut self, k: f32, tone: Oklch, mark: usize) {
        let shape = |dx: f32, dy: f32| {
            let points = [(-50.0, 0.0), (50.0, 0.0), (112.0, 74.0), (112.0, 340.0), (-112.0, 340.0), (-112.0, 74.0)];
            polygon(&points.map(|(x, y)| (x * k + dx, y * k + dy)))
        };
        self.fill(shape(12.0, 18.0), self.shade().alpha(0.26));
        self.fill(shape(0.0, 0.0), Fill::vertical(tone.lighten(0.03), tone.lighten(-0.05), 0.0, 340.0 * k));
        let ink = if tone.l > 0.62 { self.tone(0.36, 0.09) } else { self.paper() };
        self.stroke(circle(0.0, 46.0 * k, 20.0 * k), 6.0 * k, ink.alpha(0.6));
        self.fill(circle(0.0, 46.0 * k, 17.0 * k), self.depth(0.5));
        match mark {
            0 => {
                self.stroke(line(&[(-48.0 * k, 250.0 * k), (48.0 * k, 142.0 * k)]), 15.0 * k, ink);
                for (x, y) in [(-42.0, 152.0), (42.0, 240.0)] {
                    self.stroke(circle(x * k, y * k, 23.0 * k), 13.0 * k, ink);
                }
            }
            1 => self.logo(0.0, 218.0 * k, 58.0 * k, ink, ink),
            _ => {
                for (row, wide) in [(0.0, 120.0), (1.0, 150.0), (2.0, 92.0)] {
                    self.fill(rounded_rect(-75.0 * k, (140.0 + row * 40.0) * k, wide * k, 17.0 * k, 8.0), ink);
                }
            }
        }
        let mut x = -70.0;
        while x < 70.0 {
            let bar = self.rng.float(3.0, 10.0);
            self.fill(rect(x * k, 288.0 * k, bar * k, 32.0 * k), ink.alpha(0.55));
            x += bar + self.rng.float(4.0, 9.0);
        }
    }

    pub(super) fn lens(&mut self) {
        self.background();
        let w = self.width;
        let (cx, cy) = (w * self.rng.float(0.44, 0.52), 360.0);
        let r = self.rng.float(212.0, 242.0);
        let kind = self.rng.int(0, 3);
        let tone = self.depth(if self.time_of_day == TimeOfDay::Night { 0.15 } else { 0.45 });
        self.pattern(kind, 92.0, tone.alpha(0.5), tone.alpha(0.75), (0.0, 0.0));
        self.halo(cx, cy, r * 2.3, 0.36);
        let angle = self.rng.pick(&[38.0_f32, 45.0, 52.0]).to_radians();
        let (hx, hy) = (angle.cos(), angle.sin());
        let grip = self.shade();
        self.stroke(
            line(&[(cx + hx * (r + 20.0), cy + hy * (r + 20.0)), (cx + hx * (r + 92.0), cy + hy * (r + 92.0))]),
            30.0,
            self.paper().mix(grip, 0.4),
        );
        self.stroke(
            line(&[(cx + hx * (r + 104.0), cy + hy * (r + 104.0)), (cx + hx * (r + 320.0), cy + hy * (r + 320.0))]),
            62.0,
            Fill::Linear(grip.lighten(0.12), grip, [cx, cy, cx + 60.0, cy - 60.0]),
        );
        let (paper, dark, ember) = (self.paper(), self.tone(0.42, 0.12), self.ember());
        self.with_clip(circle(cx, cy, r), |s| {
            let light = s.light();
            s.fill(
                circle(cx, cy, r + 4.0),
                Fill::Radial(paper, paper.mix(light, 0.55), [cx - r * 0.3, cy - r * 0.3, r * 1.6]),
            );
            s.pattern(kind, 186.0, dark, ember, (cx, cy));
        });
        self.stroke(
            circle(cx, cy, r + 8.0),
            32.0,
            Fill::Linear(grip.lighten(0.2), grip, [cx - r, cy - r, cx + r, cy + r]),
        );
        self.stroke(arc(cx, cy, r - 30.0, PI * 1.08, PI * 1.42), 13.0, self.paper().alpha(0.85));
    }

    /// Things on a shelf seen from far or near: one kind, one of them in the second tone at (x, y).
    fn pattern(&mut self, kind: usize, step: f32, tone: Oklch, chosen: Oklch, (ox, oy): (f32, f32)) {
        let reach = (self.width / step) as i16 + 2;
        for row in -6..=i16::try_from((HEIGHT / step) as i32).unwrap_or(8) + 2 {
            for column in -reach..=reach {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let (x, y) = (ox + (f32::from(column) + shift) * step, oy + f32::from(row) * step * 0.9);
                if x < -step || y < -step || x > self.width + step || y > HEIGHT + step {
                    continue;
                }
                let tone = if row == 0 && column == 0 && ox > 0.0 { chosen } else { tone };
                let s = step * 0.3;
                match kind {
                    0 => self.star(x, y, s * 1.15, tone),
                    1 => self.fill(rounded_rect(x - s * 0.62, y - s, s * 1.24, s * 2.0, s * 0.3), tone),
                    2 => self.stroke(circle(x, y, s * 0.8), s * 0.42, tone),
                    _ => self.fill(rounded_rect(x - s * 0.9, y - s * 0.9, s * 1.8, s * 1.8, s * 0.4), tone),
                }
            }
        }
    }

    fn star(&mut self, x: f32, y: f32, r: f32, tone: Oklch) {
        let points: Vec<_> = (0..10u8)
            .map(|corner| {
                let (t, r) = (f32::from(corner) * PI / 5.0 - PI / 2.0, if corner % 2 == 0 { r } else { r * 0.46 });
                (x + r * t.cos(), y + r * t.sin())
            })
            .collect();
        self.fill(polygon(&points), tone);
    }
}
