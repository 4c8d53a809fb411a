//! Weather: storms, rain, heat and the tide.

use tiny_skia::PathBuilder;

use super::palette::Oklch;
use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, line, polygon, rect, rounded_rect};

impl Scene {
    /// Thunder over open water, a dhow on its way home.
    pub(super) fn storm(&mut self) {
        self.sky();
        let (w, sea) = (self.width, self.rng.float(560.0, 600.0));
        let strike = w * self.rng.float(0.38, 0.62);
        self.halo(strike, sea, 520.0, 0.6);
        let far = self.depth(0.4);
        self.ridge(sea - 30.0, 14.0, Fill::vertical(far, far.lighten(-0.04), sea - 60.0, sea));
        self.fill(rect(-1.0, sea, w + 2.0, HEIGHT), Fill::vertical(self.depth(0.5), self.depth(1.0), sea, HEIGHT));
        let light = self.light().lighten(0.06);
        let fork = [(0.0, 230.0), (-46.0, 350.0), (14.0, 350.0), (-30.0, 470.0), (26.0, 470.0), (-10.0, sea + 6.0)];
        let points = fork.map(|(dx, y)| (strike + dx, y));
        self.stroke(line(&points), 34.0, light.alpha(0.22));
        self.stroke(line(&points), 13.0, light);
        self.stroke(line(&[points[2], (strike + 110.0, 430.0), (strike + 90.0, 500.0)]), 8.0, light);
        self.rain([0.0, 250.0, w, sea + 40.0], 110);
        let gloom = self.depth(0.72);
        for (dx, dy, size, tone) in [
            (-330.0, 40.0, 330.0, gloom.lighten(-0.03)),
            (330.0, 20.0, 350.0, gloom.lighten(-0.05)),
            (0.0, 70.0, 420.0, gloom.lighten(0.05)),
        ] {
            self.cloud(strike + dx, 140.0 + dy, size, tone);
        }
        let boat = if strike > w * 0.5 { strike - 250.0 } else { strike + 250.0 };
        self.dhow(boat, sea + 90.0, 190.0);
        for ripple in 0..14usize {
            let (x, y) = (strike + self.rng.float(-170.0, 170.0), sea + 14.0 + 15.0 * to_f32(ripple));
            let half = self.rng.float(16.0, 76.0);
            self.stroke(line(&[(x - half, y), (x + half, y)]), 5.0, light.alpha(0.55 - 0.03 * to_f32(ripple)));
        }
    }

    /// A mast in a flooded street while it rains.
    pub(super) fn flood(&mut self) {
        self.sky();
        let (w, x) = (self.width, self.width * self.rng.float(0.4, 0.6));
        self.halo(x, 260.0, 460.0, 0.5);
        let gloom = self.depth(0.62);
        self.ridges(520.0, 2, 30.0);
        let side = if x > w * 0.5 { -1.0 } else { 1.0 };
        self.cottage(x + side * 330.0, 680.0, 300.0);
        self.lattice_mast(x, 250.0, 700.0, 74.0);
        self.signal(x, 256.0, 170.0, 0.0);
        self.slab([x - side * 210.0 - 60.0, 520.0, 120.0, 170.0], 12.0, self.body());
        self.lit_dot(x - side * 210.0, 560.0, 10.0);
        let water = self.secondary(0.5, 0.1);
        let low = 630.0;
        self.fill(
            rect(-1.0, low, w + 2.0, HEIGHT),
            Fill::vertical(water.lighten(0.12).alpha(0.92), water.lighten(-0.2), low, HEIGHT),
        );
        for ripple in 0..16u8 {
            let (px, y) = (self.rng.float(0.0, w), low + 12.0 + 10.0 * f32::from(ripple));
            let half = self.rng.float(30.0, 120.0);
            self.stroke(line(&[(px - half, y), (px + half, y)]), 5.0, self.light().alpha(0.35));
        }
        for (dx, y, size, by) in
            [(-330.0, 120.0, 260.0, -0.04), (330.0, 110.0, 280.0, -0.05), (20.0, 150.0, 250.0, 0.03)]
        {
            self.cloud(x + dx, y, size, gloom.lighten(by));
        }
        self.rain([0.0, 170.0, w, 780.0], 150);
    }

