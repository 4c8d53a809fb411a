//! Locks: what is kept, and what opens it.

use std::f32::consts::TAU;

use tiny_skia::PathBuilder;

use super::palette::Oklch;
use super::scene::{Scene, fraction, to_f32};
use super::shapes::{Fill, circle, line, polygon, rounded_rect};

impl Scene {
    pub(super) fn padlock(&mut self) {
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
        self.lock(x, y + 40.0);
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

    fn lock(&mut self, x: f32, y: f32) {
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

    /// Keys on a ring; one of them in the light.
    pub(super) fn keys(&mut self) {
        let count = self.rng.int(2, 4);
        self.in_air(|s| {
            let tones = [s.metal(), s.body().lighten(0.1), s.metal().lighten(-0.12)];
            for key in 0..count {
                let turn = -62.0 + 40.0 * to_f32(key);
                s.with_transform(-90.0, -190.0, turn, |s| s.key(0.8, tones[key % 3]));
            }
            s.stroke(circle(-90.0, -230.0, 104.0), 20.0, s.metal().lighten(-0.1));
            s.halo(60.0, 140.0, 320.0, 0.4);
            s.with_transform(-90.0, -190.0, -26.0, |s| s.key(1.12, s.brass()));
        });
    }

    /// A key that hangs from the origin.
    fn key(&mut self, size: f32, tone: Oklch) {
        self.with_scale(0.0, 0.0, size, size, |s| {
            let ink = Fill::Linear(tone.lighten(0.1), tone.lighten(-0.1), [-90.0, 0.0, 90.0, 0.0]);
            s.stroke(circle(0.0, 66.0, 72.0), 44.0, ink);
            s.fill(rounded_rect(-24.0, 130.0, 48.0, 350.0, 12.0), ink);
            for (y, reach) in [(330.0, 70.0), (384.0, 46.0), (432.0, 74.0)] {
                s.fill(rounded_rect(10.0, y, reach, 34.0, 6.0), ink);
            }
            s.fill(rounded_rect(-36.0, 146.0, 72.0, 26.0, 8.0), tone.lighten(-0.08));
        });
    }

    pub(super) fn safe(&mut self) {
        let (turn, spokes) = (self.rng.float(0.0, 60.0), self.rng.int(3, 5));
        self.on_table(|s| {
            let (body, metal, light) = (s.body(), s.metal(), s.light());
            s.shadow(0.0, 6.0, 330.0);
            for foot in [-230.0, 150.0] {
                s.slab([foot, -30.0, 80.0, 34.0], 8.0, s.shade());
            }
            s.slab([-290.0, -520.0, 580.0, 500.0], 40.0, body);
            s.slab([-244.0, -474.0, 488.0, 408.0], 24.0, body.lighten(-0.08));
            s.slab([-226.0, -456.0, 452.0, 372.0], 18.0, body.lighten(0.05));
            for hinge in [-400.0, -200.0] {
                s.slab([-304.0, hinge, 36.0, 70.0], 10.0, metal);
            }
            s.halo(20.0, -270.0, 230.0, 0.5);
            s.with_transform(20.0, -270.0, turn, |s| {
                for spoke in 0..spokes {
                    s.with_transform(0.0, 0.0, 360.0 * fraction(spoke, spokes), |s| {
                        s.stroke(line(&[(0.0, 0.0), (0.0, -128.0)]), 22.0, metal);
                        s.fill(circle(0.0, -132.0, 24.0), s.ember());
                    });
                }
                s.fill(circle(0.0, 0.0, 74.0), Fill::vertical(metal.lighten(0.06), metal.lighten(-0.16), -74.0, 74.0));
                s.fill(circle(0.0, 0.0, 34.0), light);
            });
            s.slab([-196.0, -430.0, 120.0, 54.0], 12.0, s.shade());
            for dot in 0..4u8 {
                s.fill(circle(-172.0 + f32::from(dot) * 24.0, -403.0, 7.0), light);
            }
        });
    }

    /// A cabinet with one drawer open and its cards in the light.
    pub(super) fn filing_cabinet(&mut self) {
        self.background();
        let (w, way, open) = (self.width, self.rng.pick(&[-1.0, 1.0]), self.rng.int(0, 1));
        let floor = 700.0;
        self.halo(w * 0.5 - way * 120.0, 240.0, 600.0, 0.4);
        self.ground(floor);
        let cards = self.rng.int(6, 8);
        self.with_scale(w * 0.5 - way * 70.0, floor + 30.0, way, 1.0, |s| {
            let (body, metal) = (s.body(), s.metal());
            s.shadow(0.0, 6.0, 260.0);
            s.slab([-220.0, -620.0, 440.0, 620.0], 16.0, body);
            for drawer in 0..3usize {
                let y = -596.0 + 196.0 * to_f32(drawer);
                s.slab([-196.0, y, 392.0, 180.0], 12.0, body.lighten(0.06));
                s.slab([-60.0, y + 96.0, 120.0, 26.0], 12.0, metal);
                s.slab([-70.0, y + 34.0, 140.0, 44.0], 6.0, s.paper());
                s.writing([-54.0, y + 48.0, 108.0], 1, 34.0, s.ink());
            }
            let y = -596.0 + 196.0 * to_f32(open);
            s.halo(60.0, y, 330.0, 0.6);
            s.fill(rounded_rect(-196.0, y, 392.0, 180.0, 12.0), s.shade());
            for card in 0..cards {
                let t = fraction(card, cards - 1);
                let (x, top) = (-170.0 + 90.0 * t, y - 56.0 + 50.0 * t);
                let tones = [s.paper(), s.light(), s.paper().lighten(-0.06), s.ember()];
                let tone = tones[card % 4];
                s.slab([x + 60.0 * to_f32(card % 3), top - 26.0, 110.0, 40.0], 8.0, tone);
                s.slab([x, top, 392.0 - 40.0, 160.0], 6.0, tone);
            }
            s.slab([-120.0, y + 30.0, 430.0, 196.0], 14.0, body.lighten(0.1));
            s.slab([30.0, y + 138.0, 130.0, 28.0], 12.0, metal);
            s.slab([20.0, y + 66.0, 150.0, 48.0], 6.0, s.paper());
            s.writing([38.0, y + 82.0, 114.0], 1, 36.0, s.ink());
        });
    }
}
