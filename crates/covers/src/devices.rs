//! Devices: computers, phones and what is plugged into them.

use std::f32::consts::PI;

use super::props::curve;
use super::scene::{Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn laptop(&mut self) {
        let (has_lamp, is_open) = (self.rng.chance(0.5), self.rng.chance(0.6));
        self.on_table(|s| {
            if !is_open {
                s.laptop_from_the_side();
                return;
            }
            s.open_laptop(-20.0, 0.0, 520.0);
            if has_lamp {
                s.lamp(-370.0, -10.0);
            } else {
                s.mug(360.0, 26.0);
            }
        });
    }

    /// Used laptops: a pile of closed ones, the uppermost open, each with its tag.
    pub(super) fn laptop_stack(&mut self) {
        let count = self.rng.int(3, 4);
        self.on_table(|s| {
            let tones = [s.metal(), s.body(), s.ember(), s.kraft()];
            s.shadow(0.0, 4.0, 310.0);
            let mut y = 0.0;
            for tone in tones.into_iter().take(count) {
                let x = s.rng.float(-16.0, 16.0);
                s.slab([x - 290.0, y - 42.0, 580.0, 42.0], 14.0, tone);
                s.fill(rect(x - 280.0, y - 24.0, 560.0, 4.0), s.shade().alpha(0.4));
                s.price_tag(x + 200.0, y - 22.0);
                y -= 44.0;
            }
            s.open_laptop(-10.0, y - 14.0, 420.0);
        });
    }

    fn price_tag(&mut self, x: f32, y: f32) {
        let turn = self.rng.float(-14.0, 14.0);
        self.with_transform(x, y, turn, |s| {
            s.stroke(line(&[(0.0, 0.0), (60.0, 10.0)]), 4.0, s.shade());
            let tag = [(56.0, 10.0), (80.0, -14.0), (158.0, -14.0), (158.0, 34.0), (80.0, 34.0)];
            s.fill(polygon(&tag), s.paper());
            s.fill(circle(78.0, 10.0, 6.0), s.ember());
            s.writing([96.0, 0.0, 50.0], 1, 46.0, s.ink());
        });
    }

    fn open_laptop(&mut self, x: f32, base: f32, w: f32) {
        let (h, body) = (w * 0.63, self.shade());
        let top = base - h - 14.0;
        self.shadow(x, base + 16.0, w * 0.72);
        self.fill(rounded_rect(x - w / 2.0, top, w, h, 18.0), body.lighten(0.02));
        self.screen(x - w / 2.0 + 15.0, top + 15.0, w - 30.0, h - 34.0, 6.0);
        let metal = self.metal();
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

    /// A laptop that shows its hinge and its thickness.
    fn laptop_from_the_side(&mut self) {
        let (metal, light, dark) = (self.metal(), self.light(), self.shade());
        let lean = self.rng.float(-24.0, -14.0);
        self.shadow(30.0, 10.0, 340.0);
        self.with_transform(-190.0, -34.0, lean, |s| {
            s.fill(
                polygon(&[(6.0, -20.0), (6.0, -420.0), (470.0, -330.0), (440.0, 40.0)]),
                Fill::Linear(light.alpha(0.5), light.alpha(0.0), [0.0, -220.0, 400.0, -140.0]),
            );
            s.slab([-22.0, -440.0, 24.0, 440.0], 10.0, metal);
            s.fill(rect(0.0, -418.0, 5.0, 380.0), light);
        });
        let ink = Fill::vertical(metal.lighten(0.05), metal.lighten(-0.14), -52.0, 0.0);
        self.fill(polygon(&[(-214.0, -50.0), (330.0, -30.0), (338.0, -14.0), (300.0, 0.0), (-200.0, 0.0)]), ink);
        for key in 0..13u8 {
            let x = -130.0 + f32::from(key) * 28.0;
            self.fill(rounded_rect(x, -53.0 + (x + 214.0) * 0.0367, 20.0, 8.0, 3.0), dark);
        }
        for port in 0..3u8 {
            self.fill(rounded_rect(-150.0 + f32::from(port) * 62.0, -26.0, 40.0, 12.0, 6.0), dark);
        }
        self.fill(circle(-194.0, -36.0, 25.0), self.ember());
        self.fill(circle(-194.0, -36.0, 10.0), metal);
        self.mug(420.0, 10.0);
    }

    pub(super) fn phone(&mut self) {
        let (kind, lean) = (self.rng.int(0, 1), self.rng.float(5.0, 10.0));
        self.on_table(|s| {
            if kind == 0 {
                s.phone_back(-120.0, 0.0, 480.0, -lean);
                s.handset(120.0, 26.0, 500.0, lean);
            } else {
                let tones = [s.ember(), s.body(), s.tone(0.6, 0.1)];
                for (place, tone) in tones.into_iter().enumerate() {
                    s.slab([-330.0, -70.0 * to_f32(place) - 66.0, 250.0, 66.0], 8.0, tone);
                    s.fill(rounded_rect(-300.0, -70.0 * to_f32(place) - 42.0, 90.0, 16.0, 8.0), s.paper());
                }
                s.handset(100.0, 16.0, 520.0, lean);
            }
        });
    }

    /// The front of a phone that stands at (x, base), with the message of a payment.
    pub(super) fn handset(&mut self, x: f32, base: f32, h: f32, lean: f32) {
        let (w, body) = (h * 0.49, self.shade());
        self.shadow(x, base + 4.0, w * 0.66);
        self.with_transform(x, base, lean, |s| {
            s.fill(rounded_rect(-w / 2.0 + 7.0, -h, w, h, w * 0.15), body.lighten(-0.06));
            s.fill(rounded_rect(-w / 2.0, -h, w, h, w * 0.15), body.lighten(0.05));
            let edge = w * 0.05;
            s.screen(-w / 2.0 + edge, -h + edge, w - edge * 2.0, h - edge * 2.0, w * 0.11);
            s.fill(rounded_rect(-w * 0.13, -h + edge * 1.8, w * 0.26, edge * 1.0, edge), body);
            let (card, ember) = (s.paper(), s.ember());
            s.fill(rounded_rect(-w * 0.38, -h * 0.4, w * 0.76, h * 0.2, w * 0.06), card.alpha(0.95));
            s.fill(circle(-w * 0.24, -h * 0.3, w * 0.085), ember);
            s.stroke(line(&[(-w * 0.28, -h * 0.3), (-w * 0.25, -h * 0.285), (-w * 0.2, -h * 0.32)]), w * 0.02, card);
            let ink = s.tone(0.4, 0.08);
            s.fill(rounded_rect(-w * 0.1, -h * 0.342, w * 0.4, h * 0.022, 9.0), ink);
            s.fill(rounded_rect(-w * 0.1, -h * 0.288, w * 0.26, h * 0.018, 9.0), ink.alpha(0.45));
        });
    }

    fn phone_back(&mut self, x: f32, base: f32, h: f32, lean: f32) {
        let (w, body) = (h * 0.49, self.body().lighten(0.06));
        self.shadow(x, base + 4.0, w * 0.66);
        self.with_transform(x, base, lean, |s| {
            s.slab([-w / 2.0, -h, w, h], w * 0.15, body);
            s.slab([-w * 0.4, -h * 0.95, w * 0.42, w * 0.74], w * 0.1, body.lighten(-0.08));
            for row in [0.16, 0.5] {
                s.camera_eye(-w * 0.19, -h * 0.95 + w * (row + 0.04), w * 0.14);
            }
            let mark = s.paper().alpha(0.7);
            s.logo(0.0, -h * 0.42, w * 0.13, mark, mark);
        });
    }

    pub(super) fn phone_camera(&mut self) {
        let eyes = self.rng.int(2, 3);
        self.in_air(|s| {
            let (w, body) = (430.0, s.body().lighten(0.04));
            s.fill(rounded_rect(-w / 2.0 + 12.0, -318.0, w, 900.0, 76.0), s.shade().alpha(0.35));
            s.slab([-w / 2.0, -330.0, w, 900.0], 76.0, body);
            s.fill(rounded_rect(-w / 2.0 + 7.0, -323.0, w - 14.0, 900.0, 70.0), s.paper().alpha(0.06));
            let island = if eyes == 3 { 330.0 } else { 190.0 };
            s.slab([-w / 2.0 + 34.0, -296.0, island, 330.0], 62.0, body.lighten(-0.1));
            s.camera_eye(-w / 2.0 + 128.0, -212.0, 72.0);
            s.camera_eye(-w / 2.0 + 128.0, -48.0, 72.0);
            let flash = if eyes == 3 {
                s.camera_eye(-w / 2.0 + 274.0, -130.0, 72.0);
                (-w / 2.0 + 300.0, -250.0)
            } else {
                (-w / 2.0 + 290.0, -236.0)
            };
            s.lit_dot(flash.0, flash.1, 24.0);
            let mark = s.paper().alpha(0.55);
            s.logo(0.0, 200.0, 62.0, mark, mark);
        });
    }

    /// A lens seen from the front.
    fn camera_eye(&mut self, x: f32, y: f32, r: f32) {
        let (rim, dark, glass) = (self.metal(), self.shade(), self.secondary(0.5, 0.13));
        self.fill(circle(x, y, r), Fill::vertical(rim, rim.lighten(-0.25), y - r, y + r));
        self.fill(circle(x, y, r * 0.86), dark);
        self.fill(circle(x, y, r * 0.6), Fill::Radial(glass, dark, [x - r * 0.1, y - r * 0.1, r * 0.62]));
        self.fill(circle(x, y, r * 0.24), dark.lighten(-0.05));
        self.fill(circle(x - r * 0.24, y - r * 0.28, r * 0.13), self.light().lighten(0.08));
        self.stroke(arc(x, y, r * 0.72, PI * 0.1, PI * 0.4), r * 0.05, self.light().alpha(0.6));
    }

    pub(super) fn monitor(&mut self) {
        let (kind, w) = (self.rng.int(0, 1), self.rng.float(560.0, 620.0));
        self.on_table(|s| {
            let (h, metal, body) = (w * 0.6, s.metal(), s.shade());
            let top = -h - 120.0;
            s.shadow(0.0, 4.0, 170.0);
            s.fill(
                polygon(&[(-36.0, -150.0), (36.0, -150.0), (48.0, -8.0), (-48.0, -8.0)]),
                Fill::Linear(metal.lighten(0.04), metal.lighten(-0.14), [-40.0, 0.0, 40.0, 0.0]),
            );
            s.slab([-150.0, -14.0, 300.0, 18.0], 9.0, metal);
            s.fill(rounded_rect(-w / 2.0, top, w, h, 18.0), body.lighten(0.03));
            if kind == 0 {
                s.screen(-w / 2.0 + 14.0, top + 14.0, w - 28.0, h - 44.0, 6.0);
            } else {
                s.spreadsheet([-w / 2.0 + 14.0, top + 14.0, w - 28.0, h - 44.0]);
            }
            s.fill(circle(0.0, top + h - 15.0, 6.0), s.light());
            s.mug(w / 2.0 - 10.0, 24.0);
        });
    }

    fn spreadsheet(&mut self, [x, y, w, h]: [f32; 4]) {
        let (paper, ink, ember) = (self.paper(), self.ink(), self.ember());
        self.fill(rect(x, y, w, h), paper);
        self.fill(rect(x, y, w, h * 0.13), self.tone(0.55, 0.1));
        let (columns, rows) = (5usize, 8usize);
        for row in 1..rows {
            let at = y + h * 0.13 + h * 0.87 * fraction(row, rows);
            self.stroke(line(&[(x, at), (x + w, at)]), 2.0, ink.alpha(0.25));
        }
        for column in 0..columns {
            let at = x + w * fraction(column, columns);
            self.stroke(line(&[(at, y + h * 0.13), (at, y + h)]), 2.0, ink.alpha(0.25));
            for row in 0..rows {
                let cell = y + h * 0.13 + h * 0.87 * fraction(row, rows) + h * 0.035;
                let share = self.rng.float(0.3, 0.75);
                let tone = if column + 1 == columns && row + 1 == rows { ember } else { ink.alpha(0.6) };
                self.fill(rounded_rect(at + 10.0, cell, w * 0.16 * share + 6.0, h * 0.035, 5.0), tone);
            }
        }
    }

    /// A tower whose fans breathe the dust that the light shows.
    pub(super) fn computer(&mut self) {
        self.background();
        let (w, floor) = (self.width, 650.0);
        let (way, light) = (self.rng.pick(&[-1.0, 1.0]), self.light());
        self.halo(w * 0.5, 300.0, 620.0, 0.3);
        self.with_scale(w * 0.5, 0.0, way, 1.0, |s| {
            for (from, wide) in [(-420.0, 150.0), (-190.0, 90.0), (-20.0, 120.0)] {
                s.fill(
                    polygon(&[
                        (from, -10.0),
                        (from + wide, -10.0),
                        (from + wide + 520.0, floor),
                        (from + 420.0, floor),
                    ]),
                    Fill::vertical(light.alpha(0.34), light.alpha(0.04), 0.0, floor),
                );
            }
        });
        self.ground(floor);
        self.with_scale(w * 0.5, floor + 40.0, way, 1.0, |s| {
            s.screen_on_foot(-210.0, 0.0);
            s.shadow(150.0, 6.0, 190.0);
            let body = s.body();
            s.slab([0.0, -510.0, 310.0, 510.0], 22.0, body);
            s.fan(155.0, -160.0, 112.0);
            s.fan(155.0, -372.0, 82.0);
            for slot in 0..2u8 {
                s.fill(rounded_rect(34.0, -488.0 + f32::from(slot) * 24.0, 180.0, 12.0, 6.0), body.lighten(-0.14));
            }
            s.lit_dot(264.0, -480.0, 9.0);
        });
        for _ in 0..90 {
            let (x, y) = (self.rng.float(w * 0.14, w * 0.9), self.rng.float(60.0, 720.0));
            let (r, strength) = (self.rng.float(2.0, 6.5), self.rng.float(0.3, 0.9));
            self.fill(circle(x, y, r), self.paper().mix(light, 0.4).alpha(strength));
        }
    }

    fn fan(&mut self, x: f32, y: f32, r: f32) {
        let (dark, blade) = (self.shade(), self.metal());
        self.fill(circle(x, y, r), dark);
        let turn = self.rng.float(0.0, 50.0);
        for number in 0..7u8 {
            self.with_transform(x, y, turn + f32::from(number) * 360.0 / 7.0, |s| {
                let p = curve((0.0, 0.0), [(r * 0.3, -r * 0.6), (r * 0.75, -r * 0.6)], (r * 0.9, 0.0));
                s.fill(p, Fill::Linear(blade.alpha(0.9), blade.lighten(-0.3), [r * 0.3, -r * 0.4, r * 0.5, 0.0]));
            });
        }
        self.fill(circle(x, y, r * 0.26), self.ember());
        self.stroke(circle(x, y, r), r * 0.08, blade.lighten(-0.2));
    }

    fn screen_on_foot(&mut self, x: f32, base: f32) {
        let (body, metal) = (self.shade(), self.metal());
        self.slab([x - 90.0, base - 14.0, 180.0, 16.0], 8.0, metal);
        self.slab([x - 20.0, base - 110.0, 40.0, 100.0], 4.0, metal.lighten(-0.1));
        self.fill(rounded_rect(x - 180.0, base - 350.0, 360.0, 250.0, 16.0), body);
        self.screen(x - 168.0, base - 338.0, 336.0, 216.0, 6.0);
    }

    pub(super) fn headphones(&mut self) {
        let (kind, lean) = (self.rng.int(0, 2), self.rng.float(-5.0, 5.0));
        self.on_table(|s| match kind {
            0 => {
                let (metal, r) = (s.metal(), 205.0);
                s.shadow(0.0, 4.0, 180.0);
                s.slab([-130.0, -20.0, 260.0, 24.0], 12.0, metal);
                s.slab([-14.0, -490.0, 28.0, 480.0], 10.0, metal.lighten(-0.06));
                s.with_transform(0.0, -150.0, lean, |s| s.headset(0.0, 0.0, r));
            }
            1 => {
                s.handset(-210.0, 20.0, 430.0, -6.0);
                s.headset(130.0, 0.0, 190.0);
            }
            _ => {
                let r = 235.0;
                s.headset(0.0, 0.0, r);
                let boom = curve((r, -60.0), [(r * 0.9, 20.0), (r * 0.4, -10.0)], (r * 0.1, -60.0));
                s.stroke(boom, 15.0, s.metal());
                s.with_transform(r * 0.06, -66.0, 50.0, |s| s.slab([-22.0, -38.0, 44.0, 72.0], 22.0, s.brass()));
            }
        });
    }

    fn headset(&mut self, x: f32, base: f32, r: f32) {
        let (band, cup) = (self.shade().lighten(0.07), self.ember());
        self.shadow(x, base + 4.0, r * 1.2);
        self.stroke(arc(x, base - r * 0.68, r, -PI * 1.02, PI * 0.02), r * 0.17, band);
        self.stroke(arc(x, base - r * 0.68, r * 1.05, -PI * 0.8, -PI * 0.4), r * 0.03, band.lighten(0.25));
        for way in [-1.0, 1.0] {
            self.slab([x + way * r - r * 0.22, base - r * 0.92, r * 0.44, r * 0.92], r * 0.2, cup);
            self.slab(
                [x + way * r * 0.76 - r * 0.13, base - r * 0.84, r * 0.26, r * 0.76],
                r * 0.12,
                self.shade().lighten(0.02),
            );
        }
    }

    pub(super) fn game(&mut self) {
        let ghosts = self.rng.int(2, 3);
        self.in_air(|s| {
            let body = s.body();
            s.fill(rounded_rect(-352.0, -168.0, 720.0, 380.0, 96.0), s.shade().alpha(0.32));
            s.slab([-360.0, -190.0, 720.0, 380.0], 96.0, body);
            s.with_clip(rounded_rect(-208.0, -152.0, 416.0, 304.0, 18.0), |s| s.level(ghosts));
            let (dark, ember, light) = (s.shade().lighten(0.02), s.ember(), s.light());
            s.fill(rounded_rect(-334.0, -22.0, 104.0, 44.0, 10.0), dark);
            s.fill(rounded_rect(-304.0, -52.0, 44.0, 104.0, 10.0), dark);
            for (dx, dy, tone) in [(0.0, -38.0, light), (38.0, 0.0, ember), (0.0, 38.0, light), (-38.0, 0.0, ember)] {
                s.fill(circle(284.0 + dx, dy, 20.0), tone);
            }
        });
    }

    /// A game on a screen: steps, coins and somebody who jumps in jerks.
    fn level(&mut self, ghosts: usize) {
        self.fill(
            rect(-208.0, -152.0, 416.0, 304.0),
            Fill::vertical(self.tone(0.36, 0.11), self.secondary(0.76, 0.1), -152.0, 152.0),
        );
        let (stone, ember, light) = (self.tone(0.26, 0.07), self.ember(), self.light());
        self.fill(circle(90.0, -50.0, 56.0), light);
        for (x, y, w) in [(-208.0, 96.0, 170.0), (-10.0, 60.0, 110.0), (130.0, 10.0, 90.0)] {
            self.fill(rect(x, y, w, 152.0 - y), stone);
            self.fill(rect(x, y, w, 14.0), self.green().lighten(0.1));
        }
        for x in [20.0, 62.0, 160.0] {
            let y = if x > 100.0 { -30.0 } else { 24.0 };
            self.fill(circle(x, y, 13.0), light);
        }
        for ghost in 0..=ghosts {
            let t = fraction(ghost, ghosts);
            let (x, y) = (-170.0 + 160.0 * t, 54.0 - 110.0 * (t * PI * 0.62).sin());
            let tone = ember.alpha(0.25 + 0.75 * t * t);
            self.fill(rounded_rect(x - 18.0, y - 14.0, 36.0, 48.0, 10.0), tone);
            self.fill(circle(x, y - 30.0, 19.0), tone.lighten(0.12));
        }
    }

    pub(super) fn web_page(&mut self) {
        let kind = self.rng.int(0, 1);
        self.in_air(|s| {
            let (x, y, w, h) = (-350.0, -250.0, 640.0, 470.0);
            s.with_transform(x + w / 2.0, y + h / 2.0, 0.0, |s| s.sheet(w, h));
            let (bar, ink, ember) = (s.body(), s.ink(), s.ember());
            s.fill(rounded_rect(x, y, w, 66.0, 10.0), bar);
            for (dot, tone) in [ember, s.light(), s.metal()].into_iter().enumerate() {
                s.fill(circle(x + 36.0 + to_f32(dot) * 36.0, y + 33.0, 11.0), tone);
            }
            s.fill(rounded_rect(x + 150.0, y + 18.0, w - 190.0, 30.0, 15.0), s.paper().alpha(0.9));
            s.fill(rounded_rect(x + 34.0, y + 100.0, w * 0.6, 26.0, 8.0), ink);
            if kind == 0 {
                s.screen(x + 34.0, y + 148.0, 300.0, 200.0, 8.0);
                s.writing([x + 364.0, y + 156.0, 190.0], 6, 34.0, ink.alpha(0.5));
                s.writing([x + 34.0, y + 376.0, 470.0], 2, 34.0, ink.alpha(0.5));
            } else {
                s.writing([x + 34.0, y + 152.0, 470.0], 4, 34.0, ink.alpha(0.5));
                s.screen(x + 34.0, y + 300.0, 420.0, 140.0, 8.0);
            }
            s.handset(270.0, 340.0, 420.0, 0.0);
        });
    }
}
