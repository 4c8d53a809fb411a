//! Share picture (Open Graph image) of posts and pages without pictures: 1,200 by 630 pixels.

use std::ops::Range;
use std::sync::LazyLock;

use axum::http::StatusCode;
use mwanga_core::html::language::is_right_to_left;
use mwanga_core::settings::Settings;
use mwanga_core::{Core, brand_pictures, categories, changes, posts};
use mwanga_store::StoreError;
use mwanga_store::types::PostId;
use tiny_skia::{FillRule, GradientStop, Paint, Pixmap, Point, RadialGradient, Rect, Shader, SpreadMode, Transform};
use tokio::sync::Semaphore;

use super::generated_file::GeneratedFile;
use super::icons::{colour, draw_half_sun, mark};
use super::identity::{Identity, SHOWN};
use super::text_rendering::{Style, Text};
use crate::documents::Document;
use crate::views::{SHARE_PICTURE_SIZE, share_picture_path};
use mwanga_core::palette::{self, Rgb, day};

const WIDTH: u32 = SHARE_PICTURE_SIZE.0.unsigned_abs();
const HEIGHT: u32 = SHARE_PICTURE_SIZE.1.unsigned_abs();

const MARGIN: f32 = 80.0;
const HORIZON: f32 = 506.0;
const LABEL_SIZE: f32 = 30.0;
const BRAND_SIZE: f32 = 46.0;
/// Thirty of the widest letters beside a host's name are whole in it.
const BRAND_SIZE_MIN: f32 = 11.0;
const HOST_SIZE: f32 = 24.0;
/// Limits concurrent drawing to the number of processors, so that a crawler does not slow down readers.
static DRAW_PERMITS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)));

/// Texts on a share picture.
struct PictureText {
    label: String,
    label_colour: Rgb,
    title: String,
    /// Of the title, as a BCP 47 tag; empty: unknown.
    language: String,
    brand: String,
    host: String,
}

pub async fn for_site(core: &Core) -> Result<GeneratedFile, StoreError> {
    let settings = core.settings();
    let shown = SHOWN
        .into_iter()
        .chain(["site.tagline", "site.language", "site.share_picture"])
        .map(changes::setting)
        .collect();
    if let Some(own) = brand_pictures::picture(core, &settings.site.share_picture).await? {
        let document = Document::file(own.content_type, own.bytes).with_max_age(3_600);
        return Ok(GeneratedFile::new(document).expiring(shown, None));
    }
    let text = PictureText {
        label: String::new(),
        label_colour: day("ink-2"),
        title: settings.site.tagline.clone(),
        language: language_of_site(&settings),
        brand: settings.site.brand.clone(),
        host: host(core),
    };
    Ok(picture(Identity::load(core, &settings).await?, text).await.expiring(shown, None))
}

/// The picture of a public post; the path of an older revision or of an older way to draw redirects to the current one.
pub async fn for_post(core: &Core, path: &str) -> Result<GeneratedFile, StoreError> {
    let name = path.strip_prefix("/og/post/").and_then(|rest| rest.strip_suffix(".png"));
    let Some(id) = name.and_then(post_id) else {
        return Ok(GeneratedFile::missing());
    };
    let shown = SHOWN.into_iter().chain(["site.language"]).map(changes::setting);
    let tags: Vec<String> = [changes::post(id), changes::SITE.to_owned()].into_iter().chain(shown).collect();
    let now = core.now();
    let Some(post) = posts::get(core, id).await?.filter(|post| posts::is_public(post, now)) else {
        return Ok(GeneratedFile::missing());
    };
    let own = share_picture_path(&post);
    if own != path {
        // A temporary redirect: the current revision changes.
        return Ok(GeneratedFile::new(Document::redirect(StatusCode::FOUND, own)).expiring(tags, None));
    }
    let settings = core.settings();
    let category = categories::by_id(core, post.category_id).await?;
    let text = PictureText {
        label: category.as_ref().map(|category| category.name.clone()).unwrap_or_default(),
        label_colour: category
            .as_ref()
            .and_then(|category| palette::own_colour(&category.colour))
            .unwrap_or_else(|| palette::category(category.as_ref().map_or("", |category| &category.slug))),
        title: post.title,
        language: if post.language.is_empty() { language_of_site(&settings) } else { post.language },
        brand: settings.site.brand.clone(),
        host: host(core),
    };
    Ok(picture(Identity::load(core, &settings).await?, text).await.expiring(tags, None))
}

