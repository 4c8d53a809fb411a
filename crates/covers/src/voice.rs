//! Voices and pictures: who speaks, who listens and what they watch.

use std::f32::consts::{PI, TAU};

use super::palette::{Oklch, TimeOfDay};
use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    /// A hall in the dark, its projector and the first row.
    pub(super) fn projector(&mut self) {
        self.background();
        let (w, flip) = (self.width, self.rng.chance(0.5));
        let way = if flip { -1.0 } else { 1.0 };
        let (px, py) = (w * 0.5 - way * 250.0, 590.0);
        let (sx, sy) = (w * 0.5 + way * 130.0, 250.0);
        let light = self.light();
        let (sw, sh) = (440.0, 290.0);
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

    /// A sheet between houses, a beam and the neighbours.
    pub(super) fn courtyard_screen(&mut self) {
        self.sky();
        let (w, x, dark, light) = (self.width, self.width * 0.5, self.shade(), self.light());
        let near = self.depth(0.8);
        for (side, top) in [(-1.0, self.rng.float(60.0, 150.0)), (1.0, self.rng.float(60.0, 150.0))] {
            let left = if side < 0.0 { -10.0 } else { x + 350.0 };
            self.slab([left, top, w - x - 330.0, HEIGHT], 4.0, near);
            for (column, row) in [(0.2, 0.0), (0.6, 0.0), (0.2, 1.0), (0.6, 1.0), (0.2, 2.0), (0.6, 2.0)] {
                let tone = if self.rng.chance(0.5) { light } else { dark };
                self.fill(rect(left + column * 260.0, top + 60.0 + row * 150.0, 60.0, 80.0), tone.alpha(0.9));
            }
        }
        self.ground(640.0);
        self.halo(x, 330.0, 480.0, 0.5);
        self.stroke(curve((x - 350.0, 130.0), [(x - 120.0, 165.0), (x + 120.0, 165.0)], (x + 350.0, 130.0)), 6.0, dark);
        for bulb in 0..7usize {
            let t = fraction(bulb, 6) * 2.0 - 1.0;
            self.lit_dot(x + t * 320.0, 172.0 - 30.0 * t * t, 10.0);
        }
        self.fill(rect(x - 304.0, 190.0, 608.0, 364.0), self.paper());
        self.screen(x - 290.0, 204.0, 580.0, 336.0, 2.0);
        let heads = self.rng.int(6, 8);
        for (row, y, size) in [(0usize, 660.0, 40.0), (1, 750.0, 56.0)] {
            for head in 0..heads {
                let dx =
                    (fraction(head, heads - 1) - 0.5) * (820.0 + 120.0 * to_f32(row)) + self.rng.float(-20.0, 20.0);
                let tone = dark.lighten(if row == 0 { 0.05 } else { 0.0 });
                self.fill(circle(x + dx, y, size * 0.62), tone);
                self.fill(ellipse(x + dx, y + size * 1.35, size, size), tone);
            }
        }
    }

    pub(super) fn player(&mut self) {
        self.background();
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

    pub(super) fn voices(&mut self) {
        self.background();
        let (w, middle) = (self.width, HEIGHT * self.rng.float(0.47, 0.53));
        let r = self.rng.float(210.0, 260.0);
        let disc = w * self.rng.float(0.4, 0.6);
        self.sun(disc, middle, r);
        let count = self.rng.int(27, 39);
        let step = w * 0.9 / to_f32(count);
        let peaks: Vec<_> =
            (0..4).map(|_| (self.rng.float(0.1, 0.9), self.rng.float(0.07, 0.18), self.rng.float(0.4, 0.95))).collect();
        let (edge, heart) = (self.depth(if self.time_of_day == TimeOfDay::Night { 0.1 } else { 0.62 }), self.shade());
        for bar in 0..count {
            let u = fraction(bar, count - 1);
            let swell: f32 = peaks.iter().map(|(at, wide, high)| high * (-((u - at) / wide).powi(2)).exp()).sum();
            let h = (38.0 + 470.0 * swell.min(1.05) * self.rng.float(0.62, 1.0)).min(600.0);
            let x = w * 0.05 + (to_f32(bar) + 0.5) * step;
            let inside = (x - disc).abs() < r;
            let tone = if inside { heart.mix(edge, 0.15) } else { edge };
            self.fill(
                rounded_rect(x - step * 0.29, middle - h / 2.0, step * 0.58, h, step),
                Fill::vertical(
                    tone.lighten(0.1).rotate_hue(14.0),
                    tone.lighten(-0.04),
                    middle - h / 2.0,
                    middle + h / 2.0,
                ),
            );
            if self.rng.chance(0.14) {
                self.fill(circle(x, middle - h / 2.0 - step * 0.8, step * 0.24), self.ember());
            }
        }
    }

    pub(super) fn parliament(&mut self) {
        self.sky();
        let (x, y) = (self.width * 0.5, 640.0);
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
    }

    pub(super) fn microphone(&mut self) {
        let kind = self.rng.int(0, 5) / 2;
        self.on_table(|s| match kind {
            0 => {
                s.shadow(0.0, 6.0, 190.0);
                s.slab([-150.0, -26.0, 300.0, 32.0], 16.0, s.metal());
                s.slab([-15.0, -180.0, 30.0, 160.0], 8.0, s.metal().lighten(-0.1));
                s.stroke(arc(0.0, -330.0, 150.0, 0.0, PI), 22.0, s.metal());
                s.capsule(0.0, -380.0, 105.0, 170.0);
            }
            1 => {
                s.shadow(-40.0, 6.0, 190.0);
                s.slab([-190.0, -26.0, 300.0, 32.0], 16.0, s.shade().lighten(0.06));
                s.stroke(line(&[(-40.0, -20.0), (-40.0, -230.0)]), 24.0, s.metal());
                s.with_transform(-40.0, -240.0, 42.0, |s| {
                    s.cylinder([-44.0, -160.0, 88.0, 300.0], 30.0, s.shade().lighten(0.08));
                    s.fill(rect(-46.0, -150.0, 92.0, 20.0), s.ember());
                    s.capsule(0.0, -200.0, 84.0, 84.0);
                });
                s.signal(150.0, -430.0, 190.0, 50.0);
            }
            _ => {
                for (x, size, lean) in [(-230.0, 0.72, -12.0), (230.0, 0.72, 12.0), (0.0, 1.0, 0.0)] {
                    s.with_scale(x, 0.0, size, size, |s| {
                        s.shadow(0.0, 6.0, 150.0);
                        s.slab([-110.0, -24.0, 220.0, 30.0], 14.0, s.metal());
                        s.stroke(line(&[(0.0, -20.0), (0.0, -260.0)]), 20.0, s.metal().lighten(-0.08));
                        s.with_transform(0.0, -260.0, lean, |s| {
                            s.slab([-62.0, -70.0, 124.0, 80.0], 20.0, s.ember());
                            s.capsule(0.0, -170.0, 96.0, 120.0);
                        });
                    });
                }
            }
        });
    }

    /// The head of a microphone: a grid with round ends around (x, y).
    fn capsule(&mut self, x: f32, y: f32, half: f32, tall: f32) {
        let (mesh, dark) = (self.brass(), self.shade());
        let shape = rounded_rect(x - half, y - tall, half * 2.0, tall * 2.0, half);
        self.fill(
            shape.clone(),
            Fill::Linear(mesh.lighten(0.1), mesh.lighten(-0.14), [x - half, y - tall, x + half, y + tall]),
        );
        self.with_clip(shape, |s| {
            for row in 0..30u8 {
                let at = y - tall + f32::from(row) * 22.0;
                s.stroke(line(&[(x - half, at), (x + half, at)]), 3.5, dark.alpha(0.28));
                let at = x - half + f32::from(row) * 22.0;
                s.stroke(line(&[(at, y - tall), (at, y + tall)]), 3.5, dark.alpha(0.28));
            }
        });
        self.fill(rounded_rect(x - half - 8.0, y - 15.0, half * 2.0 + 16.0, 30.0, 12.0), self.body());
    }

    pub(super) fn radio(&mut self) {
        let needle = self.rng.float(0.15, 0.85);
        self.on_table(|s| {
            let (body, dark, light) = (s.body(), s.shade().lighten(0.02), s.light());
            s.shadow(0.0, 6.0, 350.0);
            s.stroke(line(&[(220.0, -360.0), (310.0, -500.0)]), 11.0, s.metal());
            s.fill(circle(310.0, -500.0, 13.0), s.ember());
            s.stroke(curve((-220.0, -360.0), [(-200.0, -450.0), (200.0, -450.0)], (220.0, -360.0)), 26.0, dark);
            s.slab([-320.0, -380.0, 640.0, 380.0], 54.0, body);
            s.fill(circle(-150.0, -180.0, 142.0), s.metal());
            s.fill(circle(-150.0, -180.0, 128.0), dark);
            for ring in [104.0, 80.0, 56.0] {
                s.stroke(circle(-150.0, -180.0, ring), 5.0, s.metal().alpha(0.35));
            }
            s.fill(circle(-150.0, -180.0, 30.0), s.ember());
            s.halo(150.0, -280.0, 190.0, 0.4);
            s.fill(
                rounded_rect(20.0, -336.0, 264.0, 110.0, 16.0),
                Fill::vertical(light.lighten(0.06), s.brass(), -336.0, -226.0),
            );
            for mark in 0..13u8 {
                let x = 42.0 + f32::from(mark) * 18.0;
                let h = if mark % 3 == 0 { 34.0 } else { 20.0 };
                s.stroke(line(&[(x, -310.0), (x, -310.0 + h)]), 4.0, dark);
            }
            let x = 42.0 + 216.0 * needle;
            s.stroke(line(&[(x, -326.0), (x, -236.0)]), 7.0, s.ember());
            for (x, turn) in [(86.0, -30.0), (216.0, 40.0)] {
                s.fill(circle(x, -120.0, 58.0), s.metal());
                s.fill(circle(x, -120.0, 46.0), body.lighten(-0.08));
                s.with_transform(x, -120.0, turn, |s| s.stroke(line(&[(0.0, -16.0), (0.0, -38.0)]), 9.0, s.light()));
            }
            s.signal(310.0, -500.0, 110.0, 20.0);
        });
    }

    /// A machine that answers: speech bubbles above a friendly face.
    pub(super) fn chat(&mut self) {
        self.in_air(|s| {
            let (ember, light, ink) = (s.ember(), s.light(), s.ink());
            s.bubble([-380.0, -310.0, 430.0, 180.0], -1.0, s.paper());
            s.writing([-340.0, -270.0, 340.0], 3, 38.0, ink.alpha(0.6));
            s.bubble([20.0, -110.0, 360.0, 150.0], 1.0, ember);
            s.writing([60.0, -70.0, 270.0], 2, 40.0, s.paper());
            s.with_scale(-130.0, 0.0, 1.0, 1.0, |s| {
                let body = s.body();
                s.stroke(line(&[(0.0, 70.0), (0.0, 20.0)]), 11.0, s.metal());
                s.lit_dot(0.0, 10.0, 18.0);
                s.fill(rounded_rect(-158.0, 78.0, 340.0, 260.0, 70.0), s.shade().alpha(0.3));
                s.slab([-170.0, 64.0, 340.0, 260.0], 70.0, body);
                s.slab([-130.0, 106.0, 260.0, 150.0], 46.0, s.shade());
                for eye in [-62.0, 62.0] {
                    s.halo(eye, 166.0, 70.0, 0.5);
                    s.fill(ellipse(eye, 166.0, 24.0, 30.0), light);
                }
                s.stroke(arc(0.0, 186.0, 42.0, PI * 0.2, PI * 0.8), 11.0, light);
                for ear in [-196.0, 170.0] {
                    s.slab([ear, 150.0, 28.0, 90.0], 12.0, ember);
                }
            });
        });
    }

    fn bubble(&mut self, [x, y, w, h]: [f32; 4], way: f32, tone: Oklch) {
        let foot = x + w * (0.5 + way * 0.26);
        self.fill(rounded_rect(x + 9.0, y + 15.0, w, h, 52.0), self.shade().alpha(0.28));
        let tail = [(foot - 34.0, y + h - 20.0), (foot + 34.0, y + h - 20.0), (foot + way * 40.0, y + h + 56.0)];
        self.fill(polygon(&tail), tone.lighten(-0.045));
        self.slab([x, y, w, h], 52.0, tone);
    }

    /// A film with its lines in two languages.
    pub(super) fn subtitles(&mut self) {
        let split = self.rng.float(0.4, 0.6);
        self.on_table(|s| {
            let (dark, light, paper) = (s.shade().lighten(0.02), s.light(), s.paper());
            let (w, h) = (740.0, 430.0);
            s.shadow(0.0, 6.0, 330.0);
            for foot in [-210.0, 210.0] {
                s.stroke(line(&[(foot, -40.0), (foot * 1.2, 0.0)]), 18.0, dark);
            }
            s.fill(rounded_rect(-w / 2.0, -h - 40.0, w, h, 20.0), dark);
            s.screen(-w / 2.0 + 16.0, -h - 24.0, w - 32.0, h - 32.0, 8.0);
            for (y, tone, share) in [(-184.0, light, split), (-116.0, paper, 1.0 - split)] {
                let wide = 520.0;
                s.fill(rounded_rect(-wide / 2.0, y, wide, 54.0, 12.0), s.shade().alpha(0.78));
                s.fill(rounded_rect(-wide / 2.0 + 26.0, y + 17.0, (wide - 72.0) * share, 20.0, 10.0), tone);
                let rest = -wide / 2.0 + 46.0 + (wide - 72.0) * share;
                s.fill(rounded_rect(rest, y + 17.0, (wide - 72.0) * (1.0 - share), 20.0, 10.0), tone.alpha(0.75));
            }
        });
    }
}
