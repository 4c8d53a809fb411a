//! Streets: what stands beside them and runs under them.

use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    /// A pipe under a road, with the water that it has to carry.
    pub(super) fn culvert(&mut self) {
        self.sky();
        let (w, x) = (self.width, self.width * 0.5);
        self.sun(w * self.rng.float(0.25, 0.75), 190.0, 90.0);
        self.ridges(330.0, 2, 30.0);
        let (stone, dark, water) =
            (self.paper().mix(self.tone(0.5, 0.06), 0.5), self.shade(), self.secondary(0.62, 0.11));
        let grass = self.green();
        self.fill(rect(-1.0, 400.0, w + 2.0, HEIGHT), Fill::vertical(grass, grass.lighten(-0.18), 400.0, HEIGHT));
        self.fill(rect(-1.0, 330.0, w + 2.0, 84.0), dark.lighten(0.06));
        let mut dash = self.rng.float(-100.0, 0.0);
        while dash < w {
            self.fill(rounded_rect(dash, 366.0, 80.0, 10.0, 5.0), self.paper().alpha(0.7));
            dash += 150.0;
        }
        let (pipes, r) = if self.rng.chance(0.5) { (1usize, 118.0) } else { (2, 100.0) };
        self.slab([x - 360.0, 396.0, 720.0, 270.0], 8.0, stone);
        self.slab([x - 385.0, 388.0, 770.0, 36.0], 8.0, stone.lighten(0.06));
        for course in 0..3u8 {
            let y = 470.0 + f32::from(course) * 62.0;
            self.stroke(line(&[(x - 356.0, y), (x + 356.0, y)]), 3.0, dark.alpha(0.22));
        }
        let fan = [(x - 330.0, 660.0), (x + 330.0, 660.0), (x + 560.0, HEIGHT + 6.0), (x - 560.0, HEIGHT + 6.0)];
        self.fill(polygon(&fan), Fill::vertical(water.lighten(0.1), water.lighten(-0.16), 640.0, HEIGHT));
        for pipe in 0..pipes {
            let px = if pipes == 1 { x } else { x - 160.0 + 320.0 * to_f32(pipe) };
            let y = 660.0 - r;
            self.fill(circle(px, y, r + 20.0), stone.lighten(-0.12));
            self.fill(circle(px, y, r), Fill::Radial(dark.lighten(-0.05), dark.lighten(0.04), [px, y, r]));
            self.with_clip(circle(px, y, r), |s| {
                s.fill(
                    rect(px - r, y + r * 0.34, r * 2.0, r),
                    Fill::vertical(water.lighten(0.12), water, y + r * 0.34, y + r),
                );
            });
        }
        for ripple in 0..9usize {
            let y = 680.0 + to_f32(ripple) * 13.0;
            let (dx, half) = (self.rng.float(-260.0, 260.0), self.rng.float(30.0, 110.0));
            self.stroke(line(&[(x + dx - half, y), (x + dx + half, y)]), 4.0, self.light().alpha(0.55));
        }
    }

    /// The last pole of a line, and the house at its end.
    pub(super) fn utility_pole(&mut self) {
        self.sky();
        let (w, way) = (self.width, self.rng.pick(&[-1.0, 1.0]));
        self.sun(w * 0.5 + way * self.rng.float(-60.0, 120.0), self.rng.float(330.0, 430.0), 110.0);
        self.ridges(520.0, 3, 36.0);
        self.ground(700.0);
        let sag = self.rng.float(60.0, 110.0);
        self.with_scale(w * 0.5, 0.0, way, 1.0, |s| {
            let (dark, light) = (s.shade(), s.light());
            for (x, top, low, thick) in [(-560.0, 330.0, 640.0, 9.0), (-250.0, 110.0, 720.0, 26.0)] {
                s.stroke(line(&[(x, top), (x, low)]), thick, dark);
                for arm in [40.0, 110.0] {
                    let (reach, y) = (thick * 4.6, top + arm * thick / 26.0);
                    s.stroke(line(&[(x - reach, y), (x + reach, y)]), thick * 0.6, dark);
                }
            }
            for arm in [-110.0, 110.0] {
                for level in [142.0, 212.0] {
                    let wire =
                        curve((-250.0 + arm, level), [(-380.0, level + 160.0), (-500.0, 340.0)], (-560.0, 350.0));
                    s.stroke(wire, 4.0, dark);
                    s.slab([-262.0 + arm, level - 30.0, 24.0, 34.0], 8.0, s.metal());
                }
            }
            s.slab([-226.0, 250.0, 84.0, 120.0], 14.0, s.body());
            s.lit_dot(-184.0, 340.0, 9.0);
            let drop = curve((-140.0, 212.0), [(-20.0, 212.0 + sag * 2.0), (40.0, 380.0 + sag)], (140.0, 490.0));
            s.stroke(drop.clone(), 17.0, light.alpha(0.25));
            s.stroke(drop, 6.0, light);
            s.cottage(240.0, 720.0, 310.0);
        });
    }

    /// A small house with an iron roof and a light in its window.
    pub(super) fn cottage(&mut self, x: f32, base: f32, w: f32) {
        let (wall, roof, light) = (self.paper().mix(self.kraft(), 0.35), self.body(), self.light());
        let top = base - w * 0.58;
        self.slab([x - w * 0.44, top, w * 0.88, w * 0.58], 4.0, wall);
        let crest = top - w * 0.3;
        self.fill(
            polygon(&[
                (x - w * 0.56, top + w * 0.04),
                (x - w * 0.34, crest),
                (x + w * 0.34, crest),
                (x + w * 0.56, top + w * 0.04),
            ]),
            Fill::vertical(roof.lighten(0.12), roof, crest, top),
        );
        for rib in 1..10usize {
            let t = fraction(rib, 10) - 0.5;
            self.stroke(
                line(&[(x + t * w * 0.68, crest + 4.0), (x + t * w * 1.12, top + w * 0.03)]),
                3.0,
                roof.lighten(-0.08),
            );
        }
        self.slab([x + w * 0.1, base - w * 0.42, w * 0.2, w * 0.42], 4.0, self.ember());
        self.halo(x - w * 0.18, base - w * 0.3, w * 0.5, 0.5);
        self.fill(rect(x - w * 0.31, base - w * 0.42, w * 0.26, w * 0.22), light.lighten(0.05));
        self.stroke(line(&[(x - w * 0.18, base - w * 0.42), (x - w * 0.18, base - w * 0.2)]), 5.0, wall.lighten(-0.2));
        self.stroke(line(&[(x - w * 0.31, base - w * 0.31), (x - w * 0.05, base - w * 0.31)]), 5.0, wall.lighten(-0.2));
    }

    /// A house of many rooms, its signals on the roof.
    pub(super) fn hostel(&mut self) {
        self.sky();
        let (w, x) = (self.width, self.width * 0.5);
        self.sun(w * self.rng.float(0.2, 0.8), self.rng.float(220.0, 320.0), 100.0);
        self.ridges(560.0, 2, 30.0);
        self.ground(720.0);
        let (floors, rooms) = (self.rng.int(4, 5), self.rng.int(5, 6));
        let (wall, dark) = (self.body(), self.shade());
        let (top, half) = (250.0, 300.0);
        self.stroke(line(&[(x, top), (x, top - 70.0)]), 12.0, dark);
        self.signal(x, top - 60.0, 160.0, 0.0);
        self.slab([x + 130.0, top - 80.0, 110.0, 84.0], 16.0, dark.lighten(0.08));
        self.slab([x - half, top, half * 2.0, 480.0], 6.0, wall);
        self.slab([x - half - 16.0, top - 14.0, half * 2.0 + 32.0, 26.0], 6.0, wall.lighten(-0.06));
        let step = 420.0 / to_f32(floors);
        let tones = [self.light(), self.ember(), self.secondary(0.8, 0.1)];
        for floor in 0..floors {
            for room in 0..rooms {
                let (y, gap) = (top + 34.0 + to_f32(floor) * step, half * 2.0 / to_f32(rooms));
                let px = x - half + (to_f32(room) + 0.2) * gap;
                let is_door = floor + 1 == floors && room == rooms / 2;
                let glass = if is_door { dark } else { tones[(room * 3 / rooms).min(2)] };
                let dim = if self.rng.chance(0.2) && !is_door { glass.mix(dark, 0.7) } else { glass };
                let high = if is_door { step * 0.96 } else { step * 0.56 };
                self.fill(
                    rounded_rect(px, y, gap * 0.6, high, 5.0),
                    Fill::vertical(dim.lighten(0.04), dim.lighten(-0.05), y, y + high),
                );
            }
            let y = top + 34.0 + to_f32(floor) * step + step * 0.68;
            self.fill(rect(x - half, y, half * 2.0, 9.0), wall.lighten(-0.09));
        }
        self.fill(ellipse(x, 736.0, 200.0, 16.0), self.light().alpha(0.3));
    }

    pub(super) fn billboard(&mut self) {
        self.sky();
        let (w, lamps) = (self.width, self.rng.int(3, 4));
        self.sun(w * self.rng.float(0.25, 0.75), self.rng.float(420.0, 520.0), 120.0);
        self.ridges(590.0, 3, 30.0);
        let (x, dark, ember) = (w * 0.5, self.shade().lighten(0.02), self.ember());
        for post in [-190.0, 190.0] {
            self.stroke(line(&[(x + post, 470.0), (x + post, HEIGHT + 10.0)]), 26.0, dark);
        }
        self.slab([x - 350.0, 110.0, 700.0, 390.0], 12.0, dark);
        let (paper, ink) = (self.paper(), self.ink());
        self.fill(rect(x - 330.0, 130.0, 660.0, 350.0), Fill::vertical(paper, paper.lighten(-0.05), 130.0, 480.0));
        self.fill(circle(x - 180.0, 305.0, 110.0), ember);
        self.tick(x - 180.0, 305.0, 58.0, paper);
        self.fill(rounded_rect(x - 30.0, 220.0, 300.0, 46.0, 10.0), ink);
        self.writing([x - 30.0, 306.0, 300.0], 3, 46.0, ink.alpha(0.55));
        for lamp in 0..lamps {
            let at = x - 260.0 + 520.0 * fraction(lamp, lamps - 1);
            self.stroke(line(&[(at, 116.0), (at, 70.0), (at + 26.0, 62.0)]), 9.0, dark);
            self.lit_dot(at + 30.0, 72.0, 17.0);
        }
    }
}
