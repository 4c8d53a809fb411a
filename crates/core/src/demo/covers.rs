//! Cover pictures of the demo publication, drawn instead of shipped: flat layered illustrations with one warm light in
//! each, as the brand has it. The category gives the hue and the motifs, the seed (a slug) everything else, so a post
//! keeps its picture and no two posts share one. The middle square carries the subject: small cards crop to it.

use std::cell::Cell;
use std::f32::consts::{PI, TAU};

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint, Path, PathBuilder, Pixmap, Point, RadialGradient, Rect, Shader, SpreadMode,
    Stroke, Transform,
};

/// WebP quality, 0 to 100: flat areas show no blocks at this one, and a 1200 by 800 cover takes 10 to 60 kB, woven cloth up to 150.
const QUALITY: f32 = 82.0;

/// Scenes are laid out on a sheet of this height in units of their own; the width follows the picture's shape.
const HEIGHT: f32 = 800.0;

/// Draws the cover of the post `seed` in `category` (a slug; an unknown one gets a hue and motifs from its name).
///
/// Gives `width * height * 3` bytes: rows from the top, red, green and blue with 8 bits each. The same arguments give
/// the same bytes. Takes about 30 ms at 1200 by 800 in a release build, so async code calls it from `spawn_blocking`.
///
/// # Panics
///
/// When a side is 0 or the pixels do not fit into memory.
#[must_use]
pub fn draw(category: &str, seed: &str, width: u32, height: u32) -> Vec<u8> {
    let rng = Rng::new(category, seed);
    let (hue, motifs) = category_look(category);
    let motif = rng.pick(motifs);
    let (moods, paint) = motif.plan();
    let mood = rng.pick(moods);
    let mut scene = Scene::new(width, height, hue, mood, rng);
    paint(&mut scene);
    scene.finish()
}

/// [`draw`] as a WebP file.
///
/// # Panics
///
/// As [`draw`].
#[must_use]
pub fn webp(category: &str, seed: &str, width: u32, height: u32) -> Vec<u8> {
    webp::Encoder::from_rgb(&draw(category, seed, width, height), width, height).encode(QUALITY).to_vec()
}

