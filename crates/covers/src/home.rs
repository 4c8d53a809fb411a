//! At home and at the bench: a lamp, a clock, a puzzle, tools.

use tiny_skia::PathBuilder;

use super::palette::Oklch;
use super::scene::{Scene, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    /// A lamp over a book in the evening.
    pub(super) fn desk_lamp(&mut self) {
        let books = self.rng.int(2, 4);
        self.on_table(|s| {
            s.with_scale(-190.0, -10.0, 1.45, 1.45, |s| s.lamp(0.0, 0.0));
            let tones = [s.ember(), s.body(), s.light(), s.tone(0.6, 0.1)];
            for book in 0..books {
                let (x, y) = (-20.0 + s.rng.float(-16.0, 16.0), -44.0 * to_f32(book));
                s.slab([x + 170.0, y - 44.0, 220.0, 44.0], 6.0, tones[book % 4]);
                s.fill(rect(x + 190.0, y - 34.0, 16.0, 24.0), s.paper());
            }
            let (paper, ink) = (s.paper(), s.ink());
            s.fill(polygon(&[(-90.0, 6.0), (60.0, -30.0), (60.0, 26.0), (-60.0, 46.0)]), paper);
            s.fill(polygon(&[(210.0, 6.0), (60.0, -30.0), (60.0, 26.0), (190.0, 46.0)]), paper.lighten(-0.06));
            for row in 0..3u8 {
                let y = -2.0 + 12.0 * f32::from(row);
                s.stroke(line(&[(-50.0, y + 10.0), (40.0, y - 8.0)]), 4.0, ink.alpha(0.5));
                s.stroke(line(&[(80.0, y - 8.0), (166.0, y + 10.0)]), 4.0, ink.alpha(0.5));
            }
        });
    }

    pub(super) fn lamp(&mut self, x: f32, base: f32) {
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

    pub(super) fn puzzle(&mut self) {
        let (loose, drop) = (self.rng.int(0, 3), self.rng.float(60.0, 90.0));
        self.in_air(|s| {
            s.with_scale(0.0, 0.0, 0.88, 0.88, |s| {
                let tones = [s.ember(), s.light(), s.body().lighten(0.08), s.paper()];
                let r = 150.0;
                for (piece, tone) in tones.into_iter().enumerate() {
                    let (column, row) = (to_f32(piece % 2) * 2.0 - 1.0, to_f32(piece / 2) * 2.0 - 1.0);
                    let (mut x, mut y, mut turn) = (column * r, row * r - 10.0, 0.0);
                    if piece == loose {
                        (x, y, turn) = (x + column * drop, y + row * drop * 0.5, column * 15.0);
                    }
                    s.with_transform(x, y, turn, |s| {
                        s.with_transform(9.0, 15.0, 0.0, |s| s.fill(jigsaw(r, column, row), s.shade().alpha(0.25)));
                        let ink = Fill::vertical(tone.lighten(0.06), tone.lighten(-0.05), -r, r);
                        s.fill(jigsaw(r, column, row), ink);
                        s.stroke(jigsaw(r, column, row), 5.0, s.shade().alpha(0.25));
                    });
                }
            })
        });
    }

    /// A phone taken apart under a lamp: screws in rows, a screwdriver, parts.
    pub(super) fn repair_bench(&mut self) {
        self.background();
        let (x, light) = (self.width * 0.5, self.light());
        let (way, lean) = (self.rng.pick(&[-1.0, 1.0]), self.rng.float(-12.0, -5.0));
        self.halo(x, 380.0, 620.0, 0.4);
        self.fill(circle(x + way * 20.0, 400.0, 380.0), light.alpha(0.22));
        self.with_scale(x, 400.0, way, 1.0, |s| {
            let (dark, metal, ember, body) = (s.shade(), s.metal(), s.ember(), s.body());
            s.fill(rounded_rect(-430.0, -330.0, 880.0, 690.0, 30.0), dark.alpha(0.25));
            s.slab([-440.0, -345.0, 880.0, 690.0], 30.0, s.green().mix(body, 0.6));
            for rule in 1..8u8 {
                let at = -440.0 + 110.0 * f32::from(rule);
                s.stroke(line(&[(at, -335.0), (at, 335.0)]), 2.0, s.paper().alpha(0.16));
            }
            s.with_transform(-130.0, 10.0, lean, |s| s.open_phone());
            for screw in 0..12usize {
                let (dx, dy) = (150.0 + 56.0 * to_f32(screw % 4), -260.0 + 60.0 * to_f32(screw / 4));
                s.screw(dx, dy, if screw == 5 { s.light() } else { metal });
            }
            s.with_transform(250.0, 120.0, 32.0, |s| {
                s.fill(rounded_rect(-30.0, -170.0, 80.0, 260.0, 34.0), dark.alpha(0.3));
                s.cylinder([-11.0, 70.0, 22.0, 200.0], 4.0, metal);
                s.cylinder([-40.0, -190.0, 80.0, 270.0], 34.0, ember);
                s.fill(rect(-40.0, 10.0, 80.0, 18.0), dark);
            });
        });
    }

    fn open_phone(&mut self) {
        let (dark, metal, ember) = (self.shade(), self.metal(), self.ember());
        self.fill(rounded_rect(-148.0, -266.0, 320.0, 570.0, 46.0), dark.alpha(0.35));
        self.slab([-160.0, -285.0, 320.0, 570.0], 46.0, metal);
        self.slab([-140.0, -265.0, 280.0, 530.0], 34.0, dark.lighten(0.04));
        self.slab([-116.0, -60.0, 160.0, 290.0], 14.0, self.body().lighten(0.1));
        self.bolt(-36.0, 86.0, 54.0, self.light());
        self.slab([-116.0, -236.0, 232.0, 150.0], 10.0, self.green());
        for (x, y, w) in [(-96.0, -216.0, 70.0), (-6.0, -216.0, 44.0), (-6.0, -158.0, 96.0)] {
            self.slab([x, y, w, 44.0], 5.0, dark);
        }
        self.fill(circle(84.0, -190.0, 26.0), ember);
        self.slab([62.0, -50.0, 60.0, 200.0], 8.0, ember.lighten(-0.05));
        self.stroke(line(&[(92.0, 160.0), (92.0, 220.0)]), 12.0, self.light());
    }

    fn screw(&mut self, x: f32, y: f32, tone: Oklch) {
        let turn = self.rng.float(0.0, 90.0);
        self.fill(circle(x + 3.0, y + 5.0, 17.0), self.shade().alpha(0.35));
        self.fill(circle(x, y, 17.0), Fill::vertical(tone.lighten(0.06), tone.lighten(-0.16), y - 17.0, y + 17.0));
        self.with_transform(x, y, turn, |s| {
            let slot = s.shade().alpha(0.8);
            s.stroke(line(&[(-9.0, 0.0), (9.0, 0.0)]), 4.0, slot);
            s.stroke(line(&[(0.0, -9.0), (0.0, 9.0)]), 4.0, slot);
        });
    }

    /// Clocks of places far apart.
    pub(super) fn clocks(&mut self) {
        self.background();
        let (w, hour) = (self.width, self.rng.int(7, 10));
        self.halo(w * 0.5, 360.0, 640.0, 0.36);
        let order = self.rng.pick(&[-1.0, 1.0]);
        for (place, (dx, y, r, shift)) in
            [(-330.0, 290.0, 150.0, 7), (330.0, 310.0, 150.0, 19), (0.0, 420.0, 240.0, 12)].into_iter().enumerate()
        {
            let x = w * 0.5 + order * dx;
            self.clock(x, y, r, hour + shift, place == 1);
        }
    }

    fn clock(&mut self, x: f32, y: f32, r: f32, hour: usize, is_night: bool) {
        let (rim, paper, ink) = (self.body(), self.paper(), self.ink());
        let (face, marks) = if is_night { (self.shade().lighten(0.06), paper) } else { (paper, ink) };
        self.fill(circle(x + r * 0.05, y + r * 0.08, r * 1.04), self.shade().alpha(0.3));
        self.fill(circle(x, y, r), Fill::vertical(rim.lighten(0.1), rim.lighten(-0.05), y - r, y + r));
        self.fill(circle(x, y, r * 0.86), Fill::vertical(face, face.lighten(-0.04), y - r, y + r));
        for mark in 0..12u8 {
            self.with_transform(x, y, f32::from(mark) * 30.0, |s| {
                let long = if mark % 3 == 0 { 0.16 } else { 0.08 };
                s.stroke(line(&[(0.0, -r * 0.76), (0.0, -r * (0.76 - long))]), r * 0.05, marks);
            });
        }
        self.logo(x, y - r * 0.3, r * 0.1, self.ember(), marks);
        let minute = self.rng.pick(&[0.0, 0.5]);
        let hands =
            [((to_f32(hour % 12) + minute) * 30.0, 0.46, 0.09, marks), (minute * 360.0, 0.68, 0.06, self.ember())];
        for (turn, long, thick, tone) in hands {
            self.with_transform(x, y, turn, |s| s.stroke(line(&[(0.0, r * 0.1), (0.0, -r * long)]), r * thick, tone));
        }
        self.fill(circle(x, y, r * 0.07), marks);
    }
}

/// A piece of a puzzle of four around the origin: the sides towards the middle have a knob or a hole.
fn jigsaw(r: f32, column: f32, row: f32) -> Option<tiny_skia::Path> {
    let mut p = PathBuilder::new();
    let corners = [(-r, -r), (r, -r), (r, r), (-r, r)];
    p.move_to(-r, -r);
    for side in 0..4usize {
        let ((x0, y0), (x1, y1)) = (corners[side], corners[(side + 1) % 4]);
        let is_inner = match side {
            0 => row > 0.0,
            1 => column < 0.0,
            2 => row < 0.0,
            _ => column > 0.0,
        };
        if is_inner {
            // Knobs on two opposite pieces fit the holes of the other two.
            let out = if column * row > 0.0 { 1.0 } else { -1.0 } * if side % 2 == 0 { 1.0 } else { -1.0 };
            let (ux, uy) = ((x1 - x0) / (r * 2.0), (y1 - y0) / (r * 2.0));
            let (nx, ny) = (uy * out, -ux * out);
            let (mx, my) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
            let at = |along: f32, away: f32| (mx + ux * along + nx * away, my + uy * along + ny * away);
            let k = r * 0.3;
            let points = [at(-k * 0.6, 0.0), at(-k * 1.5, k * 1.7), at(k * 1.5, k * 1.7), at(k * 0.6, 0.0)];
            p.line_to(points[0].0, points[0].1);
            p.cubic_to(points[1].0, points[1].1, points[2].0, points[2].1, points[3].0, points[3].1);
        }
        p.line_to(x1, y1);
    }
    p.close();
    p.finish()
}