/// The post of `{id}-{revision}`, with the number of the drawing behind it or, as before there was one, without.
fn post_id(name: &str) -> Option<PostId> {
    let numbers: Vec<i64> = name.split('-').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    matches!(numbers.len(), 2 | 3).then(|| PostId(numbers[0]))
}

/// The publication's language where it runs from right to left. A title of a post without a language that begins in
/// Arabic is Arabic elsewhere too.
fn language_of_site(settings: &Settings) -> String {
    let language = &settings.site.language;
    if is_right_to_left(language) { language.clone() } else { String::new() }
}

fn host(core: &Core) -> String {
    core.config.http.base_url.as_ref().and_then(|url| url.host_str()).unwrap_or_default().to_owned()
}

async fn picture(identity: Identity, text: PictureText) -> GeneratedFile {
    let _permit = DRAW_PERMITS.acquire().await;
    match tokio::task::spawn_blocking(move || draw(&identity, &text)).await.ok().flatten() {
        Some(bytes) => GeneratedFile::new(Document::file("image/png", bytes).with_max_age(3_600)),
        None => GeneratedFile::new(
            Document::file("text/plain; charset=utf-8", "")
                .with_status(StatusCode::INTERNAL_SERVER_ERROR)
                .uncacheable(),
        ),
    }
}

fn draw(identity: &Identity, text: &PictureText) -> Option<Vec<u8>> {
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    let mut pixmap = Pixmap::new(WIDTH, HEIGHT)?;
    pixmap.fill(colour(day("paper")));

    let title = Title::of(text);
    let side = if title.as_ref().is_some_and(|title| title.text.is_right_to_left()) { Side::Right } else { Side::Left };

    // The sun that rises where the title ends, and its light on the paper: the product's, not every newsroom's.
    if identity.mark.is_none() {
        let sun_x = side.x(width - MARGIN - 120.0);
        draw_glow(&mut pixmap, sun_x, HORIZON, 460.0);
        draw_half_sun(&mut pixmap, identity.accent, sun_x, HORIZON, 92.0);
    }
    // Below the horizon it is ground again.
    fill(&mut pixmap, Rect::from_xywh(0.0, HORIZON, width, height - HORIZON)?, day("paper"));
    fill(
        &mut pixmap,
        Rect::from_xywh(0.0, HORIZON, width, 4.0)?,
        if identity.mark.is_none() { day("ink") } else { identity.accent },
    );

    let measure = width - 2.0 * MARGIN;
    let mut top = MARGIN + 8.0;
    if let Some(label) = Text::new(Style::SANS, &text.label, "").map(|label| label.within(LABEL_SIZE, measure)) {
        side.draw(&mut pixmap, &label, label.whole(), LABEL_SIZE, (MARGIN, top + 22.0), text.label_colour);
        top += 52.0;
    }
    if let Some(title) = title {
        title.draw(&mut pixmap, side, top, HORIZON - 44.0, measure);
    }

    let baseline = height - 47.0;
    let host = Text::new(Style::SANS, &text.host, "").map(|host| host.within(HOST_SIZE, measure / 2.0));
    let host_width = host.as_ref().map_or(0.0, |host| host.width(host.whole(), HOST_SIZE));
    mark(&mut pixmap, identity, side.x(MARGIN + 27.0), baseline - 17.0, 54.0);
    let room = measure - 72.0 - host_width - 40.0;
    if let Some(brand) = Text::new(Style::SERIF, &text.brand, "") {
        let size = brand_size(&brand, room);
        let brand = brand.within(size, room);
        side.draw(&mut pixmap, &brand, brand.whole(), size, (MARGIN + 72.0, baseline), day("ink"));
    }
    if let Some(host) = host {
        let at = (width - MARGIN - host_width, baseline - 3.0);
        side.draw(&mut pixmap, &host, host.whole(), HOST_SIZE, at, day("ink-3"));
    }
    pixmap.encode_png().ok()
}

/// The size at which a name is whole, as far as it can be read: a long one is written smaller, not cut.
fn brand_size(brand: &Text, room: f32) -> f32 {
    (BRAND_SIZE * room / brand.width(brand.whole(), BRAND_SIZE)).clamp(BRAND_SIZE_MIN, BRAND_SIZE)
}