/// OKLCH hue in degrees and the motifs of a category. The hues are those of the site's category labels.
fn category_look(category: &str) -> (f32, &'static [Motif]) {
    use Motif::{
        Assembly, Bars, Circuit, Coins, Devices, Film, Harbour, Hills, Leaves, Ledger, Lens, Network, Orbits, Rings, Shield, Skyline, Sound, Tags, Waves, Woven,
    };
    match category {
        "tech" => (262.0, &[Circuit, Devices, Network, Skyline]),
        "business" => (160.0, &[Bars, Skyline, Ledger, Hills]),
        "politics" => (15.0, &[Assembly, Assembly, Ledger, Skyline]),
        "science" => (220.0, &[Orbits, Waves, Hills, Lens]),
        "ai" => (300.0, &[Network, Rings, Circuit, Sound, Orbits]),
        "deals" => (55.0, &[Tags, Coins, Devices, Lens]),
        "security" => (340.0, &[Shield, Shield, Circuit, Rings, Network]),
        "entertainment" => (350.0, &[Film, Film, Sound, Woven, Skyline]),
        "digital-finance" => (185.0, &[Coins, Devices, Bars]),
        "imports" => (245.0, &[Harbour, Harbour, Waves, Ledger]),
        "exports" => (135.0, &[Leaves, Harbour, Woven, Waves]),
        "buying-guide" => (75.0, &[Tags, Lens, Devices]),
        "electronics" => (275.0, &[Devices, Devices, Circuit, Sound]),
        "review" => (320.0, &[Lens, Devices, Orbits, Ledger, Tags]),
        "video" => (5.0, &[Film, Film, Sound, Waves]),
        "services" => (205.0, &[Network, Ledger, Shield]),
        "advertise" => (35.0, &[Rings, Skyline, Woven, Bars]),
        "the-big-story" => (28.0, &[Hills, Waves, Assembly, Skyline]),
        "sponsored" => (110.0, &[Leaves, Leaves, Woven, Hills]),
        "trending" => (330.0, &[Sound, Bars, Rings, Orbits]),
        "latest-news" => (230.0, &[Hills, Ledger, Skyline, Rings]),
        other => (Rng::new(other, "").between(0.0, 360.0), &[Hills, Woven, Waves, Network, Leaves, Skyline]),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Motif {
    Assembly,
    Bars,
    Circuit,
    Coins,
    Devices,
    Film,
    Harbour,
    Hills,
    Leaves,
    Ledger,
    Lens,
    Network,
    Orbits,
    Rings,
    Shield,
    Skyline,
    Sound,
    Tags,
    Waves,
    Woven,
}

impl Motif {
    /// The times of day it looks well in, and how to paint it.
    fn plan(self) -> (&'static [Mood], fn(&mut Scene)) {
        use Mood::{Day, Dusk, Night};
        match self {
            Self::Assembly => (&[Day, Dusk, Night], Scene::assembly),
            Self::Bars => (&[Day, Dusk, Night], Scene::bars),
            Self::Circuit => (&[Night, Dusk], Scene::circuit),
            Self::Coins => (&[Day, Dusk, Night], Scene::coins),
            Self::Devices => (&[Day, Dusk, Night], Scene::devices),
            Self::Film => (&[Night, Dusk], Scene::film),
            Self::Harbour => (&[Day, Dusk, Dusk, Night], Scene::harbour),
            Self::Hills => (&[Day, Dusk, Dusk, Night], Scene::hills),
            Self::Leaves => (&[Day, Dusk, Dusk], Scene::leaves),
            Self::Ledger => (&[Day, Dusk, Night], Scene::ledger),
            Self::Lens => (&[Day, Dusk, Night], Scene::lens),
            Self::Network => (&[Night, Dusk, Day], Scene::network),
            Self::Orbits => (&[Night, Night, Dusk], Scene::orbits),
            Self::Rings => (&[Dusk, Night, Day], Scene::rings),
            Self::Shield => (&[Night, Dusk, Day], Scene::shield),
            Self::Skyline => (&[Dusk, Night, Dusk, Day], Scene::skyline),
            Self::Sound => (&[Night, Dusk, Day], Scene::sound),
            Self::Tags => (&[Day, Dusk, Night], Scene::tags),
            Self::Waves => (&[Day, Dusk, Night], Scene::waves),
            Self::Woven => (&[Day, Dusk], Scene::woven),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mood {
    Day,
    Dusk,
    Night,
}

/// A colour in OKLCH: lightness 0 to 1, chroma, hue in degrees, and opacity 0 to 1.
#[derive(Clone, Copy)]
struct Tone {
    l: f32,
    c: f32,
    h: f32,
    a: f32,
}

impl Tone {
    fn alpha(self, a: f32) -> Self {
        Self { a, ..self }
    }

    fn lift(self, by: f32) -> Self {
        Self { l: (self.l + by).clamp(0.05, 0.98), ..self }
    }

    fn turn(self, degrees: f32) -> Self {
        Self { h: self.h + degrees, ..self }
    }

    /// The way to `other`, as light mixes: through OKLab, not round the hue circle.
    fn mix(self, other: Self, t: f32) -> Self {
        let lab = |tone: Self| (tone.c * tone.h.to_radians().cos(), tone.c * tone.h.to_radians().sin());
        let ((a0, b0), (a1, b1)) = (lab(self), lab(other));
        let (a, b) = (a0 + (a1 - a0) * t, b0 + (b1 - b0) * t);
        Self { l: self.l + (other.l - self.l) * t, c: a.hypot(b), h: b.atan2(a).to_degrees(), a: self.a + (other.a - self.a) * t }
    }

    fn color(self) -> Color {
        let mut chroma = self.c;
        let mut rgb = oklch_to_linear(self.l, chroma, self.h);
        // Fewer colours rather than a clipped, shifted one where sRGB ends.
        while chroma > 0.002 && rgb.iter().any(|v| !(-0.002..=1.002).contains(v)) {
            chroma *= 0.92;
            rgb = oklch_to_linear(self.l, chroma, self.h);
        }
        let [r, g, b] = rgb.map(|v| {
            let v = v.clamp(0.0, 1.0);
            if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 }
        });
        Color::from_rgba(r.clamp(0.0, 1.0), g.clamp(0.0, 1.0), b.clamp(0.0, 1.0), self.a.clamp(0.0, 1.0)).unwrap_or(Color::BLACK)
    }
}

/// Source: Björn Ottosson, "A perceptual color space for image processing".
fn oklch_to_linear(l: f32, c: f32, h: f32) -> [f32; 3] {
    let (a, b) = (c * h.to_radians().cos(), c * h.to_radians().sin());
    let l_ = (l + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m_ = (l - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s_ = (l - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * l_ - 3.307_711_6 * m_ + 0.230_969_94 * s_,
        -1.268_438 * l_ + 2.609_757_4 * m_ - 0.341_319_4 * s_,
        -0.004_196_086_3 * l_ - 0.703_418_6 * m_ + 1.707_614_7 * s_,
    ]
}

/// Numbers that depend on category and seed alone (SplitMix64 started from an FNV-1a hash). They must never change with
/// a library's version, or every demo picture would.
struct Rng(Cell<u64>);

impl Rng {
    fn new(category: &str, seed: &str) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in category.bytes().chain([0]).chain(seed.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(Cell::new(hash))
    }

    fn next(&self) -> u64 {
        self.0.set(self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mut z = self.0.get();
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn between(&self, low: f32, high: f32) -> f32 {
        // 24 bits, what an f32 holds exactly.
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let unit = (self.next() >> 40) as f32 / 16_777_216.0;
        low + (high - low) * unit
    }

    /// A whole number from `low` to `high`, both included.
    fn count(&self, low: usize, high: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "below `high - low + 1`, a usize")]
        let offset = (self.next() % (high - low + 1) as u64) as usize;
        low + offset
    }

    fn chance(&self, probability: f32) -> bool {
        self.between(0.0, 1.0) < probability
    }

    fn pick<T: Copy>(&self, from: &[T]) -> T {
        from[self.count(0, from.len() - 1)]
    }
}

/// What a shape is filled with.
#[derive(Clone, Copy)]
enum Ink {
    Flat(Tone),
    /// From the first point to the second.
    Fade(Tone, Tone, [f32; 4]),
    /// From the middle of a circle (x, y, radius) outwards.
    Radial(Tone, Tone, [f32; 3]),
}

impl From<Tone> for Ink {
    fn from(tone: Tone) -> Self {
        Self::Flat(tone)
    }
}

impl Ink {
    /// From `top` at height `y0` to `bottom` at `y1`.
    fn down(top: Tone, bottom: Tone, y0: f32, y1: f32) -> Self {
        Self::Fade(top, bottom, [0.0, y0, 0.0, y1])
    }

    fn paint(self) -> Paint<'static> {
        // `ease` 1 is even; with 2 a glow ends without an edge.
        let stops = |from: Tone, to: Tone, ease: i32| {
            let stop = |t: f32| GradientStop::new(t, to.mix(from, (1.0 - t).powi(ease)).color());
            (0..=6u8).map(|step| stop(f32::from(step) / 6.0)).collect()
        };
        let shader = match self {
            Self::Flat(tone) => Some(Shader::SolidColor(tone.color())),
            Self::Fade(from, to, [x0, y0, x1, y1]) => {
                LinearGradient::new(Point::from_xy(x0, y0), Point::from_xy(x1, y1), stops(from, to, 1), SpreadMode::Pad, Transform::identity())
            }
            Self::Radial(from, to, [x, y, r]) => RadialGradient::new(
                Point::from_xy(x, y),
                Point::from_xy(x, y),
                r,
                stops(from, to, if to.a == 0.0 { 2 } else { 1 }),
                SpreadMode::Pad,
                Transform::identity(),
            ),
        };
        Paint { shader: shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT)), anti_alias: true, ..Paint::default() }
    }
}

fn circle(x: f32, y: f32, r: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, r)
}

fn ellipse(x: f32, y: f32, rx: f32, ry: f32) -> Option<Path> {
    PathBuilder::from_oval(Rect::from_xywh(x - rx, y - ry, rx * 2.0, ry * 2.0)?)
}

fn block(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
    Some(PathBuilder::from_rect(Rect::from_xywh(x, y, w, h)?))
}

/// A rectangle with round corners.
fn slab(x: f32, y: f32, w: f32, h: f32, r: f32) -> Option<Path> {
    let r = r.min(w / 2.0).min(h / 2.0);
    let k = r * 0.447_7;
    let mut p = PathBuilder::new();
    p.move_to(x + r, y);
    p.line_to(x + w - r, y);
    p.cubic_to(x + w - k, y, x + w, y + k, x + w, y + r);
    p.line_to(x + w, y + h - r);
    p.cubic_to(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    p.line_to(x + r, y + h);
    p.cubic_to(x + k, y + h, x, y + h - k, x, y + h - r);
    p.line_to(x, y + r);
    p.cubic_to(x, y + k, x + k, y, x + r, y);
    p.close();
    p.finish()
}

fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    line(points).and_then(|path| {
        let mut p = PathBuilder::new();
        p.push_path(&path);
        p.close();
        p.finish()
    })
}

fn line(points: &[(f32, f32)]) -> Option<Path> {
    let mut p = PathBuilder::new();
    let ((x, y), rest) = points.split_first()?;
    p.move_to(*x, *y);
    for (x, y) in rest {
        p.line_to(*x, *y);
    }
    p.finish()
}

/// Part of a circle's line; angles in radians, clockwise from the right.
fn arc(x: f32, y: f32, r: f32, from: f32, to: f32) -> Option<Path> {
    let points: Vec<_> = (0..=48u8).map(|step| from + (to - from) * f32::from(step) / 48.0).map(|t| (x + r * t.cos(), y + r * t.sin())).collect();
    line(&points)
}

/// A picture in the making. Coordinates are units of the sheet; `at` moves and turns what is painted next.
struct Scene {
    pixmap: Pixmap,
    at: Transform,
    mask: Option<Mask>,
    width: f32,
    hue: f32,
    /// A neighbouring hue for the far side of gradients.
    other: f32,
    /// Hue of the light, between ember and straw.
    warm: f32,
    mood: Mood,
    rng: Rng,
}

/// Tones and tools that all motifs share.
impl Scene {
    fn new(width: u32, height: u32, hue: f32, mood: Mood, rng: Rng) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let (scale, shape) = (height as f32 / HEIGHT, width as f32 / height as f32);
        let hue = hue + rng.between(-9.0, 9.0);
        let hue = match mood {
            // Yellow and brown turn to mud in the dark: their night is the deep blue of the dark theme, with the same light in it.
            Mood::Night if (10.0..145.0).contains(&hue) => 268.0 + rng.between(-14.0, 14.0),
            // And to olive at half light.
            Mood::Dusk if (48.0..100.0).contains(&hue) => 42.0 + (hue - 48.0) * 0.25,
            _ => hue,
        };
        let other = hue
            + match hue {
                20.0..95.0 => rng.pick(&[-46.0, -32.0, -22.0]),
                95.0..150.0 => rng.pick(&[30.0, 40.0, 52.0]),
                _ => rng.pick(&[-52.0, -34.0, 30.0, 46.0]),
            };
        let warm = rng.pick(&[58.0, 66.0, 74.0, 82.0]);
        Self {
            pixmap: Pixmap::new(width, height).expect("a picture has at least one pixel and fits into memory"),
            at: Transform::from_scale(scale, scale),
            mask: None,
            width: HEIGHT * shape,
            hue,
            other,
            warm,
            mood,
            rng,
        }
    }

    /// RGB with a trace of grain, which keeps wide gradients from showing bands.
    fn finish(self) -> Vec<u8> {
        let mut state = 0x2545_f491_u32;
        let mut rgb = Vec::with_capacity(self.pixmap.data().len() / 4 * 3);
        for pixel in self.pixmap.data().as_chunks::<4>().0 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let [a, b, ..] = state.to_le_bytes();
            // Two dice: most pixels stay as they are, few move by more than two of 255 steps.
            let grain = i16::from((a & 3) + (b & 3)) - 3;
            for value in &pixel[..3] {
                rgb.push(u8::try_from((i16::from(*value) + grain).clamp(0, 255)).unwrap_or(u8::MAX));
            }
        }
        rgb
    }

    fn fill(&mut self, path: Option<Path>, ink: impl Into<Ink>) {
        if let Some(path) = path {
            self.pixmap.fill_path(&path, &ink.into().paint(), FillRule::Winding, self.at, self.mask.as_ref());
        }
    }

    fn stroke(&mut self, path: Option<Path>, width: f32, ink: impl Into<Ink>) {
        if let Some(path) = path {
            let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            self.pixmap.stroke_path(&path, &ink.into().paint(), &stroke, self.at, self.mask.as_ref());
        }
    }

    /// Paints moved by (x, y) and turned by `degrees` around that point.
    fn placed(&mut self, x: f32, y: f32, degrees: f32, paint: impl FnOnce(&mut Self)) {
        let before = self.at;
        self.at = before.pre_translate(x, y).pre_concat(Transform::from_rotate(degrees));
        paint(self);
        self.at = before;
    }

    /// Paints inside `path` only.
    fn clipped(&mut self, path: Option<Path>, paint: impl FnOnce(&mut Self)) {
        let Some(path) = path else { return };
        let Some(mut mask) = Mask::new(self.pixmap.width(), self.pixmap.height()) else { return };
        mask.fill_path(&path, FillRule::Winding, true, self.at);
        let before = self.mask.replace(mask);
        paint(self);
        self.mask = before;
    }

    fn tone(&self, l: f32, c: f32) -> Tone {
        Tone { l, c, h: self.hue, a: 1.0 }
    }

    fn far(&self, l: f32, c: f32) -> Tone {
        Tone { l, c, h: self.other, a: 1.0 }
    }

    /// The light of the picture: straw at night, the ember of the brand by day.
    fn light(&self) -> Tone {
        match self.mood {
            Mood::Day => Tone { l: 0.74, c: 0.165, h: self.warm - 8.0, a: 1.0 },
            Mood::Dusk => Tone { l: 0.87, c: 0.125, h: self.warm + 4.0, a: 1.0 },
            Mood::Night => Tone { l: 0.84, c: 0.14, h: self.warm, a: 1.0 },
        }
    }

    fn ember(&self) -> Tone {
        Tone { l: if self.mood == Mood::Day { 0.6 } else { 0.68 }, c: 0.175, h: 44.0, a: 1.0 }
    }

    /// Warm white, as paper in this light.
    fn paper(&self) -> Tone {
        match self.mood {
            Mood::Day => Tone { l: 0.975, c: 0.014, h: 85.0, a: 1.0 },
            Mood::Dusk => Tone { l: 0.93, c: 0.03, h: 80.0, a: 1.0 },
            Mood::Night => Tone { l: 0.86, c: 0.035, h: 78.0, a: 1.0 },
        }
    }

    /// Depth from 0 (far, in the haze) to 1 (near, dark).
    fn depth(&self, t: f32) -> Tone {
        let (from, to) = match self.mood {
            Mood::Day => (self.far(0.78, 0.07), self.tone(0.34, 0.085)),
            Mood::Dusk => (self.far(0.63, 0.105), self.tone(0.25, 0.075)),
            Mood::Night => (self.tone(0.42, 0.1), self.tone(0.15, 0.045)),
        };
        from.mix(to, t)
    }

    /// The darkest tone, for silhouettes.
    fn shade(&self) -> Tone {
        match self.mood {
            Mood::Day => self.tone(0.3, 0.07),
            Mood::Dusk => self.tone(0.22, 0.06),
            Mood::Night => self.tone(0.13, 0.035),
        }
    }

    fn sky(&mut self) {
        let (top, bottom) = match self.mood {
            Mood::Day => (self.tone(0.83, 0.07), Tone { l: 0.955, c: 0.035, h: 78.0, a: 1.0 }),
            Mood::Dusk => (self.tone(0.36, 0.1), self.far(0.8, 0.1)),
            Mood::Night => (self.tone(0.16, 0.045), self.tone(0.4, 0.11)),
        };
        let lean = self.rng.between(-220.0, 220.0);
        let (w, middle) = (self.width, self.width / 2.0);
        self.fill(block(-1.0, -1.0, w + 2.0, HEIGHT + 2.0), Ink::Fade(top, bottom, [middle - lean, -20.0, middle + lean, HEIGHT * 0.86]));
        if self.mood == Mood::Night {
            self.stars(70);
        }
    }

    /// A calm ground for things that do not stand outdoors.
    fn ground(&mut self) {
        let (top, bottom) = match self.mood {
            Mood::Day => (self.tone(0.9, 0.045), self.tone(0.81, 0.075)),
            Mood::Dusk => (self.tone(0.5, 0.115), self.far(0.66, 0.11)),
            Mood::Night => (self.tone(0.19, 0.055), self.tone(0.31, 0.085)),
        };
        let w = self.width;
        let ends = if self.rng.chance(0.5) { [0.0, 0.0, w, HEIGHT] } else { [w, 0.0, 0.0, HEIGHT] };
        self.fill(block(-1.0, -1.0, w + 2.0, HEIGHT + 2.0), Ink::Fade(top, bottom, ends));
    }

    fn stars(&mut self, count: usize) {
        for _ in 0..count {
            let (x, y) = (self.rng.between(0.0, self.width), self.rng.between(0.0, HEIGHT * 0.7));
            let (r, a) = (self.rng.between(0.8, 2.4), self.rng.between(0.15, 0.7));
            self.fill(circle(x, y, r), self.paper().alpha(a));
        }
    }

    fn halo(&mut self, x: f32, y: f32, r: f32, strength: f32) {
        let light = self.light();
        self.fill(circle(x, y, r), Ink::Radial(light.alpha(strength), light.alpha(0.0), [x, y, r]));
    }

    fn sun(&mut self, x: f32, y: f32, r: f32) {
        self.halo(x, y, r * 3.3, if self.mood == Mood::Day { 0.5 } else { 0.6 });
        let light = self.light();
        self.fill(circle(x, y, r), Ink::down(light.lift(0.035), light.mix(self.ember(), 0.4), y - r, y + r * 1.15));
    }

    /// The mark of the publication: half a sun over a horizon.
    fn mark(&mut self, x: f32, y: f32, r: f32, sun: Tone, horizon: Tone) {
        let mut points = vec![(x - r, y)];
        points.extend((0..=32u8).map(|step| PI + PI * f32::from(step) / 32.0).map(|t| (x + r * t.cos(), y + r * t.sin())));
        self.fill(polygon(&points), sun);
        self.stroke(line(&[(x - r * 1.3, y + r * 0.24), (x + r * 1.3, y + r * 0.24)]), r * 0.13, horizon);
    }

    /// A ridge across the sheet around height `y`, filled down to the bottom.
    fn ridge(&mut self, y: f32, swing: f32, ink: impl Into<Ink>) -> Vec<(f32, f32)> {
        let waves: [[f32; 3]; 4] = [1.0_f32, 0.5, 0.24, 0.09].map(|part| {
            let length = 900.0 * part.max(0.12) * self.rng.between(0.75, 1.5);
            [part * swing, TAU / length, self.rng.between(0.0, TAU)]
        });
        let mut points = Vec::new();
        let mut x = -12.0;
        while x < self.width + 12.0 {
            points.push((x, y + waves.iter().map(|[height, pace, start]| height * (x * pace + start).sin()).sum::<f32>()));
            x += 8.0;
        }
        let crest = points.clone();
        points.push((x, HEIGHT + 4.0));
        points.push((-12.0, HEIGHT + 4.0));
        self.fill(polygon(&points), ink);
        crest
    }

    /// A range of ridges from the far to the near.
    fn range(&mut self, top: f32, layers: usize, swing: f32) -> Vec<(f32, f32)> {
        let mut crest = Vec::new();
        for layer in 0..layers {
            let t = share(layer, layers - 1);
            let y = top + (HEIGHT * 0.97 - top) * t.powf(1.15) * 0.92;
            let tone = self.depth(t);
            crest = self.ridge(y, swing * (1.0 - 0.35 * t), Ink::down(tone.lift(0.035), tone.lift(-0.03).turn(6.0), y - swing, y + 240.0));
        }
        crest
    }
}

/// How far `index` is on the way to `last`, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn share(index: usize, last: usize) -> f32 {
    if last == 0 { 0.0 } else { index as f32 / last as f32 }
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn real(count: usize) -> f32 {
    count as f32
}

/// Outdoors.
impl Scene {
    fn hills(&mut self) {
        self.sky();
        let (x, y) = (self.width * self.rng.between(0.3, 0.7), self.rng.between(230.0, 400.0));
        let r = self.rng.between(80.0, 150.0);
        self.sun(x, y, r);
        let layers = self.rng.count(4, 6);
        let (top, swing) = (self.rng.between(400.0, 480.0), self.rng.between(34.0, 64.0));
        let crest = self.range(top, layers, swing);
        if self.rng.chance(0.55) {
            let place = crest.len() * self.rng.count(24, 74) / 100;
            let (x, y) = crest[place];
            let size = self.rng.between(95.0, 150.0);
            let shade = self.shade().lift(-0.03);
            self.acacia(x, (y + 10.0).min(HEIGHT - 20.0), size, shade);
            if self.rng.chance(0.5) {
                let (x, y) = crest[(place + crest.len() / 9).min(crest.len() - 1)];
                self.acacia(x, (y + 8.0).min(HEIGHT - 16.0), size * 0.55, shade);
            }
        } else {
            self.birds(x + r * 1.2, y - r * 0.4);
        }
    }

    fn acacia(&mut self, x: f32, y: f32, size: f32, tone: Tone) {
        self.stroke(line(&[(x, y), (x + size * 0.03, y - size * 0.45), (x - size * 0.3, y - size * 0.86)]), size * 0.055, tone);
        self.stroke(line(&[(x + size * 0.03, y - size * 0.45), (x + size * 0.34, y - size * 0.9)]), size * 0.045, tone);
        self.stroke(line(&[(x + size * 0.02, y - size * 0.4), (x + size * 0.04, y - size * 0.9)]), size * 0.035, tone);
        for (dx, dy, rx, ry) in [(-0.34, -0.9, 0.42, 0.075), (0.36, -0.95, 0.44, 0.08), (0.02, -1.02, 0.5, 0.085)] {
            self.fill(ellipse(x + size * dx, y + size * dy, size * rx, size * ry), tone);
        }
    }

