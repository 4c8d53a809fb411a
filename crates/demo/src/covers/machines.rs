//! Machines: devices on a desk, locks, the cinema.

use std::f32::consts::{PI, TAU};

use tiny_skia::PathBuilder;

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn devices(&mut self) {
        self.background();
        let desk = 640.0;
        let w = self.width;
        let x = w * 0.5 + self.rng.float(-50.0, 50.0);
        let up = self.rng.float(270.0, 330.0);
        self.halo(x, up + 60.0, 560.0, 0.34);
        let disc = self.light();
        self.fill(
            circle(x + self.rng.float(-160.0, 160.0), up, 235.0),
            disc.alpha(if self.time_of_day == TimeOfDay::Day { 0.55 } else { 0.3 }),
        );
        let table = self.depth(0.85);
        self.fill(
            rect(-1.0, desk, w + 2.0, HEIGHT),
            Fill::vertical(table.lighten(0.04), table.lighten(-0.05), desk, HEIGHT),
        );
        match self.rng.int(0, 2) {
            0 => {
                self.laptop(x - 60.0, desk + 40.0, 560.0);
                self.phone(x + 285.0, desk + 62.0, 290.0, 0.0);
            }
            1 => {
                let lean = self.rng.pick(&[-9.0, -6.0, 4.0]);
                self.phone(x - 110.0 - lean * 9.0, desk + 88.0, 540.0, lean);
                self.headphones(x + 240.0, desk + 50.0, 150.0);
            }
            _ => {
                self.laptop(x + 60.0, desk + 40.0, 560.0);
                self.lamp(x - 390.0, desk + 10.0);
            }
        }
    }

    fn laptop(&mut self, x: f32, base: f32, w: f32) {
        let (h, body) = (w * 0.63, self.shade());
        let top = base - h - 14.0;
        self.fill(ellipse(x, base + 16.0, w * 0.72, 16.0), self.shade().lighten(-0.06).alpha(0.45));
        self.fill(rounded_rect(x - w / 2.0, top, w, h, 18.0), body.lighten(0.02));
        self.screen(x - w / 2.0 + 15.0, top + 15.0, w - 30.0, h - 34.0, 6.0);
        let metal = self.paper().mix(self.tone(0.6, 0.06), 0.4);
        self.fill(
            polygon(&[
                (x - w * 0.5, base - 14.0),
                (x + w * 0.5, base - 14.0),
                (x + w * 0.64, base + 10.0),
                (x - w * 0.64, base + 10.0),
            ]),
            Fill::vertical(metal.lighten(-0.1), metal, base - 14.0, base + 10.0),
        );
        self.fill(rounded_rect(x - w * 0.64, base + 8.0, w * 1.28, 12.0, 6.0), metal.lighten(-0.2));
    }

    fn phone(&mut self, x: f32, base: f32, h: f32, lean: f32) {
        let (w, body) = (h * 0.49, self.shade());
        self.fill(ellipse(x, base + 4.0, w * 0.66, 12.0), self.shade().lighten(-0.06).alpha(0.45));
        self.with_transform(x, base, lean, |s| {
            s.fill(rounded_rect(-w / 2.0 + 7.0, -h, w, h, w * 0.15), body.lighten(-0.06));
            s.fill(rounded_rect(-w / 2.0, -h, w, h, w * 0.15), body.lighten(0.05));
            let edge = w * 0.05;
            s.screen(-w / 2.0 + edge, -h + edge, w - edge * 2.0, h - edge * 2.0, w * 0.11);
            s.fill(rounded_rect(-w * 0.13, -h + edge * 1.8, w * 0.26, edge * 1.0, edge), body);
            // A payment that went through.
            let (card, ember) = (s.paper(), s.ember());
            s.fill(rounded_rect(-w * 0.38, -h * 0.4, w * 0.76, h * 0.2, w * 0.06), card.alpha(0.95));
            s.fill(circle(-w * 0.24, -h * 0.3, w * 0.085), ember);
            s.stroke(line(&[(-w * 0.28, -h * 0.3), (-w * 0.25, -h * 0.285), (-w * 0.2, -h * 0.32)]), w * 0.02, card);
            let ink = s.tone(0.4, 0.08);
            s.fill(rounded_rect(-w * 0.1, -h * 0.342, w * 0.4, h * 0.022, 9.0), ink);
            s.fill(rounded_rect(-w * 0.1, -h * 0.288, w * 0.26, h * 0.018, 9.0), ink.alpha(0.45));
        });
    }

    fn headphones(&mut self, x: f32, base: f32, r: f32) {
        let (band, cup) = (self.shade().lighten(0.04), self.ember());
        self.fill(ellipse(x, base + 4.0, r * 1.15, 12.0), self.shade().lighten(-0.06).alpha(0.4));
        self.stroke(arc(x, base - r * 0.62, r, -PI * 1.02, PI * 0.02), r * 0.15, band);
        for way in [-1.0, 1.0] {
            self.fill(
                rounded_rect(x + way * r - r * 0.19, base - r * 0.82, r * 0.38, r * 0.82, r * 0.18),
                Fill::vertical(cup.lighten(0.06), cup.lighten(-0.08), base - r, base),
            );
            self.fill(rounded_rect(x + way * r * 0.82 - r * 0.09, base - r * 0.74, r * 0.18, r * 0.66, r * 0.09), band);
        }
    }

    fn lamp(&mut self, x: f32, base: f32) {
        let tone = self.shade().lighten(0.03);
        self.fill(rounded_rect(x - 66.0, base - 4.0, 132.0, 20.0, 10.0), tone);
        self.stroke(line(&[(x, base), (x - 56.0, base - 190.0), (x + 66.0, base - 350.0)]), 13.0, tone);
        self.fill(circle(x - 56.0, base - 190.0, 15.0), tone.lighten(0.08));
        let light = self.light();
        let (hx, hy) = (x + 92.0, base - 330.0);
        self.fill(
            polygon(&[(hx - 44.0, hy + 34.0), (hx + 84.0, hy - 2.0), (hx + 330.0, base), (hx - 20.0, base)]),
            Fill::vertical(light.alpha(0.42), light.alpha(0.02), hy, base),
        );
        self.with_transform(hx, hy, -17.0, |s| {
            s.fill(
                polygon(&[(-24.0, -46.0), (24.0, -46.0), (70.0, 26.0), (-70.0, 26.0)]),
                Fill::vertical(tone.lighten(0.12), tone, -46.0, 26.0),
            );
            s.fill(ellipse(0.0, 26.0, 70.0, 12.0), light.lighten(0.06));
        });
    }

    pub(super) fn shield(&mut self) {
        self.background();
        let (x, y) = (self.width * self.rng.float(0.45, 0.55), 392.0);
        let rays = self.rng.int(14, 22);
        let turn = self.rng.float(0.0, TAU);
        let ray = self.light();
        for index in 0..rays {
            let (from, wide) = (turn + TAU * fraction(index, rays), TAU / to_f32(rays) * 0.42);
            let reach = 1400.0;
            self.fill(
                polygon(&[
                    (x, y),
                    (x + reach * from.cos(), y + reach * from.sin()),
                    (x + reach * (from + wide).cos(), y + reach * (from + wide).sin()),
                ]),
                Fill::Radial(ray.alpha(0.2), ray.alpha(0.015), [x, y, 760.0]),
            );
        }
        self.halo(x, y, 520.0, 0.36);
        if self.rng.chance(0.5) { self.padlock(x, y + 40.0) } else { self.crest(x, y) }
    }

    fn crest(&mut self, x: f32, y: f32) {
        let shape = |s: f32, half: f32| {
            let mut p = PathBuilder::new();
            p.move_to(x, y - 290.0 * s);
            p.cubic_to(
                x + 90.0 * s * half,
                y - 228.0 * s,
                x + 170.0 * s * half,
                y - 214.0 * s,
                x + 236.0 * s * half,
                y - 210.0 * s,
            );
            p.cubic_to(x + 246.0 * s * half, y + 40.0 * s, x + 190.0 * s * half, y + 210.0 * s, x, y + 300.0 * s);
            p
        };
        let whole = |s: f32| {
            let mut p = shape(s, 1.0);
            p.cubic_to(x - 190.0 * s, y + 210.0 * s, x - 246.0 * s, y + 40.0 * s, x - 236.0 * s, y - 210.0 * s);
            p.cubic_to(x - 170.0 * s, y - 214.0 * s, x - 90.0 * s, y - 228.0 * s, x, y - 290.0 * s);
            p.close();
            p.finish()
        };
        let half = |s: f32| {
            let mut p = shape(s, 1.0);
            p.close();
            p.finish()
        };
        let (outer, inner) = (self.depth(0.9), self.depth(0.45));
        self.with_transform(0.0, 16.0, 0.0, |s| s.fill(whole(1.0), s.shade().lighten(-0.06).alpha(0.4)));
        self.fill(whole(1.0), Fill::vertical(outer.lighten(0.07), outer, y - 290.0, y + 300.0));
        self.fill(whole(0.88), self.paper().alpha(0.9));
        self.fill(whole(0.845), Fill::vertical(inner.lighten(0.06), inner.lighten(-0.04), y - 250.0, y + 250.0));
        self.fill(half(0.845), self.shade().alpha(0.2));
        let light = self.light();
        match self.rng.int(0, 2) {
            0 => {
                self.halo(x, y, 250.0, 0.5);
                self.keyhole(x, y - 16.0, 62.0, light);
            }
            1 => {
                self.halo(x, y, 230.0, 0.4);
                self.stroke(line(&[(x - 96.0, y + 2.0), (x - 24.0, y + 76.0), (x + 108.0, y - 84.0)]), 40.0, light);
            }
            _ => {
                self.halo(x, y, 230.0, 0.45);
                let paper = self.paper();
                self.logo(x, y + 36.0, 118.0, light, paper);
            }
        }
    }

    fn keyhole(&mut self, x: f32, y: f32, r: f32, tone: Oklch) {
        self.fill(circle(x, y, r), tone);
        self.fill(
            polygon(&[
                (x - r * 0.36, y + r * 0.5),
                (x + r * 0.36, y + r * 0.5),
                (x + r * 0.72, y + r * 2.4),
                (x - r * 0.72, y + r * 2.4),
            ]),
            tone,
        );
    }

    fn padlock(&mut self, x: f32, y: f32) {
        let (body, bow) = (self.depth(0.72), self.paper().mix(self.tone(0.6, 0.08), 0.35));
        let (w, h) = (400.0, 320.0);
        let open = self.rng.chance(0.25);
        let lift = if open { 46.0 } else { 0.0 };
        let mut p = PathBuilder::new();
        p.move_to(x - 128.0, y - 40.0);
        p.line_to(x - 128.0, y - 150.0 - lift);
        p.cubic_to(x - 128.0, y - 330.0 - lift, x + 128.0, y - 330.0 - lift, x + 128.0, y - 150.0 - lift);
        p.line_to(x + 128.0, y - if open { 120.0 } else { 40.0 });
        self.stroke(
            p.finish(),
            52.0,
            Fill::Linear(bow.lighten(0.05), bow.lighten(-0.14), [x - 130.0, 0.0, x + 150.0, 0.0]),
        );
        self.fill(rounded_rect(x - w / 2.0, y - 80.0 + 16.0, w, h, 46.0), self.shade().lighten(-0.06).alpha(0.4));
        self.fill(
            rounded_rect(x - w / 2.0, y - 80.0, w, h, 46.0),
            Fill::vertical(body.lighten(0.1), body.lighten(-0.03), y - 80.0, y + 240.0),
        );
        self.fill(rounded_rect(x - w / 2.0, y - 80.0, w * 0.5, h, 46.0), self.paper().alpha(0.05));
        self.halo(x, y + 70.0, 210.0, 0.55);
        let light = self.light();
        self.keyhole(x, y + 46.0, 48.0, light);
    }

    pub(super) fn film(&mut self) {
        self.background();
        match self.rng.int(0, 2) {
            0 => self.strips(),
            1 => self.projector(),
            _ => self.player(),
        }
    }

    fn strips(&mut self) {
        let (w, turn) = (self.width, self.rng.pick(&[-16.0, -11.0, 12.0, 17.0]));
        self.halo(w * 0.5, 400.0, 620.0, 0.34);
        for (offset, scale, back) in [(-250.0, 0.8, true), (270.0, 0.8, true), (0.0, 1.0, false)] {
            let base = self.shade();
            let tone = if back { base.mix(self.depth(0.3), 0.3) } else { base };
            let shift = self.rng.float(-180.0, 0.0);
            self.with_transform(w * 0.5, 400.0 + offset, turn, |s| {
                let (high, frame) = (290.0 * scale, 330.0 * scale);
                let reach = w * 0.75;
                s.fill(rect(-reach, -high / 2.0 + 12.0, reach * 2.0, high), base.lighten(-0.06).alpha(0.35));
                s.fill(rect(-reach, -high / 2.0, reach * 2.0, high), tone);
                let hole = if s.time_of_day == TimeOfDay::Night { s.depth(0.1) } else { s.secondary(0.66, 0.1) };
                let mut x = -reach + 10.0;
                while x < reach {
                    for y in [-high * 0.44, high * 0.37] {
                        s.fill(rounded_rect(x, y, 24.0 * scale, high * 0.07, 4.0), hole);
                    }
                    x += 46.0 * scale;
                }
                let mut x = -frame * 3.0 + shift;
                while x < reach {
                    s.screen(x, -high * 0.32, frame - 22.0 * scale, high * 0.64, 6.0);
                    x += frame;
                }
            });
        }
    }

    fn projector(&mut self) {
        let (w, flip) = (self.width, self.rng.chance(0.5));
        let way = if flip { -1.0 } else { 1.0 };
        let (px, py) = (w * 0.5 - way * 330.0, 590.0);
        let (sx, sy) = (w * 0.5 + way * 130.0, 300.0);
        let light = self.light();
        let (sw, sh) = (520.0, 330.0);
        self.halo(sx, sy, 480.0, 0.4);
        self.fill(
            polygon(&[
                (px + way * 96.0, py - 14.0),
                (sx - way * sw * 0.5, sy - sh * 0.5),
                (sx + way * sw * 0.5, sy + sh * 0.5),
                (sx - way * sw * 0.5, sy + sh * 0.5),
            ]),
            Fill::Linear(light.alpha(0.6), light.alpha(0.08), [px, py, sx, sy]),
        );
        let frame = self.shade();
        self.fill(rounded_rect(sx - sw / 2.0 - 14.0, sy - sh / 2.0 - 14.0, sw + 28.0, sh + 28.0, 8.0), self.paper());
        self.screen(sx - sw / 2.0, sy - sh / 2.0, sw, sh, 2.0);
        let seat = self.depth(0.95);
        self.fill(rect(-1.0, 690.0, w + 2.0, 120.0), Fill::vertical(seat.lighten(0.05), seat, 690.0, 800.0));
        self.fill(
            rounded_rect(px - 100.0, py - 66.0, 190.0, 120.0, 18.0),
            Fill::vertical(frame.lighten(0.1), frame, py - 66.0, py + 54.0),
        );
        self.fill(rounded_rect(px + if flip { -126.0 } else { 84.0 }, py - 40.0, 34.0, 56.0, 6.0), frame.lighten(0.16));
        for (dx, r) in [(-58.0, 66.0), (52.0, 54.0)] {
            let (x, y) = (px + dx, py - 66.0 - r * 0.86);
            self.fill(circle(x, y, r), frame.lighten(0.05));
            for hole in 0..5u8 {
                let t = f32::from(hole) / 5.0 * TAU + 0.4;
                self.fill(circle(x + r * 0.56 * t.cos(), y + r * 0.56 * t.sin(), r * 0.2), self.depth(0.35));
            }
            self.fill(circle(x, y, r * 0.16), self.ember());
        }
        for dx in [-70.0, 0.0, 60.0] {
            self.stroke(line(&[(px, py + 50.0), (px + dx, 720.0)]), 10.0, frame.lighten(0.02));
        }
        // The first row.
        let count = 9usize;
        for head in 0..count {
            let x = w * (to_f32(head) + 0.5) / to_f32(count) + self.rng.float(-16.0, 16.0);
            let r = self.rng.float(27.0, 36.0);
            let y = 742.0 + self.rng.float(-8.0, 10.0);
            self.fill(circle(x, y, r), frame.lighten(-0.03));
            self.fill(ellipse(x, y + r * 2.0, r * 1.9, r * 1.3), frame.lighten(-0.03));
        }
    }

    fn player(&mut self) {
        let (x, y) = (self.width * 0.5, 400.0);
        self.halo(x, y, 600.0, 0.34);
        let (w, h) = (760.0, 460.0);
        for back in [2.0, 1.0] {
            let tone = self.depth(0.35 + 0.2 * back).alpha(0.75);
            self.with_transform(x, y, self.rng.pick(&[-1.0, 1.0]) * back * 4.5, |s| {
                s.fill(rounded_rect(-w / 2.0, -h / 2.0, w, h, 26.0), tone)
            });
        }
        let frame = self.shade();
        self.fill(rounded_rect(x - w / 2.0, y - h / 2.0, w, h, 26.0), frame);
        self.screen(x - w / 2.0 + 16.0, y - h / 2.0 + 16.0, w - 32.0, h - 92.0, 14.0);
        let (paper, ember) = (self.paper(), self.ember());
        let level = y + h / 2.0 - 38.0;
        let done = self.rng.float(0.25, 0.7);
        self.stroke(line(&[(x - w / 2.0 + 44.0, level), (x + w / 2.0 - 44.0, level)]), 9.0, paper.alpha(0.3));
        self.stroke(line(&[(x - w / 2.0 + 44.0, level), (x - w / 2.0 + 44.0 + (w - 88.0) * done, level)]), 9.0, ember);
        self.fill(circle(x - w / 2.0 + 44.0 + (w - 88.0) * done, level, 16.0), paper);
        self.fill(circle(x, y - 30.0, 86.0), paper.alpha(0.95));
        self.fill(polygon(&[(x - 25.0, y - 76.0), (x - 25.0, y + 16.0), (x + 52.0, y - 30.0)]), ember);
    }
}