/// The side at which the lines of a picture begin.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    /// Where a point lies that is `x` away from this side.
    fn x(self, x: f32) -> f32 {
        match self {
            Self::Left => x,
            Self::Right => WIDTH as f32 - x,
        }
    }

    /// Draws a line that begins `x` away from this side.
    fn draw(
        self,
        pixmap: &mut Pixmap,
        text: &Text,
        line: Range<usize>,
        size: f32,
        (x, baseline): (f32, f32),
        colour: Rgb,
    ) {
        let left = match self {
            Self::Left => x,
            Self::Right => self.x(x + text.width(line.clone(), size)),
        };
        text.draw(pixmap, line, size, (left, baseline), colour);
    }
}

/// The large words of a picture.
struct Title {
    text: Text,
    /// From one baseline to the next, and from the top to the first, where the size is 1.
    leading: f32,
    ascent: f32,
}

impl Title {
    const SIZES: [f32; 7] = [92.0, 84.0, 76.0, 68.0, 62.0, 56.0, 52.0];

    /// The title, else the brand: none where neither can be drawn.
    fn of(text: &PictureText) -> Option<Self> {
        let text = Text::new(Style::SERIF, &text.title, &text.language)
            .or_else(|| Text::new(Style::SERIF, &text.brand, ""))?;
        let (above, below) = text.extent();
        // Marks above capitals and below letters need more room than what English writes.
        Some(Self { text, leading: (above + below + 0.02).clamp(1.08, 1.6), ascent: above.clamp(0.78, 1.2) })
    }

    /// Draws it as large as it fits between `top` and `floor`; what does not fit at the smallest size ends in an
    /// ellipsis.
    fn draw(self, pixmap: &mut Pixmap, side: Side, top: f32, floor: f32, width: f32) {
        let Self { mut text, leading, ascent } = self;
        let fitting = |size: f32| ((floor - top) / (size * leading)) as usize;
        // Large type looks best in few lines, and the last ones stop short of the sun.
        let measure = width - 90.0;
        let chosen = Self::SIZES.into_iter().find(|size| {
            let lines = text.lines(*size, measure);
            // A single sign may be wider than a line: that of a whole sentence in Arabic (U+FDFD).
            lines.len() <= fitting(*size).min(if *size > 70.0 { 3 } else { 4 })
                && lines.into_iter().all(|line| text.width(line, *size) <= measure)
        });
        let size = chosen.unwrap_or(Self::SIZES[Self::SIZES.len() - 1]);
        let mut lines = text.lines(size, measure);
        let most = fitting(size).max(1);
        if let Some(last) = lines.get(most - 1).filter(|_| lines.len() > most) {
            text = text.cut_in(last.clone(), size, measure);
            lines = text.lines(size, measure);
        }
        for (index, line) in lines.into_iter().enumerate() {
            let baseline = top + size * (ascent + leading * index as f32);
            side.draw(pixmap, &text, line, size, (MARGIN - size * 0.03, baseline), day("ink"));
        }
    }
}

fn fill(pixmap: &mut Pixmap, rect: Rect, rgb: Rgb) {
    pixmap.fill_rect(rect, &super::icons::paint(rgb), Transform::identity(), None);
}

/// Draws a radial gradient from the accent colour to transparent.
fn draw_glow(pixmap: &mut Pixmap, x: f32, y: f32, radius: f32) {
    let [r, g, b] = day("glow");
    let stop = |at: f32, alpha: u8| GradientStop::new(at, tiny_skia::Color::from_rgba8(r, g, b, alpha));
    let centre = Point::from_xy(x, y);
    let light = RadialGradient::new(
        centre,
        centre,
        radius,
        vec![stop(0.0, 120), stop(0.45, 46), stop(1.0, 0)],
        SpreadMode::Pad,
        Transform::identity(),
    );
    if let Some(light) = light {
        paint_circle(pixmap, x, y, radius, light);
    }
}

