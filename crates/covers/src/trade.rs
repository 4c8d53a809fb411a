//! Trade: coins, cartons, scales, a lens over a shelf.

use std::f32::consts::PI;

use super::palette::{Oklch, TimeOfDay};
use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, line, polygon, rect, rounded_rect};

impl Scene {
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

    pub(super) fn lens(&mut self) {
        self.background();
        let w = self.width;
        let (cx, cy) = (w * self.rng.float(0.44, 0.52), 360.0);
        let r = self.rng.float(212.0, 242.0);
        let kind = self.rng.int(0, 2);
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
                    0 => self.fill(rounded_rect(x - s * 0.62, y - s, s * 1.24, s * 2.0, s * 0.3), tone),
                    1 => self.stroke(circle(x, y, s * 0.8), s * 0.42, tone),
                    _ => self.fill(rounded_rect(x - s * 0.9, y - s * 0.9, s * 1.8, s * 1.8, s * 0.4), tone),
                }
            }
        }
    }

    /// A balance: money in one pan, weights in the other.
    pub(super) fn scales(&mut self) {
        let (tilt, coins) = (self.rng.pick(&[-9.0_f32, -7.0, 7.0, 9.0]), self.rng.int(5, 9));
        self.on_table(|s| {
            let (brass, arm) = (s.brass(), 270.0);
            s.shadow(0.0, 6.0, 200.0);
            s.cylinder([-16.0, -470.0, 32.0, 450.0], 10.0, brass);
            s.slab([-150.0, -34.0, 300.0, 38.0], 16.0, brass.lighten(-0.05));
            s.slab([-100.0, -64.0, 200.0, 36.0], 14.0, brass);
            let (dy, dx) = (tilt.to_radians().sin() * arm, tilt.to_radians().cos() * arm);
            s.stroke(line(&[(-dx, -460.0 - dy), (dx, -460.0 + dy)]), 24.0, brass.lighten(-0.04));
            s.fill(circle(0.0, -464.0, 36.0), brass.lighten(0.06));
            s.fill(circle(0.0, -464.0, 14.0), s.ember());
            for (x, y, is_money) in [(-dx, -460.0 - dy, true), (dx, -460.0 + dy, false)] {
                let low = y + 250.0;
                for string in [-118.0, 118.0] {
                    s.stroke(line(&[(x, y), (x + string, low)]), 5.0, s.metal());
                }
                if is_money {
                    s.pile(x, low - 8.0, 62.0, coins);
                } else {
                    s.weight(x - 40.0, low, 84.0);
                    s.weight(x + 52.0, low, 58.0);
                }
                let pan = curve((x - 134.0, low), [(x - 90.0, low + 66.0), (x + 90.0, low + 66.0)], (x + 134.0, low));
                s.fill(pan, Fill::vertical(brass.lighten(0.05), brass.lighten(-0.14), low, low + 50.0));
            }
        });
    }

    fn weight(&mut self, x: f32, base: f32, w: f32) {
        let tone = self.metal().lighten(-0.1);
        self.fill(circle(x, base - w * 1.34, w * 0.2), tone);
        self.slab([x - w * 0.12, base - w * 1.3, w * 0.24, w * 0.3], 4.0, tone.lighten(-0.06));
        self.cylinder([x - w / 2.0, base - w * 1.06, w, w * 1.06], w * 0.12, tone);
    }

    /// A scale with a dial, a sack on it and the weight that tests it.
    pub(super) fn weighing_scale(&mut self) {
        let needle = self.rng.float(-40.0, 70.0);
        self.on_table(|s| {
            let (body, paper, ink) = (s.body(), s.paper(), s.ink());
            s.shadow(-40.0, 6.0, 300.0);
            s.slab([-290.0, -60.0, 500.0, 64.0], 20.0, body);
            s.fill(
                polygon(&[(-190.0, -60.0), (110.0, -60.0), (60.0, -260.0), (-140.0, -260.0)]),
                Fill::vertical(body.lighten(0.08), body, -260.0, -60.0),
            );
            s.slab([-300.0, -292.0, 520.0, 36.0], 16.0, s.metal());
            s.fill(circle(-40.0, -150.0, 112.0), s.brass());
            s.fill(circle(-40.0, -150.0, 98.0), paper);
            for mark in 0..12u8 {
                s.with_transform(-40.0, -150.0, f32::from(mark) * 30.0, |s| {
                    s.stroke(line(&[(0.0, -90.0), (0.0, -74.0)]), 6.0, ink)
                });
            }
            s.with_transform(-40.0, -150.0, needle, |s| s.stroke(line(&[(0.0, 18.0), (0.0, -68.0)]), 10.0, s.ember()));
            s.fill(circle(-40.0, -150.0, 12.0), ink);
            s.sack(-40.0, -290.0, 290.0);
            s.weight(262.0, 14.0, 110.0);
        });
    }

    pub(super) fn sack(&mut self, x: f32, base: f32, w: f32) {
        let cloth = self.kraft().lighten(0.06);
        let h = w * 0.82;
        let side = curve((x - w * 0.5, base), [(x - w * 0.62, base - h * 0.7), (x - w * 0.3, base - h)], (x, base - h));
        let other =
            curve((x + w * 0.5, base), [(x + w * 0.62, base - h * 0.7), (x + w * 0.3, base - h)], (x, base - h));
        for half in [side, other] {
            self.stroke(half.clone(), 10.0, cloth.lighten(-0.05));
            self.fill(half, Fill::vertical(cloth.lighten(0.05), cloth.lighten(-0.08), base - h, base));
        }
        self.fill(
            polygon(&[(x - w * 0.5, base), (x, base - h), (x + w * 0.5, base)]),
            Fill::vertical(cloth.lighten(0.05), cloth.lighten(-0.08), base - h, base),
        );
        self.fill(
            polygon(&[
                (x - w * 0.2, base - h * 1.2),
                (x + w * 0.2, base - h * 1.2),
                (x + w * 0.09, base - h * 0.96),
                (x - w * 0.09, base - h * 0.96),
            ]),
            cloth,
        );
        self.stroke(line(&[(x - w * 0.09, base - h * 0.97), (x + w * 0.09, base - h * 0.97)]), w * 0.05, self.ember());
        self.logo(x, base - h * 0.3, w * 0.13, self.ember(), self.ink().alpha(0.7));
    }

    pub(super) fn carton(&mut self) {
        let kind = self.rng.int(0, 1);
        self.on_table(|s| {
            if kind == 0 {
                s.box_of_cardboard(-170.0, 0.0, 300.0, 230.0);
                s.box_of_cardboard(165.0, 6.0, 320.0, 250.0);
                s.box_of_cardboard(-20.0, -248.0, 320.0, 220.0);
            } else {
                s.open_box();
            }
        });
    }

    pub(super) fn box_of_cardboard(&mut self, x: f32, base: f32, w: f32, h: f32) {
        let (kraft, ink, tape) = (self.kraft(), self.shade().alpha(0.75), self.light().mix(self.kraft(), 0.4));
        self.shadow(x, base + 2.0, w * 0.54);
        self.slab([x - w / 2.0, base - h, w, h], 6.0, kraft);
        self.fill(rect(x - w * 0.09, base - h, w * 0.18, h * 0.36), tape);
        self.fill(rect(x - w / 2.0, base - h, w, 7.0), kraft.lighten(0.08));
        for arrow in [0.28, 0.4] {
            let (ax, y) = (x + w * (arrow - 0.66), base - h * 0.14);
            self.stroke(line(&[(ax, y), (ax, y - h * 0.24)]), 6.0, ink);
            self.stroke(line(&[(ax - 10.0, y - h * 0.17), (ax, y - h * 0.25), (ax + 10.0, y - h * 0.17)]), 6.0, ink);
        }
        let paper = self.paper();
        self.fill(rect(x + w * 0.06, base - h * 0.46, w * 0.34, h * 0.34), paper);
        self.writing([x + w * 0.1, base - h * 0.4, w * 0.26], 3, h * 0.09, self.ink());
    }

    fn open_box(&mut self) {
        let (kraft, dark) = (self.kraft(), self.kraft().mix(self.shade(), 0.6));
        self.shadow(0.0, 4.0, 300.0);
        self.fill(polygon(&[(-270.0, -330.0), (270.0, -330.0), (210.0, -420.0), (-210.0, -420.0)]), dark);
        for (place, tone) in [self.body(), self.paper(), self.body()].into_iter().enumerate() {
            let x = -190.0 + 130.0 * to_f32(place);
            for antenna in [16.0, 94.0] {
                self.stroke(line(&[(x + antenna, -400.0), (x + antenna, -520.0)]), 13.0, self.shade());
            }
            self.slab([x, -440.0, 112.0, 200.0], 14.0, tone);
            self.lit_dot(x + 56.0, -410.0, 8.0);
        }
        self.slab([-270.0, -332.0, 540.0, 334.0], 6.0, kraft);
        for way in [-1.0, 1.0] {
            let flap = [(way * 270.0, -332.0), (way * 210.0, -420.0), (way * 330.0, -470.0), (way * 390.0, -370.0)];
            self.fill(polygon(&flap), kraft.lighten(if way < 0.0 { 0.05 } else { -0.05 }));
        }
        let (ink, paper) = (self.shade().alpha(0.75), self.paper());
        for arrow in [-200.0, -150.0] {
            self.stroke(line(&[(arrow, -50.0), (arrow, -130.0)]), 9.0, ink);
            self.stroke(line(&[(arrow - 17.0, -110.0), (arrow, -134.0), (arrow + 17.0, -110.0)]), 9.0, ink);
        }
        self.fill(rect(20.0, -170.0, 200.0, 130.0), paper);
        self.writing([40.0, -150.0, 160.0], 4, 28.0, self.ink());
    }
}
