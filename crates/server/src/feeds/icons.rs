//! Icons with the logo mark: half a sun over a horizon.

use axum::http::StatusCode;
use mwanga_core::palette::{Rgb, day};
use mwanga_core::{Core, changes};
use mwanga_store::StoreError;
use tiny_skia::{Color, FillRule, LineCap, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::generated_file::GeneratedFile;
use super::identity::{Identity, draw_picture};
use crate::documents::Document;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Small,
    Large,
    /// A maskable icon: phones may crop its edges.
    Maskable,
    Apple,
    Favicon,
    /// The product's sun in mails, on no ground of its own; by day and at night.
    Mark,
    MarkNight,
}

impl Icon {
    pub const ALL: [Self; 7] =
        [Self::Small, Self::Large, Self::Maskable, Self::Apple, Self::Favicon, Self::Mark, Self::MarkNight];

    pub fn path(self) -> &'static str {
        match self {
            Self::Small => "/icon-192.png",
            Self::Large => "/icon-512.png",
            Self::Maskable => "/icon-maskable-512.png",
            Self::Apple => "/apple-touch-icon.png",
            Self::Favicon => "/favicon.ico",
            Self::Mark => "/mark.png",
            Self::MarkNight => "/mark-night.png",
        }
    }

    /// Length of a side in pixels.
    pub fn pixels(self) -> u32 {
        match self {
            Self::Small => 192,
            Self::Large | Self::Maskable => 512,
            Self::Apple => 180,
            Self::Favicon => 48,
            Self::Mark | Self::MarkNight => 96,
        }
    }
}

pub async fn file(core: &Core, icon: Icon) -> Result<GeneratedFile, StoreError> {
    let settings = core.settings();
    let identity = match icon {
        Icon::MarkNight => Identity::load_night(core, &settings).await?,
        _ => Identity::load(core, &settings).await?,
    };
    let drawn = tokio::task::spawn_blocking(move || match icon {
        Icon::Favicon => ico(&identity, &[16, 32, 48]),
        _ => Some(png(&identity, icon, icon.pixels())?),
    });
    let file = match drawn.await.ok().flatten() {
        Some(bytes) => {
            let content_type = if icon == Icon::Favicon { "image/x-icon" } else { "image/png" };
            GeneratedFile::new(Document::file(content_type, bytes).with_max_age(24 * 3_600))
        }
        None => GeneratedFile::new(
            Document::file("text/plain; charset=utf-8", "")
                .with_status(StatusCode::INTERNAL_SERVER_ERROR)
                .uncacheable(),
        ),
    };
    let shown = match icon {
        Icon::MarkNight => &["site.mark", "site.mark_dark", "look.accent"][..],
        _ => &["site.mark", "look.accent"],
    };
    Ok(file.expiring(shown.iter().copied().map(changes::setting).collect(), None))
}

fn png(identity: &Identity, icon: Icon, side: u32) -> Option<Vec<u8>> {
    let mut pixmap = Pixmap::new(side, side)?;
    let whole = side as f32;
    match icon {
        // A phone cuts and rounds them itself: the ground reaches every edge, and the mark stays in the middle.
        Icon::Maskable | Icon::Apple => {
            pixmap.fill(colour(day("paper")));
            let share = if icon == Icon::Maskable { 0.6 } else { 0.74 };
            mark(&mut pixmap, identity, whole / 2.0, whole * 0.5, whole * share);
        }
        Icon::Mark | Icon::MarkNight => mark(&mut pixmap, identity, whole / 2.0, whole * 0.5, whole),
        // A mark of the newsroom's own has its own ground, or none.
        Icon::Small | Icon::Large | Icon::Favicon if identity.mark.is_some() => {
            mark(&mut pixmap, identity, whole / 2.0, whole * 0.5, whole);
        }
        Icon::Small | Icon::Large | Icon::Favicon => {
            let ground = rounded(whole, whole * 9.0 / 42.0)?;
            pixmap.fill_path(&ground, &paint(day("paper")), FillRule::Winding, Transform::identity(), None);
            mark(&mut pixmap, identity, whole / 2.0, whole * 0.5, whole * 0.81);
        }
    }
    pixmap.encode_png().ok()
}

