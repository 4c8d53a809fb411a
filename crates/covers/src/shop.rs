//! The shop: its counter, its wares and its notices.

use super::palette::{Oklch, TimeOfDay};
use super::props::curve;
use super::scene::{Scene, fraction, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn kiosk(&mut self) {
        self.sky();
        let (w, floor, way) = (self.width, 690.0, self.rng.pick(&[-1.0, 1.0]));
        self.sun(w * 0.5 - way * self.rng.float(320.0, 380.0), self.rng.float(200.0, 320.0), 84.0);
        let far = self.depth(0.25);
        self.ridge(560.0, 34.0, Fill::vertical(far, far.lighten(-0.05), 530.0, 640.0));
        self.ground(floor);
        let (size, has_board) = (self.rng.float(0.94, 1.06), self.rng.chance(0.5));
        self.with_scale(w * 0.5, floor + 20.0, way * size, size, |s| {
            let (wall, light) = (s.body(), s.light());
            s.fill(ellipse(0.0, 30.0, 430.0, 30.0), light.alpha(0.22));
            s.slab([-320.0, -480.0, 640.0, 490.0], 8.0, wall);
            s.fill(polygon(&[(-360.0, -480.0), (-320.0, -530.0), (320.0, -530.0), (360.0, -480.0)]), s.metal());
            s.fill(
                rect(-270.0, -400.0, 540.0, 240.0),
                Fill::vertical(light.lighten(0.05), light.mix(s.ember(), 0.45), -400.0, -160.0),
            );
            for shelf in [-290.0, -170.0] {
                s.goods(-256.0, shelf, 512.0, 86.0);
                s.fill(rect(-270.0, shelf, 540.0, 9.0), s.shade().alpha(0.75));
            }
            s.slab([-300.0, -170.0, 600.0, 36.0], 8.0, s.kraft());
            s.fill(rect(-320.0, -110.0, 640.0, 20.0), s.ember().alpha(0.9));
            let mark = s.paper();
            s.logo(0.0, -30.0, 42.0, light, mark);
            s.awning(-310.0, -470.0, 620.0, 76.0);
            for stay in [-290.0, 290.0] {
                s.stroke(line(&[(stay, -470.0), (stay, 6.0)]), 14.0, s.shade());
            }
            if has_board {
                s.fill(polygon(&[(330.0, 20.0), (362.0, -190.0), (462.0, -190.0), (494.0, 20.0)]), s.kraft());
                s.fill(polygon(&[(352.0, 0.0), (376.0, -172.0), (448.0, -172.0), (472.0, 0.0)]), s.shade());
                s.writing([382.0, -60.0, 60.0], 2, 28.0, mark);
                s.fill(circle(412.0, -112.0, 32.0), light);
            } else {
                s.sack(-380.0, 24.0, 130.0);
            }
        });
    }

    /// The counter of a shop from near: wares behind it, money and a phone on it.
    pub(super) fn counter(&mut self) {
        self.background();
        let (x, way, coins) = (self.width * 0.5, self.rng.pick(&[-1.0, 1.0]), self.rng.int(4, 7));
        self.halo(x, 300.0, 640.0, 0.45);
        let (wood, light) = (self.kraft().mix(self.shade(), 0.2), self.light());
        self.fill(rect(x - 460.0, 100.0, 920.0, 480.0), light.alpha(0.3));
        for shelf in [300.0, 470.0] {
            self.goods(x - 440.0, shelf, 880.0, 130.0);
            self.slab([x - 460.0, shelf, 920.0, 18.0], 4.0, wood);
        }
        self.awning(x - 470.0, -10.0, 940.0, 120.0);
        self.slab([x - 560.0, 590.0, 1120.0, 50.0], 10.0, wood.lighten(0.06));
        let front = self.body();
        self.slab([x - 530.0, 636.0, 1060.0, 200.0], 4.0, front);
        let paper = self.paper();
        self.logo(x, 740.0, 44.0, light, paper);
        self.with_scale(x, 600.0, way, 1.0, |s| {
            s.handset(210.0, 10.0, 340.0, 6.0);
            for (pile, dx) in [-230.0, -100.0, 30.0].into_iter().enumerate() {
                s.pile(dx, 8.0, 58.0, coins - pile);
            }
            let note = s.green().lighten(0.16);
            for layer in 0..3u8 {
                s.slab([-420.0 + 8.0 * f32::from(layer), -26.0 - 20.0 * f32::from(layer), 130.0, 22.0], 4.0, note);
            }
        });
    }

    pub(super) fn shelves(&mut self) {
        self.background();
        let (w, floor) = (self.width, 730.0);
        self.halo(w * 0.5, 300.0, 640.0, 0.36);
        self.ground(floor);
        let (boards, half) = (self.rng.int(2, 3), self.rng.float(350.0, 390.0));
        let (x, wood) = (w * 0.5, self.kraft().mix(self.shade(), 0.25));
        self.fill(rect(x - half, 90.0, half * 2.0, 650.0), self.shade().alpha(0.28));
        let stickers = [self.ember(), self.light(), self.green(), self.tone(0.6, 0.13)];
        for board in 0..boards {
            let step = 640.0 / to_f32(boards);
            let y = 90.0 + step * to_f32(board + 1) - 16.0;
            self.goods(x - half + 26.0, y, half * 2.0 - 52.0, step * 0.82);
            self.slab([x - half - 12.0, y, half * 2.0 + 24.0, 24.0], 4.0, wood);
            for sticker in 0..4usize {
                let at = x - half + 70.0 + (half * 2.0 - 140.0) * fraction(sticker, 3);
                self.fill(circle(at, y + 12.0, 15.0), stickers[(sticker + board) % 4]);
            }
        }
        for side in [x - half - 24.0, x + half] {
            self.slab([side, 70.0, 26.0, 690.0], 6.0, wood.lighten(-0.04));
        }
    }

    pub(super) fn market_stall(&mut self) {
        self.sky();
        let (w, floor) = (self.width, 660.0);
        self.sun(w * self.rng.float(0.3, 0.7), 190.0, 100.0);
        let far = self.depth(0.2);
        self.ridge(500.0, 36.0, Fill::vertical(far, far.lighten(-0.05), 470.0, 600.0));
        self.ground(floor);
        for (x, size) in [(w * 0.5 - 420.0, 0.7), (w * 0.5 + 420.0, 0.7), (w * 0.5, 1.1)] {
            self.with_scale(x, floor + 30.0 * size, size, size, Self::stall);
        }
    }

    fn stall(&mut self) {
        let (wood, post) = (self.kraft().mix(self.shade(), 0.3), self.shade().lighten(0.04));
        self.shadow(0.0, 40.0, 300.0);
        for x in [-240.0, 240.0] {
            self.stroke(line(&[(x, -420.0), (x, 40.0)]), 16.0, post);
        }
        let fruit = [self.ember(), self.light(), self.green().lighten(0.06)];
        for (crate_number, tone) in fruit.into_iter().enumerate() {
            let x = -236.0 + 160.0 * to_f32(crate_number);
            for (row, count) in [(0u8, 4usize), (1, 3), (2, 2)] {
                for place in 0..count {
                    let at = x + 22.0 + 36.0 * to_f32(place) + 18.0 * f32::from(row);
                    let y = -172.0 - 30.0 * f32::from(row);
                    self.fill(
                        circle(at, y, 24.0),
                        Fill::vertical(tone.lighten(0.07), tone.lighten(-0.08), y - 24.0, y + 24.0),
                    );
                }
            }
            self.slab([x, -176.0, 152.0, 66.0], 6.0, self.kraft());
            self.stroke(line(&[(x + 8.0, -142.0), (x + 144.0, -142.0)]), 4.0, wood);
        }
        self.slab([-270.0, -114.0, 540.0, 150.0], 6.0, wood);
        for plank in 1..6u8 {
            let x = -270.0 + 90.0 * f32::from(plank);
            self.stroke(line(&[(x, -104.0), (x, 30.0)]), 3.0, self.shade().alpha(0.4));
        }
        self.awning(-280.0, -470.0, 560.0, 110.0);
    }

    pub(super) fn till(&mut self) {
        let with_phone = self.rng.int(1, 3);
        self.on_table(|s| {
            s.with_scale(0.0, 0.0, 0.86, 0.86, |s| {
                let (body, dark, light) = (s.body(), s.shade().lighten(0.03), s.light());
                s.shadow(0.0, 6.0, 330.0);
                s.receipt(-150.0, -300.0, 120.0, 190.0);
                s.slab([30.0, -470.0, 230.0, 110.0], 14.0, dark);
                s.fill(
                    rounded_rect(46.0, -454.0, 198.0, 78.0, 8.0),
                    Fill::vertical(light.lighten(0.05), s.brass(), -454.0, -376.0),
                );
                s.writing([70.0, -432.0, 150.0], 2, 32.0, dark);
                s.slab([130.0, -370.0, 34.0, 80.0], 4.0, dark);
                let face = [(-230.0, -310.0), (220.0, -310.0), (280.0, -120.0), (-280.0, -120.0)];
                s.fill(polygon(&face), Fill::vertical(body.lighten(0.1), body, -310.0, -120.0));
                for row in 0..4u8 {
                    for key in 0..6u8 {
                        let t = f32::from(row) / 3.0;
                        let x = -180.0 - 34.0 * t + f32::from(key) * (58.0 + 8.0 * t);
                        let tone = if key == 5 { s.ember() } else { s.paper() };
                        s.fill(rounded_rect(x, -288.0 + 40.0 * f32::from(row), 44.0 + 6.0 * t, 26.0, 7.0), tone);
                    }
                }
                s.slab([-300.0, -124.0, 600.0, 124.0], 14.0, body.lighten(-0.05));
                s.fill(rounded_rect(-270.0, -96.0, 540.0, 74.0, 10.0), dark);
                s.slab([-286.0, -74.0, 572.0, 78.0], 10.0, body.lighten(0.03));
                s.fill(circle(0.0, -34.0, 15.0), s.brass());
                for pile in 0..with_phone {
                    s.pile(-390.0 + 10.0 * to_f32(pile), 30.0 + 8.0 * to_f32(pile), 44.0, 3 + pile * 2);
                }
                s.handset(400.0, 30.0, 300.0, 5.0);
            })
        });
    }

    pub(super) fn receipt_printer(&mut self) {
        let lean = self.rng.float(-4.0, 4.0);
        self.on_table(|s| {
            let (body, dark) = (s.body(), s.shade().lighten(0.02));
            s.shadow(0.0, 6.0, 280.0);
            s.slab([-250.0, -250.0, 500.0, 120.0], 44.0, body.lighten(0.06));
            s.fill(rounded_rect(-180.0, -238.0, 360.0, 26.0, 13.0), dark);
            s.with_transform(0.0, -224.0, lean, |s| s.receipt(0.0, 0.0, 300.0, 350.0));
            s.slab([-250.0, -222.0, 500.0, 226.0], 44.0, body);
            s.fill(rounded_rect(-200.0, -190.0, 400.0, 16.0, 8.0), dark);
            s.lit_dot(-190.0, -60.0, 12.0);
            s.fill(circle(-140.0, -60.0, 12.0), dark);
            s.slab([110.0, -92.0, 90.0, 60.0], 16.0, s.ember());
        });
    }

    /// A square of dark and light cells on a counter, and the phone that reads it.
    pub(super) fn payment_code(&mut self) {
        let light = self.light();
        self.on_table(|s| {
            let stand = s.body();
            s.shadow(-90.0, 6.0, 230.0);
            s.slab([-250.0, -40.0, 320.0, 44.0], 14.0, stand);
            s.with_transform(-90.0, -300.0, 0.0, |s| s.sheet(400.0, 520.0));
            s.fill(rounded_rect(-290.0, -560.0, 400.0, 74.0, 10.0), s.ember());
            s.logo(-90.0, -512.0, 30.0, s.paper(), s.paper());
            s.code(-260.0, -466.0, 340.0);
            s.writing([-220.0, -96.0, 260.0], 1, 44.0, s.ink());
            s.fill(
                polygon(&[(190.0, -330.0), (-260.0, -466.0), (-260.0, -126.0)]),
                Fill::Linear(light.alpha(0.55), light.alpha(0.12), [190.0, 0.0, -260.0, 0.0]),
            );
            s.handset(250.0, 20.0, 450.0, 7.0);
        });
    }

    fn code(&mut self, x: f32, y: f32, size: f32) {
        let (cells, ink, paper) = (15u8, self.ink().lighten(-0.1), self.paper());
        let step = size / f32::from(cells);
        for row in 0..cells {
            for column in 0..cells {
                let in_corner = !(6..=8).contains(&row) && !(6..=8).contains(&column) && (row < 6 || column < 6);
                if !in_corner && self.rng.chance(0.5) {
                    let (cx, cy) = (x + f32::from(column) * step, y + f32::from(row) * step);
                    self.fill(rect(cx, cy, step + 0.5, step + 0.5), ink);
                }
            }
        }
        for (column, row) in [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)] {
            let (cx, cy) = (x + column * step, y + row * step);
            self.fill(rounded_rect(cx, cy, step * 5.0, step * 5.0, step * 0.8), ink);
            self.fill(rounded_rect(cx + step * 0.8, cy + step * 0.8, step * 3.4, step * 3.4, step * 0.5), paper);
            self.fill(rounded_rect(cx + step * 1.5, cy + step * 1.5, step * 2.0, step * 2.0, 4.0), self.ember());
        }
    }

    pub(super) fn bread(&mut self) {
        let loaves = self.rng.int(2, 3);
        self.on_table(|s| {
            let board = s.kraft().mix(s.shade(), 0.3);
            s.shadow(0.0, 20.0, 400.0);
            for loaf in 0..loaves {
                let t = fraction(loaf, loaves - 1) - 0.5;
                s.loaf(t * 420.0, -34.0, 300.0, 330.0 - 190.0 * t.abs());
            }
            s.loaf(10.0, -24.0, 380.0, 200.0);
            s.slab([-370.0, -34.0, 740.0, 42.0], 20.0, board);
            for steam in [-90.0, 20.0, 120.0] {
                let handles = [(steam + 40.0, -420.0), (steam - 40.0, -460.0)];
                s.stroke(curve((steam, -360.0), handles, (steam + 6.0, -520.0)), 11.0, s.paper().alpha(0.45));
            }
        });
    }

    fn loaf(&mut self, x: f32, base: f32, w: f32, h: f32) {
        let crust =
            Oklch { l: if self.time_of_day == TimeOfDay::Night { 0.56 } else { 0.64 }, c: 0.12, h: 58.0, a: 1.0 };
        let dome = curve(
            (x - w * 0.5, base),
            [(x - w * 0.62, base - h * 1.3), (x + w * 0.62, base - h * 1.3)],
            (x + w * 0.5, base),
        );
        self.stroke(dome.clone(), 12.0, crust.lighten(-0.2));
        self.fill(dome.clone(), Fill::vertical(crust.lighten(0.12), crust.lighten(-0.14), base - h, base));
        self.with_clip(dome, |s| {
            for cut in [-0.26, 0.0, 0.26] {
                let at = x + w * cut;
                s.stroke(
                    curve(
                        (at - 34.0, base - h * 0.4),
                        [(at - 20.0, base - h * 0.7), (at, base - h * 0.8)],
                        (at + 40.0, base - h * 0.86),
                    ),
                    17.0,
                    crust.lighten(0.22),
                );
            }
        });
    }
}
