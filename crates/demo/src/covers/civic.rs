//! Paper and public life: ledgers, front pages, parliaments.

use std::f32::consts::PI;

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn ledger(&mut self) {
        self.background();
        let (x, y) = (self.width * 0.5, 410.0);
        self.halo(x - 120.0, y - 160.0, 620.0, 0.34);
        let sheets = self.rng.int(2, 3);
        let lean = self.rng.float(-9.0, -3.0) * self.rng.pick(&[-1.0, 1.0]);
        for sheet in 0..sheets {
            let top = sheet + 1 == sheets;
            let turn = if top { lean } else { lean + self.rng.pick(&[-1.0, 1.0]) * self.rng.float(6.0, 14.0) };
            let (dx, dy) = if top { (0.0, 0.0) } else { (self.rng.float(-70.0, 70.0), self.rng.float(-26.0, 26.0)) };
            let paper = if top { self.paper() } else { self.paper().mix(self.depth(0.2), 0.3) };
            self.with_transform(x + dx, y + dy, turn, |s| {
                s.fill(rounded_rect(-300.0 + 9.0, -390.0 + 16.0, 600.0, 780.0, 8.0), s.shade().alpha(0.28));
                s.fill(
                    rounded_rect(-300.0, -390.0, 600.0, 780.0, 8.0),
                    Fill::vertical(paper, paper.lighten(-0.03), -390.0, 390.0),
                );
                if top {
                    if s.rng.chance(0.5) { s.account() } else { s.front_page() }
                }
            });
        }
        let pen = self.ember();
        self.with_transform(x + 250.0, y + 190.0, lean - 48.0, |s| {
            s.fill(rounded_rect(-20.0, -250.0 + 12.0, 34.0, 410.0, 8.0), s.shade().alpha(0.25));
            s.fill(
                rounded_rect(-17.0, -260.0, 34.0, 340.0, 8.0),
                Fill::Linear(pen.lighten(0.07), pen.lighten(-0.08), [-17.0, 0.0, 17.0, 0.0]),
            );
            s.fill(rect(-17.0, 66.0, 34.0, 22.0), s.paper());
            s.fill(polygon(&[(-17.0, 88.0), (17.0, 88.0), (0.0, 150.0)]), Oklch { l: 0.78, c: 0.07, h: 70.0, a: 1.0 });
            s.fill(polygon(&[(-5.0, 132.0), (5.0, 132.0), (0.0, 150.0)]), s.shade());
        });
    }

    fn account(&mut self) {
        let (ink, ember) = (self.tone(0.42, 0.1), self.ember());
        self.fill(rounded_rect(-250.0, -340.0, self.rng.float(220.0, 320.0), 26.0, 5.0), ink);
        for column in [-40.0, 110.0, 180.0] {
            self.stroke(line(&[(column, -270.0), (column, 345.0)]), 2.0, ember.alpha(0.5));
        }
        for row in 0..14u8 {
            let y = -262.0 + f32::from(row) * 45.0;
            self.stroke(line(&[(-262.0, y), (262.0, y)]), 1.6, ink.alpha(0.3));
            if self.rng.chance(0.86) && row < 13 {
                let w = self.rng.float(80.0, 190.0);
                self.fill(rounded_rect(-250.0, y + 15.0, w, 12.0, 6.0), ink.alpha(0.75));
                let (left, w) = if self.rng.chance(0.5) {
                    (-20.0, self.rng.float(50.0, 110.0))
                } else {
                    (196.0, self.rng.float(34.0, 60.0))
                };
                let tone = if left > 0.0 { ember } else { ink };
                self.fill(rounded_rect(left, y + 15.0, w, 12.0, 6.0), tone.alpha(0.85));
            }
        }
    }

    fn front_page(&mut self) {
        let ink = self.tone(0.36, 0.08);
        self.logo(-200.0, -318.0, 26.0, self.ember(), ink);
        self.fill(rounded_rect(-150.0, -348.0, 400.0, 34.0, 5.0), ink);
        self.stroke(line(&[(-262.0, -290.0), (262.0, -290.0)]), 3.0, ink);
        self.screen(-262.0, -266.0, 524.0, 280.0, 4.0);
        for (row, w) in [(0u8, 500.0), (1, 380.0)] {
            self.fill(rounded_rect(-262.0, 40.0 + f32::from(row) * 40.0, w, 24.0, 5.0), ink);
        }
        for column in 0..3u8 {
            let x = -262.0 + f32::from(column) * 182.0;
            for row in 0..10u8 {
                let w = if row == 9 { 90.0 } else { self.rng.float(140.0, 160.0) };
                self.fill(rounded_rect(x, 136.0 + f32::from(row) * 23.0, w, 9.0, 4.0), ink.alpha(0.5));
            }
        }
    }

    pub(super) fn assembly(&mut self) {
        self.sky();
        let (x, y) = (self.width * 0.5, 640.0);
        if self.rng.chance(0.6) {
            self.sun(x, y - 40.0, 132.0);
            let near = self.shade();
            let rows = self.rng.int(5, 6);
            let split = self.rng.float(0.3, 0.7);
            for row in 0..rows {
                let r = 218.0 + to_f32(row) * 62.0;
                let seats = 11 + row * 4;
                for seat in 0..seats {
                    let t = fraction(seat, seats - 1);
                    let angle = PI + PI * t;
                    let (sx, sy) = (x + r * angle.cos(), y + r * angle.sin());
                    let aisle = (t - 0.335).abs() < 0.018 || (t - 0.665).abs() < 0.018;
                    if aisle {
                        continue;
                    }
                    let side = if t < split {
                        self.ember()
                    } else {
                        self.tone(if self.time_of_day == TimeOfDay::Night { 0.62 } else { 0.42 }, 0.13)
                    };
                    let tone = if self.rng.chance(0.1) { self.paper() } else { side };
                    self.fill(
                        circle(sx, sy, 19.0 + to_f32(row)),
                        Fill::vertical(tone.lighten(0.05), tone.lighten(-0.05), sy - 20.0, sy + 20.0),
                    );
                }
            }
            let w = self.width;
            self.fill(rect(-1.0, y + 28.0, w + 2.0, HEIGHT), Fill::vertical(near.lighten(0.05), near, y, HEIGHT));
            let stand = self.depth(0.85);
            self.fill(rounded_rect(x - 96.0, y - 24.0, 192.0, 22.0, 8.0), self.paper().mix(stand, 0.3));
            self.fill(
                polygon(&[(x - 78.0, y - 4.0), (x + 78.0, y - 4.0), (x + 62.0, y + 118.0), (x - 62.0, y + 118.0)]),
                Fill::vertical(stand.lighten(0.08), stand, y, y + 118.0),
            );
            let light = self.light();
            self.logo(x, y + 64.0, 30.0, light, light);
        } else {
            self.house(x);
        }
    }

    /// A house with columns, the day coming up behind it.
    fn house(&mut self, x: f32) {
        self.sun(x, 330.0, self.rng.float(170.0, 210.0));
        self.ridges(560.0, 2, 26.0);
        let (stone, dark) = (self.paper(), self.depth(0.62));
        let (w, top, base) = (660.0, 360.0, 690.0);
        let shade = stone.mix(dark, 0.35);
        self.fill(
            polygon(&[(x - w * 0.54, top), (x, top - 150.0), (x + w * 0.54, top)]),
            Fill::Linear(stone, shade, [x - w * 0.5, 0.0, x + w * 0.5, 0.0]),
        );
        self.fill(polygon(&[(x - w * 0.4, top - 22.0), (x, top - 122.0), (x + w * 0.4, top - 22.0)]), dark);
        let light = self.light();
        self.logo(x, top - 40.0, 42.0, light, light);
        self.fill(
            rect(x - w * 0.54, top, w * 1.08, 34.0),
            Fill::Linear(stone.lighten(-0.03), shade.lighten(-0.04), [x - w * 0.5, 0.0, x + w * 0.5, 0.0]),
        );
        self.fill(
            rect(x - w * 0.47, top + 34.0, w * 0.94, base - top),
            Fill::vertical(dark.lighten(-0.02), dark.lighten(-0.1), top, base),
        );
        self.fill(
            rounded_rect(x - 52.0, top + 116.0, 104.0, 260.0, 52.0),
            Fill::vertical(light, light.mix(self.ember(), 0.5), top + 116.0, base),
        );
        let columns = self.rng.pick(&[6usize, 8]);
        for column in 0..columns {
            let u = fraction(column, columns - 1) - 0.5;
            let cx = x + u * w * 0.88;
            self.fill(
                rect(cx - 22.0, top + 50.0, 44.0, base - top - 62.0),
                Fill::Linear(stone, shade, [cx - 22.0, 0.0, cx + 22.0, 0.0]),
            );
            self.fill(rect(cx - 31.0, top + 34.0, 62.0, 18.0), stone);
            self.fill(rect(cx - 31.0, base - 20.0, 62.0, 20.0), stone.lighten(-0.03));
        }
        for step in 0..4u8 {
            let grow = f32::from(step) * 38.0;
            let y = base + f32::from(step) * 28.0;
            self.fill(
                rect(x - w * 0.54 - grow, y, w * 1.08 + grow * 2.0, 30.0),
                Fill::Linear(
                    stone.lighten(-0.02 * f32::from(step)),
                    shade.lighten(-0.03 * f32::from(step)),
                    [x - w * 0.6, 0.0, x + w * 0.6, 0.0],
                ),
            );
        }
    }
}
