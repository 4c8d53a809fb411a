//! Paper: what is written, signed, stamped and pinned up.

use super::palette::Oklch;
use super::props::curve;
use super::scene::{Scene, fraction, to_f32};
use super::shapes::{Fill, arc, circle, line, polygon, rect, rounded_rect};

impl Scene {
    pub(super) fn invoice(&mut self) {
        self.papers(Self::account);
    }

    /// One sheet that says who you are: mark, picture, headline, columns.
    pub(super) fn media_kit(&mut self) {
        self.papers(Self::front_page);
    }

    /// Sheets on a desk with a pencil; `print` fills the uppermost.
    fn papers(&mut self, print: fn(&mut Self)) {
        self.background();
        let (x, y) = (self.width * 0.5, 410.0);
        self.halo(x - 120.0, y - 160.0, 620.0, 0.34);
        let sheets = self.rng.int(2, 3);
        let lean = self.rng.float(-9.0, -3.0) * self.rng.pick(&[-1.0, 1.0]);
        for sheet in 0..sheets {
            let top = sheet + 1 == sheets;
            let turn = if top { lean } else { lean + self.rng.pick(&[-1.0, 1.0]) * self.rng.float(6.0, 14.0) };
            let (dx, dy) = if top { (0.0, 0.0) } else { (self.rng.float(-70.0, 70.0), self.rng.float(-26.0, 26.0)) };
            self.with_transform(x + dx, y + dy, turn, |s| {
                s.sheet(600.0, 780.0);
                if top {
                    print(s);
                } else {
                    s.fill(rounded_rect(-300.0, -390.0, 600.0, 780.0, 10.0), s.depth(0.2).alpha(0.3));
                }
            });
        }
        let side = self.rng.pick(&[-1.0, 1.0]);
        self.with_scale(x + side * 250.0, y + 190.0, side, 1.0, |s| s.pencil(lean * side - 48.0));
    }

    fn pencil(&mut self, turn: f32) {
        let wood = self.ember();
        self.with_transform(0.0, 0.0, turn, |s| {
            s.fill(rounded_rect(-20.0, -238.0, 34.0, 410.0, 8.0), s.shade().alpha(0.25));
            s.fill(
                rounded_rect(-17.0, -260.0, 34.0, 340.0, 8.0),
                Fill::Linear(wood.lighten(0.07), wood.lighten(-0.08), [-17.0, 0.0, 17.0, 0.0]),
            );
            s.fill(rect(-17.0, 66.0, 34.0, 22.0), s.paper());
            s.fill(polygon(&[(-17.0, 88.0), (17.0, 88.0), (0.0, 150.0)]), Oklch { l: 0.78, c: 0.07, h: 70.0, a: 1.0 });
            s.fill(polygon(&[(-5.0, 132.0), (5.0, 132.0), (0.0, 150.0)]), s.shade());
        });
    }

    /// An invoice: who to whom, a table of items, the total and the stamp of its payment.
    fn account(&mut self) {
        let (ink, ember) = (self.tone(0.42, 0.1), self.ember());
        self.logo(-215.0, -296.0, 34.0, ember, ink);
        self.fill(rounded_rect(40.0, -340.0, 210.0, 40.0, 7.0), ink);
        self.writing([40.0, -284.0, 210.0], 2, 30.0, ink.alpha(0.5));
        self.writing([-250.0, -230.0, 230.0], 3, 32.0, ink.alpha(0.6));
        self.fill(rect(-250.0, -110.0, 500.0, 40.0), ink.alpha(0.85));
        let rows = self.rng.int(4, 5);
        for row in 0..rows {
            let y = -40.0 + to_f32(row) * 46.0;
            let w = self.rng.float(110.0, 210.0);
            self.fill(rounded_rect(-240.0, y, w, 14.0, 7.0), ink.alpha(0.7));
            self.fill(rounded_rect(50.0, y, 40.0, 14.0, 7.0), ink.alpha(0.5));
            let amount = self.rng.float(50.0, 90.0);
            self.fill(rounded_rect(240.0 - amount, y, amount, 14.0, 7.0), ink.alpha(0.8));
            self.stroke(line(&[(-250.0, y + 30.0), (250.0, y + 30.0)]), 2.0, ink.alpha(0.25));
        }
        let low = -24.0 + to_f32(rows) * 46.0;
        self.fill(rounded_rect(60.0, low, 190.0, 48.0, 9.0), ember);
        self.fill(rounded_rect(130.0, low + 16.0, 100.0, 16.0, 8.0), self.paper());
        let stamp = self.green().lighten(0.04).alpha(0.75);
        self.with_transform(-140.0, low + 26.0, -14.0, |s| {
            s.stroke(circle(0.0, 0.0, 70.0), 9.0, stamp);
            s.stroke(circle(0.0, 0.0, 54.0), 3.0, stamp);
            s.tick(0.0, 0.0, 30.0, stamp);
        });
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
        for (column, tone) in [self.ember(), self.light(), self.tone(0.55, 0.12)].into_iter().enumerate() {
            let x = -262.0 + to_f32(column) * 182.0;
            self.fill(circle(x + 60.0, 180.0, 42.0), tone);
            self.writing([x, 246.0, 150.0], 5, 25.0, ink.alpha(0.5));
        }
    }