fn paint_circle(pixmap: &mut Pixmap, x: f32, y: f32, radius: f32, shader: Shader<'_>) {
    if let Some(circle) = tiny_skia::PathBuilder::from_circle(x, y, radius) {
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        pixmap.fill_path(&circle, &paint, FillRule::Winding, Transform::identity(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(title: &str) -> PictureText {
        PictureText {
            label: "Tech".into(),
            label_colour: palette::category("tech"),
            title: title.to_owned(),
            language: String::new(),
            brand: "Mwanga".into(),
            host: "mwanga.example".into(),
        }
    }

    fn drawn(text: &PictureText) -> Pixmap {
        Pixmap::decode_png(&draw(&Identity::of_product(), text).expect("a picture")).expect("a PNG")
    }

    /// `cargo test -p mwanga-server share_picture -- --ignored` writes samples into the folder SAMPLES names, to be
    /// looked at.
    #[test]
    #[ignore = "writes pictures for the eye"]
    fn sample_share_pictures_are_written() {
        const LONG: &str = "The last hundred metres: why a network that reaches every town still leaves so many houses \
            without a line, and what nine of them did about it together over one long rainy season";
        let folder = std::path::PathBuf::from(std::env::var("SAMPLES").expect("SAMPLES names a folder"));
        for (index, (label, title, brand)) in [
            ("Tech", "How to share one fibre line among nine houses", "Mwanga"),
            ("The Big Story", LONG, "Mwanga"),
            ("", "Your guide to a brighter future, powered by reliable information.", "Mwanga"),
            ("Biashara", "Bei ya maziwa yapanda: wafugaji wa Nyandarua wasema ng’ombe hawatoshi", "Mwanga"),
            ("Dhaqaale", "Xoolaha Soomaaliya laga dhoofiyo oo kordhay sanadkan", "Mwanga"),
            ("Kasuwanci", "Ƙananan ƴan kasuwa sun ɓoye kuɗi a gida", "Ƙofar Ɗan Ɓawa"),
            ("Akụkọ", "Ọ́nụ́ ahịa ń’Ọnịcha: kedụ ihe gbanwere n’afọ a? Ụ́tụ́tụ̀ ọma", "Ụlọ Ọrụ"),
            ("Ẹ̀kọ́", "Ẹ̀kọ́ ọ̀fẹ́ fún gbogbo ọmọdé: Ọ̀ṣun àti Èkó ṣe àdéhùn tuntun", "Ìròyìn Ọ̀ṣun"),
            ("ንግድ", "የኢትዮጵያ ንግድ ባንክ አዲስ አገልግሎት ጀመረ፤ 20 ሚሊዮን ደንበኞች አሉት", "አዲስ ዘመን"),
            ("ዜና", "ኣብ ኤርትራ ዓመታዊ ዕዮ ሓረስቶት ቐፂሉ", "ሓዳስ"),
            ("تقنية", "افتتاح مركز «نور» للتقنية في نيروبي عام 2026، بحضور آلاف الشباب من شرق أفريقيا", "نور الصباح"),
            ("ثقافة", "عامٌ جديد", "Mwanga"),
            ("خبریں", "نیروبی میں Safaricom کا نیا مرکز (M-PESA) کھل گیا", "Mwanga نور"),
            ("Nya", "Eʋegbe ŋkekewo ƒe nyatakakawo: Ɖevi ɖeka kplɔ ŋutsu ɣeyiɣi", "Ŋkɔ"),
            ("漢字", "漢字", "Mwanga"),
            ("Tech", "🔥", "漢字"),
        ]
        .into_iter()
        .enumerate()
        {
            let text = PictureText { label: label.into(), brand: brand.into(), ..words(title) };
            let picture = draw(&Identity::of_product(), &text).expect("a picture");
            std::fs::write(folder.join(format!("share-{index:02}.png")), picture).expect("it is written");
        }
    }

    #[test]
    fn a_name_of_thirty_letters_is_whole_beside_a_long_host() {
        for name in [
            "W".repeat(30),
            "The East African Standard News".to_owned(),
            "صحيفة الضوء اليومية نيروبي كين".to_owned(),
            "የብርሃን ጋዜጣ የኢትዮጵያ ዕለታዊ ዜና ማ".to_owned(),
        ] {
            let measure = WIDTH as f32 - 2.0 * MARGIN;
            let room = measure / 2.0 - 72.0 - 40.0;
            let brand = Text::new(Style::SERIF, &name, "").expect("a name");
            let size = brand_size(&brand, room);
            assert!(brand.width(brand.whole(), size) <= room + 0.1, "{name}");
        }
        let short = Text::new(Style::SERIF, "Mwanga", "").expect("a name");
        assert!((brand_size(&short, 400.0) - BRAND_SIZE).abs() < f32::EPSILON);
    }

    #[test]
    fn any_title_is_drawn_as_a_share_picture() {
        for title in [
            "",
            "Habari",
            "🌅",
            "مرحبا",
            &"w".repeat(3_000),
            &"neno ".repeat(400),
            &"كلمة ".repeat(400),
            &"Ẹ̀kọ́ ".repeat(400),
            "a\u{0}\u{202e}b",
        ] {
            let text = PictureText { label: title.into(), brand: title.into(), host: title.into(), ..words(title) };
            assert!(draw(&Identity::of_product(), &text).is_some(), "{title}");
        }
    }

    #[test]
    fn a_picture_without_its_words_shows_the_brand_or_none() {
        let without_title = drawn(&words(""));
        let nameless = PictureText { brand: String::new(), label: String::new(), ..words("") };
        let without_words = drawn(&nameless);
        assert_ne!(without_title.data(), without_words.data());
        for title in ["漢字", "Habari 漢字", "🔥", &format!("Habari{}", "\u{301}".repeat(500))] {
            assert!(drawn(&words(title)).data() == without_title.data(), "{title}");
            let strange = PictureText { brand: title.into(), label: title.into(), ..words(title) };
            assert!(drawn(&strange).data() == without_words.data(), "{title}");
        }
    }

    #[test]
    fn a_title_from_right_to_left_begins_at_the_right() {
        // The columns of the field of the title in which something is drawn, without the sun and its light.
        let ink = |text: &PictureText| {
            let identity = Identity { mark: Pixmap::new(1, 1), ..Identity::of_product() };
            let picture = Pixmap::decode_png(&draw(&identity, text).expect("a picture")).expect("a PNG");
            let is_inked = |x: &u32| (60..480).any(|y| picture.pixel(*x, y) != picture.pixel(2, 2));
            ((0..WIDTH).find(is_inked).expect("words"), (0..WIDTH).rfind(is_inked).expect("words"))
        };
        let margin = MARGIN as u32;
        for title in ["مرحبا", "مرحبا بالعالم الجديد في نيروبي وفي كل مدينة من مدن شرق أفريقيا هذا العام"]
        {
            let (left, right) = ink(&words(title));
            assert!(left > margin && right.abs_diff(WIDTH - margin) < 12, "{title}: {left} to {right}");
        }
        let (left, right) = ink(&words("﷽ نور"));
        assert!(left > margin && right < WIDTH - margin + 12, "it is as wide as ten letters: {left} to {right}");
        let (left, right) = ink(&words("Habari"));
        assert!(left.abs_diff(margin) < 12 && right < WIDTH / 2, "{left} to {right}");
        let mixed = PictureText { language: "ar".into(), ..words("Nairobi مرحبا") };
        assert!(ink(&mixed).1.abs_diff(WIDTH - margin) < 12);
        // The sun rises at the other side.
        let sun = |title: &str, x: f32| {
            drawn(&words(title)).pixel(x as u32, HORIZON as u32 - 40)
                == drawn(&words("")).pixel((WIDTH as f32 - MARGIN - 120.0) as u32, HORIZON as u32 - 40)
        };
        assert!(sun("مرحبا", MARGIN + 120.0) && !sun("Habari", MARGIN + 120.0));
    }

    #[test]
    fn a_long_brand_leaves_room_for_the_host() {
        let text = PictureText { brand: "Mwanga wa Afrika Mashariki ".repeat(3), ..words("Habari") };
        let picture = drawn(&text);
        let without_host = drawn(&PictureText { host: String::new(), ..text });
        // Between the ellipsis and the host lies paper.
        let x = WIDTH - MARGIN as u32 - 200;
        assert!((HORIZON as u32 + 10..HEIGHT).all(|y| picture.pixel(x, y) == picture.pixel(2, HEIGHT - 2)));
        assert!(picture.data() != without_host.data());
    }

    #[test]
    fn an_address_names_post_revision_and_drawing() {
        for (name, id) in
            [("7-1-2", Some(7)), ("7-1", Some(7)), ("7", None), ("7-x", None), ("7-1-2-3", None), ("-", None)]
        {
            assert_eq!(post_id(name).map(|id| id.0), id, "{name}");
        }
    }
}
