//! Text rendering: glyph outlines in the fonts of the site.

use std::sync::LazyLock;

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Face, UnicodeBuffer};
use tiny_skia::{FillRule, PathBuilder, Pixmap, Transform};
use unicode_normalization::UnicodeNormalization;

use super::icons::paint;
use mwanga_core::palette::Rgb;

static NEWSREADER: LazyLock<Face<'static>> =
    LazyLock::new(|| face(include_bytes!("../../fonts/newsreader-display.ttf")));
static LIBRE_FRANKLIN: LazyLock<Face<'static>> =
    LazyLock::new(|| face(include_bytes!("../../fonts/libre-franklin-semibold.ttf")));

fn face(file: &'static [u8]) -> Face<'static> {
    Face::from_slice(file, 0).expect("our own font is whole")
}

/// A font at a size in pixels.
#[derive(Clone, Copy)]
pub struct Font {
    face: &'static Face<'static>,
    pub size: f32,
}

impl Font {
    pub fn serif(size: f32) -> Self {
        Self { face: &NEWSREADER, size }
    }

    pub fn sans(size: f32) -> Self {
        Self { face: &LIBRE_FRANKLIN, size }
    }

    /// The text as far as the font has letters for it: a letter with an accent that it lacks loses the accent, others
    /// are left out.
    ///
    /// None when less than half of the letters would be left: no title is better than a mangled one.
    pub fn printable(self, text: &str) -> Option<String> {
        let has = |c: char| c == ' ' || self.face.glyph_index(c).is_some();
        let mut out = String::new();
        let (mut kept, mut lost) = (0, 0);
        for c in text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }) {
            if has(c) {
                out.push(c);
                kept += u32::from(c.is_alphanumeric());
            } else if let Some(bare) = std::iter::once(c).nfkd().find(|c| has(*c)) {
                out.push(bare);
                kept += 1;
            } else {
                lost += u32::from(c.is_alphanumeric());
            }
        }
        let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
        (!words.is_empty() && kept > 0 && kept >= lost).then_some(words)
    }

    pub fn width(self, text: &str) -> f32 {
        self.shape(text).glyph_positions().iter().map(|position| position.x_advance as f32).sum::<f32>() * self.scale()
    }

    /// Draws one line that begins at `x` with its baseline at `y`.
    pub fn draw(self, pixmap: &mut Pixmap, text: &str, x: f32, y: f32, colour: Rgb) {
        let shaped = self.shape(text);
        let scale = self.scale();
        let mut outline = Outline { path: PathBuilder::new(), scale, x, y };
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let origin = (outline.x, outline.y);
            outline.x += position.x_offset as f32 * scale;
            outline.y -= position.y_offset as f32 * scale;
            // Glyph numbers of a font are 16 bits wide.
            self.face.outline_glyph(GlyphId(info.glyph_id as u16), &mut outline);
            (outline.x, outline.y) = (origin.0 + position.x_advance as f32 * scale, origin.1);
        }
        if let Some(path) = outline.path.finish() {
            pixmap.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn shape(self, text: &str) -> rustybuzz::GlyphBuffer {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        rustybuzz::shape(self.face, &[], buffer)
    }

    fn scale(self) -> f32 {
        self.size / self.face.units_per_em() as f32
    }
}

/// Breaks words into lines of at most `width` pixels, as even as that number of lines allows. A word longer than a line
/// is broken anywhere.
pub fn lines(font: Font, text: &str, width: f32) -> Vec<String> {
    let wide = wrap(font, text, width);
    // The narrowest measure that needs no further line makes them even.
    let (mut low, mut high) = (width * 0.4, width);
    for _ in 0..8 {
        let middle = (low + high) / 2.0;
        if wrap(font, text, middle).len() == wide.len() { high = middle } else { low = middle }
    }
    wrap(font, text, high)
}

fn wrap(font: Font, text: &str, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if font.width(&longer) <= width {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if font.width(&line) > width && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

struct Outline {
    path: PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_missing_in_the_font_are_left_out() {
        let font = Font::serif(60.0);
        for (text, printable) in [
            ("Mwanga ya jua", Some("Mwanga ya jua")),
            ("Karel Čapek\n🌅  na  jua", Some("Karel Capek na jua")),
            ("Café “Zürich” – 20 %", Some("Café “Zürich” – 20 %")),
            ("مرحبا بالعالم", None),
            ("🌅🌅", None),
            ("", None),
        ] {
            assert_eq!(font.printable(text).as_deref(), printable, "{text}");
        }
    }

    #[test]
    fn a_title_is_wrapped_to_the_line_width_without_losing_letters() {
        let font = Font::serif(60.0);
        for text in ["One", "How to share one fibre line among nine houses without a quarrel", &"x".repeat(200)] {
            let lines = lines(font, text, 600.0);
            assert!(lines.iter().all(|line| font.width(line) <= 600.5), "{lines:?}");
            assert_eq!(lines.join("").replace(' ', ""), text.replace(' ', ""));
        }
        assert!(font.width("AV") < font.width("A") + font.width("V"), "kerning is applied");
    }
}