    fn birds(&mut self, x: f32, y: f32) {
        let tone = self.shade().alpha(0.75);
        for _ in 0..self.rng.count(3, 6) {
            let (x, y) = (x + self.rng.between(-130.0, 130.0), y + self.rng.between(-80.0, 60.0));
            let s = self.rng.between(9.0, 17.0);
            self.stroke(line(&[(x - s, y - s * 0.5), (x - s * 0.4, y - s * 0.62), (x, y), (x + s * 0.4, y - s * 0.62), (x + s, y - s * 0.5)]), 3.0, tone);
        }
    }

    fn waves(&mut self) {
        self.sky();
        let horizon = self.rng.between(330.0, 420.0);
        let x = self.width * self.rng.between(0.34, 0.66);
        let r = self.rng.between(110.0, 170.0);
        self.sun(x, horizon - r * self.rng.between(-0.1, 0.35), r);
        let (near, w) = (self.depth(1.0), self.width);
        self.fill(block(-1.0, horizon, w + 2.0, HEIGHT), Ink::down(self.depth(0.1), near, horizon, HEIGHT));
        let layers = self.rng.count(6, 8);
        let boat = self.rng.chance(0.6).then(|| (self.rng.count(1, 3), self.rng.between(0.3, 0.7)));
        for layer in 0..layers {
            let t = share(layer, layers - 1);
            let y = horizon + 26.0 + (HEIGHT - horizon - 50.0) * t.powf(1.35);
            if let Some((_, place)) = boat.filter(|(at, _)| *at == layer) {
                self.dhow(w * place, y + 4.0, 60.0 + 150.0 * t + 40.0);
            }
            let length = 90.0 + 250.0 * t;
            let (height, start) = (9.0 + 46.0 * t, self.rng.between(0.0, TAU));
            let mut points = Vec::new();
            let mut px = -10.0;
            while px < w + 10.0 {
                // Round troughs and narrower crests, as water has them.
                let s = ((px / length) * PI + start).sin().abs();
                points.push((px, y + height * (s - 0.6) + 8.0 * (px / 210.0 + start).sin()));
                px += 5.0;
            }
            let crest = points.clone();
            points.extend([(px, HEIGHT + 4.0), (-10.0, HEIGHT + 4.0)]);
            let tone = self.depth(0.1 + 0.9 * t);
            self.fill(polygon(&points), Ink::down(tone.lift(0.1).mix(self.light(), 0.025), tone.lift(-0.05), y - height, y + 120.0 + 60.0 * t));
            self.stroke(line(&crest), 1.6 + 1.6 * t, tone.lift(0.17).alpha(0.55));
            let light = self.light();
            for dash in 0..3u8 {
                let half = r * self.rng.between(0.2, 0.62) * (1.0 + 0.5 * t);
                let (dx, dy) = (self.rng.between(-0.4, 0.4) * r, (f32::from(dash) + 0.6) * (8.0 + 12.0 * t));
                self.stroke(line(&[(x + dx - half, y + dy), (x + dx + half, y + dy)]), 3.0 + 3.0 * t, light.alpha(0.62 - 0.34 * t));
            }
        }
    }

    /// The boat of the coast, seen against the light.
    fn dhow(&mut self, x: f32, y: f32, size: f32) {
        let (hull, sail) = (self.shade(), self.paper().mix(self.light(), 0.25));
        self.fill(
            polygon(&[
                (x - size * 0.5, y - size * 0.16),
                (x + size * 0.55, y - size * 0.2),
                (x + size * 0.4, y + size * 0.06),
                (x - size * 0.36, y + size * 0.06),
            ]),
            hull,
        );
        self.stroke(line(&[(x - size * 0.02, y - size * 0.1), (x + size * 0.03, y - size * 0.82)]), size * 0.026, hull);
        let mut p = PathBuilder::new();
        p.move_to(x - size * 0.42, y - size * 0.26);
        p.quad_to(x + size * 0.02, y - size * 0.5, x + size * 0.26, y - size * 1.1);
        p.quad_to(x + size * 0.5, y - size * 0.62, x + size * 0.36, y - size * 0.27);
        p.close();
        self.fill(p.finish(), Ink::Fade(sail, sail.mix(self.ember(), 0.35), [x - size * 0.3, y, x + size * 0.5, y - size]));
    }

    fn skyline(&mut self) {
        self.sky();
        let (x, y, r) = (self.width * self.rng.between(0.3, 0.7), self.rng.between(300.0, 430.0), self.rng.between(110.0, 175.0));
        self.sun(x, y, r);
        for layer in 0..4usize {
            let t = share(layer, 3);
            let tone = self.depth(0.16 + 0.84 * t);
            let base = HEIGHT + 4.0;
            let mut x = -self.rng.between(10.0, 70.0);
            while x < self.width {
                let w = self.rng.between(54.0, 96.0) * (0.8 + 0.5 * t);
                let middle = 1.0 - ((x + w / 2.0) / self.width - 0.5).abs() * 0.9;
                let h = (self.rng.between(170.0, 380.0) * (1.3 - 0.55 * t) * middle + 60.0).min(560.0);
                let top = base - h;
                let ink = Ink::down(tone.lift(0.045), tone.lift(-0.02), top, base);
                match self.rng.count(0, 6) {
                    0 => {
                        self.fill(polygon(&[(x, base), (x, top + 34.0), (x + w, top), (x + w, base)]), ink);
                    }
                    1 => {
                        self.fill(block(x, top, w, h), ink);
                        self.fill(block(x + w * 0.25, top - 26.0, w * 0.5, 28.0), ink);
                        self.stroke(line(&[(x + w * 0.5, top - 24.0), (x + w * 0.5, top - 78.0)]), 4.0, tone.lift(0.02));
                    }
                    // A round tower with an overhanging crown.
                    2 => {
                        self.fill(slab(x + w * 0.08, top, w * 0.84, h, 10.0), ink);
                        self.fill(slab(x - w * 0.06, top + 16.0, w * 1.12, 26.0, 10.0), tone.lift(0.06));
                        self.fill(polygon(&[(x + w * 0.3, top + 2.0), (x + w * 0.5, top - 40.0), (x + w * 0.7, top + 2.0)]), tone.lift(0.03));
                    }
                    3 => {
                        self.fill(slab(x, top, w, h + 40.0, w * 0.5), ink);
                    }
                    _ => {
                        self.fill(block(x, top, w, h), ink);
                    }
                }
                if layer > 0 {
                    self.windows(x + w * 0.16, top + 48.0, w * 0.68, h - 70.0, t);
                }
                x += w + self.rng.between(-4.0, 26.0);
            }
            if layer < 3 {
                let haze = self.far(0.8, 0.08).mix(self.light(), 0.35);
                let (w, strength) = (self.width, if self.mood == Mood::Night { 0.1 } else { 0.26 });
                self.fill(block(0.0, 480.0, w, 330.0), Ink::down(haze.alpha(0.0), haze.alpha(strength * (1.0 - t)), 480.0, 800.0));
            }
        }
    }

    fn windows(&mut self, x: f32, y: f32, w: f32, h: f32, t: f32) {
        let step = 21.0 + 5.0 * t;
        let columns = (w / step).floor().max(1.0);
        let gap = w / columns;
        let (lit, dim) = (self.light(), self.depth(0.55 * t).alpha(0.4));
        let share = if self.mood == Mood::Day { 0.1 } else { self.rng.between(0.16, 0.42) };
        let mut row = y;
        while row < y + h - 12.0 {
            let mut at = x;
            while at < x + w - 4.0 {
                let glass = block(at + gap * 0.24, row, gap * 0.52, step * 0.5);
                if self.rng.chance(share) {
                    let a = self.rng.between(0.65, 1.0);
                    self.fill(glass, lit.alpha(a));
                } else if self.rng.chance(0.7) {
                    self.fill(glass, dim);
                }
                at += gap;
            }
            row += step;
        }
    }

    fn harbour(&mut self) {
        self.sky();
        let x = self.width * self.rng.between(0.22, 0.78);
        let (sun_y, r) = (self.rng.between(250.0, 380.0), self.rng.between(90.0, 140.0));
        self.sun(x, sun_y, r);
        let water = 628.0;
        let haze = self.depth(0.12);
        self.ridge(560.0, 22.0, Ink::down(haze, haze.lift(-0.04), 530.0, 640.0));
        let flip = self.rng.chance(0.5);
        let cranes = self.rng.count(1, 3);
        for crane in 0..cranes {
            let t = share(crane, cranes.max(2) - 1);
            let place = if flip { 0.12 + 0.3 * t } else { 0.88 - 0.3 * t };
            let tone = self.depth(0.55 - 0.18 * t);
            self.crane(self.width * place, water, 470.0 - 80.0 * t, flip, tone);
        }
        let w = self.width;
        self.fill(block(-1.0, water, w + 2.0, HEIGHT), Ink::down(self.depth(0.35), self.depth(1.0), water, HEIGHT));
        // The ship stays near the middle, where small cards look.
        let length = self.rng.between(600.0, 700.0);
        let left = w / 2.0 - length / 2.0 + self.rng.between(-40.0, 40.0);
        self.stacks(left + length * 0.1, water - 20.0, length * 0.68);
        let hull = self.shade();
        let bridge = left + length * 0.81;
        let paper = self.paper();
        self.fill(block(bridge, water - 176.0, length * 0.11, 160.0), Ink::down(paper, paper.mix(hull, 0.35), water - 176.0, water));
        self.fill(block(bridge - 10.0, water - 190.0, length * 0.11 + 20.0, 18.0), paper);
        for row in 0..4u8 {
            for pane in 0..3u8 {
                let glass = block(bridge + 10.0 + f32::from(pane) * 22.0, water - 158.0 + f32::from(row) * 28.0, 13.0, 12.0);
                self.fill(glass, if self.mood == Mood::Day { self.tone(0.45, 0.09) } else { self.light() });
            }
        }
        self.fill(
            polygon(&[(left - 34.0, water - 34.0), (left + length, water - 26.0), (left + length - 30.0, water + 46.0), (left + 26.0, water + 46.0)]),
            Ink::down(hull.lift(0.05), hull, water - 30.0, water + 46.0),
        );
        self.fill(
            polygon(&[(left + 12.0, water + 24.0), (left + length - 20.0, water + 24.0), (left + length - 30.0, water + 46.0), (left + 26.0, water + 46.0)]),
            self.ember(),
        );
        self.glitter(x, water + 56.0, r);
    }

    fn crane(&mut self, x: f32, base: f32, height: f32, flip: bool, tone: Tone) {
        let way = if flip { 1.0 } else { -1.0 };
        let top = base - height;
        for dx in [-56.0, 56.0] {
            self.stroke(line(&[(x + dx, base), (x + dx * 0.72, top + 90.0)]), 11.0, tone);
        }
        self.stroke(line(&[(x - 50.0, base - height * 0.32), (x + 50.0, base - height * 0.32)]), 9.0, tone);
        self.stroke(line(&[(x - 50.0, base - height * 0.32), (x + 43.0, top + 100.0)]), 5.0, tone);
        self.stroke(line(&[(x - 110.0 * way, top + 92.0), (x + 330.0 * way, top + 92.0)]), 13.0, tone);
        self.stroke(line(&[(x, top + 92.0), (x + 16.0 * way, top)]), 9.0, tone);
        for reach in [-104.0, 170.0, 318.0] {
            self.stroke(line(&[(x + 16.0 * way, top + 4.0), (x + reach * way, top + 92.0)]), 3.5, tone);
        }
        let hook = x + 205.0 * way;
        self.stroke(line(&[(hook, top + 94.0), (hook, top + 190.0)]), 3.0, tone);
        let box_tone = self.ember();
        self.fill(slab(hook - 42.0, top + 190.0, 84.0, 36.0, 3.0), box_tone);
    }

    /// Containers on deck, each column as high as it likes.
    fn stacks(&mut self, x: f32, base: f32, length: f32) {
        let (columns, h) = (8usize, 38.0);
        let w = length / real(columns);
        let night = if self.mood == Mood::Night { -0.14 } else { 0.0 };
        for column in 0..columns {
            for level in 0..self.rng.count(2, 5) {
                let tone = match self.rng.count(0, 6) {
                    0 => self.ember().lift(night * 0.5),
                    1 => self.light().lift(night * 0.4 - 0.04),
                    2 => self.paper().lift(night - 0.03),
                    3 => self.far(0.66 + night, 0.11),
                    4 => self.tone(0.42 + night * 0.6, 0.12),
                    _ => self.tone(0.56 + night, 0.12),
                };
                let (x, y) = (x + real(column) * w, base - real(level + 1) * h);
                self.fill(block(x + 1.5, y + 1.5, w - 3.0, h - 3.0), Ink::down(tone.lift(0.03), tone.lift(-0.05), y, y + h));
                for rib in 1..6u8 {
                    let rx = x + w * f32::from(rib) / 6.0;
                    self.stroke(line(&[(rx, y + 7.0), (rx, y + h - 7.0)]), 1.6, tone.lift(-0.11));
                }
            }
        }
    }

