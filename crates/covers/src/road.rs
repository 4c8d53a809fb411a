//! Roads and streets: what drives, flies and stands there.

use std::f32::consts::{PI, TAU};

use tiny_skia::PathBuilder;

use super::palette::TimeOfDay;
use super::props::curve;
use super::scene::{HEIGHT, Scene, to_f32};
use super::shapes::{Fill, arc, circle, line, polygon, rect, rounded_rect};

impl Scene {
    /// Hills with the sun behind them, and a road from side to side.
    fn roadside(&mut self) {
        self.sky();
        let w = self.width;
        let (x, y) = (w * self.rng.float(0.25, 0.75), self.rng.float(240.0, 340.0));
        self.sun(x, y, self.rng.float(90.0, 130.0));
        self.ridges(470.0, 3, 40.0);
        let road = self.shade().lighten(0.04);
        self.fill(rect(-1.0, 610.0, w + 2.0, HEIGHT), Fill::vertical(road.lighten(0.06), road, 610.0, HEIGHT));
        let mut dash = self.rng.float(-120.0, 0.0);
        while dash < w {
            self.fill(rounded_rect(dash, 742.0, 90.0, 11.0, 5.0), self.paper().alpha(0.6));
            dash += 170.0;
        }
    }

    pub(super) fn bus(&mut self) {
        self.roadside();
        let (way, windows) = (self.rng.pick(&[-1.0, 1.0]), self.rng.int(5, 6));
        self.with_scale(self.width * 0.5, 690.0, way, 1.0, |s| {
            let (body, ember, dark) = (s.paper(), s.ember(), s.shade());
            s.shadow(0.0, 6.0, 380.0);
            s.beam(360.0, -66.0);
            for luggage in 0..5u8 {
                let x = -290.0 + f32::from(luggage) * 110.0;
                let tones = [s.ember(), s.body(), s.kraft(), s.light()];
                let (h, tone) = (s.rng.float(36.0, 66.0), s.rng.pick(&tones));
                s.slab([x, -400.0 - h, 96.0, h], 12.0, tone);
            }
            s.stroke(line(&[(-320.0, -404.0), (250.0, -404.0)]), 9.0, dark);
            s.slab([-370.0, -390.0, 740.0, 350.0], 48.0, body);
            s.fill(rect(-370.0, -190.0, 740.0, 70.0), ember);
            s.fill(polygon(&[(-370.0, -120.0), (110.0, -120.0), (-40.0, -60.0), (-370.0, -60.0)]), s.body());
            let glass = if s.time_of_day == TimeOfDay::Day { s.tone(0.36, 0.09) } else { s.light() };
            for pane in 0..windows {
                let step = 520.0 / to_f32(windows);
                let x = -340.0 + to_f32(pane) * step;
                s.fill(
                    rounded_rect(x, -350.0, step - 16.0, 130.0, 16.0),
                    Fill::vertical(glass.lighten(0.08), glass.lighten(-0.05), -350.0, -220.0),
                );
                if pane % 2 == 0 {
                    s.fill(circle(x + step * 0.42, -256.0, 26.0), dark);
                    s.fill(rounded_rect(x + step * 0.42 - 38.0, -238.0, 76.0, 20.0, 10.0), dark);
                }
            }
            s.fill(
                rounded_rect(200.0, -350.0, 150.0, 150.0, 22.0),
                Fill::vertical(glass.lighten(0.1), glass, -350.0, -200.0),
            );
            s.slab([-376.0, -66.0, 752.0, 30.0], 14.0, dark);
            for wheel in [-230.0, 230.0] {
                s.wheel(wheel, -34.0, 62.0);
            }
        });
    }

    /// Light of a headlamp that looks to the right.
    fn beam(&mut self, x: f32, y: f32) {
        if self.time_of_day != TimeOfDay::Day {
            let light = self.light();
            self.fill(
                polygon(&[(x, y - 10.0), (x + 330.0, y - 40.0), (x + 330.0, y + 90.0), (x, y + 18.0)]),
                Fill::Linear(light.alpha(0.6), light.alpha(0.0), [x, y, x + 330.0, y]),
            );
        }
        self.lit_dot(x - 4.0, y, 15.0);
    }

    fn wheel(&mut self, x: f32, y: f32, r: f32) {
        let (tyre, rim) = (self.shade().lighten(-0.04), self.metal());
        self.fill(circle(x, y, r), tyre);
        self.fill(circle(x, y, r * 0.58), Fill::vertical(rim, rim.lighten(-0.2), y - r, y + r));
        self.fill(circle(x, y, r * 0.2), self.ember());
    }