    /// A contract about to be signed: one sheet from near, or two offers side by side.
    pub(super) fn contract(&mut self) {
        self.background();
        let (x, lean) = (self.width * 0.5, self.rng.pick(&[-1.0, 1.0]) * self.rng.float(3.0, 8.0));
        self.halo(x + lean * 20.0, 260.0, 620.0, 0.36);
        let clauses = self.rng.int(2, 3);
        if self.rng.chance(0.5) {
            self.with_transform(x, 420.0, lean, |s| {
                s.contract_sheet(clauses);
                s.pen(40.0, 244.0, 34.0);
            });
        } else {
            for (side, rows) in [(-1.0, 2), (1.0, 3)] {
                self.with_transform(x + side * 220.0, 400.0 + side * lean * 4.0, side * 5.0, |s| {
                    s.with_scale(0.0, 0.0, 0.66, 0.66, |s| s.contract_sheet(rows))
                });
            }
            self.pen(x + 30.0, 660.0, 12.0);
        }
    }

    fn contract_sheet(&mut self, clauses: usize) {
        self.sheet(590.0, 760.0);
        let (ink, ember, blue) = (self.ink(), self.ember(), self.tone(0.45, 0.16));
        self.fill(rounded_rect(-150.0, -330.0, 300.0, 34.0, 8.0), ink);
        for clause in 0..clauses {
            let y = -250.0 + to_f32(clause) * 400.0 / to_f32(clauses);
            self.fill(circle(-232.0, y + 10.0, 15.0), ember);
            self.writing([-196.0, y, 420.0], if clauses == 3 { 3 } else { 5 }, 33.0, ink.alpha(0.5));
        }
        self.stroke(line(&[(-230.0, 290.0), (50.0, 290.0)]), 4.0, ink);
        self.stroke(curve((-210.0, 276.0), [(-130.0, 130.0), (-140.0, 330.0)], (-80.0, 232.0)), 8.0, blue);
        self.stroke(curve((-80.0, 232.0), [(-60.0, 330.0), (-30.0, 190.0)], (34.0, 250.0)), 8.0, blue);
        self.fill(circle(190.0, 250.0, 66.0), ember);
        self.fill(circle(190.0, 250.0, 48.0), ember.lighten(0.06));
        let paper = self.paper();
        self.logo(190.0, 264.0, 26.0, paper, paper);
    }

    /// A fountain pen whose nib is at (x, y).
    fn pen(&mut self, x: f32, y: f32, turn: f32) {
        let (barrel, metal) = (self.shade().lighten(0.06), self.brass());
        self.with_transform(x, y, turn, |s| {
            s.fill(rounded_rect(-14.0, -430.0, 56.0, 370.0, 26.0), s.shade().alpha(0.22));
            s.fill(polygon(&[(0.0, 0.0), (-20.0, -76.0), (20.0, -76.0)]), metal);
            s.stroke(line(&[(0.0, -20.0), (0.0, -66.0)]), 3.0, s.shade());
            s.cylinder([-27.0, -450.0, 54.0, 376.0], 24.0, barrel);
            s.fill(rect(-27.0, -260.0, 54.0, 18.0), metal);
        });
    }

