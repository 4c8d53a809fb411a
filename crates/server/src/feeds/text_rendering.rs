//! Text rendering: lines of text in the fonts of the site, in the scripts that Africa writes.
//!
//! A text is made of grapheme clusters (UAX 29), each drawn by one font that has all of it; lines end where UAX 14
//! allows it, and run in the order of the bidirectional algorithm (UAX 9). A text with a letter that no font has is not
//! drawn.

use std::io::Read;
use std::ops::Range;
use std::sync::LazyLock;

use mwanga_core::html::language;
use mwanga_core::palette::Rgb;
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, Language, UnicodeBuffer};
use tiny_skia::{FillRule, PathBuilder, Pixmap, Transform};
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class, get_base_direction};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

use super::icons::paint;

/// Clusters of a text that are looked at: no picture has room for more.
const MAX_CLUSTERS: usize = 400;
/// Characters of a text that are looked at, and those of one cluster: no language puts more marks on a letter.
const MAX_CHARACTERS: usize = 4_000;
const MAX_CLUSTER: usize = 8;

/// A font that is unpacked and parsed at its first use.
type LazyTypeface = LazyLock<Typeface>;

static NEWSREADER: LazyTypeface =
    LazyLock::new(|| Typeface::unpack(include_bytes!("../../fonts/newsreader-display.ttf.br"), 1.0));
static LIBRE_FRANKLIN: LazyTypeface =
    LazyLock::new(|| Typeface::unpack(include_bytes!("../../fonts/libre-franklin-semibold.ttf.br"), 1.0));
static NOTO_SERIF: LazyTypeface =
    LazyLock::new(|| Typeface::unpack(include_bytes!("../../fonts/noto-serif-semibold.ttf.br"), 1.0));
static NOTO_SANS: LazyTypeface =
    LazyLock::new(|| Typeface::unpack(include_bytes!("../../fonts/noto-sans-semibold.ttf.br"), 1.0));
static NOTO_SERIF_ETHIOPIC: LazyTypeface =
    LazyLock::new(|| Typeface::unpack(include_bytes!("../../fonts/noto-serif-ethiopic-semibold.ttf.br"), 1.0));
// Its letters are small for their size.
static NOTO_NASKH_ARABIC: LazyTypeface =
    LazyLock::new(|| Typeface::unpack(include_bytes!("../../fonts/noto-naskh-arabic-bold.ttf.br"), 1.15));

struct Typeface {
    face: Face<'static>,
    /// Length of a unit of the font where the size is 1.
    scale: f32,
}

impl Typeface {
    fn unpack(packed: &'static [u8], size: f32) -> Self {
        let mut file = Vec::new();
        brotli::Decompressor::new(packed, 4_096).read_to_end(&mut file).expect("our own font is whole");
        let face = Face::from_slice(file.leak(), 0).expect("our own font is whole");
        Self { scale: size / face.units_per_em() as f32, face }
    }

    /// Whether it has a glyph for each visible character of the cluster, composed or in parts.
    fn has(&self, cluster: &str) -> bool {
        let is_there = |c: char| is_invisible(c) || self.face.glyph_index(c).is_some();
        cluster.chars().all(is_there) || cluster.nfd().all(is_there)
    }
}

