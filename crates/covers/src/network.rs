//! Networks and data: what connects, computes and keeps.

use super::palette::{Oklch, TimeOfDay};
use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    /// A card for a phone's number, and the one that takes its place.
    pub(super) fn sim_card(&mut self) {
        let spread = self.rng.float(20.0, 32.0);
        self.in_air(|s| {
            let (back, front) = (s.body().lighten(0.08), s.ember());
            s.with_transform(110.0, -40.0, spread * 0.7, |s| s.sim(back));
            s.with_transform(-90.0, 30.0, -spread * 0.4, |s| s.sim(front));
        });
    }

    fn sim(&mut self, tone: Oklch) {
        let shape = |dx: f32, dy: f32| {
            let points = [(-180.0, -250.0), (90.0, -250.0), (180.0, -160.0), (180.0, 250.0), (-180.0, 250.0)];
            polygon(&points.map(|(x, y)| (x + dx, y + dy)))
        };
        let (gold, seam) = (self.light(), self.brass().lighten(-0.2));
        self.stroke(shape(12.0, 18.0), 24.0, self.shade().alpha(0.2));
        let ink = Fill::Linear(tone.lighten(0.08), tone.lighten(-0.05), [-180.0, -250.0, 100.0, 250.0]);
        self.stroke(shape(0.0, 0.0), 28.0, ink);
        self.fill(shape(0.0, 0.0), ink);
        self.slab([-120.0, -60.0, 240.0, 220.0], 34.0, gold);
        for y in [14.0, 86.0] {
            self.stroke(line(&[(-120.0, y), (-50.0, y)]), 6.0, seam);
            self.stroke(line(&[(50.0, y), (120.0, y)]), 6.0, seam);
        }
        self.stroke(rounded_rect(-50.0, -20.0, 100.0, 140.0, 22.0), 6.0, seam);
        let mark = self.paper();
        self.logo(-80.0, -140.0, 46.0, mark, mark);
        self.writing([10.0, -180.0, 90.0], 2, 34.0, mark.alpha(0.8));
    }

    /// A drive with its lid off, before its copies.
    pub(super) fn hard_disk(&mut self) {
        let (swing, copies, side) = (self.rng.float(-14.0, 10.0), self.rng.int(1, 2), self.rng.pick(&[-1.0, 1.0]));
        self.in_air(|s| {
            for copy in (1..=copies).rev() {
                let (t, tone) = (side * to_f32(copy), s.body().lighten(0.05 * to_f32(copy)));
                s.with_transform(40.0 * t, 0.0, 11.0 * t, |s| s.slab([-215.0, -300.0, 430.0, 600.0], 34.0, tone));
            }
            s.open_drive(swing);
        });
    }

    /// Three drives, of which one stands apart.
    pub(super) fn drives(&mut self) {
        self.on_table(|s| {
            let tones = [s.body(), s.metal(), s.ember()];
            for (tone, x) in tones.into_iter().zip([-265.0, -70.0, 235.0]) {
                s.closed_drive(x, tone);
            }
            let cord = curve((-70.0, -20.0), [(-40.0, 80.0), (80.0, 60.0)], (150.0, 130.0));
            s.stroke(cord, 14.0, s.brass());
        });
    }

    fn closed_drive(&mut self, x: f32, tone: Oklch) {
        self.shadow(x, 4.0, 120.0);
        self.slab([x - 88.0, -330.0, 176.0, 330.0], 30.0, tone);
        self.slab([x - 66.0, -306.0, 132.0, 190.0], 18.0, tone.lighten(-0.05));
        let mark = if tone.l > 0.65 { self.ink() } else { self.paper() };
        self.logo(x, -196.0, 34.0, mark, mark);
        self.lit_dot(x, -60.0, 12.0);
    }

    fn open_drive(&mut self, swing: f32) {
        let (metal, disk) = (self.metal(), self.paper());
        self.fill(rounded_rect(-203.0, -288.0, 430.0, 610.0, 34.0), self.shade().alpha(0.3));
        self.slab([-215.0, -305.0, 430.0, 610.0], 34.0, metal);
        self.slab([-189.0, -280.0, 378.0, 560.0], 26.0, self.body().lighten(-0.1));
        self.fill(
            circle(0.0, -85.0, 174.0),
            Fill::Linear(disk, disk.mix(self.tone(0.5, 0.09), 0.6), [-140.0, -220.0, 120.0, 80.0]),
        );
        for ring in [150.0, 122.0, 94.0] {
            self.stroke(circle(0.0, -85.0, ring), 2.0, self.ink().alpha(0.22));
        }
        self.fill(polygon(&[(0.0, -85.0), (-135.0, -170.0), (-89.0, -220.0)]), self.light().alpha(0.4));
        self.fill(circle(0.0, -85.0, 48.0), metal.lighten(-0.2));
        self.fill(circle(0.0, -85.0, 20.0), self.ember());
        self.with_transform(125.0, 190.0, swing, |s| {
            s.fill(polygon(&[(-34.0, 10.0), (34.0, -10.0), (-62.0, -250.0), (-82.0, -246.0)]), s.brass());
            s.fill(circle(0.0, 0.0, 52.0), metal.lighten(-0.06));
            s.fill(circle(0.0, 0.0, 22.0), s.ember());
        });
        self.writing([-161.0, 170.0, 170.0], 3, 32.0, metal.alpha(0.6));
    }

    pub(super) fn server_rack(&mut self) {
        self.background();
        let (w, floor, racks) = (self.width, 700.0, self.rng.int(2, 3));
        self.halo(w * 0.5, 320.0, 620.0, 0.34);
        self.ground(floor);
        let light = self.light();
        self.fill(ellipse(w * 0.5, floor + 46.0, 480.0, 30.0), light.alpha(0.2));
        let (wide, gap) = (if racks == 2 { 300.0 } else { 236.0 }, 28.0);
        let left = w * 0.5 - (to_f32(racks) * (wide + gap) - gap) / 2.0;
        for rack in 0..racks {
            let x = left + to_f32(rack) * (wide + gap);
            let (top, body) = (self.rng.pick(&[70.0, 100.0, 130.0]), self.shade().lighten(0.03));
            self.slab([x, top, wide, floor + 40.0 - top], 14.0, body);
            self.fill(rect(x + 16.0, top + 22.0, wide - 32.0, floor - top - 14.0), body.lighten(-0.05));
            let mut y = top + 32.0;
            while y + 56.0 < floor {
                self.server([x + 22.0, y, wide - 44.0]);
                y += 60.0;
            }
        }
    }

    fn server(&mut self, [x, y, w]: [f32; 3]) {
        let face = self.body().lighten(0.03);
        self.slab([x, y, w, 50.0], 6.0, face);
        let night = self.time_of_day == TimeOfDay::Night;
        for slot in 0..4u8 {
            let at = x + w * 0.36 + f32::from(slot) * w * 0.15;
            self.fill(rounded_rect(at, y + 13.0, w * 0.12, 24.0, 4.0), face.lighten(-0.16));
        }
        let (on, ember) = (self.light(), self.ember());
        for lamp in 0..3u8 {
            let (at, tone) = (x + 22.0 + f32::from(lamp) * 24.0, if self.rng.chance(0.24) { ember } else { on });
            if night || self.rng.chance(0.7) {
                self.fill(circle(at, y + 25.0, 16.0), tone.alpha(0.2));
                self.fill(circle(at, y + 25.0, 7.0), tone);
            } else {
                self.fill(circle(at, y + 25.0, 7.0), face.lighten(-0.14));
            }
        }
    }

    pub(super) fn router(&mut self) {
        let (antennas, kind) = (self.rng.int(2, 4), self.rng.int(0, 2));
        self.on_table(|s| match kind {
            0 => s.flat_router(antennas, s.body()),
            1 => s.flat_router(antennas, s.paper().mix(s.tone(0.6, 0.06), 0.14)),
            _ => s.upright_router(),
        });
    }

    fn flat_router(&mut self, antennas: usize, body: Oklch) {
        let (dark, ember) = (self.shade().lighten(0.04), self.ember());
        self.shadow(0.0, 4.0, 330.0);
        self.stroke(curve((230.0, -40.0), [(360.0, -40.0), (330.0, 30.0)], (480.0, 60.0)), 13.0, ember);
        for antenna in 0..antennas {
            let t = fraction(antenna, antennas - 1) * 2.0 - 1.0;
            let lean = t * self.rng.float(10.0, 22.0);
            self.antenna(t * 210.0, -110.0, lean, 300.0);
        }
        self.signal(0.0, -180.0, 230.0, 0.0);
        self.slab([-300.0, -130.0, 600.0, 120.0], 34.0, body);
        for foot in [-230.0, 160.0] {
            self.slab([foot, -14.0, 70.0, 16.0], 6.0, dark);
        }
        let off = self.rng.int(2, 6);
        for lamp in 0..5usize {
            let x = -236.0 + to_f32(lamp) * 54.0;
            if lamp == off {
                self.fill(circle(x, -70.0, 11.0), dark);
            } else {
                self.lit_dot(x, -70.0, 11.0);
            }
        }
        for vent in 0..5u8 {
            let x = 100.0 + f32::from(vent) * 34.0;
            self.stroke(line(&[(x, -96.0), (x, -46.0)]), 9.0, dark.alpha(0.6));
        }
    }

    fn upright_router(&mut self) {
        let (body, ember, paper) = (self.body(), self.ember(), self.paper());
        self.shadow(-90.0, 4.0, 190.0);
        self.stroke(curve((-60.0, -30.0), [(-240.0, -10.0), (-280.0, 40.0)], (-460.0, 50.0)), 13.0, ember);
        self.antenna(-205.0, -250.0, -12.0, 250.0);
        self.antenna(35.0, -250.0, 12.0, 250.0);
        self.signal(-85.0, -390.0, 190.0, 0.0);
        self.slab([-225.0, -370.0, 280.0, 370.0], 48.0, body);
        self.slab([-205.0, -24.0, 240.0, 28.0], 12.0, body.lighten(-0.1));
        self.logo(-85.0, -210.0, 46.0, ember, paper);
        for lamp in 0..4u8 {
            self.lit_dot(-145.0 + f32::from(lamp) * 40.0, -90.0, 10.0);
        }
        self.handset(240.0, 20.0, 360.0, 6.0);
    }

    fn antenna(&mut self, x: f32, y: f32, lean: f32, long: f32) {
        let dark = self.shade().lighten(0.04);
        self.with_transform(x, y, lean, |s| {
            s.cylinder([-13.0, -long, 26.0, long], 13.0, dark);
            s.slab([-20.0, -40.0, 40.0, 50.0], 10.0, dark.lighten(0.06));
        });
    }

    pub(super) fn chip(&mut self) {
        self.background();
        let (cx, cy) = (self.width * self.rng.float(0.44, 0.56), self.rng.float(360.0, 440.0));
        let size = self.rng.float(118.0, 150.0);
        self.halo(cx, cy, size * 3.6, 0.24);
        let pins = self.rng.int(6, 8);
        for _ in 0..self.rng.int(5, 9) {
            let (x, y) = (self.rng.float(0.0, self.width), self.rng.float(0.0, HEIGHT));
            if (x - cx).abs() > size * 2.0 || (y - cy).abs() > size * 1.7 {
                let tone = self.depth(0.85);
                let (w, h) = if self.rng.chance(0.5) { (62.0, 30.0) } else { (30.0, 62.0) };
                self.fill(rounded_rect(x, y, w, h, 5.0), Fill::vertical(tone.lighten(0.08), tone, y, y + h));
            }
        }
        self.traces(cx, cy, size, pins);
        let body = self.shade();
        self.fill(
            rounded_rect(cx - size, cy - size + 10.0, size * 2.0, size * 2.0, 24.0),
            body.lighten(-0.05).alpha(0.5),
        );
        self.fill(
            rounded_rect(cx - size, cy - size, size * 2.0, size * 2.0, 24.0),
            Fill::vertical(body.lighten(0.13), body.lighten(0.03), cy - size, cy + size),
        );
        let (trace, lit) = (self.trace(), self.light());
        self.stroke(
            rounded_rect(cx - size * 0.8, cy - size * 0.8, size * 1.6, size * 1.6, 16.0),
            3.0,
            trace.lighten(0.1).alpha(0.55),
        );
        self.halo(cx, cy + size * 0.1, size * 0.95, 0.4);
        self.logo(cx, cy + size * 0.2, size * 0.46, lit, lit);
    }

    /// Colour of a conductor without a signal.
    fn trace(&self) -> Oklch {
        self.depth(if self.time_of_day == TimeOfDay::Night { 0.0 } else { 0.75 })
    }

    /// Conductors from the pins of a chip; some carry a signal.
    fn traces(&mut self, cx: f32, cy: f32, size: f32, pins: usize) {
        let (trace, lit) = (self.trace(), self.light());
        for side in 0..4u8 {
            for pin in 0..pins {
                let u = (fraction(pin, pins - 1) * 2.0 - 1.0) * size * 0.8;
                let reach = [self.width * 0.5, HEIGHT * 0.5][usize::from(side % 2)];
                let straight = size + 26.0 + (to_f32(pins) / 2.0 - (to_f32(pin) - to_f32(pins - 1) / 2.0).abs()) * 24.0;
                let spread = u * self.rng.float(0.75, 1.9);
                let bend = straight + spread.abs();
                let end = bend + self.rng.float(0.15, 1.15) * (reach - bend).max(60.0);
                let shape = [(size * 0.9, u), (straight, u), (bend, u + spread), (end, u + spread)];
                let points = shape.map(|(along, across)| match side {
                    0 => (cx + along, cy + across),
                    1 => (cx + across, cy + along),
                    2 => (cx - along, cy + across),
                    _ => (cx + across, cy - along),
                });
                let glows = self.rng.chance(0.24);
                let tone = if glows { lit } else { trace };
                if glows {
                    self.stroke(line(&points), 15.0, lit.alpha(0.13));
                }
                self.stroke(line(&points), 5.0, tone);
                let (ex, ey) = points[3];
                if glows {
                    self.halo(ex, ey, 60.0, 0.5);
                }
                self.fill(circle(ex, ey, 13.0), tone);
                let hole = self.depth(if self.time_of_day == TimeOfDay::Night { 1.0 } else { 0.3 });
                self.fill(circle(ex, ey, 5.5), hole);
            }
        }
    }
}
