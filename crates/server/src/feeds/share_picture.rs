//! Share picture (Open Graph image) of posts and pages without pictures: 1,200 by 630 pixels.

use std::sync::LazyLock;

use axum::http::StatusCode;
use mwanga_core::{Core, brand_pictures, categories, changes, posts};
use mwanga_store::StoreError;
use mwanga_store::types::PostId;
use tiny_skia::{FillRule, GradientStop, Paint, Pixmap, Point, RadialGradient, Rect, Shader, SpreadMode, Transform};
use tokio::sync::Semaphore;

use super::generated_file::GeneratedFile;
use super::icons::{colour, draw_half_sun, mark};
use super::identity::{Identity, SHOWN};
use super::text_rendering::{Font, lines};
use crate::documents::Document;
use crate::views::{SHARE_PICTURE_SIZE, share_picture_path};
use mwanga_core::palette::{self, Rgb, day};

const WIDTH: u32 = SHARE_PICTURE_SIZE.0.unsigned_abs();
const HEIGHT: u32 = SHARE_PICTURE_SIZE.1.unsigned_abs();

const MARGIN: f32 = 80.0;
const HORIZON: f32 = 506.0;
/// Limits concurrent drawing to the number of processors, so that a crawler does not slow down readers.
static DRAW_PERMITS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)));

/// Texts on a share picture.
struct PictureText {
    label: String,
    label_colour: Rgb,
    title: String,
    brand: String,
    host: String,
}

pub async fn for_site(core: &Core) -> Result<GeneratedFile, StoreError> {
    let settings = core.settings();
    let shown = SHOWN.into_iter().chain(["site.tagline", "site.share_picture"]).map(changes::setting).collect();
    if let Some(own) = brand_pictures::picture(core, &settings.site.share_picture).await? {
        let document = Document::file(own.content_type, own.bytes).with_max_age(3_600);
        return Ok(GeneratedFile::new(document).expiring(shown, None));
    }
    let text = PictureText {
        label: String::new(),
        label_colour: day("ink-2"),
        title: settings.site.tagline.clone(),
        brand: settings.site.brand.clone(),
        host: host(core),
    };
    Ok(picture(Identity::load(core, &settings).await?, text).await.expiring(shown, None))
}