    /// A rider with parcels behind him.
    pub(super) fn motorbike(&mut self) {
        self.roadside();
        let (way, parcels) = (self.rng.pick(&[-1.0, 1.0]), self.rng.int(1, 2));
        self.with_scale(self.width * 0.5, 700.0, way, 1.0, |s| {
            let (dark, metal, ember) = (s.shade(), s.metal(), s.ember());
            s.shadow(0.0, 6.0, 300.0);
            s.beam(206.0, -252.0);
            for wheel in [-190.0, 210.0] {
                s.fill(circle(wheel, -92.0, 96.0), dark.lighten(-0.04));
                s.fill(circle(wheel, -92.0, 70.0), s.depth(0.5));
                for spoke in 0..6u8 {
                    let t = f32::from(spoke) * PI / 6.0;
                    let (dx, dy) = (68.0 * t.cos(), 68.0 * t.sin());
                    s.stroke(line(&[(wheel - dx, -92.0 - dy), (wheel + dx, -92.0 + dy)]), 4.0, metal);
                }
                s.fill(circle(wheel, -92.0, 22.0), metal);
            }
            s.stroke(line(&[(210.0, -92.0), (140.0, -300.0), (96.0, -330.0)]), 17.0, metal);
            s.stroke(line(&[(-190.0, -92.0), (20.0, -100.0), (120.0, -230.0)]), 20.0, dark);
            s.slab([-50.0, -180.0, 120.0, 96.0], 24.0, metal.lighten(-0.2));
            s.stroke(line(&[(-40.0, -76.0), (-240.0, -60.0)]), 20.0, metal.lighten(-0.05));
            s.fill(polygon(&[(-220.0, -222.0), (0.0, -226.0), (30.0, -190.0), (-170.0, -180.0)]), dark.lighten(0.05));
            s.fill(
                polygon(&[(-10.0, -240.0), (130.0, -270.0), (150.0, -214.0), (40.0, -176.0), (-10.0, -196.0)]),
                ember,
            );
            s.rider();
            for parcel in 0..parcels {
                s.box_of_cardboard(-168.0, -226.0 - 124.0 * to_f32(parcel), 150.0 - 20.0 * to_f32(parcel), 122.0);
            }
        });
    }

    fn rider(&mut self) {
        let (jacket, trousers, skin) = (self.light().mix(self.ember(), 0.2), self.body(), self.kraft().lighten(-0.3));
        self.stroke(line(&[(-30.0, -240.0), (70.0, -210.0), (40.0, -90.0), (76.0, -84.0)]), 44.0, trousers);
        self.stroke(line(&[(-30.0, -262.0), (4.0, -390.0)]), 84.0, jacket);
        self.stroke(line(&[(14.0, -390.0), (64.0, -310.0), (112.0, -332.0)]), 34.0, jacket.lighten(-0.08));
        self.fill(circle(114.0, -334.0, 18.0), skin);
        self.fill(circle(26.0, -486.0, 62.0), self.ember());
        self.fill(rounded_rect(34.0, -506.0, 58.0, 40.0, 16.0), self.shade());
        self.stroke(arc(26.0, -486.0, 50.0, -PI * 0.85, -PI * 0.45), 9.0, self.paper().alpha(0.6));
    }

    /// A phone in its holder behind the windscreen, in full sun.
    pub(super) fn dashboard(&mut self) {
        self.sky();
        let (w, x) = (self.width, self.width * 0.5);
        let side = self.rng.pick(&[-1.0, 1.0]);
        self.sun(x - side * self.rng.float(220.0, 330.0), self.rng.float(150.0, 210.0), 110.0);
        let far = self.depth(0.3);
        self.ridge(400.0, 24.0, Fill::vertical(far, far.lighten(-0.06), 380.0, 520.0));
        let (road, dark) = (self.depth(0.62), self.shade());
        self.fill(polygon(&[(x - 40.0, 420.0), (x + 40.0, 420.0), (x + 560.0, 640.0), (x - 560.0, 640.0)]), road);
        let mut board = PathBuilder::new();
        board.move_to(-20.0, HEIGHT + 10.0);
        board.line_to(-20.0, 620.0);
        board.cubic_to(w * 0.3, 530.0, w * 0.7, 530.0, w + 20.0, 620.0);
        board.line_to(w + 20.0, HEIGHT + 10.0);
        board.close();
        self.fill(board.finish(), Fill::vertical(dark.lighten(0.12), dark, 540.0, HEIGHT));
        let frame = [(-20.0, -20.0), (110.0, -20.0), (-20.0, 420.0)];
        self.fill(polygon(&frame), dark);
        self.fill(polygon(&frame.map(|(px, py)| (w - px, py))), dark);
        self.with_scale(x, 0.0, side, 1.0, |s| {
            s.stroke(arc(-290.0, 800.0, 240.0, PI, TAU), 44.0, dark.lighten(0.2));
            s.stroke(line(&[(-290.0, 640.0), (-290.0, 800.0)]), 36.0, dark.lighten(0.2));
            s.slab([30.0, 560.0, 150.0, 150.0], 20.0, dark.lighten(0.16));
            s.handset(105.0, 640.0, 400.0, 6.0);
            s.stroke(line(&[(60.0, 640.0), (150.0, 650.0)]), 30.0, s.ember());
            for shimmer in 0..3u8 {
                let at = 10.0 + f32::from(shimmer) * 90.0;
                let heat = curve((at, 210.0), [(at + 40.0, 160.0), (at - 40.0, 120.0)], (at + 10.0, 70.0));
                s.stroke(heat, 12.0, s.ember().alpha(0.7));
            }
        });
    }