/// The faces of a style, the first choice of Latin letters first, then that of Latin letters beyond English.
#[derive(Clone, Copy)]
pub struct Style([&'static LazyTypeface; 4]);

impl Style {
    pub const SERIF: Self = Self([&NEWSREADER, &NOTO_SERIF, &NOTO_SERIF_ETHIOPIC, &NOTO_NASKH_ARABIC]);
    pub const SANS: Self = Self([&LIBRE_FRANKLIN, &NOTO_SANS, &NOTO_SERIF_ETHIOPIC, &NOTO_NASKH_ARABIC]);

    /// The same faces, in the order in which this text takes them: Latin letters of a text look alike, so that one
    /// beyond English takes the others along.
    fn in_order_for(self, words: &str) -> Self {
        let [first, second, ethiopic, arabic] = self.0;
        if words.graphemes(true).any(|cluster| !first.has(cluster) && second.has(cluster)) {
            Self([second, first, ethiopic, arabic])
        } else {
            self
        }
    }

    /// The text with the letters that the faces have; None where that would leave one out. Symbols at its ends that no
    /// face has, such as an emoji, are ornaments and are left out.
    fn drawable(self, text: &str) -> Option<String> {
        let has_all = |cluster: &str| self.0.iter().any(|face| face.has(cluster));
        let mut words = String::new();
        let (mut is_begun, mut is_ended) = (false, false);
        for cluster in plain(text).graphemes(true).take(MAX_CLUSTERS) {
            if cluster.chars().nth(MAX_CLUSTER).is_some() {
                return None;
            }
            if cluster == " " {
                if is_begun && !words.ends_with(' ') {
                    words.push(' ');
                }
            } else if cluster.chars().all(is_invisible) {
                words.push_str(cluster);
            } else {
                // A letter of another shape, such as a ligature or one of before Unicode, is written as the letter.
                let letters = if has_all(cluster) { cluster.to_owned() } else { cluster.nfkc().collect() };
                let is_drawable = has_all(&letters);
                if !is_drawable && !is_symbol(cluster) || is_drawable && is_ended {
                    return None;
                }
                if is_drawable {
                    words.push_str(&letters);
                }
                is_begun |= is_drawable;
                is_ended = is_begun && !is_drawable;
            }
        }
        words.truncate(words.trim_end().len());
        words.contains(char::is_alphanumeric).then_some(words)
    }
}

/// The text in composed characters, without controls, any white space as a space.
fn plain(text: &str) -> String {
    text.chars()
        .take(MAX_CHARACTERS)
        .filter_map(|c| match c {
            '\u{a0}' | '\u{2007}' | '\u{202f}' => Some('\u{a0}'),
            '\u{ad}' => None,
            c if c.is_whitespace() => Some(' '),
            c => (!c.is_control()).then_some(c),
        })
        .nfc()
        .collect()
}

/// Default_Ignorable_Code_Point (UAX 44): what guides joining, direction and breaks, and is not drawn.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn is_symbol(cluster: &str) -> bool {
    cluster.chars().all(|c| {
        is_invisible(c)
            || matches!(c.general_category(), GeneralCategory::OtherSymbol | GeneralCategory::ModifierSymbol)
    })
}

/// A grapheme cluster of a text: its bytes in it, how it is drawn, and its width where the size is 1.
#[derive(Clone, Copy)]
struct Cluster {
    start: usize,
    end: usize,
    /// Index into the faces of the style.
    face: usize,
    level: Level,
    width: f32,
    may_begin_line: bool,
}

/// A text that can be drawn whole.
pub struct Text {
    words: String,
    style: Style,
    language: Option<Language>,
    clusters: Vec<Cluster>,
    right_to_left: bool,
    extent: (f32, f32),
}

impl Text {
    /// A text in a language (BCP 47; empty: unknown), which has a say in where lines begin.
    ///
    /// None where a letter would be missing: no words are better than wrong ones.
    pub fn new(style: Style, text: &str, language: &str) -> Option<Self> {
        let words = style.drawable(text)?;
        let right_to_left = is_right_to_left(&words, language);
        Some(Self::set(style.in_order_for(&words), words, language.parse().ok(), right_to_left))
    }

    fn set(style: Style, words: String, language: Option<Language>, right_to_left: bool) -> Self {
        let base = if right_to_left { Level::rtl() } else { Level::ltr() };
        let levels = BidiInfo::new(&words, Some(base)).levels;
        let breaks: Vec<usize> = unicode_linebreak::linebreaks(&words).map(|(at, _)| at).collect();
        let mut clusters: Vec<Cluster> = Vec::new();
        for (start, cluster) in words.grapheme_indices(true) {
            // A space is part of the words before it.
            let is_empty = cluster.chars().all(|c| matches!(c, ' ' | '\u{a0}') || is_invisible(c));
            let before = clusters.last().filter(|_| is_empty).map(|last| last.face);
            let face = before.or_else(|| style.0.iter().position(|face| face.has(cluster))).unwrap_or_default();
            let (end, may_begin_line) = (start + cluster.len(), breaks.binary_search(&start).is_ok());
            clusters.push(Cluster { start, end, face, level: levels[start], width: 0.0, may_begin_line });
        }
        let mut text = Self { words, style, language, clusters, right_to_left, extent: (0.0, 0.0) };
        text.measure();
        text
    }

    fn measure(&mut self) {
        let (mut above, mut below) = (0.0_f32, 0.0_f32);
        let mut widths = vec![0.0; self.clusters.len()];
        for run in self.runs(0..self.clusters.len()) {
            let face = &self.style.0[run[0].face].face;
            for glyph in self.glyphs(run) {
                let after = self.clusters.partition_point(|cluster| cluster.start <= glyph.at);
                widths[after.saturating_sub(1)] += glyph.advance;
                if let Some(bounds) = face.glyph_bounding_box(glyph.id) {
                    above = above.max(glyph.y + f32::from(bounds.y_max) * glyph.scale);
                    below = below.max(-glyph.y - f32::from(bounds.y_min) * glyph.scale);
                }
            }
        }
        self.extent = (above, below);
        self.clusters.iter_mut().zip(widths).for_each(|(cluster, width)| cluster.width = width);
    }

    /// Where its lines begin: at the right.
    pub fn is_right_to_left(&self) -> bool {
        self.right_to_left
    }

    /// What the highest letter takes above the baseline and the deepest below it where the size is 1.
    pub fn extent(&self) -> (f32, f32) {
        self.extent
    }

    /// All of it as one line.
    pub fn whole(&self) -> Range<usize> {
        0..self.clusters.len()
    }

    /// Width of a line in pixels.
    pub fn width(&self, line: Range<usize>, size: f32) -> f32 {
        self.clusters[line].iter().map(|cluster| cluster.width).sum::<f32>() * size
    }

    /// Lines of at most `width` pixels, as even as their number allows. A word longer than a line is broken between
    /// clusters.
    pub fn lines(&self, size: f32, width: f32) -> Vec<Range<usize>> {
        let width = width / size;
        let most = self.wrap(width).len();
        // The narrowest measure that needs no further line makes them even.
        let (mut low, mut high) = (width * 0.4, width);
        for _ in 0..8 {
            let middle = (low + high) / 2.0;
            if self.wrap(middle).len() == most { high = middle } else { low = middle }
        }
        self.wrap(high)
    }

    fn wrap(&self, width: f32) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let (mut begin, mut chance, mut used, mut used_at_chance) = (0, 0, 0.0, 0.0);
        for (index, cluster) in self.clusters.iter().enumerate() {
            if cluster.may_begin_line {
                (chance, used_at_chance) = (index, used);
            }
            if used + cluster.width > width && index > begin && !self.is_space(index) {
                if chance <= begin {
                    (chance, used_at_chance) = (index, used);
                }
                lines.push(self.trimmed(begin..chance));
                (begin, used) = (chance, used - used_at_chance);
            }
            used += cluster.width;
        }
        lines.push(self.trimmed(begin..self.clusters.len()));
        lines
    }

    fn is_space(&self, index: usize) -> bool {
        self.words[self.clusters[index].start..].starts_with(' ')
    }

    /// A line without the spaces at its end.
    fn trimmed(&self, line: Range<usize>) -> Range<usize> {
        let end = line.clone().rev().find(|index| !self.is_space(*index)).map_or(line.start, |last| last + 1);
        line.start..end
    }

    /// The text up to an ellipsis in its line, which gets at most `width` pixels wide.
    pub fn cut_in(&self, line: Range<usize>, size: f32, width: f32) -> Self {
        const ELLIPSIS: &str = "…";
        let room = width / size - Self::set(self.style, ELLIPSIS.to_owned(), None, false).width(0..1, 1.0);
        let mut used = 0.0;
        let fits = line.clone().take_while(|index| {
            used += self.clusters[*index].width;
            used <= room
        });
        let end = fits.last().map_or(line.start, |last| last + 1);
        let kept = self.words[..self.clusters.get(end).map_or(self.words.len(), |cluster| cluster.start)]
            .trim_end_matches([' ', ',', '.', ':', ';', '،', '؛', '፡', '።', '፣', '፤']);
        Self::set(self.style, format!("{kept}{ELLIPSIS}"), self.language.clone(), self.right_to_left)
    }

    /// The text as one line of at most `width` pixels, that ends in an ellipsis where it has to.
    pub fn within(self, size: f32, width: f32) -> Self {
        if self.width(self.whole(), size) <= width { self } else { self.cut_in(self.whole(), size, width) }
    }

    /// Draws a line whose left end is at `x` and whose baseline is at `y`.
    pub fn draw(&self, pixmap: &mut Pixmap, line: Range<usize>, size: f32, (x, y): (f32, f32), colour: Rgb) {
        let mut outline = Outline { path: PathBuilder::new(), scale: 1.0, x, y };
        let mut pen = x;
        for (face, glyph) in self.in_sight(line) {
            (outline.x, outline.y) = (pen + glyph.x * size, y - glyph.y * size);
            outline.scale = glyph.scale * size;
            face.outline_glyph(glyph.id, &mut outline);
            pen += glyph.advance * size;
        }
        if let Some(path) = outline.path.finish() {
            pixmap.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    /// The glyphs of a line from left to right, each with its face.
    fn in_sight(&self, line: Range<usize>) -> Vec<(&'static Face<'static>, Glyph)> {
        let runs = self.runs(line);
        let levels: Vec<Level> = runs.iter().map(|run| run[0].level).collect();
        let in_order = BidiInfo::reorder_visual(&levels).into_iter().map(|index| runs[index]);
        in_order
            .flat_map(|run| self.glyphs(run).into_iter().map(|glyph| (&self.style.0[run[0].face].face, glyph)))
            .collect()
    }

    /// Clusters of one face and one direction beside each other, in the order in which they are read.
    fn runs(&self, line: Range<usize>) -> Vec<&[Cluster]> {
        self.clusters[line].chunk_by(|a, b| a.face == b.face && a.level == b.level).collect()
    }

    /// The glyphs of a run from left to right.
    fn glyphs(&self, run: &[Cluster]) -> Vec<Glyph> {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { return Vec::new() };
        let Typeface { face, scale } = &**self.style.0[first.face];
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&self.words[first.start..last.end]);
        buffer.set_direction(if first.level.is_rtl() { Direction::RightToLeft } else { Direction::LeftToRight });
        if let Some(language) = &self.language {
            buffer.set_language(language.clone());
        }
        buffer.guess_segment_properties();
        let shaped = rustybuzz::shape(face, &[], buffer);
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        glyphs
            .map(|(info, position)| Glyph {
                at: first.start + info.cluster as usize,
                // Glyph numbers of a font are 16 bits wide.
                id: GlyphId(info.glyph_id as u16),
                x: position.x_offset as f32 * scale,
                y: position.y_offset as f32 * scale,
                advance: position.x_advance as f32 * scale,
                scale: *scale,
            })
            .collect()
    }
}

/// Which way the lines of a text run: that of its language where it has letters of that way, else that of its first
/// letter (UAX 9, P2).
fn is_right_to_left(words: &str, language: &str) -> bool {
    let by_language = language::is_right_to_left(language);
    let has_letter_of_language = || {
        words.chars().any(|c| match bidi_class(c) {
            BidiClass::R | BidiClass::AL => by_language,
            BidiClass::L => !by_language,
            _ => false,
        })
    };
    if !language.is_empty() && has_letter_of_language() {
        return by_language;
    }
    get_base_direction(words) == unicode_bidi::Direction::Rtl
}

/// A shaped glyph; all lengths are for a size of 1.
struct Glyph {
    /// The byte of the text at which its cluster begins.
    at: usize,
    id: GlyphId,
    /// Where it is drawn, as seen from the pen: to the right, and up.
    x: f32,
    y: f32,
    advance: f32,
    /// Length of a unit of its font.
    scale: f32,
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

    /// Titles in the languages of the region and others of Africa, some with digits and Latin letters between.
    const TITLES: [(&str, &str); 19] = [
        ("sw", "Ng’ombe wa Ng’arisha: bei ya maziwa yapanda hadi KSh 1,250"),
        ("so", "Dhaqaalaha Soomaaliya: Xoolaha la dhoofiyo oo kordhay 15 %"),
        ("ha", "Ƙananan ƴan kasuwa na ɓoye kuɗi a Ɗakin Ƙofa – Ƴa’ƴa da Ɓangare"),
        ("ig", "Ọ́nụ́ ahịa ń’Ọnịcha: kedụ ihe gbanwere na ṅụrị? Ụ́tụ́tụ̀ ọma, m̀bà"),
        ("yo", "Ẹ̀kọ́ ọ̀fẹ́ fún gbogbo ọmọdé: Ọ̀ṣun àti Èkó ṣe àdéhùn, ṣùgbọ́n ń̄ wò ó"),
        ("am", "የኢትዮጵያ ንግድ ባንክ አዲስ አገልግሎት ጀመረ፤ 20 ሚሊዮን ደንበኞች፡ አሉት።"),
        ("ti", "ኣብ ኤርትራ ዓመታዊ ዕዮ ሓረስቶት ቐፂሉ፦ ቋንቋ ትግርኛን ጽሑፍን"),
        ("ar", "افتتاح مركز «نور» للتقنية في نيروبي: 2026 عامٌ جديدٌ، ٣٥٪"),
        ("fa", "می‌خواهم کتاب‌های چاپ‌شده پژوهشگران را ببینم؛ ۲۵ گزارش"),
        ("ur", "نیروبی میں ٹیکنالوجی کا نیا مرکز کھل گیا، ڈاک گھر بڑے ہیں"),
        ("ha-Arab", "حَوْسَ عَجَمِي: ݣَنْڟَا ڢِلَانِي ڧَسَر ڤَڠَ"),
        ("ee", "Eʋegbe ŋkekewo ƒe nyatakakawo: Ɖevi ɖeka kplɔ ŋutsu ɣeyiɣi"),
        ("fon", "Fɔ̀ngbè ɔ́ nyí gbè ɖaxó ɖé, xɛ́ ɔ̌ ɖò jǐ"),
        ("ln", "Mokɔ́tɔ́ ya mbɔ́ngɔ: ndáko ya Kɛ́lɛ́ɛ́ na Lingála"),
        ("bm", "Ɲɛfɔli ka taa ŋɔmi fɛ̀, Mɔ̀gɔ̀ba"),
        ("ff-Latn", "Ɓiɗɗo ƴellitaare, ŋari e ɲaamdu ɠ"),
        ("fr", "L’Œuvre de Ṽôỹ : « déjà » à 5 000 ₣, ₦ et GH₵"),
        ("cs", "Řeřicha a Šimůnek Łódź, Đỗ Nguyễn İstanbul"),
        ("am", "Mwanga በአዲስ አበባ፦ الصحافة 2026"),
    ];

    fn text(words: &str) -> Text {
        Text::new(Style::SERIF, words, "").unwrap_or_else(|| panic!("{words} cannot be drawn"))
    }

    /// Each glyph of a text with its face, the place of its cluster and its box: left, right, bottom, top.
    fn boxes(text: &Text) -> Vec<(usize, GlyphId, [f32; 4])> {
        let mut pen = 0.0;
        let mut boxes = Vec::new();
        for (face, glyph) in text.in_sight(text.whole()) {
            if let Some(bounds) = face.glyph_bounding_box(glyph.id) {
                let [left, right, bottom, top] =
                    [bounds.x_min, bounds.x_max, bounds.y_min, bounds.y_max].map(|edge| f32::from(edge) * glyph.scale);
                let (x, y) = (pen + glyph.x, glyph.y);
                boxes.push((glyph.at, glyph.id, [left + x, right + x, bottom + y, top + y]));
            }
            pen += glyph.advance;
        }
        boxes
    }

    #[test]
    fn every_letter_of_an_african_language_has_a_glyph() {
        for (language, title) in TITLES {
            for style in [Style::SERIF, Style::SANS] {
                for title in [title.nfc().collect::<String>(), title.nfd().collect()] {
                    let text = Text::new(style, &title, language).unwrap_or_else(|| panic!("{language}: {title}"));
                    assert_eq!(text.words, title.nfc().collect::<String>(), "{language}");
                    let glyphs = text.in_sight(text.whole());
                    assert!(glyphs.iter().all(|(_, glyph)| glyph.id != GlyphId(0)), "{language}: {title}");
                    let drawn = |place: &Cluster| glyphs.iter().any(|(_, glyph)| glyph.at == place.start);
                    let missing: Vec<_> = text.clusters.iter().filter(|cluster| !drawn(cluster)).collect();
                    assert!(missing.len() <= 3, "only parts of a ligature have no glyph of their own: {title}");
                }
            }
        }
    }

    #[test]
    fn a_text_takes_its_latin_letters_from_one_face() {
        let faces = |words: &str| {
            let text = text(words);
            let mut used: Vec<_> = text.clusters.iter().map(|cluster| &raw const *text.style.0[cluster.face]).collect();
            used.dedup();
            used
        };
        assert_eq!(faces("Habari za leo"), [&raw const NEWSREADER]);
        assert_eq!(faces("Habari za kuɗi, Čapek"), [&raw const NOTO_SERIF]);
        assert_eq!(faces("Mwanga አዲስ"), [&raw const NEWSREADER, &raw const NOTO_SERIF_ETHIOPIC]);
    }

    #[test]
    fn tones_stand_over_and_dots_under_their_letters() {
        for style in [Style::SERIF, Style::SANS] {
            for (letters, is_above) in [
                ("ɔ\u{301}", true),
                ("ɛ\u{300}", true),
                ("ɛ\u{302}", true),
                ("Ɔ\u{30c}", true),
                ("ọ\u{301}", true),
                ("Ẹ\u{300}", true),
                ("m\u{300}", true),
                ("n\u{304}", true),
                ("ŋ\u{301}", true),
                ("ʋ\u{303}", true),
                ("ɔ\u{323}", false),
                ("ɛ\u{330}", false),
            ] {
                let text = Text::new(style, letters, "").expect("they are in the faces");
                let boxes = boxes(&text);
                let [(_, _, base), marks @ ..] = &boxes[..] else { panic!("{letters} is not drawn") };
                for (_, _, mark) in marks {
                    let middle = f32::midpoint(mark[0], mark[1]);
                    assert!(base[0] < middle && middle < base[1], "{letters}: {base:?} {marks:?}");
                }
                let is_clear = |mark: [f32; 4]| if is_above { mark[2] > base[3] } else { mark[3] < base[2] };
                assert!(marks.iter().any(|(_, _, mark)| is_clear(*mark)), "{letters}: {base:?} {marks:?}");
            }
        }
    }

    #[test]
    fn composed_and_decomposed_letters_are_drawn_alike() {
        for (_, title) in TITLES {
            let [composed, decomposed] =
                [title.nfc().collect::<String>(), title.nfd().collect()].map(|title| text(&title));
            assert_eq!(boxes(&composed), boxes(&decomposed), "{title}");
        }
    }

    #[test]
    fn arabic_letters_are_joined_and_run_from_right_to_left() {
        for word in ["سلام", "نيروبي", "بَيْت", "پژوهش", "ڟَڢَ"] {
            let shaped = boxes(&text(word));
            assert!(shaped.is_sorted_by(|a, b| a.0 >= b.0), "{word}: {shaped:?}");
            let alone: Vec<GlyphId> =
                word.graphemes(true).rev().flat_map(|letter| boxes(&text(letter))).map(|b| b.1).collect();
            let joined: Vec<GlyphId> = shaped.iter().map(|glyph| glyph.1).collect();
            assert_ne!(joined, alone, "{word}");
        }
        // A non-joiner ends a form, and is not drawn itself.
        assert_ne!(
            boxes(&text("می‌خواهم")).iter().map(|glyph| glyph.1).collect::<Vec<_>>(),
            boxes(&text("میخواهم")).iter().map(|glyph| glyph.1).collect::<Vec<_>>()
        );
    }

    #[test]
    fn scripts_of_both_directions_stand_in_one_line() {
        // Which words are seen from left to right.
        let seen = |words: &str, language: &str| {
            let text = Text::new(Style::SERIF, words, language).expect("it is in the faces");
            let glyphs = text.in_sight(text.whole());
            let mut order: Vec<&str> = Vec::new();
            for (_, glyph) in glyphs {
                let begin = words[..glyph.at].rfind(' ').map_or(0, |space| space + 1);
                let word = words[begin..].split(' ').next().unwrap_or_default();
                if !words[glyph.at..].starts_with(' ') && order.last() != Some(&word) {
                    order.push(word);
                }
            }
            order.join(" ")
        };
        assert_eq!(seen("نور في Nairobi West 2026 الآن", ""), "الآن Nairobi West 2026 في نور");
        assert_eq!(seen("Radio نور الآن 2026", ""), "Radio 2026 الآن نور");
        assert_eq!(seen("Radio نور الآن 2026", "ar"), "2026 الآن نور Radio");
        // A bracket faces the other way.
        let brackets = boxes(&text("(نور)"));
        let (first, last) = (brackets[0], brackets[brackets.len() - 1]);
        assert_eq!((first.0, last.0), ("(نور".len(), 0));
        assert_eq!(
            vec![first.1, last.1],
            boxes(&text("(a)")).into_iter().map(|b| b.1).filter(|id| *id != boxes(&text("a"))[0].1).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_language_or_the_first_letter_says_where_lines_begin() {
        for (words, language, right_to_left) in [
            ("مرحبا", "", true),
            ("«مرحبا» Mwanga", "", true),
            ("2026: مرحبا", "", true),
            ("Mwanga مرحبا", "", false),
            ("Mwanga مرحبا", "ar", true),
            ("مرحبا Mwanga", "sw", false),
            ("Mwanga", "ar", false),
            ("مرحبا", "sw", true),
            ("2026 a", "", false),
        ] {
            assert_eq!(is_right_to_left(words, language), right_to_left, "{words} in {language}");
        }
    }

    #[test]
    fn a_text_is_drawn_whole_or_not_at_all() {
        for (text, drawn) in [
            ("Mwanga ya jua", Some("Mwanga ya jua")),
            ("Karel Čapek\n  na\tjua ", Some("Karel Čapek na jua")),
            ("Café “Zürich” – 20 %", Some("Café “Zürich” – 20 %")),
            ("co\u{ad}operative \u{0}a\u{7}b", Some("cooperative ab")),
            ("ﬁnance 𝗕𝗶𝗴 ﻣﺮﺣﺒﺎ", Some("finance Big مرحبا")),
            // Ornaments at the ends.
            ("🔥 Habari ✓", Some("Habari")),
            ("👩🏽‍🌾🇰🇪 Habari ❤\u{fe0f}", Some("Habari")),
            // They stand for a word here.
            ("I ❤ Nairobi", None),
            ("Habari 🌅 na jua", None),
            ("漢字", None),
            ("Habari 漢字", None),
            ("ߒߞߏ", None),
            ("ⵜⴰⵎⴰⵣⵉⵖⵜ", None),
            ("🌅🌅", None),
            ("…", None),
            ("", None),
        ] {
            for style in [Style::SERIF, Style::SANS] {
                assert_eq!(style.drawable(text).as_deref(), drawn, "{text}");
            }
        }
    }

    #[test]
    fn a_title_is_wrapped_to_the_line_width_without_losing_letters() {
        let long = "x".repeat(200);
        let titles = ["One", "How to share one fibre line among nine houses without a quarrel", &long];
        for title in titles.into_iter().chain(TITLES.map(|(_, title)| title)) {
            let text = text(title);
            let lines = text.lines(60.0, 600.0);
            for line in &lines {
                assert!(text.width(line.clone(), 60.0) <= 600.5, "{title}: {lines:?}");
                let drawn: f32 = text.in_sight(line.clone()).iter().map(|(_, glyph)| glyph.advance * 60.0).sum();
                assert!(drawn <= 612.0, "{title}: {drawn}");
            }
            let words = |line: &Range<usize>| {
                text.clusters[line.clone()]
                    .iter()
                    .map(|cluster| &text.words[cluster.start..cluster.end])
                    .collect::<String>()
            };
            let kept: String = lines.iter().map(words).collect();
            assert_eq!(kept.replace(' ', ""), text.words.replace(' ', ""));
        }
        let text = text("AVA");
        assert!(
            text.width(0..3, 60.0) < text.width(0..1, 60.0) + text.width(1..2, 60.0) + text.width(2..3, 60.0) + 0.1
        );
    }

    #[test]
    fn a_line_does_not_begin_with_a_mark_or_a_full_stop() {
        for title in ["ɔ́".repeat(90), "ẹ̀kọ́. ".repeat(30), "አዲስ፡ አበባ። ".repeat(20), "بَيْتٌ، ".repeat(30)]
        {
            let text = text(&title);
            for line in text.lines(60.0, 300.0) {
                let first = text.words[text.clusters[line.start].start..].chars().next();
                assert!(first.is_some_and(char::is_alphabetic), "{title}: {first:?}");
            }
        }
    }

    #[test]
    fn what_is_too_long_ends_in_an_ellipsis() {
        let tones = "ɔ\u{301}".repeat(11);
        for (title, end) in [
            ("Habari, ndugu na jamaa", "Habari…"),
            ("مرحبا، يا أصدقاء", "مرحبا…"),
            (tones.as_str(), "ɔ\u{301}ɔ\u{301}ɔ\u{301}…"),
        ] {
            let whole = text(title);
            let room = text(end).width(text(end).whole(), 60.0) + 20.0;
            let cut = whole.within(60.0, room);
            assert_eq!(cut.words, end.nfc().collect::<String>());
            assert!(cut.width(cut.whole(), 60.0) <= room);
        }
        assert_eq!(text("Habari").within(60.0, 600.0).words, "Habari");
    }

    #[test]
    fn the_work_for_a_text_is_bounded() {
        assert!(text(&"neno ".repeat(100_000)).clusters.len() <= MAX_CLUSTERS);
        assert!(text(&format!("a{}", "\u{200f}".repeat(100_000))).clusters.len() <= MAX_CLUSTERS);
        for heap in ["\u{301}", "\u{200d}", "\u{64b}", "\u{5bf}"] {
            assert!(Text::new(Style::SERIF, &format!("Habari{}", heap.repeat(100_000)), "").is_none(), "{heap:?}");
        }
    }
}