    /// The light's path on water.
    fn glitter(&mut self, x: f32, y: f32, r: f32) {
        let mut at = y;
        let light = self.light();
        while at < HEIGHT - 6.0 {
            let t = (at - y) / (HEIGHT - y);
            let w = r * self.rng.between(0.35, 1.0) * (0.7 + 0.7 * t);
            let dx = self.rng.between(-26.0, 26.0);
            self.stroke(line(&[(x + dx - w, at), (x + dx + w, at)]), 4.0 + 2.0 * t, light.alpha(0.7 - 0.4 * t));
            at += self.rng.between(15.0, 25.0);
        }
    }

    fn leaves(&mut self) {
        self.sky();
        let x = self.width * self.rng.between(0.32, 0.68);
        let r = self.rng.between(110.0, 170.0);
        self.sun(x, self.rng.between(220.0, 340.0), r);
        if self.rng.chance(0.5) { self.field(x) } else { self.plant() }
    }

    /// Rows of a crop running to the horizon under a drip line.
    fn field(&mut self, sun_x: f32) {
        let far = self.depth(0.1);
        self.ridge(420.0, 30.0, Ink::down(far, far.lift(-0.05), 390.0, 480.0));
        let mid = self.depth(0.3);
        self.ridge(460.0, 18.0, Ink::down(mid, mid.lift(-0.05), 440.0, 520.0));
        let (horizon, w) = (486.0, self.width);
        let (soil, crop) = (self.depth(0.72), self.depth(0.4).lift(0.05));
        self.fill(block(-1.0, horizon, w + 2.0, HEIGHT), Ink::down(self.depth(0.5), soil, horizon, HEIGHT));
        let rows = self.rng.count(11, 15);
        let vanish = w * 0.5 + (sun_x - w * 0.5) * 0.6;
        for row in 0..rows {
            let t = share(row, rows - 1) * 2.0 - 1.0;
            let foot = w * 0.5 + t * w * 1.25;
            let half = w * 1.25 / real(rows) * 0.62;
            let gleam = crop.mix(self.light(), 0.22 * (1.0 - t.abs()));
            self.fill(
                polygon(&[(vanish + t * 40.0 - 2.0, horizon), (vanish + t * 40.0 + 2.0, horizon), (foot + half, HEIGHT + 6.0), (foot - half, HEIGHT + 6.0)]),
                Ink::down(gleam, crop.lift(-0.09), horizon, HEIGHT),
            );
            for plant in 0..9usize {
                let d = share(plant, 8).powf(1.8);
                let (px, py) = (vanish + t * 40.0 + (foot - vanish - t * 40.0) * (0.06 + 0.94 * d), horizon + (HEIGHT - horizon) * (0.06 + 0.94 * d));
                let size = 8.0 + 50.0 * d;
                for side in [-1.0, 1.0] {
                    let tone = gleam.lift(if side < 0.0 { 0.07 } else { -0.02 });
                    self.placed(px, py, side * 42.0 - 90.0, |s| s.leaf(size * 1.3, size * 0.34, tone, None));
                }
            }
        }
    }

    /// One plant in front of the light.
    fn plant(&mut self) {
        let (top, swing) = (self.rng.between(600.0, 650.0), 34.0);
        self.range(top, 2, swing);
        let (x, foot) = (self.width * 0.5 + self.rng.between(-60.0, 60.0), HEIGHT + 20.0);
        let stems = self.rng.count(2, 4);
        for stem in 0..stems {
            let t = share(stem, stems - 1) * 2.0 - 1.0;
            let (lean, height) = (t * 150.0 + self.rng.between(-30.0, 30.0), self.rng.between(470.0, 640.0) * (1.0 - 0.22 * t.abs()));
            let tone = self.depth(0.78).lift(0.04 * real(stem % 2));
            let point = |u: f32| (x + t * 90.0 + lean * u * u, foot - height * u);
            let points: Vec<_> = (0..=20u8).map(|step| point(f32::from(step) / 20.0)).collect();
            self.stroke(line(&points), 8.0, tone);
            let pairs = self.rng.count(4, 6);
            for pair in 0..pairs {
                let u = 0.3 + 0.66 * share(pair, pairs - 1);
                let (lx, ly) = point(u);
                let size = 235.0 * (1.12 - u * 0.72);
                for side in [-1.0, 1.0] {
                    let angle = -90.0 + side * (62.0 - 22.0 * u) + lean * u * 0.12 + self.rng.between(-8.0, 8.0);
                    let base = self.depth(0.42 + 0.3 * self.rng.between(0.0, 1.0));
                    let base = if self.rng.chance(0.14) { base.mix(self.ember(), 0.75).lift(0.1) } else { base };
                    self.placed(lx, ly, angle, |s| s.leaf(size, size * 0.27, base.lift(0.05), Some(base.lift(-0.07))));
                }
            }
            let (lx, ly) = point(1.0);
            let tip = self.depth(0.5);
            self.placed(lx, ly, -90.0 + lean * 0.12, |s| s.leaf(90.0, 24.0, tip.lift(0.06), Some(tip.lift(-0.04))));
        }
    }

    /// A leaf from the origin to the right.
    fn leaf(&mut self, length: f32, half: f32, tone: Tone, vein: Option<Tone>) {
        let side = |way: f32| {
            let mut p = PathBuilder::new();
            p.move_to(0.0, 0.0);
            p.cubic_to(length * 0.22, half * 1.25 * way, length * 0.66, half * 1.1 * way, length, 0.0);
            p.close();
            p.finish()
        };
        self.fill(side(-1.0), Ink::Fade(tone, tone.lift(0.05), [0.0, 0.0, length, 0.0]));
        self.fill(side(1.0), Ink::Fade(tone.lift(-0.05), tone.lift(-0.01), [0.0, 0.0, length, 0.0]));
        if let Some(vein) = vein {
            self.stroke(line(&[(0.0, 0.0), (length * 0.94, 0.0)]), 2.4, vein);
        }
    }
}

/// Signals and machines.
impl Scene {
    fn circuit(&mut self) {
        self.ground();
        let (cx, cy) = (self.width * self.rng.between(0.44, 0.56), self.rng.between(360.0, 440.0));
        let size = self.rng.between(118.0, 150.0);
        self.halo(cx, cy, size * 3.6, 0.24);
        let pins = self.rng.count(6, 8);
        let (trace, lit) = (self.depth(if self.mood == Mood::Night { 0.0 } else { 0.75 }), self.light());
        for _ in 0..self.rng.count(5, 9) {
            let (x, y) = (self.rng.between(0.0, self.width), self.rng.between(0.0, HEIGHT));
            if (x - cx).abs() > size * 2.0 || (y - cy).abs() > size * 1.7 {
                let tone = self.depth(0.85);
                let (w, h) = if self.rng.chance(0.5) { (62.0, 30.0) } else { (30.0, 62.0) };
                self.fill(slab(x, y, w, h, 5.0), Ink::down(tone.lift(0.08), tone, y, y + h));
            }
        }
        for side in 0..4u8 {
            for pin in 0..pins {
                let u = (share(pin, pins - 1) * 2.0 - 1.0) * size * 0.8;
                let reach = [self.width * 0.5, HEIGHT * 0.5][usize::from(side % 2)];
                let straight = size + 26.0 + (real(pins) / 2.0 - (real(pin) - real(pins - 1) / 2.0).abs()) * 24.0;
                let spread = u * self.rng.between(0.75, 1.9);
                let bend = straight + spread.abs();
                let end = bend + self.rng.between(0.15, 1.15) * (reach - bend).max(60.0);
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
                let hole = self.depth(if self.mood == Mood::Night { 1.0 } else { 0.3 });
                self.fill(circle(ex, ey, 5.5), hole);
            }
        }
        let body = self.shade();
        self.fill(slab(cx - size, cy - size + 10.0, size * 2.0, size * 2.0, 24.0), self.shade().lift(-0.05).alpha(0.5));
        self.fill(slab(cx - size, cy - size, size * 2.0, size * 2.0, 24.0), Ink::down(body.lift(0.13), body.lift(0.03), cy - size, cy + size));
        self.stroke(slab(cx - size * 0.8, cy - size * 0.8, size * 1.6, size * 1.6, 16.0), 3.0, trace.lift(0.1).alpha(0.55));
        self.halo(cx, cy + size * 0.1, size * 0.95, 0.4);
        let light = self.light();
        self.mark(cx, cy + size * 0.2, size * 0.46, light, light);
    }

    fn rings(&mut self) {
        self.sky();
        let (x, y) = (self.width * self.rng.between(0.4, 0.6), self.rng.between(330.0, 440.0));
        let count = self.rng.count(6, 9);
        let reach = self.rng.between(620.0, 760.0);
        let light = self.light();
        for ring in (0..count).rev() {
            let t = share(ring, count - 1);
            let r = 60.0 + reach * t.powf(1.12);
            let band = light.mix(self.tone(0.5, 0.12), t * 0.8);
            self.fill(circle(x, y, r), band.alpha(0.2 - 0.12 * t));
            if ring % 2 == 0 {
                self.stroke(circle(x, y, r), 2.5, light.alpha(0.55 - 0.42 * t));
            }
        }
        self.sun(x, y, 46.0);
        let crest = self.range(610.0, 3, 34.0);
        let near = self.shade();
        let foot = crest.iter().find(|(px, _)| *px >= x).map_or(720.0, |(_, py)| *py);
        // A lattice mast with the light at its top.
        let (top, half) = (y + 8.0, 58.0);
        let at = |t: f32, way: f32| (x + way * (5.0 + half * t), top + (foot + 30.0 - top) * t);
        for way in [-1.0, 1.0] {
            self.stroke(line(&[at(0.0, way), at(1.0, way)]), 8.0, near);
        }
        let steps = 7usize;
        for step in 0..steps {
            let (t0, t1) = (share(step, steps), share(step + 1, steps));
            self.stroke(line(&[at(t0, -1.0), at(t1, 1.0)]), 4.0, near);
            self.stroke(line(&[at(t0, 1.0), at(t1, -1.0)]), 4.0, near);
            self.stroke(line(&[at(t1, -1.0), at(t1, 1.0)]), 4.0, near);
        }
        self.fill(circle(x, y, 17.0), light.lift(0.06));
        // Listeners on the ridges.
        for _ in 0..self.rng.count(3, 6) {
            let (px, py) = crest[self.rng.count(0, crest.len() - 1)];
            if (px - x).abs() > 110.0 {
                let h = self.rng.between(24.0, 46.0);
                self.fill(block(px - h * 0.7, py - h * 0.4, h * 1.4, h * 2.0), near);
                self.fill(polygon(&[(px - h, py - h * 0.4), (px, py - h * 1.1), (px + h, py - h * 0.4)]), near.lift(0.04));
                self.fill(block(px - h * 0.2, py - h * 0.05, h * 0.4, h * 0.45), light);
            }
        }
    }