    pub(super) fn aeroplane(&mut self) {
        self.sky();
        let w = self.width;
        self.sun(w * self.rng.float(0.3, 0.7), self.rng.float(380.0, 460.0), 140.0);
        let (sea, way) = (680.0, self.rng.pick(&[-1.0, 1.0]));
        let white = self.paper().mix(self.secondary(0.8, 0.08), 0.35);
        for _ in 0..4 {
            let (x, y, size) = (self.rng.float(0.0, w), self.rng.float(420.0, 640.0), self.rng.float(110.0, 200.0));
            self.cloud(x, y, size, white);
        }
        self.fill(rect(-1.0, sea, w + 2.0, HEIGHT), Fill::vertical(self.depth(0.35), self.depth(1.0), sea, HEIGHT));
        let climb = self.rng.float(-16.0, -9.0);
        self.with_scale(w * 0.5, 330.0, way, 1.0, |s| s.with_transform(0.0, 0.0, climb, Self::plane));
        self.with_scale(w * 0.5 - way * 200.0, sea + 40.0, 0.5, 0.5, |s| {
            let hull = s.shade();
            for container in 0..9u8 {
                let tones = [s.ember(), s.light(), s.tone(0.55, 0.12)];
                let tone = s.rng.pick(&tones);
                for level in 0..s.rng.int(1, 3) {
                    s.slab([-200.0 + f32::from(container) * 42.0, -60.0 - 36.0 * to_f32(level), 39.0, 34.0], 2.0, tone);
                }
            }
            s.slab([200.0, -130.0, 60.0, 110.0], 4.0, s.paper());
            s.fill(polygon(&[(-260.0, -26.0), (300.0, -26.0), (270.0, 40.0), (-220.0, 40.0)]), hull);
        });
    }

    /// A freighter seen from the side, nose to the right, its door open for cartons.
    fn plane(&mut self) {
        let (hull, dark, ember) = (self.paper(), self.body(), self.ember());
        let ink = Fill::vertical(hull.lighten(0.02), hull.mix(self.tone(0.5, 0.08), 0.45), -80.0, 90.0);
        self.fill(polygon(&[(-40.0, -50.0), (60.0, -50.0), (-110.0, -230.0), (-160.0, -230.0)]), dark.lighten(0.08));
        let tail = [(-420.0, -30.0), (-300.0, -60.0), (-390.0, -240.0), (-470.0, -240.0)];
        self.fill(polygon(&tail), Fill::vertical(ember.lighten(0.05), ember.lighten(-0.06), -240.0, -30.0));
        let nose = curve((-460.0, -50.0), [(560.0, -110.0), (560.0, 110.0)], (-120.0, 86.0));
        self.fill(nose, ink);
        self.fill(polygon(&[(-460.0, -50.0), (-100.0, -74.0), (-100.0, 88.0), (-130.0, 87.0)]), ink);
        self.fill(polygon(&[(-400.0, -30.0), (-300.0, 0.0), (-430.0, 40.0), (-470.0, 40.0)]), dark);
        self.fill(rounded_rect(236.0, -46.0, 56.0, 28.0, 10.0), self.shade());
        self.fill(rounded_rect(-60.0, -44.0, 150.0, 90.0, 14.0), self.shade());
        for (x, size) in [(-48.0, 58.0), (18.0, 58.0)] {
            self.slab([x, -16.0, size, size], 4.0, self.kraft());
            self.fill(rect(x + 22.0, -16.0, 12.0, 24.0), self.light());
        }
        let wing = [(-10.0, 40.0), (130.0, 40.0), (-120.0, 250.0), (-190.0, 250.0)];
        self.fill(polygon(&wing), Fill::vertical(dark.lighten(0.06), dark.lighten(-0.03), 40.0, 250.0));
        self.slab([-40.0, 110.0, 120.0, 56.0], 28.0, ember);
    }
}