/// The picture of a public post; the path of an older revision redirects to that of the current one.
pub async fn for_post(core: &Core, path: &str) -> Result<GeneratedFile, StoreError> {
    let name =
        path.strip_prefix("/og/post/").and_then(|rest| rest.strip_suffix(".png")).and_then(|rest| rest.split_once('-'));
    let Some((id, revision)) =
        name.and_then(|(id, revision)| Some((PostId(id.parse().ok()?), revision.parse::<i32>().ok()?)))
    else {
        return Ok(GeneratedFile::missing());
    };
    let shown = SHOWN.map(changes::setting);
    let tags: Vec<String> = [changes::post(id), changes::SITE.to_owned()].into_iter().chain(shown).collect();
    let now = core.now();
    let Some(post) = posts::get(core, id).await?.filter(|post| posts::is_public(post, now)) else {
        return Ok(GeneratedFile::missing());
    };
    let own = share_picture_path(&post);
    if own != path {
        // A temporary redirect: the current revision changes.
        let moved = Document::redirect(StatusCode::FOUND, own);
        return Ok(if revision == post.revision {
            GeneratedFile::missing()
        } else {
            GeneratedFile::new(moved).expiring(tags, None)
        });
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
        brand: settings.site.brand.clone(),
        host: host(core),
    };
    Ok(picture(Identity::load(core, &settings).await?, text).await.expiring(tags, None))
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

    // The sun that rises at the right, and its light on the paper: the product's, not every newsroom's.
    if identity.mark.is_none() {
        let sun_x = width - MARGIN - 120.0;
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

    let mut top = MARGIN + 8.0;
    let label_font = Font::sans(30.0);
    if let Some(label) = label_font.printable(&text.label) {
        label_font.draw(&mut pixmap, &label, MARGIN, top + 22.0, text.label_colour);
        top += 52.0;
    }
    title(&mut pixmap, text, top, HORIZON - 44.0, width - 2.0 * MARGIN);

    let brand_font = Font::serif(46.0);
    let baseline = height - 47.0;
    mark(&mut pixmap, identity, MARGIN + 27.0, baseline - 17.0, 54.0);
    let brand = brand_font.printable(&text.brand).unwrap_or_default();
    brand_font.draw(&mut pixmap, &brand, MARGIN + 72.0, baseline, day("ink"));
    let host_font = Font::sans(24.0);
    if let Some(host) = host_font.printable(&text.host) {
        host_font.draw(&mut pixmap, &host, width - MARGIN - host_font.width(&host), baseline - 3.0, day("ink-3"));
    }
    pixmap.encode_png().ok()
}

/// The title as large as it fits between `top` and `floor`; what does not fit at the smallest size ends in an ellipsis.
fn title(pixmap: &mut Pixmap, text: &PictureText, top: f32, floor: f32, width: f32) {
    const SIZES: [f32; 7] = [92.0, 84.0, 76.0, 68.0, 62.0, 56.0, 52.0];
    const LEADING: f32 = 1.08;
    let Some(text) =
        Font::serif(SIZES[0]).printable(&text.title).or_else(|| Font::serif(SIZES[0]).printable(&text.brand))
    else {
        return;
    };
    let fitting = |font: Font| ((floor - top) / (font.size * LEADING)) as usize;
    // Large type looks best in few lines, and the last ones stop short of the sun.
    let measure = width - 90.0;
    let chosen = SIZES
        .iter()
        .map(|size| Font::serif(*size))
        .find(|font| lines(*font, &text, measure).len() <= fitting(*font).min(if font.size > 70.0 { 3 } else { 4 }));
    let font = chosen.unwrap_or(Font::serif(SIZES[SIZES.len() - 1]));
    let mut set = lines(font, &text, measure);
    let most = fitting(font).max(1);
    if set.len() > most {
        set.truncate(most);
        if let Some(last) = set.last_mut() {
            while font.width(&format!("{last}…")) > measure && last.pop().is_some() {}
            *last = format!("{}…", last.trim_end_matches([' ', ',', '.', ':', ';']));
        }
    }
    for (index, line) in set.iter().enumerate() {
        font.draw(
            pixmap,
            line,
            MARGIN - font.size * 0.03,
            top + font.size * (0.78 + LEADING * index as f32),
            day("ink"),
        );
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

    /// `cargo test -p mwanga-server share_picture -- --ignored` writes samples into the folder SAMPLES names, to be
    /// looked at.
    #[test]
    #[ignore = "writes pictures for the eye"]
    fn sample_share_pictures_are_written() {
        let folder = std::path::PathBuf::from(std::env::var("SAMPLES").expect("SAMPLES names a folder"));
        for (index, (slug, title)) in [
            ("tech", "How to share one fibre line among nine houses"),
            ("deals", "Power banks in watt hours, not in milliamps"),
            ("the-big-story", "The last hundred metres: why a network that reaches every town still leaves so many houses without a line, and what nine of them did about it together over one long rainy season"),
            ("ai", "Mwanga"),
            ("", "Your guide to a brighter future, powered by reliable information."),
        ]
        .into_iter()
        .enumerate()
        {
            let text = PictureText { label: slug.to_owned(), label_colour: palette::category(slug), title: title.to_owned(), brand: "Mwanga".into(), host: "mwanga.example".into() };
            std::fs::write(folder.join(format!("share-{index}.png")), draw(&Identity::of_product(), &text).unwrap()).unwrap();
        }
    }

    #[test]
    fn any_title_is_drawn_as_a_share_picture() {
        for title in ["", "Habari", "🌅", "مرحبا", &"w".repeat(3_000), &"neno ".repeat(400), "a\u{0}\u{202e}b"] {
            let text = PictureText {
                label: title.to_owned(),
                label_colour: [0, 0, 0],
                title: title.to_owned(),
                brand: "Mwanga".into(),
                host: title.to_owned(),
            };
            assert!(draw(&Identity::of_product(), &text).is_some(), "{title}");
        }
    }
}