    fn network(&mut self) {
        self.ground();
        let w = self.width;
        let (cx, cy) = (w * self.rng.between(0.4, 0.6), self.rng.between(340.0, 460.0));
        self.halo(cx, cy, 520.0, 0.26);
        let (columns, rows) = (self.rng.count(6, 8), self.rng.count(4, 5));
        let mut nodes = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let x = (real(column) + 0.25 + shift) / real(columns) * w + self.rng.between(-42.0, 42.0);
                let y = (real(row) + 0.5) / real(rows) * HEIGHT + self.rng.between(-50.0, 50.0);
                nodes.push((x, y, self.rng.between(8.0, 20.0)));
            }
        }
        nodes.push((cx, cy, 58.0));
        let hub = nodes.len() - 1;
        let day = self.mood == Mood::Day;
        let (thread, lit) = (if day { self.tone(0.55, 0.1) } else { self.far(0.72, 0.1) }, self.light());
        let reach = w / real(columns) * 1.55;
        let mut bright = vec![hub];
        for a in 0..nodes.len() {
            for b in a + 1..nodes.len() {
                let ((ax, ay, _), (bx, by, _)) = (nodes[a], nodes[b]);
                let distance = (ax - bx).hypot(ay - by);
                if distance > if b == hub { reach * 1.6 } else { reach } {
                    continue;
                }
                let path = line(&[(ax, ay), (bx, by)]);
                if b == hub && self.rng.chance(0.6) {
                    bright.push(a);
                    self.stroke(path.clone(), 11.0, lit.alpha(0.16));
                    self.stroke(path, 4.0, lit);
                } else {
                    self.stroke(path, 2.5, thread.alpha(0.2 + 0.45 * (1.0 - distance / (reach * 1.6))));
                }
            }
        }
        for (index, (x, y, r)) in nodes.into_iter().enumerate() {
            let tone = if day { self.depth(self.rng.between(0.35, 1.0)) } else { self.far(self.rng.between(0.55, 0.82), 0.11) };
            if index == hub {
                self.sun(x, y, r);
                self.stroke(circle(x, y, r + 22.0), 4.0, lit.alpha(0.8));
                self.stroke(circle(x, y, r + 46.0), 2.5, lit.alpha(0.4));
            } else if bright.contains(&index) {
                self.halo(x, y, r * 4.2, 0.5);
                self.fill(circle(x, y, r + 3.0), lit);
            } else {
                self.fill(circle(x, y, r), Ink::down(tone.lift(0.05), tone.lift(-0.07), y - r, y + r));
                if self.rng.chance(0.35) {
                    self.stroke(circle(x, y, r + 10.0), 2.0, tone.alpha(0.55));
                }
            }
        }
    }

    fn sound(&mut self) {
        self.ground();
        let (w, middle) = (self.width, HEIGHT * self.rng.between(0.47, 0.53));
        let r = self.rng.between(210.0, 260.0);
        let disc = w * self.rng.between(0.4, 0.6);
        self.sun(disc, middle, r);
        let count = self.rng.count(27, 39);
        let step = w * 0.9 / real(count);
        let peaks: Vec<_> = (0..4).map(|_| (self.rng.between(0.1, 0.9), self.rng.between(0.07, 0.18), self.rng.between(0.4, 0.95))).collect();
        let (edge, heart) = (self.depth(if self.mood == Mood::Night { 0.1 } else { 0.62 }), self.shade());
        for bar in 0..count {
            let u = share(bar, count - 1);
            let swell: f32 = peaks.iter().map(|(at, wide, high)| high * (-((u - at) / wide).powi(2)).exp()).sum();
            let h = (38.0 + 470.0 * swell.min(1.05) * self.rng.between(0.62, 1.0)).min(600.0);
            let x = w * 0.05 + (real(bar) + 0.5) * step;
            let inside = (x - disc).abs() < r;
            let tone = if inside { heart.mix(edge, 0.15) } else { edge };
            self.fill(
                slab(x - step * 0.29, middle - h / 2.0, step * 0.58, h, step),
                Ink::down(tone.lift(0.1).turn(14.0), tone.lift(-0.04), middle - h / 2.0, middle + h / 2.0),
            );
            if self.rng.chance(0.14) {
                self.fill(circle(x, middle - h / 2.0 - step * 0.8, step * 0.24), self.ember());
            }
        }
    }

    fn orbits(&mut self) {
        self.sky();
        self.stars(60);
        let (x, y) = (self.width * self.rng.between(0.4, 0.6), self.rng.between(360.0, 440.0));
        let tilt = self.rng.between(-28.0, 28.0);
        let flat = self.rng.between(0.3, 0.46);
        let count = self.rng.count(3, 5);
        let r = self.rng.between(92.0, 124.0);
        self.halo(x, y, 560.0, 0.3);
        let line_tone = self.paper();
        let mut front = Vec::new();
        for orbit in 0..count {
            let radius = 215.0 + real(orbit) * self.rng.between(98.0, 118.0);
            self.placed(x, y, tilt, |s| s.stroke(ellipse(0.0, 0.0, radius, radius * flat), 2.2, line_tone.alpha(0.42)));
            let angle = self.rng.between(0.0, TAU);
            let size = self.rng.between(15.0, 42.0);
            let tone = match self.rng.count(0, 3) {
                0 => self.ember(),
                1 => self.far(0.74, 0.11),
                2 => self.paper().lift(-0.06),
                _ => self.tone(0.6, 0.13),
            };
            front.push((radius, angle, size, tone, self.rng.chance(0.35)));
        }
        self.sun(x, y, r);
        for (radius, angle, size, tone, ringed) in front {
            self.placed(x, y, tilt, |s| {
                let (px, py) = (radius * angle.cos(), radius * flat * angle.sin());
                let away = Tone { l: 0.14, c: 0.03, h: s.hue, a: 1.0 };
                // Lit on the side of the sun.
                let d = px.hypot(py).max(1.0);
                let (ux, uy) = (px / d, py / d);
                s.fill(
                    circle(px, py, size),
                    Ink::Fade(tone.lift(0.05), tone.mix(away, 0.72), [px - ux * size, py - uy * size, px + ux * size, py + uy * size]),
                );
                if ringed {
                    s.placed(px, py, -18.0, |s| {
                        let mut p = PathBuilder::new();
                        // Only the near half: the far one is behind the planet.
                        p.move_to(-size * 1.8, 0.0);
                        p.cubic_to(-size * 1.5, size * 0.75, size * 1.5, size * 0.75, size * 1.8, 0.0);
                        s.stroke(p.finish(), size * 0.16, line_tone.alpha(0.8));
                    });
                }
            });
        }
        if self.rng.chance(0.6) {
            let horizon = self.rng.between(1100.0, 1500.0);
            let (near, w) = (self.shade(), self.width);
            let cy = HEIGHT + horizon - self.rng.between(80.0, 120.0);
            let glow = self.light();
            self.fill(circle(w * 0.5, cy, horizon + 10.0), glow.alpha(0.28));
            self.fill(circle(w * 0.5, cy, horizon), Ink::down(near.lift(0.08), near, HEIGHT - 110.0, HEIGHT));
        }
    }

    fn devices(&mut self) {
        self.ground();
        let desk = 640.0;
        let w = self.width;
        let x = w * 0.5 + self.rng.between(-50.0, 50.0);
        let up = self.rng.between(270.0, 330.0);
        self.halo(x, up + 60.0, 560.0, 0.34);
        let disc = self.light();
        self.fill(circle(x + self.rng.between(-160.0, 160.0), up, 235.0), disc.alpha(if self.mood == Mood::Day { 0.55 } else { 0.3 }));
        let table = self.depth(0.85);
        self.fill(block(-1.0, desk, w + 2.0, HEIGHT), Ink::down(table.lift(0.04), table.lift(-0.05), desk, HEIGHT));
        match self.rng.count(0, 2) {
            0 => {
                self.laptop(x - 60.0, desk + 40.0, 560.0);
                self.phone(x + 285.0, desk + 62.0, 290.0, 0.0);
            }
            1 => {
                let lean = self.rng.pick(&[-9.0, -6.0, 4.0]);
                self.phone(x - 110.0 - lean * 9.0, desk + 88.0, 540.0, lean);
                self.headphones(x + 240.0, desk + 50.0, 150.0);
            }
            _ => {
                self.laptop(x + 60.0, desk + 40.0, 560.0);
                self.lamp(x - 390.0, desk + 10.0);
            }
        }
    }

    /// The small sunrise that every screen shows.
    fn screen(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32) {
        let (top, bottom) = (self.tone(0.34, 0.1), self.far(0.78, 0.1));
        let (a, b, c) = (self.tone(0.52, 0.12), self.tone(0.4, 0.11), self.tone(0.28, 0.08));
        let light = Tone { l: 0.86, c: 0.13, h: self.warm, a: 1.0 };
        let (sx, sr) = (x + w * self.rng.between(0.3, 0.7), w.min(h) * 0.21);
        let dip = self.rng.between(0.8, 1.2);
        self.clipped(slab(x, y, w, h, r), |s| {
            s.fill(block(x, y, w, h), Ink::down(top, bottom, y, y + h * 0.8));
            s.fill(circle(sx, y + h * 0.46, sr * 2.4), Ink::Radial(light.alpha(0.5), light.alpha(0.0), [sx, y + h * 0.46, sr * 2.4]));
            s.fill(circle(sx, y + h * 0.46, sr), light);
            for (tone, level) in [(a, 0.58), (b, 0.7), (c, 0.84)] {
                let mut p = PathBuilder::new();
                p.move_to(x, y + h * level);
                p.cubic_to(x + w * 0.3, y + h * (level - 0.12 * dip), x + w * 0.55, y + h * (level + 0.1), x + w, y + h * (level - 0.05 * dip));
                p.line_to(x + w, y + h);
                p.line_to(x, y + h);
                p.close();
                s.fill(p.finish(), tone);
            }
        });
    }

    fn laptop(&mut self, x: f32, base: f32, w: f32) {
        let (h, body) = (w * 0.63, self.shade());
        let top = base - h - 14.0;
        self.fill(ellipse(x, base + 16.0, w * 0.72, 16.0), self.shade().lift(-0.06).alpha(0.45));
        self.fill(slab(x - w / 2.0, top, w, h, 18.0), body.lift(0.02));
        self.screen(x - w / 2.0 + 15.0, top + 15.0, w - 30.0, h - 34.0, 6.0);
        let metal = self.paper().mix(self.tone(0.6, 0.06), 0.4);
        self.fill(
            polygon(&[(x - w * 0.5, base - 14.0), (x + w * 0.5, base - 14.0), (x + w * 0.64, base + 10.0), (x - w * 0.64, base + 10.0)]),
            Ink::down(metal.lift(-0.1), metal, base - 14.0, base + 10.0),
        );
        self.fill(slab(x - w * 0.64, base + 8.0, w * 1.28, 12.0, 6.0), metal.lift(-0.2));
    }

    fn phone(&mut self, x: f32, base: f32, h: f32, lean: f32) {
        let (w, body) = (h * 0.49, self.shade());
        self.fill(ellipse(x, base + 4.0, w * 0.66, 12.0), self.shade().lift(-0.06).alpha(0.45));
        self.placed(x, base, lean, |s| {
            s.fill(slab(-w / 2.0 + 7.0, -h, w, h, w * 0.15), body.lift(-0.06));
            s.fill(slab(-w / 2.0, -h, w, h, w * 0.15), body.lift(0.05));
            let edge = w * 0.05;
            s.screen(-w / 2.0 + edge, -h + edge, w - edge * 2.0, h - edge * 2.0, w * 0.11);
            s.fill(slab(-w * 0.13, -h + edge * 1.8, w * 0.26, edge * 1.0, edge), body);
            // A payment that went through.
            let (card, ember) = (s.paper(), s.ember());
            s.fill(slab(-w * 0.38, -h * 0.4, w * 0.76, h * 0.2, w * 0.06), card.alpha(0.95));
            s.fill(circle(-w * 0.24, -h * 0.3, w * 0.085), ember);
            s.stroke(line(&[(-w * 0.28, -h * 0.3), (-w * 0.25, -h * 0.285), (-w * 0.2, -h * 0.32)]), w * 0.02, card);
            let ink = s.tone(0.4, 0.08);
            s.fill(slab(-w * 0.1, -h * 0.342, w * 0.4, h * 0.022, 9.0), ink);
            s.fill(slab(-w * 0.1, -h * 0.288, w * 0.26, h * 0.018, 9.0), ink.alpha(0.45));
        });
    }

    fn headphones(&mut self, x: f32, base: f32, r: f32) {
        let (band, cup) = (self.shade().lift(0.04), self.ember());
        self.fill(ellipse(x, base + 4.0, r * 1.15, 12.0), self.shade().lift(-0.06).alpha(0.4));
        self.stroke(arc(x, base - r * 0.62, r, -PI * 1.02, PI * 0.02), r * 0.15, band);
        for way in [-1.0, 1.0] {
            self.fill(slab(x + way * r - r * 0.19, base - r * 0.82, r * 0.38, r * 0.82, r * 0.18), Ink::down(cup.lift(0.06), cup.lift(-0.08), base - r, base));
            self.fill(slab(x + way * r * 0.82 - r * 0.09, base - r * 0.74, r * 0.18, r * 0.66, r * 0.09), band);
        }
    }

    fn lamp(&mut self, x: f32, base: f32) {
        let tone = self.shade().lift(0.03);
        self.fill(slab(x - 66.0, base - 4.0, 132.0, 20.0, 10.0), tone);
        self.stroke(line(&[(x, base), (x - 56.0, base - 190.0), (x + 66.0, base - 350.0)]), 13.0, tone);
        self.fill(circle(x - 56.0, base - 190.0, 15.0), tone.lift(0.08));
        let light = self.light();
        let (hx, hy) = (x + 92.0, base - 330.0);
        self.fill(
            polygon(&[(hx - 44.0, hy + 34.0), (hx + 84.0, hy - 2.0), (hx + 330.0, base), (hx - 20.0, base)]),
            Ink::down(light.alpha(0.42), light.alpha(0.02), hy, base),
        );
        self.placed(hx, hy, -17.0, |s| {
            s.fill(polygon(&[(-24.0, -46.0), (24.0, -46.0), (70.0, 26.0), (-70.0, 26.0)]), Ink::down(tone.lift(0.12), tone, -46.0, 26.0));
            s.fill(ellipse(0.0, 26.0, 70.0, 12.0), light.lift(0.06));
        });
    }

    fn shield(&mut self) {
        self.ground();
        let (x, y) = (self.width * self.rng.between(0.45, 0.55), 392.0);
        let rays = self.rng.count(14, 22);
        let turn = self.rng.between(0.0, TAU);
        let ray = self.light();
        for index in 0..rays {
            let (from, wide) = (turn + TAU * share(index, rays), TAU / real(rays) * 0.42);
            let reach = 1400.0;
            self.fill(
                polygon(&[(x, y), (x + reach * from.cos(), y + reach * from.sin()), (x + reach * (from + wide).cos(), y + reach * (from + wide).sin())]),
                Ink::Radial(ray.alpha(0.2), ray.alpha(0.015), [x, y, 760.0]),
            );
        }
        self.halo(x, y, 520.0, 0.36);
        if self.rng.chance(0.5) { self.padlock(x, y + 40.0) } else { self.crest(x, y) }
    }

    fn crest(&mut self, x: f32, y: f32) {
        let shape = |s: f32, half: f32| {
            let mut p = PathBuilder::new();
            p.move_to(x, y - 290.0 * s);
            p.cubic_to(x + 90.0 * s * half, y - 228.0 * s, x + 170.0 * s * half, y - 214.0 * s, x + 236.0 * s * half, y - 210.0 * s);
            p.cubic_to(x + 246.0 * s * half, y + 40.0 * s, x + 190.0 * s * half, y + 210.0 * s, x, y + 300.0 * s);
            p
        };
        let whole = |s: f32| {
            let mut p = shape(s, 1.0);
            p.cubic_to(x - 190.0 * s, y + 210.0 * s, x - 246.0 * s, y + 40.0 * s, x - 236.0 * s, y - 210.0 * s);
            p.cubic_to(x - 170.0 * s, y - 214.0 * s, x - 90.0 * s, y - 228.0 * s, x, y - 290.0 * s);
            p.close();
            p.finish()
        };
        let half = |s: f32| {
            let mut p = shape(s, 1.0);
            p.close();
            p.finish()
        };
        let (outer, inner) = (self.depth(0.9), self.depth(0.45));
        self.placed(0.0, 16.0, 0.0, |s| s.fill(whole(1.0), s.shade().lift(-0.06).alpha(0.4)));
        self.fill(whole(1.0), Ink::down(outer.lift(0.07), outer, y - 290.0, y + 300.0));
        self.fill(whole(0.88), self.paper().alpha(0.9));
        self.fill(whole(0.845), Ink::down(inner.lift(0.06), inner.lift(-0.04), y - 250.0, y + 250.0));
        self.fill(half(0.845), self.shade().alpha(0.2));
        let light = self.light();
        match self.rng.count(0, 2) {
            0 => {
                self.halo(x, y, 250.0, 0.5);
                self.keyhole(x, y - 16.0, 62.0, light);
            }
            1 => {
                self.halo(x, y, 230.0, 0.4);
                self.stroke(line(&[(x - 96.0, y + 2.0), (x - 24.0, y + 76.0), (x + 108.0, y - 84.0)]), 40.0, light);
            }
            _ => {
                self.halo(x, y, 230.0, 0.45);
                let paper = self.paper();
                self.mark(x, y + 36.0, 118.0, light, paper);
            }
        }
    }

    fn keyhole(&mut self, x: f32, y: f32, r: f32, tone: Tone) {
        self.fill(circle(x, y, r), tone);
        self.fill(polygon(&[(x - r * 0.36, y + r * 0.5), (x + r * 0.36, y + r * 0.5), (x + r * 0.72, y + r * 2.4), (x - r * 0.72, y + r * 2.4)]), tone);
    }

    fn padlock(&mut self, x: f32, y: f32) {
        let (body, bow) = (self.depth(0.72), self.paper().mix(self.tone(0.6, 0.08), 0.35));
        let (w, h) = (400.0, 320.0);
        let open = self.rng.chance(0.25);
        let lift = if open { 46.0 } else { 0.0 };
        let mut p = PathBuilder::new();
        p.move_to(x - 128.0, y - 40.0);
        p.line_to(x - 128.0, y - 150.0 - lift);
        p.cubic_to(x - 128.0, y - 330.0 - lift, x + 128.0, y - 330.0 - lift, x + 128.0, y - 150.0 - lift);
        p.line_to(x + 128.0, y - if open { 120.0 } else { 40.0 });
        self.stroke(p.finish(), 52.0, Ink::Fade(bow.lift(0.05), bow.lift(-0.14), [x - 130.0, 0.0, x + 150.0, 0.0]));
        self.fill(slab(x - w / 2.0, y - 80.0 + 16.0, w, h, 46.0), self.shade().lift(-0.06).alpha(0.4));
        self.fill(slab(x - w / 2.0, y - 80.0, w, h, 46.0), Ink::down(body.lift(0.1), body.lift(-0.03), y - 80.0, y + 240.0));
        self.fill(slab(x - w / 2.0, y - 80.0, w * 0.5, h, 46.0), self.paper().alpha(0.05));
        self.halo(x, y + 70.0, 210.0, 0.55);
        let light = self.light();
        self.keyhole(x, y + 46.0, 48.0, light);
    }

    fn film(&mut self) {
        self.ground();
        match self.rng.count(0, 2) {
            0 => self.strips(),
            1 => self.projector(),
            _ => self.player(),
        }
    }

    fn strips(&mut self) {
        let (w, turn) = (self.width, self.rng.pick(&[-16.0, -11.0, 12.0, 17.0]));
        self.halo(w * 0.5, 400.0, 620.0, 0.34);
        for (offset, scale, back) in [(-250.0, 0.8, true), (270.0, 0.8, true), (0.0, 1.0, false)] {
            let base = self.shade();
            let tone = if back { base.mix(self.depth(0.3), 0.3) } else { base };
            let shift = self.rng.between(-180.0, 0.0);
            self.placed(w * 0.5, 400.0 + offset, turn, |s| {
                let (high, frame) = (290.0 * scale, 330.0 * scale);
                let reach = w * 0.75;
                s.fill(block(-reach, -high / 2.0 + 12.0, reach * 2.0, high), base.lift(-0.06).alpha(0.35));
                s.fill(block(-reach, -high / 2.0, reach * 2.0, high), tone);
                let hole = if s.mood == Mood::Night { s.depth(0.1) } else { s.far(0.66, 0.1) };
                let mut x = -reach + 10.0;
                while x < reach {
                    for y in [-high * 0.44, high * 0.37] {
                        s.fill(slab(x, y, 24.0 * scale, high * 0.07, 4.0), hole);
                    }
                    x += 46.0 * scale;
                }
                let mut x = -frame * 3.0 + shift;
                while x < reach {
                    s.screen(x, -high * 0.32, frame - 22.0 * scale, high * 0.64, 6.0);
                    x += frame;
                }
            });
        }
    }

    fn projector(&mut self) {
        let (w, flip) = (self.width, self.rng.chance(0.5));
        let way = if flip { -1.0 } else { 1.0 };
        let (px, py) = (w * 0.5 - way * 330.0, 590.0);
        let (sx, sy) = (w * 0.5 + way * 130.0, 300.0);
        let light = self.light();
        let (sw, sh) = (520.0, 330.0);
        self.halo(sx, sy, 480.0, 0.4);
        self.fill(
            polygon(&[
                (px + way * 96.0, py - 14.0),
                (sx - way * sw * 0.5, sy - sh * 0.5),
                (sx + way * sw * 0.5, sy + sh * 0.5),
                (sx - way * sw * 0.5, sy + sh * 0.5),
            ]),
            Ink::Fade(light.alpha(0.6), light.alpha(0.08), [px, py, sx, sy]),
        );
        let frame = self.shade();
        self.fill(slab(sx - sw / 2.0 - 14.0, sy - sh / 2.0 - 14.0, sw + 28.0, sh + 28.0, 8.0), self.paper());
        self.screen(sx - sw / 2.0, sy - sh / 2.0, sw, sh, 2.0);
        let seat = self.depth(0.95);
        self.fill(block(-1.0, 690.0, w + 2.0, 120.0), Ink::down(seat.lift(0.05), seat, 690.0, 800.0));
        self.fill(slab(px - 100.0, py - 66.0, 190.0, 120.0, 18.0), Ink::down(frame.lift(0.1), frame, py - 66.0, py + 54.0));
        self.fill(slab(px + if flip { -126.0 } else { 84.0 }, py - 40.0, 34.0, 56.0, 6.0), frame.lift(0.16));
        for (dx, r) in [(-58.0, 66.0), (52.0, 54.0)] {
            let (x, y) = (px + dx, py - 66.0 - r * 0.86);
            self.fill(circle(x, y, r), frame.lift(0.05));
            for hole in 0..5u8 {
                let t = f32::from(hole) / 5.0 * TAU + 0.4;
                self.fill(circle(x + r * 0.56 * t.cos(), y + r * 0.56 * t.sin(), r * 0.2), self.depth(0.35));
            }
            self.fill(circle(x, y, r * 0.16), self.ember());
        }
        for dx in [-70.0, 0.0, 60.0] {
            self.stroke(line(&[(px, py + 50.0), (px + dx, 720.0)]), 10.0, frame.lift(0.02));
        }
        // The first row.
        let count = 9usize;
        for head in 0..count {
            let x = w * (real(head) + 0.5) / real(count) + self.rng.between(-16.0, 16.0);
            let r = self.rng.between(27.0, 36.0);
            let y = 742.0 + self.rng.between(-8.0, 10.0);
            self.fill(circle(x, y, r), frame.lift(-0.03));
            self.fill(ellipse(x, y + r * 2.0, r * 1.9, r * 1.3), frame.lift(-0.03));
        }
    }

    fn player(&mut self) {
        let (x, y) = (self.width * 0.5, 400.0);
        self.halo(x, y, 600.0, 0.34);
        let (w, h) = (760.0, 460.0);
        for back in [2.0, 1.0] {
            let tone = self.depth(0.35 + 0.2 * back).alpha(0.75);
            self.placed(x, y, self.rng.pick(&[-1.0, 1.0]) * back * 4.5, |s| s.fill(slab(-w / 2.0, -h / 2.0, w, h, 26.0), tone));
        }
        let frame = self.shade();
        self.fill(slab(x - w / 2.0, y - h / 2.0, w, h, 26.0), frame);
        self.screen(x - w / 2.0 + 16.0, y - h / 2.0 + 16.0, w - 32.0, h - 92.0, 14.0);
        let (paper, ember) = (self.paper(), self.ember());
        let level = y + h / 2.0 - 38.0;
        let done = self.rng.between(0.25, 0.7);
        self.stroke(line(&[(x - w / 2.0 + 44.0, level), (x + w / 2.0 - 44.0, level)]), 9.0, paper.alpha(0.3));
        self.stroke(line(&[(x - w / 2.0 + 44.0, level), (x - w / 2.0 + 44.0 + (w - 88.0) * done, level)]), 9.0, ember);
        self.fill(circle(x - w / 2.0 + 44.0 + (w - 88.0) * done, level, 16.0), paper);
        self.fill(circle(x, y - 30.0, 86.0), paper.alpha(0.95));
        self.fill(polygon(&[(x - 25.0, y - 76.0), (x - 25.0, y + 16.0), (x + 52.0, y - 30.0)]), ember);
    }
}