    /// A lattice mast, its foot at `foot`.
    fn lattice_mast(&mut self, x: f32, top: f32, foot: f32, half: f32) {
        let near = self.shade();
        let at = |t: f32, way: f32| (x + way * (6.0 + half * t), top + (foot - top) * t);
        for way in [-1.0, 1.0] {
            self.stroke(line(&[at(0.0, way), at(1.0, way)]), 10.0, near);
        }
        let steps = 6usize;
        for step in 0..steps {
            let (t0, t1) = (fraction(step, steps), fraction(step + 1, steps));
            self.stroke(line(&[at(t0, -1.0), at(t1, 1.0)]), 5.0, near);
            self.stroke(line(&[at(t0, 1.0), at(t1, -1.0)]), 5.0, near);
            self.stroke(line(&[at(t1, -1.0), at(t1, 1.0)]), 5.0, near);
        }
        for (dx, dy) in [(-42.0, 60.0), (42.0, 60.0), (-46.0, 150.0), (46.0, 150.0)] {
            self.slab([x + dx - 13.0, top + dy - 40.0, 26.0, 80.0], 8.0, self.paper());
        }
        self.lit_dot(x, top, 15.0);
    }

    /// A roof, its gutter and the tank that the rain fills.
    pub(super) fn rain_tank(&mut self) {
        self.sky();
        let (w, way) = (self.width, self.rng.pick(&[-1.0, 1.0]));
        self.sun(w * 0.5 + way * 300.0, 170.0, 80.0);
        self.ridges(540.0, 2, 34.0);
        self.ground(700.0);
        let level = self.rng.float(0.4, 0.75);
        self.with_scale(w * 0.5 + way * 30.0, 720.0, way * 0.9, 0.9, |s| {
            let (wall, roof, metal) = (s.paper().mix(s.kraft(), 0.35), s.ember(), s.metal());
            s.slab([-430.0, -330.0, 440.0, 340.0], 4.0, wall);
            s.fill(rect(-340.0, -250.0, 120.0, 110.0), s.light());
            s.slab([-150.0, -240.0, 100.0, 250.0], 4.0, s.body());
            s.fill(
                polygon(&[(-480.0, -320.0), (-400.0, -490.0), (-40.0, -490.0), (60.0, -320.0)]),
                Fill::vertical(roof.lighten(0.06), roof.lighten(-0.06), -490.0, -320.0),
            );
            for rib in 1..14usize {
                let t = fraction(rib, 14);
                s.stroke(line(&[(-400.0 + 360.0 * t, -486.0), (-480.0 + 540.0 * t, -322.0)]), 4.0, roof.lighten(-0.12));
            }
            s.stroke(line(&[(-490.0, -316.0), (70.0, -310.0), (180.0, -284.0), (180.0, -236.0)]), 20.0, metal);
            s.shadow(220.0, 8.0, 180.0);
            s.cylinder([80.0, -250.0, 280.0, 260.0], 24.0, s.body());
            s.slab([110.0, -276.0, 220.0, 34.0], 14.0, s.body().lighten(0.08));
            let (high, water) = (200.0 * level, s.secondary(0.72, 0.11));
            s.fill(rounded_rect(286.0, -226.0, 38.0, 206.0, 19.0), s.shade());
            s.fill(
                rounded_rect(290.0, -24.0 - high, 30.0, high, 15.0),
                Fill::vertical(water.lighten(0.08), water, -24.0 - high, -24.0),
            );
            s.stroke(line(&[(100.0, -30.0), (60.0, -30.0), (60.0, -12.0)]), 14.0, metal);
        });
        let white = self.paper().mix(self.depth(0.4), 0.4);
        self.cloud(w * 0.5 - way * 190.0, 110.0, 260.0, white);
        self.cloud(w * 0.5 + way * 120.0, 90.0, 200.0, white.lighten(0.03));
        self.rain([w * 0.5 - 440.0, 150.0, 860.0, 560.0], 70);
    }