    pub(super) fn checklist(&mut self) {
        let (rows, open) = (self.rng.int(5, 6), self.rng.int(1, 2));
        self.in_air(|s| {
            s.with_scale(0.0, 10.0, 0.86, 0.86, |s| {
                let (board, ink, ember) = (s.kraft().mix(s.shade(), 0.25), s.ink(), s.ember());
                s.fill(rounded_rect(-278.0, -338.0, 590.0, 730.0, 34.0), s.shade().alpha(0.3));
                s.slab([-295.0, -355.0, 590.0, 730.0], 34.0, board);
                s.with_transform(0.0, 24.0, 0.0, |s| s.sheet(510.0, 640.0));
                for row in 0..rows {
                    let y = -220.0 + to_f32(row) * 520.0 / to_f32(rows);
                    let is_open = row + open >= rows;
                    let tone = if row % 3 == 1 { ember } else { ink };
                    s.stroke(rounded_rect(-214.0, y, 52.0, 52.0, 10.0), 7.0, tone);
                    if !is_open {
                        s.tick(-184.0, y + 22.0, 30.0, if row % 3 == 1 { ember } else { s.green() });
                    }
                    s.writing([-130.0, y + 8.0, 330.0], 2, 30.0, ink.alpha(0.55));
                }
                s.slab([-130.0, -392.0, 260.0, 84.0], 22.0, s.metal());
                s.fill(circle(0.0, -366.0, 18.0), board);
            })
        });
    }

    pub(super) fn notice_board(&mut self) {
        self.background();
        let (w, x) = (self.width, self.width * 0.5);
        self.halo(x, 320.0, 640.0, 0.36);
        let (cork, frame) = (self.kraft(), self.kraft().mix(self.shade(), 0.5));
        self.fill(rounded_rect(x - 456.0, 92.0, 930.0, 640.0, 14.0), self.shade().alpha(0.3));
        self.slab([x - 470.0, 74.0, 940.0, 640.0], 14.0, frame);
        self.fill(
            rect(x - 444.0, 100.0, 888.0, 588.0),
            Fill::vertical(cork.lighten(0.03), cork.lighten(-0.05), 100.0, 690.0),
        );
        for _ in 0..90 {
            let (dx, dy) = (self.rng.float(-440.0, 440.0), self.rng.float(104.0, 684.0));
            self.fill(circle((x + dx).min(w), dy, 3.0), frame.alpha(0.35));
        }
        let side = self.rng.pick(&[-1.0, 1.0]);
        let notes = [
            (-330.0, 250.0, 190.0, 220.0),
            (-320.0, 540.0, 210.0, 190.0),
            (330.0, 240.0, 200.0, 190.0),
            (330.0, 520.0, 190.0, 240.0),
        ];
        for (number, (dx, y, wide, high)) in notes.into_iter().enumerate() {
            let turn = self.rng.float(-7.0, 7.0);
            let tone = [self.light(), self.paper(), self.tone(0.75, 0.08), self.paper()][number];
            self.with_transform(x + side * dx, y, turn, |s| {
                s.sheet(wide, high);
                s.fill(rounded_rect(-wide / 2.0, -high / 2.0, wide, high, 10.0), tone.alpha(0.8));
                s.writing([-wide * 0.36, -high * 0.22, wide * 0.72], 4, 32.0, s.ink().alpha(0.5));
                s.pin(0.0, -high / 2.0 + 16.0);
            });
        }
        self.with_transform(x, 390.0, side * 2.0, |s| {
            s.sheet(390.0, 520.0);
            let (ink, ember) = (s.ink(), s.ember());
            s.fill(rect(-195.0, -220.0, 390.0, 84.0), ember);
            s.fill(rounded_rect(-120.0, -192.0, 240.0, 28.0, 8.0), s.paper());
            for column in [-160.0, 14.0] {
                s.writing([column, -96.0, 146.0], 7, 30.0, ink.alpha(0.55));
            }
            s.stroke(rounded_rect(-164.0, 134.0, 328.0, 76.0, 10.0), 7.0, ember);
            s.writing([-134.0, 162.0, 260.0], 1, 50.0, ink);
            s.pin(0.0, -236.0);
        });
    }

    fn pin(&mut self, x: f32, y: f32) {
        let tone = self.ember();
        self.fill(circle(x + 5.0, y + 8.0, 15.0), self.shade().alpha(0.35));
        self.fill(circle(x, y, 16.0), Fill::vertical(tone.lighten(0.1), tone.lighten(-0.08), y - 16.0, y + 16.0));
    }