/// Money, paper and cloth.
impl Scene {
    fn bars(&mut self) {
        self.ground();
        let (w, base) = (self.width, 660.0);
        let count = self.rng.count(6, 9);
        let span = w.min(1080.0) * 0.84;
        let left = (w - span) / 2.0;
        let step = span / real(count);
        let line_tone = self.depth(0.5);
        for rule in 0..6u8 {
            let y = base - 96.0 * f32::from(rule);
            self.stroke(line(&[(0.0, y), (w, y)]), 1.6, line_tone.alpha(0.34));
        }
        let mut tops = Vec::new();
        let rise = self.rng.between(0.55, 0.85);
        for bar in 0..count {
            let u = share(bar, count - 1);
            let h = 110.0 + 380.0 * (u.powf(1.25) * rise + self.rng.between(0.0, 1.0 - rise));
            tops.push((left + (real(bar) + 0.5) * step, base - h));
        }
        let last = tops[count - 1];
        self.sun(last.0.min(w - 150.0), (last.1 - 60.0).max(130.0), self.rng.between(74.0, 100.0));
        for (bar, (x, y)) in tops.iter().enumerate() {
            let tone = self.depth(0.3 + 0.55 * share(bar, count - 1));
            let tone = if self.mood == Mood::Night { tone.lift(0.1) } else { tone };
            let half = step * 0.34;
            self.fill(slab(x - half, *y, half * 2.0, base - y + 30.0, 9.0), Ink::down(tone.lift(0.09).turn(10.0), tone.lift(-0.04), *y, base));
            self.fill(block(x + half * 0.34, y + 9.0, half * 0.66, base - y), self.shade().alpha(0.13));
        }
        let ground = self.depth(0.95);
        self.fill(block(-1.0, base, w + 2.0, HEIGHT), Ink::down(ground.lift(0.05), ground.lift(-0.02), base, HEIGHT));
        let trend: Vec<_> = tops.iter().map(|(x, y)| (*x, y - 46.0)).collect();
        let ember = self.ember();
        self.stroke(line(&trend), 7.0, ember);
        for (x, y) in trend {
            let paper = self.paper();
            self.fill(circle(x, y, 15.0), ember);
            self.fill(circle(x, y, 7.0), paper);
        }
        if self.rng.chance(0.6) {
            self.pile(left + step * 0.55, base + 52.0, 66.0, 4);
        }
    }

    /// Coins on top of each other, lowest at (x, y).
    fn pile(&mut self, x: f32, y: f32, r: f32, count: usize) {
        let (light, edge) = (self.light(), self.light().mix(self.ember(), 0.65).lift(-0.12));
        let thick = r * 0.3;
        self.fill(ellipse(x, y + r * 0.1, r * 1.15, r * 0.3), self.shade().alpha(0.35));
        for coin in 0..count {
            let shift = self.rng.between(-r * 0.09, r * 0.09);
            let y = y - real(coin) * thick;
            self.fill(ellipse(x + shift, y, r, r * 0.32), edge.lift(-0.06));
            self.fill(block(x + shift - r, y - thick, r * 2.0, thick), Ink::Fade(edge.lift(0.1), edge.lift(-0.1), [x - r, 0.0, x + r, 0.0]));
            self.fill(ellipse(x + shift, y - thick, r, r * 0.32), light);
            self.stroke(ellipse(x + shift, y - thick, r * 0.76, r * 0.23), r * 0.045, edge);
        }
    }