/// Draws the mark around a middle; its horizon is `width` pixels wide.
pub fn mark(pixmap: &mut Pixmap, identity: &Identity, middle_x: f32, middle_y: f32, width: f32) {
    if let Some(picture) = &identity.mark {
        draw_picture(pixmap, picture, (middle_x, middle_y), width);
        return;
    }
    let unit = width / 34.0;
    let horizon = middle_y + 9.25 * unit;
    draw_half_sun(pixmap, identity.accent, middle_x, horizon - 4.5 * unit, 14.0 * unit);
    let mut line = PathBuilder::new();
    line.move_to(middle_x - 17.0 * unit, horizon);
    line.line_to(middle_x + 17.0 * unit, horizon);
    if let Some(line) = line.finish() {
        let stroke = Stroke { width: 2.6 * unit, line_cap: LineCap::Round, ..Stroke::default() };
        pixmap.stroke_path(&line, &paint(identity.ink), &stroke, Transform::identity(), None);
    }
}

/// Draws the upper half of a disc with its base at `floor`, in pixels.
pub fn draw_half_sun(pixmap: &mut Pixmap, accent: Rgb, middle_x: f32, floor: f32, radius: f32) {
    // A quarter of a circle as a cubic curve.
    const K: f32 = 0.552_284_8;
    let mut sun = PathBuilder::new();
    sun.move_to(middle_x - radius, floor);
    sun.cubic_to(
        middle_x - radius,
        floor - K * radius,
        middle_x - K * radius,
        floor - radius,
        middle_x,
        floor - radius,
    );
    sun.cubic_to(
        middle_x + K * radius,
        floor - radius,
        middle_x + radius,
        floor - K * radius,
        middle_x + radius,
        floor,
    );
    sun.close();
    if let Some(sun) = sun.finish() {
        pixmap.fill_path(&sun, &paint(accent), FillRule::Winding, Transform::identity(), None);
    }
}

pub fn colour([r, g, b]: Rgb) -> Color {
    Color::from_rgba8(r, g, b, 255)
}

pub fn paint(rgb: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(rgb));
    paint
}

fn rounded(side: f32, radius: f32) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    // A cross of two rectangles and four discs cover the same ground as a rectangle with round corners.
    path.push_rect(Rect::from_ltrb(radius, 0.0, side - radius, side)?);
    path.push_rect(Rect::from_ltrb(0.0, radius, side, side - radius)?);
    for (x, y) in [(radius, radius), (side - radius, radius), (radius, side - radius), (side - radius, side - radius)] {
        path.push_circle(x, y, radius);
    }
    path.finish()
}

/// An ICO file that holds PNGs: a header, a row of 16 bytes for each, then the pictures.
///
/// Source: Microsoft, "Icons" (1995), and its extension by PNG in Windows Vista.
fn ico(identity: &Identity, sides: &[u8]) -> Option<Vec<u8>> {
    let pictures =
        sides.iter().map(|side| png(identity, Icon::Favicon, u32::from(*side))).collect::<Option<Vec<_>>>()?;
    let count = u16::try_from(sides.len()).ok()?;
    let mut file = Vec::new();
    for word in [0, 1, count] {
        file.extend_from_slice(&word.to_le_bytes());
    }
    let mut offset = 6 + 16 * u32::from(count);
    for (side, picture) in sides.iter().zip(&pictures) {
        let size = u32::try_from(picture.len()).ok()?;
        file.extend_from_slice(&[*side, *side, 0, 0, 1, 0, 32, 0]);
        file.extend_from_slice(&size.to_le_bytes());
        file.extend_from_slice(&offset.to_le_bytes());
        offset += size;
    }
    file.extend(pictures.concat());
    Some(file)
}
