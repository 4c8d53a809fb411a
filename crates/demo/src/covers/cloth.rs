//! Cloth: stripes, figures and folds.

use super::palette::{Oklch, TimeOfDay};
use super::scene::{HEIGHT, Scene, to_f32};
use super::shapes::{Fill, polygon, rect};

impl Scene {
    /// Cloth in the manner of the coast: stripes in rhythm, bands of figures, soft folds.
    pub(super) fn woven(&mut self) {
        let tones = self.cloth_tones();
        let slant = self.rng.pick(&[0.0, 0.0, -7.0, 8.0]);
        let rows: Vec<usize> = [0, 1, 2, 0, 1, 3, 0, 2].iter().map(|band| (band + self.rng.int(0, 1)) % 4).collect();
        self.with_transform(self.width / 2.0, HEIGHT / 2.0, slant, |s| {
            let (left, wide) = (-s.width * 0.75, s.width * 1.5);
            s.fill(rect(left, -700.0, wide, 1400.0), tones[0]);
            let (mut y, mut last) = (-190.0, 9);
            for band in rows.iter().cycle() {
                if y >= HEIGHT + 190.0 {
                    break;
                }
                let mut pick = s.rng.int(0, 5);
                if pick == last {
                    pick = (pick + 1) % 6;
                }
                last = pick;
                y += s.band(*band, pick, [left, y - HEIGHT / 2.0, wide], &tones);
            }
            // Threads.
            let dark = s.shade();
            let mut x = left;
            while x < left + wide {
                s.fill(rect(x, -720.0, 2.0, 1440.0), dark.alpha(0.06));
                x += 8.0;
            }
        });
        self.folds();
    }

    /// The cloth's six tones: warp, three of the figures, seam and edge.
    fn cloth_tones(&mut self) -> [Oklch; 6] {
        if self.time_of_day == TimeOfDay::Dusk {
            [
                self.tone(0.38, 0.12),
                self.secondary(0.5, 0.12),
                self.ember(),
                self.light(),
                self.tone(0.26, 0.08),
                self.paper(),
            ]
        } else {
            [
                self.tone(0.52, 0.13),
                self.secondary(0.68, 0.11),
                self.ember().lighten(0.06),
                self.light(),
                self.tone(0.36, 0.1),
                self.paper(),
            ]
        }
    }

    /// Draws a band of one of four kinds on the tone `pick`, with its seam, and answers its height.
    fn band(&mut self, kind: usize, pick: usize, [left, top, wide]: [f32; 3], tones: &[Oklch; 6]) -> f32 {
        let (ground, figure) = (tones[pick], tones[(pick + self.rng.pick(&[2, 3, 4])) % 6]);
        let h = match kind {
            0 => self.rng.float(84.0, 116.0),
            1 => self.rng.float(96.0, 128.0),
            2 => self.rng.float(40.0, 64.0),
            _ => self.rng.float(88.0, 112.0),
        };
        self.fill(rect(left, top, wide, h), ground);
        match kind {
            0 => self.figures(left, top, wide, h, figure, ground.mix(figure, 0.35)),
            1 => self.checks(left, top, wide, h, figure, tones[(pick + 5) % 6]),
            2 => {
                for part in [0.28, 0.62] {
                    self.fill(rect(left, top + h * part, wide, h * 0.12), figure);
                }
            }
            _ => self.steps(left, top, wide, h, figure),
        }
        let seam = self.rng.float(5.0, 9.0);
        self.fill(rect(left, top + h, wide, seam), tones[4]);
        self.fill(rect(left, top + h + seam, wide, seam * 0.8), tones[3]);
        h + seam * 1.8
    }

    /// Folds fall across the stripes.
    fn folds(&mut self) {
        let folds = self.rng.int(3, 4);
        let (dark, pale) = (Oklch { l: 0.14, c: 0.04, h: self.hue, a: 1.0 }, self.light().lighten(0.1));
        let sway = self.rng.float(-90.0, 90.0);
        for fold in 0..folds {
            let x = self.width * (to_f32(fold) + self.rng.float(0.3, 0.7)) / to_f32(folds) - sway / 2.0;
            let half = self.width / to_f32(folds) * self.rng.float(0.3, 0.42);
            self.fold(x, sway, half, dark, 0.3);
            self.fold(x + self.width / to_f32(folds) * 0.5, sway, half * 0.7, pale, 0.2);
        }
    }

    /// A strip of shade or light from top to bottom, strongest at `x` and gone `half` away from it.
    fn fold(&mut self, x: f32, sway: f32, half: f32, tone: Oklch, strength: f32) {
        for way in [-1.0, 1.0] {
            let edge = x + half * way;
            let strip = polygon(&[(x, -10.0), (edge, -10.0), (edge + sway, HEIGHT + 10.0), (x + sway, HEIGHT + 10.0)]);
            // The gradient runs at right angles to the strip's slanting sides.
            let (dx, dy) = (HEIGHT + 20.0, -sway);
            let k = half * way * dx / (dx * dx + dy * dy);
            self.fill(
                strip,
                Fill::Linear(tone.alpha(strength), tone.alpha(0.0), [x, -10.0, x + dx * k, -10.0 + dy * k]),
            );
        }
    }

    fn figures(&mut self, left: f32, top: f32, wide: f32, h: f32, tone: Oklch, inner: Oklch) {
        let step = h * 1.08;
        let mut x = left;
        while x < left + wide {
            let (cx, cy) = (x + step / 2.0, top + h / 2.0);
            let diamond = |k: f32| {
                polygon(&[
                    (cx - step * 0.5 * k, cy),
                    (cx, cy - h * 0.43 * k),
                    (cx + step * 0.5 * k, cy),
                    (cx, cy + h * 0.43 * k),
                ])
            };
            self.fill(diamond(1.0), tone);
            self.fill(diamond(0.62), inner);
            self.fill(diamond(0.28), tone);
            x += step;
        }
    }

    fn checks(&mut self, left: f32, top: f32, wide: f32, h: f32, a: Oklch, b: Oklch) {
        let cell = h / 4.0;
        let mut column = 0usize;
        let mut x = left;
        while x < left + wide {
            for row in 0..4usize {
                // Blocks of four by four, every other one left plain.
                if (column / 4).is_multiple_of(2) && (row + column).is_multiple_of(2) {
                    self.fill(
                        rect(x, top + to_f32(row) * cell, cell + 0.4, cell + 0.4),
                        if (column / 8).is_multiple_of(2) { a } else { b },
                    );
                }
            }
            column += 1;
            x += cell;
        }
    }

    fn steps(&mut self, left: f32, top: f32, wide: f32, h: f32, tone: Oklch) {
        let (rise, run) = (h / 4.0, h / 3.2);
        let mut x = left;
        while x < left + wide {
            for step in 0..4u8 {
                let s = f32::from(step);
                self.fill(rect(x + run * s * 0.5, top + h - rise * (s + 1.0), run * (4.0 - s), rise + 0.5), tone);
            }
            x += run * 4.6;
        }
    }
}