    fn coins(&mut self) {
        self.ground();
        let (w, base) = (self.width, 668.0);
        let x = w * 0.5;
        self.halo(x, 360.0, 560.0, 0.3);
        let disc = self.depth(0.25);
        self.fill(circle(x + self.rng.between(-80.0, 80.0), 350.0, 268.0), disc.alpha(0.5));
        let ground = self.depth(0.85);
        self.fill(block(-1.0, base - 60.0, w + 2.0, HEIGHT), Ink::down(ground.lift(0.05), ground.lift(-0.03), base - 60.0, HEIGHT));
        let stacks = self.rng.count(4, 5);
        let (r, rising) = (78.0, self.rng.chance(0.6));
        for stack in 0..stacks {
            let u = share(stack, stacks - 1);
            let count = if rising { 2 + stack * 3 } else { self.rng.count(2, 13) };
            let sx = x + (u - 0.5) * 184.0 * real(stacks);
            let sy = base + self.rng.between(0.0, 42.0);
            self.pile(sx, sy, r, count);
        }
        // One coin that stands and shows the mark.
        let (cx, cy, cr) = (x - if rising { 250.0 } else { 0.0 }, if rising { 330.0 } else { 250.0 }, 118.0);
        let (light, edge) = (self.light(), self.light().mix(self.ember(), 0.65).lift(-0.12));
        self.halo(cx, cy, 290.0, 0.5);
        self.fill(circle(cx + 13.0, cy, cr), edge.lift(-0.06));
        self.fill(circle(cx, cy, cr), Ink::Fade(light.lift(0.05), light.mix(edge, 0.3), [cx - cr, cy - cr, cx + cr, cy + cr]));
        self.stroke(circle(cx, cy, cr * 0.82), 5.0, edge);
        self.mark(cx, cy + cr * 0.16, cr * 0.46, self.ember(), edge.lift(-0.08));
    }

    fn ledger(&mut self) {
        self.ground();
        let (x, y) = (self.width * 0.5, 410.0);
        self.halo(x - 120.0, y - 160.0, 620.0, 0.34);
        let sheets = self.rng.count(2, 3);
        let lean = self.rng.between(-9.0, -3.0) * self.rng.pick(&[-1.0, 1.0]);
        for sheet in 0..sheets {
            let top = sheet + 1 == sheets;
            let turn = if top { lean } else { lean + self.rng.pick(&[-1.0, 1.0]) * self.rng.between(6.0, 14.0) };
            let (dx, dy) = if top { (0.0, 0.0) } else { (self.rng.between(-70.0, 70.0), self.rng.between(-26.0, 26.0)) };
            let paper = if top { self.paper() } else { self.paper().mix(self.depth(0.2), 0.3) };
            self.placed(x + dx, y + dy, turn, |s| {
                s.fill(slab(-300.0 + 9.0, -390.0 + 16.0, 600.0, 780.0, 8.0), s.shade().alpha(0.28));
                s.fill(slab(-300.0, -390.0, 600.0, 780.0, 8.0), Ink::down(paper, paper.lift(-0.03), -390.0, 390.0));
                if top {
                    if s.rng.chance(0.5) { s.account() } else { s.front_page() }
                }
            });
        }
        let pen = self.ember();
        self.placed(x + 250.0, y + 190.0, lean - 48.0, |s| {
            s.fill(slab(-20.0, -250.0 + 12.0, 34.0, 410.0, 8.0), s.shade().alpha(0.25));
            s.fill(slab(-17.0, -260.0, 34.0, 340.0, 8.0), Ink::Fade(pen.lift(0.07), pen.lift(-0.08), [-17.0, 0.0, 17.0, 0.0]));
            s.fill(block(-17.0, 66.0, 34.0, 22.0), s.paper());
            s.fill(polygon(&[(-17.0, 88.0), (17.0, 88.0), (0.0, 150.0)]), Tone { l: 0.78, c: 0.07, h: 70.0, a: 1.0 });
            s.fill(polygon(&[(-5.0, 132.0), (5.0, 132.0), (0.0, 150.0)]), s.shade());
        });
    }

    fn account(&mut self) {
        let (ink, ember) = (self.tone(0.42, 0.1), self.ember());
        self.fill(slab(-250.0, -340.0, self.rng.between(220.0, 320.0), 26.0, 5.0), ink);
        for column in [-40.0, 110.0, 180.0] {
            self.stroke(line(&[(column, -270.0), (column, 345.0)]), 2.0, ember.alpha(0.5));
        }
        for row in 0..14u8 {
            let y = -262.0 + f32::from(row) * 45.0;
            self.stroke(line(&[(-262.0, y), (262.0, y)]), 1.6, ink.alpha(0.3));
            if self.rng.chance(0.86) && row < 13 {
                let w = self.rng.between(80.0, 190.0);
                self.fill(slab(-250.0, y + 15.0, w, 12.0, 6.0), ink.alpha(0.75));
                let (left, w) = if self.rng.chance(0.5) { (-20.0, self.rng.between(50.0, 110.0)) } else { (196.0, self.rng.between(34.0, 60.0)) };
                let tone = if left > 0.0 { ember } else { ink };
                self.fill(slab(left, y + 15.0, w, 12.0, 6.0), tone.alpha(0.85));
            }
        }
    }

    fn front_page(&mut self) {
        let ink = self.tone(0.36, 0.08);
        self.mark(-200.0, -318.0, 26.0, self.ember(), ink);
        self.fill(slab(-150.0, -348.0, 400.0, 34.0, 5.0), ink);
        self.stroke(line(&[(-262.0, -290.0), (262.0, -290.0)]), 3.0, ink);
        self.screen(-262.0, -266.0, 524.0, 280.0, 4.0);
        for (row, w) in [(0u8, 500.0), (1, 380.0)] {
            self.fill(slab(-262.0, 40.0 + f32::from(row) * 40.0, w, 24.0, 5.0), ink);
        }
        for column in 0..3u8 {
            let x = -262.0 + f32::from(column) * 182.0;
            for row in 0..10u8 {
                let w = if row == 9 { 90.0 } else { self.rng.between(140.0, 160.0) };
                self.fill(slab(x, 136.0 + f32::from(row) * 23.0, w, 9.0, 4.0), ink.alpha(0.5));
            }
        }
    }

    fn tags(&mut self) {
        self.ground();
        let w = self.width;
        self.halo(w * 0.5, 380.0, 620.0, 0.32);
        let rail = self.depth(0.9);
        self.fill(slab(-40.0, 84.0, w + 80.0, 20.0, 10.0), Ink::down(rail.lift(0.12), rail, 84.0, 104.0));
        let count = self.rng.count(4, 5);
        let hot = self.rng.count(1, count - 2);
        let mut order: Vec<_> = (0..count).filter(|tag| *tag != hot).collect();
        order.push(hot);
        for tag in order {
            let u = share(tag, count - 1) - 0.5;
            let x = w * 0.5 + u * (w * 0.74).min(900.0);
            let drop = self.rng.between(70.0, 180.0) + if tag == hot { 40.0 } else { 0.0 };
            let swing = self.rng.between(-11.0, 11.0);
            let size = if tag == hot { 1.16 } else { self.rng.between(0.8, 0.98) };
            let tone =
                if tag == hot { self.ember() } else { self.rng.pick(&[self.paper(), self.depth(0.35), self.depth(0.6), self.far(0.72, 0.1), self.light()]) };
            let mark = self.rng.count(0, 2);
            self.placed(x, 94.0, swing, |s| {
                let cord = s.paper().alpha(0.85);
                s.stroke(line(&[(0.0, 0.0), (0.0, drop + 44.0 * size)]), 4.0, cord);
                s.placed(0.0, drop, 0.0, |s| s.tag(size, tone, mark));
            });
        }
    }

    fn tag(&mut self, k: f32, tone: Tone, mark: usize) {
        let shape = |dx: f32, dy: f32| {
            let points = [(-50.0, 0.0), (50.0, 0.0), (112.0, 74.0), (112.0, 340.0), (-112.0, 340.0), (-112.0, 74.0)];
            polygon(&points.map(|(x, y)| (x * k + dx, y * k + dy)))
        };
        self.fill(shape(12.0, 18.0), self.shade().alpha(0.26));
        self.fill(shape(0.0, 0.0), Ink::down(tone.lift(0.03), tone.lift(-0.05), 0.0, 340.0 * k));
        let ink = if tone.l > 0.62 { self.tone(0.36, 0.09) } else { self.paper() };
        self.stroke(circle(0.0, 46.0 * k, 20.0 * k), 6.0 * k, ink.alpha(0.6));
        self.fill(circle(0.0, 46.0 * k, 17.0 * k), self.depth(0.5));
        match mark {
            0 => {
                self.stroke(line(&[(-48.0 * k, 250.0 * k), (48.0 * k, 142.0 * k)]), 15.0 * k, ink);
                for (x, y) in [(-42.0, 152.0), (42.0, 240.0)] {
                    self.stroke(circle(x * k, y * k, 23.0 * k), 13.0 * k, ink);
                }
            }
            1 => self.mark(0.0, 218.0 * k, 58.0 * k, ink, ink),
            _ => {
                for (row, wide) in [(0.0, 120.0), (1.0, 150.0), (2.0, 92.0)] {
                    self.fill(slab(-75.0 * k, (140.0 + row * 40.0) * k, wide * k, 17.0 * k, 8.0), ink);
                }
            }
        }
        let mut x = -70.0;
        while x < 70.0 {
            let bar = self.rng.between(3.0, 10.0);
            self.fill(block(x * k, 288.0 * k, bar * k, 32.0 * k), ink.alpha(0.55));
            x += bar + self.rng.between(4.0, 9.0);
        }
    }

    fn lens(&mut self) {
        self.ground();
        let w = self.width;
        let (cx, cy) = (w * self.rng.between(0.44, 0.52), 360.0);
        let r = self.rng.between(212.0, 242.0);
        let kind = self.rng.count(0, 3);
        let tone = self.depth(if self.mood == Mood::Night { 0.15 } else { 0.45 });
        self.pattern(kind, 92.0, tone.alpha(0.5), tone.alpha(0.75), (0.0, 0.0));
        self.halo(cx, cy, r * 2.3, 0.36);
        let angle = self.rng.pick(&[38.0_f32, 45.0, 52.0]).to_radians();
        let (hx, hy) = (angle.cos(), angle.sin());
        let grip = self.shade();
        self.stroke(line(&[(cx + hx * (r + 20.0), cy + hy * (r + 20.0)), (cx + hx * (r + 92.0), cy + hy * (r + 92.0))]), 30.0, self.paper().mix(grip, 0.4));
        self.stroke(
            line(&[(cx + hx * (r + 104.0), cy + hy * (r + 104.0)), (cx + hx * (r + 320.0), cy + hy * (r + 320.0))]),
            62.0,
            Ink::Fade(grip.lift(0.12), grip, [cx, cy, cx + 60.0, cy - 60.0]),
        );
        let (paper, dark, ember) = (self.paper(), self.tone(0.42, 0.12), self.ember());
        self.clipped(circle(cx, cy, r), |s| {
            let light = s.light();
            s.fill(circle(cx, cy, r + 4.0), Ink::Radial(paper, paper.mix(light, 0.55), [cx - r * 0.3, cy - r * 0.3, r * 1.6]));
            s.pattern(kind, 186.0, dark, ember, (cx, cy));
        });
        self.stroke(circle(cx, cy, r + 8.0), 32.0, Ink::Fade(grip.lift(0.2), grip, [cx - r, cy - r, cx + r, cy + r]));
        self.stroke(arc(cx, cy, r - 30.0, PI * 1.08, PI * 1.42), 13.0, self.paper().alpha(0.85));
    }

    /// Things on a shelf seen from far or near: one kind, one of them in the second tone at (x, y).
    fn pattern(&mut self, kind: usize, step: f32, tone: Tone, chosen: Tone, (ox, oy): (f32, f32)) {
        let reach = (self.width / step) as i16 + 2;
        for row in -6..=i16::try_from((HEIGHT / step) as i32).unwrap_or(8) + 2 {
            for column in -reach..=reach {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let (x, y) = (ox + (f32::from(column) + shift) * step, oy + f32::from(row) * step * 0.9);
                if x < -step || y < -step || x > self.width + step || y > HEIGHT + step {
                    continue;
                }
                let tone = if row == 0 && column == 0 && ox > 0.0 { chosen } else { tone };
                let s = step * 0.3;
                match kind {
                    0 => self.star(x, y, s * 1.15, tone),
                    1 => self.fill(slab(x - s * 0.62, y - s, s * 1.24, s * 2.0, s * 0.3), tone),
                    2 => self.stroke(circle(x, y, s * 0.8), s * 0.42, tone),
                    _ => self.fill(slab(x - s * 0.9, y - s * 0.9, s * 1.8, s * 1.8, s * 0.4), tone),
                }
            }
        }
    }

