//! What the newsroom's own identity is in drawn pictures: its accent, and its mark in place of the sun.

use mwanga_core::brand_pictures;
use mwanga_core::palette::{self, Rgb, day, night};
use mwanga_core::settings::Settings;
use mwanga_store::StoreError;
use tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};

use mwanga_core::Core;

/// Settings whose change draws icons and share pictures anew.
pub const SHOWN: [&str; 3] = ["site.brand", "site.mark", "look.accent"];

/// Accent and mark of drawn pictures: those of the light theme, except of what mails show at night.
#[derive(Clone, Debug)]
pub struct Identity {
    pub accent: Rgb,
    /// Of the horizon.
    pub ink: Rgb,
    /// None: the product's own sun.
    pub mark: Option<Pixmap>,
}

impl Identity {
    pub async fn load(core: &Core, settings: &Settings) -> Result<Self, StoreError> {
        let accent = settings.accent().and_then(|shades| palette::parse(&shades.day)).unwrap_or_else(|| day("ember"));
        Ok(Self { accent, ink: day("ink"), mark: load_picture(core, &settings.site.mark).await? })
    }

    /// As it stands on the ground of the dark theme.
    pub async fn load_night(core: &Core, settings: &Settings) -> Result<Self, StoreError> {
        let accent =
            settings.accent().and_then(|shades| palette::parse(&shades.night)).unwrap_or_else(|| night("ember"));
        let site = &settings.site;
        let mark = if site.mark_dark.is_empty() { &site.mark } else { &site.mark_dark };
        Ok(Self { accent, ink: night("ink"), mark: load_picture(core, mark).await? })
    }

    /// As installed.
    #[cfg(test)]
    pub fn of_product() -> Self {
        Self { accent: day("ember"), ink: day("ink"), mark: None }
    }
}

/// A stored picture, to be drawn.
pub async fn load_picture(core: &Core, hash: &str) -> Result<Option<Pixmap>, StoreError> {
    let stored = brand_pictures::pixels(core, hash).await?;
    Ok(stored.and_then(|picture| {
        let size = IntSize::from_wh(picture.width, picture.height)?;
        Pixmap::from_vec(premultiply(picture.rgba), size)
    }))
}

/// Draws a picture into a square around a middle, as large as it fits.
pub fn draw_picture(pixmap: &mut Pixmap, picture: &Pixmap, (middle_x, middle_y): (f32, f32), side: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let scale = side / width.max(height);
    let at = Transform::from_scale(scale, scale)
        .post_translate(middle_x - width * scale / 2.0, middle_y - height * scale / 2.0);
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    pixmap.draw_pixmap(0, 0, picture.as_ref(), &paint, at, None);
}

/// Straight alpha as the drawing library holds it.
fn premultiply(mut rgba: Vec<u8>) -> Vec<u8> {
    for pixel in rgba.chunks_exact_mut(4) {
        let alpha = u16::from(pixel[3]);
        for channel in &mut pixel[..3] {
            *channel = (u16::from(*channel) * alpha / 255) as u8;
        }
    }
    rgba
}