    pub(super) fn calendar(&mut self) {
        let months = self.rng.int(0, 1);
        self.in_air(|s| {
            s.with_scale(0.0, 16.0, 0.92, 0.92, |s| {
                let (ink, ember, light) = (s.ink(), s.ember(), s.light());
                s.with_transform(0.0, 10.0, 0.0, |s| s.sheet(640.0, 640.0));
                s.fill(rounded_rect(-320.0, -310.0, 640.0, 140.0, 10.0), ember);
                s.fill(rounded_rect(-150.0, -254.0, 300.0, 36.0, 10.0), s.paper());
                for ring in 0..6u8 {
                    let x = -260.0 + f32::from(ring) * 104.0;
                    s.fill(circle(x, -284.0, 15.0), s.shade());
                    s.stroke(line(&[(x, -284.0), (x, -346.0)]), 13.0, s.metal());
                }
                for row in 0..5u8 {
                    for column in 0..7u8 {
                        let (x, y) = (-276.0 + f32::from(column) * 80.0, -140.0 + f32::from(row) * 90.0);
                        let is_harvest = (row == 1 && column > 3) || (row == 4 && column < 3);
                        let is_gap = months == 0 && row == 2 || months == 1 && row == 3;
                        let tone = if is_harvest { light } else { ink.alpha(if is_gap { 0.28 } else { 0.1 }) };
                        s.fill(rounded_rect(x, y, 70.0, 76.0, 10.0), tone);
                        if is_harvest {
                            s.fill(circle(x + 35.0, y + 40.0, 20.0), ember);
                        }
                    }
                }
            })
        });
    }

    pub(super) fn envelope(&mut self) {
        let (kind, letters) = (self.rng.int(0, 1), self.rng.int(3, 5));
        self.in_air(|s| {
            for letter in 0..letters {
                let turn = -34.0 + 68.0 * fraction(letter, letters - 1);
                let tone = [s.body(), s.light(), s.ember()][letter % 3];
                s.with_transform(0.0, 300.0, turn, |s| s.small_letter(0.0, -610.0, tone));
            }
            let (w, h, paper) = (600.0, 400.0, s.paper());
            let (left, top) = (-w / 2.0, -140.0);
            s.fill(rounded_rect(left + 12.0, top + 18.0, w, h, 18.0), s.shade().alpha(0.3));
            s.slab([left, top, w, h], 18.0, paper.mix(s.kraft(), 0.35));
            if kind == 0 {
                s.with_transform(0.0, -110.0, 0.0, |s| {
                    s.sheet(520.0, 420.0);
                    s.logo(-190.0, -140.0, 28.0, s.ember(), s.ink());
                    s.writing([-220.0, -110.0, 440.0], 4, 36.0, s.ink().alpha(0.5));
                });
            }
            s.fill(polygon(&[(left, top + 30.0), (0.0, 110.0), (left, top + h - 10.0)]), paper.lighten(-0.05));
            s.fill(polygon(&[(-left, top + 30.0), (0.0, 110.0), (-left, top + h - 10.0)]), paper.lighten(-0.03));
            s.fill(
                polygon(&[(left + 6.0, top + h - 4.0), (-30.0, 70.0), (30.0, 70.0), (-left - 6.0, top + h - 4.0)]),
                Fill::vertical(paper, paper.lighten(-0.02), 70.0, top + h),
            );
            if kind == 1 {
                s.fill(
                    polygon(&[(left + 6.0, top), (-left - 6.0, top), (24.0, 130.0), (-24.0, 130.0)]),
                    paper.lighten(-0.07),
                );
                s.fill(circle(0.0, 120.0, 58.0), s.ember());
                s.logo(0.0, 132.0, 24.0, paper, paper);
            }
        });
    }

    fn small_letter(&mut self, x: f32, y: f32, tone: Oklch) {
        self.slab([x - 66.0, y - 44.0, 132.0, 88.0], 10.0, tone);
        let seam = self.paper().alpha(0.8);
        self.stroke(line(&[(x - 58.0, y - 36.0), (x, y + 10.0), (x + 58.0, y - 36.0)]), 6.0, seam);
    }