    fn star(&mut self, x: f32, y: f32, r: f32, tone: Tone) {
        let points: Vec<_> = (0..10u8)
            .map(|corner| {
                let (t, r) = (f32::from(corner) * PI / 5.0 - PI / 2.0, if corner % 2 == 0 { r } else { r * 0.46 });
                (x + r * t.cos(), y + r * t.sin())
            })
            .collect();
        self.fill(polygon(&points), tone);
    }

    fn assembly(&mut self) {
        self.sky();
        let (x, y) = (self.width * 0.5, 640.0);
        if self.rng.chance(0.6) {
            self.sun(x, y - 40.0, 132.0);
            let near = self.shade();
            let rows = self.rng.count(5, 6);
            let split = self.rng.between(0.3, 0.7);
            for row in 0..rows {
                let r = 218.0 + real(row) * 62.0;
                let seats = 11 + row * 4;
                for seat in 0..seats {
                    let t = share(seat, seats - 1);
                    let angle = PI + PI * t;
                    let (sx, sy) = (x + r * angle.cos(), y + r * angle.sin());
                    let aisle = (t - 0.335).abs() < 0.018 || (t - 0.665).abs() < 0.018;
                    if aisle {
                        continue;
                    }
                    let side = if t < split { self.ember() } else { self.tone(if self.mood == Mood::Night { 0.62 } else { 0.42 }, 0.13) };
                    let tone = if self.rng.chance(0.1) { self.paper() } else { side };
                    self.fill(circle(sx, sy, 19.0 + real(row)), Ink::down(tone.lift(0.05), tone.lift(-0.05), sy - 20.0, sy + 20.0));
                }
            }
            let w = self.width;
            self.fill(block(-1.0, y + 28.0, w + 2.0, HEIGHT), Ink::down(near.lift(0.05), near, y, HEIGHT));
            let stand = self.depth(0.85);
            self.fill(slab(x - 96.0, y - 24.0, 192.0, 22.0, 8.0), self.paper().mix(stand, 0.3));
            self.fill(
                polygon(&[(x - 78.0, y - 4.0), (x + 78.0, y - 4.0), (x + 62.0, y + 118.0), (x - 62.0, y + 118.0)]),
                Ink::down(stand.lift(0.08), stand, y, y + 118.0),
            );
            let light = self.light();
            self.mark(x, y + 64.0, 30.0, light, light);
        } else {
            self.house(x);
        }
    }

    /// A house with columns, the day coming up behind it.
    fn house(&mut self, x: f32) {
        self.sun(x, 330.0, self.rng.between(170.0, 210.0));
        self.range(560.0, 2, 26.0);
        let (stone, dark) = (self.paper(), self.depth(0.62));
        let (w, top, base) = (660.0, 360.0, 690.0);
        let shade = stone.mix(dark, 0.35);
        self.fill(polygon(&[(x - w * 0.54, top), (x, top - 150.0), (x + w * 0.54, top)]), Ink::Fade(stone, shade, [x - w * 0.5, 0.0, x + w * 0.5, 0.0]));
        self.fill(polygon(&[(x - w * 0.4, top - 22.0), (x, top - 122.0), (x + w * 0.4, top - 22.0)]), dark);
        let light = self.light();
        self.mark(x, top - 40.0, 42.0, light, light);
        self.fill(block(x - w * 0.54, top, w * 1.08, 34.0), Ink::Fade(stone.lift(-0.03), shade.lift(-0.04), [x - w * 0.5, 0.0, x + w * 0.5, 0.0]));
        self.fill(block(x - w * 0.47, top + 34.0, w * 0.94, base - top), Ink::down(dark.lift(-0.02), dark.lift(-0.1), top, base));
        self.fill(slab(x - 52.0, top + 116.0, 104.0, 260.0, 52.0), Ink::down(light, light.mix(self.ember(), 0.5), top + 116.0, base));
        let columns = self.rng.pick(&[6usize, 8]);
        for column in 0..columns {
            let u = share(column, columns - 1) - 0.5;
            let cx = x + u * w * 0.88;
            self.fill(block(cx - 22.0, top + 50.0, 44.0, base - top - 62.0), Ink::Fade(stone, shade, [cx - 22.0, 0.0, cx + 22.0, 0.0]));
            self.fill(block(cx - 31.0, top + 34.0, 62.0, 18.0), stone);
            self.fill(block(cx - 31.0, base - 20.0, 62.0, 20.0), stone.lift(-0.03));
        }
        for step in 0..4u8 {
            let grow = f32::from(step) * 38.0;
            let y = base + f32::from(step) * 28.0;
            self.fill(
                block(x - w * 0.54 - grow, y, w * 1.08 + grow * 2.0, 30.0),
                Ink::Fade(stone.lift(-0.02 * f32::from(step)), shade.lift(-0.03 * f32::from(step)), [x - w * 0.6, 0.0, x + w * 0.6, 0.0]),
            );
        }
    }

    /// Cloth in the manner of the coast: stripes in rhythm, bands of figures, soft folds.
    fn woven(&mut self) {
        let w = self.width;
        let dusk = self.mood == Mood::Dusk;
        let tones = if dusk {
            [self.tone(0.38, 0.12), self.far(0.5, 0.12), self.ember(), self.light(), self.tone(0.26, 0.08), self.paper()]
        } else {
            [self.tone(0.52, 0.13), self.far(0.68, 0.11), self.ember().lift(0.06), self.light(), self.tone(0.36, 0.1), self.paper()]
        };
        let warp = tones[0];
        let slant = self.rng.pick(&[0.0, 0.0, -7.0, 8.0]);
        let (mut y, end) = (-190.0, HEIGHT + 190.0);
        let mut last = 9;
        let rows: Vec<usize> = [0, 1, 2, 0, 1, 3, 0, 2].iter().map(|band| (band + self.rng.count(0, 1)) % 4).collect();
        let mut row = 0;
        self.placed(w / 2.0, HEIGHT / 2.0, slant, |s| {
            let (left, wide) = (-w * 0.75, w * 1.5);
            s.fill(block(left, -700.0, wide, 1400.0), warp);
            while y < end {
                let band = rows[row % rows.len()];
                row += 1;
                let mut pick = s.rng.count(0, 5);
                if pick == last {
                    pick = (pick + 1) % 6;
                }
                last = pick;
                let (ground, figure) = (tones[pick], tones[(pick + s.rng.pick(&[2, 3, 4])) % 6]);
                let top = y - HEIGHT / 2.0;
                let h = match band {
                    0 => s.rng.between(84.0, 116.0),
                    1 => s.rng.between(96.0, 128.0),
                    2 => s.rng.between(40.0, 64.0),
                    _ => s.rng.between(88.0, 112.0),
                };
                s.fill(block(left, top, wide, h), ground);
                match band {
                    0 => s.figures(left, top, wide, h, figure, ground.mix(figure, 0.35)),
                    1 => s.checks(left, top, wide, h, figure, tones[(pick + 5) % 6]),
                    2 => {
                        for part in [0.28, 0.62] {
                            s.fill(block(left, top + h * part, wide, h * 0.12), figure);
                        }
                    }
                    _ => s.steps(left, top, wide, h, figure),
                }
                let seam = s.rng.between(5.0, 9.0);
                s.fill(block(left, top + h, wide, seam), tones[4]);
                s.fill(block(left, top + h + seam, wide, seam * 0.8), tones[3]);
                y += h + seam * 1.8;
            }
            // Threads.
            let dark = s.shade();
            let mut x = left;
            while x < left + wide {
                s.fill(block(x, -720.0, 2.0, 1440.0), dark.alpha(0.06));
                x += 8.0;
            }
        });
        // Folds fall across the stripes.
        let folds = self.rng.count(3, 4);
        let (dark, pale) = (Tone { l: 0.14, c: 0.04, h: self.hue, a: 1.0 }, self.light().lift(0.1));
        let sway = self.rng.between(-90.0, 90.0);
        for fold in 0..folds {
            let x = w * (real(fold) + self.rng.between(0.3, 0.7)) / real(folds) - sway / 2.0;
            let (half, crest) = (w / real(folds) * self.rng.between(0.3, 0.42), w / real(folds) * 0.5);
            self.fold(x, sway, half, dark, 0.3);
            self.fold(x + crest, sway, half * 0.7, pale, 0.2);
        }
    }

    /// A strip of shade or light from top to bottom, strongest at `x` and gone `half` away from it.
    fn fold(&mut self, x: f32, sway: f32, half: f32, tone: Tone, strength: f32) {
        for way in [-1.0, 1.0] {
            let edge = x + half * way;
            let strip = polygon(&[(x, -10.0), (edge, -10.0), (edge + sway, HEIGHT + 10.0), (x + sway, HEIGHT + 10.0)]);
            // The gradient runs at right angles to the strip's slanting sides.
            let (dx, dy) = (HEIGHT + 20.0, -sway);
            let k = half * way * dx / (dx * dx + dy * dy);
            self.fill(strip, Ink::Fade(tone.alpha(strength), tone.alpha(0.0), [x, -10.0, x + dx * k, -10.0 + dy * k]));
        }
    }

    fn figures(&mut self, left: f32, top: f32, wide: f32, h: f32, tone: Tone, inner: Tone) {
        let step = h * 1.08;
        let mut x = left;
        while x < left + wide {
            let (cx, cy) = (x + step / 2.0, top + h / 2.0);
            let diamond = |k: f32| polygon(&[(cx - step * 0.5 * k, cy), (cx, cy - h * 0.43 * k), (cx + step * 0.5 * k, cy), (cx, cy + h * 0.43 * k)]);
            self.fill(diamond(1.0), tone);
            self.fill(diamond(0.62), inner);
            self.fill(diamond(0.28), tone);
            x += step;
        }
    }

    fn checks(&mut self, left: f32, top: f32, wide: f32, h: f32, a: Tone, b: Tone) {
        let cell = h / 4.0;
        let mut column = 0usize;
        let mut x = left;
        while x < left + wide {
            for row in 0..4usize {
                // Blocks of four by four, every other one left plain.
                if (column / 4).is_multiple_of(2) && (row + column).is_multiple_of(2) {
                    self.fill(block(x, top + real(row) * cell, cell + 0.4, cell + 0.4), if (column / 8).is_multiple_of(2) { a } else { b });
                }
            }
            column += 1;
            x += cell;
        }
    }

    fn steps(&mut self, left: f32, top: f32, wide: f32, h: f32, tone: Tone) {
        let (rise, run) = (h / 4.0, h / 3.2);
        let mut x = left;
        while x < left + wide {
            for step in 0..4u8 {
                let s = f32::from(step);
                self.fill(block(x + run * s * 0.5, top + h - rise * (s + 1.0), run * (4.0 - s), rise + 0.5), tone);
            }
            x += run * 4.6;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATEGORIES: [&str; 22] = [
        "tech",
        "business",
        "politics",
        "science",
        "ai",
        "deals",
        "security",
        "entertainment",
        "digital-finance",
        "imports",
        "exports",
        "buying-guide",
        "electronics",
        "review",
        "video",
        "services",
        "advertise",
        "the-big-story",
        "sponsored",
        "trending",
        "latest-news",
        "no-such-category",
    ];

    #[test]
    fn the_same_post_keeps_its_cover_and_no_two_share_one() {
        let mut seen = std::collections::HashSet::new();
        for category in CATEGORIES {
            for seed in ["a", "b", "c"] {
                let cover = draw(category, seed, 90, 60);
                assert_eq!(cover.len(), 90 * 60 * 3, "{category} {seed}");
                assert_eq!(cover, draw(category, seed, 90, 60), "{category} {seed}");
                assert!(seen.insert(cover), "{category} {seed}");
            }
        }
    }

    #[test]
    fn every_motif_fills_every_shape() {
        for (width, height) in [(1, 1), (120, 80), (80, 120), (64, 64), (160, 50)] {
            for motif in [
                Motif::Assembly,
                Motif::Bars,
                Motif::Circuit,
                Motif::Coins,
                Motif::Devices,
                Motif::Film,
                Motif::Harbour,
                Motif::Hills,
                Motif::Leaves,
                Motif::Ledger,
                Motif::Lens,
                Motif::Network,
                Motif::Orbits,
                Motif::Rings,
                Motif::Shield,
                Motif::Skyline,
                Motif::Sound,
                Motif::Tags,
                Motif::Waves,
                Motif::Woven,
            ] {
                let (moods, paint) = motif.plan();
                for (number, mood) in moods.iter().enumerate() {
                    let rng = Rng::new("test", &number.to_string());
                    let mut scene = Scene::new(width, height, 160.0, *mood, rng);
                    paint(&mut scene);
                    assert!(scene.pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255), "{motif:?} {mood:?} {width}x{height}");
                }
            }
        }
    }

    #[test]
    fn webp_is_small_and_whole() {
        let file = webp("tech", "a-post", 600, 400);
        assert_eq!(&file[8..12], b"WEBP");
        assert!(file.len() < 60_000, "{} bytes", file.len());
        let picture = image::load_from_memory(&file).unwrap();
        assert_eq!((picture.width(), picture.height()), (600, 400));
    }
}