    /// A thermometer before a city.
    pub(super) fn city_heat(&mut self) {
        self.skyline();
        let (x, level) = (self.width * self.rng.float(0.44, 0.56), self.rng.float(0.62, 0.86));
        let (paper, hot, ink) = (self.paper(), Oklch { l: 0.62, c: 0.2, h: 34.0, a: 1.0 }, self.ink());
        self.halo(x, 640.0, 340.0, 0.6);
        self.fill(rounded_rect(x - 68.0, 90.0, 160.0, 640.0, 80.0), self.shade().alpha(0.35));
        self.fill(circle(x, 640.0, 116.0), paper);
        self.fill(
            rounded_rect(x - 78.0, 80.0, 156.0, 600.0, 78.0),
            Fill::vertical(paper, paper.lighten(-0.03), 80.0, 640.0),
        );
        self.fill(circle(x, 640.0, 84.0), Fill::Radial(hot.lighten(0.1), hot, [x - 20.0, 616.0, 100.0]));
        self.fill(rounded_rect(x - 26.0, 130.0, 52.0, 520.0, 26.0), ink.alpha(0.2));
        let high = 470.0 * level;
        self.fill(
            rounded_rect(x - 26.0, 620.0 - high, 52.0, high + 30.0, 26.0),
            Fill::vertical(hot.lighten(0.08), hot, 620.0 - high, 640.0),
        );
        for mark in 0..9u8 {
            let y = 160.0 + f32::from(mark) * 46.0;
            let reach = if mark % 2 == 0 { 30.0 } else { 18.0 };
            self.stroke(line(&[(x + 66.0, y), (x + 66.0 - reach, y)]), 7.0, ink);
        }
        self.fill(circle(x - 30.0, 606.0, 15.0), paper.alpha(0.7));
    }

    /// The Moon over a rising sea.
    pub(super) fn tide(&mut self) {
        self.sky();
        let (w, sea) = (self.width, self.rng.float(470.0, 530.0));
        let (x, r) = (w * self.rng.float(0.4, 0.6), self.rng.float(130.0, 165.0));
        let (y, pale) = (self.rng.float(210.0, 260.0), self.paper().mix(self.light(), 0.35));
        self.halo(x, y, r * 3.4, 0.6);
        self.fill(circle(x, y, r), Fill::vertical(pale.lighten(0.03), pale.lighten(-0.06), y - r, y + r));
        for (dx, dy, size) in [(-0.3, -0.2, 0.2), (0.35, 0.1, 0.26), (-0.1, 0.45, 0.15), (0.15, -0.5, 0.12)] {
            self.fill(circle(x + dx * r, y + dy * r, size * r), pale.lighten(-0.09));
        }
        self.fill(rect(-1.0, sea, w + 2.0, HEIGHT), Fill::vertical(self.depth(0.2), self.depth(0.7), sea, HEIGHT));
        self.glitter(x, sea + 12.0, r * 0.7);
        let sand = self.kraft().lighten(0.08);
        let side = self.rng.pick(&[-1.0, 1.0]);
        self.with_scale(w * 0.5, 0.0, side, 1.0, |s| {
            let mut beach = PathBuilder::new();
            beach.move_to(-700.0, 640.0);
            beach.cubic_to(-200.0, 640.0, 100.0, 700.0, 330.0, 860.0);
            beach.line_to(-700.0, 860.0);
            beach.close();
            let beach = beach.finish();
            s.stroke(beach.clone(), 44.0, s.paper().alpha(0.75));
            s.fill(beach, Fill::vertical(sand, sand.lighten(-0.1), 640.0, 800.0));
            s.palm(-330.0, 690.0, 430.0);
            let (wood, tone) = (s.shade(), s.ember());
            s.stroke(line(&[(180.0, 420.0), (180.0, 800.0)]), 26.0, wood);
            for mark in 0..6u8 {
                s.fill(
                    rect(167.0, 430.0 + f32::from(mark) * 56.0, 26.0, 28.0),
                    if mark % 2 == 0 { tone } else { s.paper() },
                );
            }
        });
    }

    fn palm(&mut self, x: f32, base: f32, h: f32) {
        let dark = self.shade();
        let (cx, cy) = (x + h * 0.22, base - h);
        self.stroke(
            curve((x, base), [(x - 10.0, base - h * 0.5), (x + h * 0.1, base - h * 0.8)], (cx, cy)),
            22.0,
            dark,
        );
        for frond in 0..8usize {
            let turn = -200.0 + 220.0 * fraction(frond, 7);
            let tone = dark.mix(self.green(), 0.45);
            self.with_transform(cx, cy, turn, |s| s.leaf(h * 0.46, h * 0.075, tone, None));
        }
        for nut in [-14.0, 14.0] {
            self.fill(circle(cx + nut, cy + 16.0, 16.0), self.kraft().lighten(-0.2));
        }
    }
}