    /// An open book of rules; one clause is marked.
    pub(super) fn book(&mut self) {
        let (marked, side) = (self.rng.int(2, 6), self.rng.pick(&[-1.0, 1.0]));
        self.in_air(|s| {
            let (cover, ink, light) = (s.ember().lighten(-0.06), s.ink(), s.light());
            s.fill(rounded_rect(-384.0, -220.0, 800.0, 530.0, 26.0), s.shade().alpha(0.3));
            s.slab([-400.0, -240.0, 800.0, 530.0], 26.0, cover);
            for way in [-1.0, 1.0] {
                let paper = s.paper().lighten(if way < 0.0 { 0.0 } else { -0.04 });
                for leaf in (0..3u8).rev() {
                    let out = f32::from(leaf) * 9.0;
                    let page = [
                        (0.0, -222.0),
                        (way * (368.0 + out), -244.0 + out),
                        (way * (368.0 + out), 250.0 + out),
                        (0.0, 280.0),
                    ];
                    s.fill(polygon(&page), paper.lighten(-0.05 * f32::from(leaf)));
                }
                s.fill(
                    polygon(&[(0.0, -222.0), (way * 70.0, -228.0), (way * 70.0, 274.0), (0.0, 280.0)]),
                    Fill::Linear(ink.alpha(0.3), ink.alpha(0.0), [0.0, 0.0, way * 70.0, 0.0]),
                );
                let x = if way < 0.0 { -336.0 } else { 50.0 };
                for row in 0..9usize {
                    let y = -180.0 + to_f32(row) * 46.0;
                    if row == marked && way == side {
                        s.halo(x + 140.0, y + 10.0, 230.0, 0.7);
                        s.fill(rounded_rect(x - 14.0, y - 14.0, 310.0, 44.0, 10.0), light);
                    }
                    let share = s.rng.float(0.6, 1.0);
                    s.fill(rounded_rect(x, y, 280.0 * share, 15.0, 7.0), ink.alpha(0.6));
                }
            }
            let ribbon = [(-14.0, -226.0), (20.0, -226.0), (26.0, 350.0), (6.0, 326.0), (-16.0, 350.0)];
            s.fill(polygon(&ribbon), s.light().mix(s.ember(), 0.5));
        });
    }

    /// A word in tiles, cut into uneven pieces.
    pub(super) fn word_tiles(&mut self) {
        let first = self.rng.int(0, 2);
        self.in_air(|s| {
            s.with_scale(0.0, 0.0, 0.94, 0.94, |s| {
                let tones = [s.ember(), s.paper(), s.light(), s.tone(0.62, 0.12)];
                // "I am farming", "she is eating", "you are waking up".
                let verbs: [&[&str]; 3] = [&["NI", "NA", "LIMA"], &["A", "NA", "KU", "LA"], &["U", "NA", "AMKA"]];
                for row in 0..3 {
                    let pieces = verbs[(first + row) % 3];
                    let width = |piece: &str| to_f32(piece.len()) * 84.0 + 8.0;
                    let whole = pieces.iter().map(|piece| width(piece) + 26.0).sum::<f32>() - 26.0;
                    let (mut x, y) = (s.rng.float(-24.0, 24.0) - whole / 2.0, -200.0 + 200.0 * to_f32(row));
                    for (place, piece) in pieces.iter().enumerate() {
                        let (w, tone) = (width(piece), tones[(place + row) % 4]);
                        let drop = s.rng.float(-14.0, 14.0);
                        s.fill(rounded_rect(x + 6.0, y - 66.0 + drop, w, 150.0, 22.0), s.shade().alpha(0.3));
                        s.slab([x, y - 76.0 + drop, w, 150.0], 22.0, tone);
                        let ink = if tone.l > 0.64 { s.ink() } else { s.paper() };
                        for (position, letter) in piece.chars().enumerate() {
                            s.letter(letter, x + 46.0 + 84.0 * to_f32(position), y + drop, 34.0, ink);
                        }
                        x += w + 26.0;
                    }
                }
            })
        });
    }

    /// One of the capital letters A, I, K, L, M, N and U, with its middle at (x, y) and half the height `r`.
    fn letter(&mut self, letter: char, x: f32, y: f32, r: f32, tone: Oklch) {
        let (w, thick) = (r * 0.62, r * 0.34);
        let strokes: &[&[(f32, f32)]] = match letter {
            'A' => &[&[(-1.0, 1.0), (0.0, -1.0), (1.0, 1.0)], &[(-0.6, 0.3), (0.6, 0.3)]],
            'I' => &[&[(0.0, -1.0), (0.0, 1.0)]],
            'K' => &[&[(-0.9, -1.0), (-0.9, 1.0)], &[(0.9, -1.0), (-0.8, 0.1), (0.9, 1.0)]],
            'L' => &[&[(-0.8, -1.0), (-0.8, 1.0), (0.9, 1.0)]],
            'M' => &[&[(-1.0, 1.0), (-1.0, -1.0), (0.0, 0.2), (1.0, -1.0), (1.0, 1.0)]],
            'N' => &[&[(-1.0, 1.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0)]],
            _ => {
                self.stroke(arc(x, y + r * 0.3, w, 0.0, std::f32::consts::PI), thick, tone);
                &[&[(-1.0, 0.3), (-1.0, -1.0)], &[(1.0, 0.3), (1.0, -1.0)]]
            }
        };
        for points in strokes {
            let points: Vec<_> = points.iter().map(|(dx, dy)| (x + dx * w, y + dy * r)).collect();
            self.stroke(line(&points), thick, tone);
        }
    }
}
