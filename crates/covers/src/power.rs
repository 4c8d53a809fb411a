//! Electricity: where it comes from, where it is kept and what it lights.

use super::palette::{Oklch, TimeOfDay};
use super::props::curve;
use super::scene::{HEIGHT, Scene, fraction, to_f32};
use super::shapes::{Fill, circle, ellipse, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn solar_panel(&mut self) {
        self.sky();
        let is_roof = self.rng.chance(0.6);
        let side = self.noon(if is_roof { 760.0 } else { 620.0 });
        self.with_scale(self.width * 0.5, 0.0, side, 1.0, |s| {
            if is_roof {
                s.panels_on_a_roof();
            } else {
                s.stroke(line(&[(-150.0, 700.0), (-90.0, 560.0)]), 20.0, s.shade());
                s.stroke(line(&[(190.0, 700.0), (170.0, 420.0)]), 20.0, s.shade());
                s.shadow(30.0, 706.0, 330.0);
                s.panel([-260.0, 640.0], [470.0, 0.0], [110.0, -360.0], (6, 4));
            }
        });
    }

    /// Panels that fold like a map, and the power bank that they charge.
    pub(super) fn folding_panel(&mut self) {
        self.sky();
        let side = self.noon(600.0);
        self.with_scale(self.width * 0.5, 0.0, side, 1.0, |s| {
            s.shadow(-30.0, 702.0, 400.0);
            for leaf in 0..4u8 {
                let x = -400.0 + f32::from(leaf) * 180.0;
                let lean = if leaf % 2 == 0 { [0.0, -40.0] } else { [40.0, 0.0] };
                s.panel([x, 690.0 - lean[0]], [180.0, lean[1] + lean[0]], [44.0, -330.0], (2, 5));
            }
            s.stroke(curve((316.0, 660.0), [(360.0, 740.0), (400.0, 720.0)], (420.0, 700.0)), 11.0, s.ember());
            s.with_scale(430.0, 720.0, 0.5, 0.5, |s| s.bank(0.0, 190.0, 330.0, 3, s.body()));
        });
    }

    /// Sun over far hills and ground below `floor`; the side of the picture away from the sun.
    fn noon(&mut self, floor: f32) -> f32 {
        let side = self.rng.pick(&[-1.0, 1.0]);
        let (x, y) = (self.width * 0.5 - side * self.rng.float(150.0, 300.0), self.rng.float(150.0, 230.0));
        self.sun(x, y, self.rng.float(74.0, 100.0));
        let far = self.depth(0.2);
        self.ridge(520.0, 40.0, Fill::vertical(far, far.lighten(-0.05), 480.0, 600.0));
        self.ground(floor);
        side
    }

    /// A panel with its lower left corner at `foot`, its edges along `across` and `up`.
    pub(super) fn panel(&mut self, foot: [f32; 2], across: [f32; 2], up: [f32; 2], (columns, rows): (usize, usize)) {
        let at = |u: f32, v: f32| (foot[0] + across[0] * u + up[0] * v, foot[1] + across[1] * u + up[1] * v);
        let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
        let glass = Oklch { l: if self.time_of_day == TimeOfDay::Day { 0.4 } else { 0.33 }, c: 0.11, h: 262.0, a: 1.0 };
        let (top, low) = (at(0.2, 1.0), at(0.8, 0.0));
        let ink = Fill::Linear(glass.mix(self.light(), 0.3), glass.lighten(-0.08), [top.0, top.1, low.0, low.1]);
        self.fill(polygon(&corners), ink);
        let (seam, frame) = (self.paper().alpha(0.45), self.metal());
        for column in 1..columns {
            let u = fraction(column, columns);
            self.stroke(line(&[at(u, 0.0), at(u, 1.0)]), 3.0, seam);
        }
        for row in 1..rows {
            let v = fraction(row, rows);
            self.stroke(line(&[at(0.0, v), at(1.0, v)]), 3.0, seam);
        }
        let glint = self.light().alpha(0.24);
        self.fill(polygon(&[at(0.1, 1.0), at(0.34, 1.0), at(0.12, 0.0), at(0.0, 0.0), at(0.0, 0.36)]), glint);
        self.stroke(polygon(&corners), 10.0, frame);
    }

    fn panels_on_a_roof(&mut self) {
        let (wall, iron) = (self.paper().mix(self.kraft(), 0.4), self.ember().mix(self.shade(), 0.35));
        self.fill(rect(-330.0, 540.0, 660.0, HEIGHT), Fill::vertical(wall.lighten(-0.12), wall, 540.0, 640.0));
        let roof = [(-430.0, 600.0), (430.0, 600.0), (330.0, 250.0), (-330.0, 250.0)];
        self.fill(polygon(&roof), Fill::vertical(iron.lighten(0.1), iron.lighten(-0.02), 250.0, 600.0));
        for rib in 0..=20usize {
            let t = fraction(rib, 20);
            let (top, low) = (-330.0 + 660.0 * t, -430.0 + 860.0 * t);
            self.stroke(line(&[(top, 252.0), (low, 600.0)]), 5.0, iron.lighten(-0.06).alpha(0.7));
        }
        for (x, lean) in [(-275.0, 30.0), (-85.0, 0.0), (105.0, -30.0)] {
            self.panel([x - lean * 0.6, 540.0], [172.0, 0.0], [lean, -230.0], (3, 5));
        }
        for x in [-200.0, 110.0] {
            self.slab([x, 650.0, 96.0, 120.0], 4.0, self.shade());
            self.fill(rect(x + 10.0, 660.0, 76.0, 100.0), self.light().alpha(0.85));
        }
    }

    /// Cells in a row, each weaker than the one before it.
    pub(super) fn battery(&mut self) {
        let count = self.rng.int(3, 4);
        self.on_table(|s| {
            let (w, h, gap) = (136.0, 400.0, 30.0);
            let left = -(to_f32(count) * (w + gap) - gap) / 2.0;
            for cell in 0..count {
                let (x, left_over) = (left + to_f32(cell) * (w + gap), 5 - cell);
                s.shadow(x + w / 2.0, 4.0, w * 0.62);
                s.cylinder([x + 38.0, -h - 32.0, w - 76.0, 50.0], 10.0, s.metal());
                s.cylinder([x, -h, w, h], 24.0, s.body());
                s.fill(rect(x, -h + 42.0, w, 14.0), s.ember());
                for bar in 0..5usize {
                    let y = -52.0 - to_f32(bar) * 58.0;
                    let bar_shape = rounded_rect(x + 28.0, y - 38.0, w - 56.0, 42.0, 8.0);
                    if bar < left_over {
                        s.halo(x + w / 2.0, y - 18.0, 80.0, 0.3);
                        let tone = s.light().mix(s.ember(), 0.3 * to_f32(cell));
                        s.fill(bar_shape, tone);
                    } else {
                        s.fill(bar_shape, s.shade().alpha(0.5));
                    }
                }
            }
        });
    }

    pub(super) fn power_bank(&mut self) {
        let kind = self.rng.int(0, 1);
        self.on_table(|s| {
            if kind == 0 {
                let cord = curve((-130.0, -440.0), [(-120.0, -600.0), (330.0, -560.0)], (210.0, 10.0));
                s.bank(-130.0, 210.0, 430.0, 4, s.body());
                s.stroke(cord, 13.0, s.ember());
                s.handset(190.0, 10.0, 400.0, 5.0);
            } else {
                s.bank(-230.0, 160.0, 300.0, 2, s.ember());
                s.bank(-20.0, 190.0, 400.0, 3, s.body());
                s.bank(220.0, 220.0, 490.0, 4, s.metal());
            }
        });
    }

    fn bank(&mut self, x: f32, w: f32, h: f32, charge: u8, tone: Oklch) {
        self.shadow(x, 4.0, w * 0.64);
        self.slab([x - w * 0.16, -h - 12.0, w * 0.32, 30.0], 6.0, self.shade());
        self.slab([x - w / 2.0, -h, w, h], w * 0.2, tone);
        for dot in 0..4u8 {
            let at = x - w * 0.27 + f32::from(dot) * w * 0.18;
            if dot < charge {
                self.lit_dot(at, -h * 0.14, w * 0.05);
            } else {
                self.fill(circle(at, -h * 0.14, w * 0.05), self.shade());
            }
        }
        let mark = if tone.l > 0.65 { self.ink() } else { self.paper() };
        self.bolt(x, -h * 0.6, w * 0.24, mark);
    }

    pub(super) fn power_station(&mut self) {
        let sockets = self.rng.int(2, 3);
        self.on_table(|s| {
            let (body, dark, ember) = (s.body(), s.shade().lighten(0.03), s.ember());
            s.shadow(0.0, 6.0, 350.0);
            s.stroke(
                curve((-220.0, -350.0), [(-200.0, -480.0), (200.0, -480.0)], (220.0, -350.0)),
                38.0,
                ember.lighten(-0.04),
            );
            s.slab([-310.0, -380.0, 620.0, 380.0], 54.0, body);
            s.slab([-310.0, -90.0, 620.0, 90.0], 40.0, body.lighten(-0.09));
            s.slab([-270.0, -340.0, 250.0, 190.0], 20.0, dark);
            s.halo(-145.0, -245.0, 170.0, 0.45);
            let light = s.light();
            s.bolt(-215.0, -245.0, 50.0, light);
            for bar in 0..5u8 {
                let h = 34.0 + 14.0 * f32::from(bar);
                let tone = if bar < 4 { light } else { light.alpha(0.25) };
                s.fill(rounded_rect(-164.0 + f32::from(bar) * 26.0, -200.0 - h, 18.0, h, 4.0), tone);
            }
            for socket in 0..sockets {
                s.socket(20.0 + to_f32(socket) * 96.0, -340.0, 84.0);
            }
            for port in 0..4u8 {
                s.fill(rounded_rect(26.0 + f32::from(port) * 66.0, -212.0, 46.0, 20.0, 8.0), dark);
            }
            s.lit_dot(250.0, -150.0, 12.0);
            s.fill(rounded_rect(-290.0, -52.0, 210.0, 14.0, 7.0), ember);
            let cord = curve((62.0, -290.0), [(90.0, -20.0), (420.0, -190.0)], (540.0, 40.0));
            s.stroke(cord, 16.0, ember);
            s.slab([26.0, -334.0, 72.0, 72.0], 16.0, ember);
        });
    }

    /// A socket for three flat pins.
    fn socket(&mut self, x: f32, y: f32, w: f32) {
        let (face, slot) = (self.paper(), self.shade());
        self.fill(rounded_rect(x, y, w, w, w * 0.16), Fill::vertical(face.lighten(-0.06), face, y, y + w));
        self.fill(rounded_rect(x + w * 0.43, y + w * 0.17, w * 0.14, w * 0.24, 3.0), slot);
        for side in [0.2, 0.56] {
            self.fill(rounded_rect(x + w * side, y + w * 0.58, w * 0.24, w * 0.13, 3.0), slot);
        }
    }

    pub(super) fn power_strip(&mut self) {
        let plugged = self.rng.int(0, 2);
        self.in_air(|s| {
            let paper = s.paper();
            let cord = curve((-360.0, 0.0), [(-480.0, 10.0), (-470.0, 200.0)], (-800.0, 190.0));
            s.stroke(cord, 22.0, s.shade().lighten(0.05));
            s.fill(rounded_rect(-362.0, -106.0, 750.0, 250.0, 52.0), s.shade().alpha(0.3));
            s.slab([-375.0, -125.0, 750.0, 250.0], 52.0, paper.mix(s.tone(0.6, 0.08), 0.22));
            for place in 0..3usize {
                let x = -240.0 + to_f32(place) * 200.0;
                s.socket(x, -84.0, 168.0);
                if place == plugged {
                    let (plug, way) = (s.ember(), if place == 0 { -1.0 } else { 1.0 });
                    let end = (x + 84.0 + way * 190.0, -520.0);
                    s.stroke(
                        curve((x + 84.0, -30.0), [(x + 84.0, -220.0), (end.0, -260.0)], end),
                        20.0,
                        plug.lighten(-0.1),
                    );
                    s.slab([x + 22.0, -64.0, 124.0, 128.0], 26.0, plug);
                    s.slab([x + 62.0, -100.0, 44.0, 60.0], 12.0, plug.lighten(-0.05));
                }
            }
            s.slab([-340.0, -44.0, 66.0, 92.0], 12.0, s.ember());
            s.lit_dot(-307.0, -78.0, 11.0);
        });
    }

    pub(super) fn charger(&mut self) {
        let kind = self.rng.int(0, 1);
        self.on_table(|s| {
            let (dark, cable) = (s.shade().lighten(0.05), s.ember());
            let block = s.paper().mix(s.tone(0.6, 0.06), 0.12);
            s.shadow(-150.0, 4.0, 200.0);
            if kind == 0 {
                s.slab([-300.0, -330.0, 300.0, 330.0], 48.0, block);
                s.writing([-256.0, -270.0, 190.0], 4, 34.0, s.ink().alpha(0.55));
                s.bolt(-60.0, -250.0, 34.0, cable);
                s.fill(rounded_rect(-216.0, -98.0, 132.0, 46.0, 23.0), dark);
                s.stroke(curve((-150.0, -74.0), [(-150.0, 120.0), (60.0, 60.0)], (110.0, -60.0)), 22.0, cable);
                s.stroke(curve((110.0, -60.0), [(150.0, -160.0), (230.0, -20.0)], (236.0, -150.0)), 22.0, cable);
                s.usb_plug(236.0, -130.0, 1.2);
            } else {
                s.coil(-120.0, -215.0, 205.0, 5, cable);
                s.stroke(curve((80.0, -215.0), [(96.0, -40.0), (236.0, 30.0)], (250.0, -150.0)), 15.0, cable);
                s.usb_plug(250.0, -130.0, 1.3);
                s.slab([-200.0, -262.0, 160.0, 70.0], 20.0, s.body());
                s.bolt(-120.0, -227.0, 28.0, s.light());
            }
        });
    }

    /// The flat plug of a charging cable, upright, its cable end at (x, y).
    fn usb_plug(&mut self, x: f32, y: f32, size: f32) {
        let (grip, metal) = (self.body(), self.metal());
        self.with_scale(x, y, size, size, |s| {
            s.slab([-42.0, -224.0, 84.0, 100.0], 30.0, metal);
            s.fill(rounded_rect(-28.0, -216.0, 56.0, 26.0, 13.0), s.shade());
            s.slab([-56.0, -140.0, 112.0, 140.0], 26.0, grip);
            s.slab([-18.0, -8.0, 36.0, 40.0], 8.0, grip.lighten(-0.06));
            let mark = s.paper();
            s.bolt(0.0, -74.0, 32.0, mark);
        });
    }

    pub(super) fn bulb(&mut self) {
        self.background();
        let (w, count) = (self.width, self.rng.int(1, 3));
        let lit = self.rng.int(0, count - 1);
        for bulb in 0..count {
            let x = w * 0.5 + (fraction(bulb, count.max(2) - 1) - if count == 1 { 0.0 } else { 0.5 }) * 520.0;
            let (size, drop) = if bulb == lit { (1.25, 420.0) } else { (0.9, self.rng.float(300.0, 380.0)) };
            self.stroke(line(&[(x, -10.0), (x, drop - 190.0 * size)]), 9.0, self.shade().lighten(0.05));
            if bulb == lit {
                self.halo(x, drop, 560.0, 0.5);
            }
            self.with_scale(x, drop, size, size, |s| s.lamp_bulb(bulb == lit));
        }
    }

    fn lamp_bulb(&mut self, is_lit: bool) {
        let (metal, light, paper) = (self.metal(), self.light(), self.paper());
        let (heart, edge) = if is_lit {
            (light.lighten(0.12), light.mix(self.ember(), 0.25))
        } else {
            (paper.alpha(0.55), paper.mix(self.tone(0.6, 0.08), 0.5).alpha(0.5))
        };
        let ink = Fill::Radial(heart, edge, [0.0, 10.0, 150.0]);
        self.fill(circle(0.0, 20.0, 126.0), ink);
        self.fill(polygon(&[(-62.0, -120.0), (62.0, -120.0), (108.0, -46.0), (-108.0, -46.0)]), ink);
        self.stroke(
            line(&[(-30.0, -116.0), (-40.0, 10.0), (-14.0, -14.0), (14.0, 14.0), (40.0, -10.0), (30.0, -116.0)]),
            7.0,
            if is_lit { self.ember() } else { self.shade().alpha(0.6) },
        );
        self.fill(ellipse(-54.0, -6.0, 16.0, 44.0), paper.alpha(if is_lit { 0.6 } else { 0.35 }));
        self.slab([-60.0, -190.0, 120.0, 76.0], 12.0, metal);
        for ring in 0..3u8 {
            self.fill(rounded_rect(-64.0, -176.0 + f32::from(ring) * 22.0, 128.0, 8.0, 4.0), metal.lighten(-0.2));
        }
    }

    /// A fridge, and the guard between its plug and the wall.
    pub(super) fn fridge(&mut self) {
        self.background();
        let (w, floor, way) = (self.width, 700.0, self.rng.pick(&[-1.0, 1.0]));
        self.halo(w * 0.5 + way * 180.0, 360.0, 560.0, 0.4);
        self.ground(floor);
        let split = self.rng.float(180.0, 230.0);
        self.with_scale(w * 0.5, floor + 20.0, way, 1.0, |s| {
            let (door, dark) = (s.paper().mix(s.tone(0.62, 0.1), 0.28), s.shade().lighten(0.05));
            s.shadow(-90.0, 6.0, 250.0);
            s.slab([-280.0, -620.0, 370.0, 620.0], 40.0, door);
            s.fill(rect(-280.0, -620.0 + split, 370.0, 8.0), dark.alpha(0.5));
            s.slab([40.0, -590.0, 18.0, split - 60.0], 9.0, s.metal().lighten(-0.15));
            s.slab([40.0, -590.0 + split, 18.0, 190.0], 9.0, s.metal().lighten(-0.15));
            s.logo(-130.0, -500.0, 30.0, s.ember(), s.ink());
            s.with_transform(-170.0, -230.0, -5.0, |s| {
                s.sheet(110.0, 120.0);
                s.writing([-40.0, -36.0, 80.0], 4, 22.0, s.ink().alpha(0.5));
            });
            s.stroke(curve((90.0, -60.0), [(190.0, 20.0), (240.0, -60.0)], (240.0, -300.0)), 15.0, dark);
            s.slab([150.0, -520.0, 180.0, 260.0], 26.0, s.body());
            s.socket(190.0, -490.0, 100.0);
            s.bolt(240.0, -330.0, 38.0, s.light());
            s.lit_dot(296.0, -288.0, 11.0);
        });
    }

    /// Whole turns between two circles, as of a cable that is rolled up.
    fn coil(&mut self, x: f32, y: f32, r: f32, turns: usize, tone: Oklch) {
        for turn in 0..turns {
            let ring = r - to_f32(turn) * 19.0;
            self.stroke(circle(x, y, ring), 15.0, tone.lighten(0.05 * to_f32(turn % 2)));
        }
    }
}
