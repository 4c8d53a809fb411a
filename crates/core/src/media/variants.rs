//! Smaller copies of pictures for smaller screens: WebP at fixed widths, made when somebody first asks for one and kept on disk.

use std::io::Cursor;
use std::path::PathBuf;

use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageReader};
use img_parts::ImageICC;
use mwanga_store::entities::media_item;
use mwanga_store::types::MediaKind;
use tokio::io::AsyncWriteExt;

use super::delivery::{Delivery, Pieces};
use super::folder::Folder;
use super::service::{MediaError, kept, room_for};
use super::{MediaStore, PREFIX};
use crate::Core;

/// Widths in pixels. Phones show a small card at 240 or 480, a lead at 960; wide screens a lead at 1440.
pub const WIDTHS: [u32; 4] = [240, 480, 960, 1440];

/// Of 100. Below it flat colours begin to show edges.
const QUALITY: f32 = 82.0;

/// The narrower widths that a picture of `width` pixels comes in. Moving pictures come as they are.
fn widths(key: &str, width: u32) -> impl Iterator<Item = u32> {
    let still = super::kind(key) == MediaKind::Image && !key.ends_with(".gif");
    WIDTHS.into_iter().filter(move |narrow| still && *narrow < width)
}

/// `srcset` of a picture whose width is known; none where there is only the picture itself.
pub fn srcset(key: &str, width: u32) -> Option<String> {
    let narrower: Vec<String> = widths(key, width).map(|narrow| format!("{PREFIX}w{narrow}/{key} {narrow}w")).collect();
    (!narrower.is_empty()).then(|| format!("{}, {PREFIX}{key} {width}w", narrower.join(", ")))
}

/// Key and width of a copy's key, `w480/2026/11/a.webp`.
pub fn parse(variant_key: &str) -> Option<(&str, u32)> {
    let (width, key) = variant_key.strip_prefix('w')?.split_once('/')?;
    let width = WIDTHS.into_iter().find(|known| known.to_string() == width)?;
    Some((key, width))
}

/// The copy of a recorded picture, made now if nobody asked before; none where the picture itself has to do.
pub(super) async fn find_or_make(core: &Core, item: &media_item::Model, width: u32) -> Result<Option<Delivery>, MediaError> {
    let known_width = item.width.and_then(|width| u32::try_from(width).ok()).unwrap_or(0);
    if !widths(&item.object_key, known_width).any(|narrow| narrow == width) {
        return Ok(None);
    }
    match &core.media {
        MediaStore::Folder(folder) => Ok(in_folder(core, folder, item, width).await?.map(Delivery::File)),
        MediaStore::Bucket(bucket) => {
            // Nothing at all stands for a picture that moves.
            let name = bucket.cached_name(&format!("w{width}/{}", item.object_key));
            let made = bucket.cache.get_or(&name, |_| true, async { Ok::<_, MediaError>(make(core, item, width).await?.unwrap_or_default().into()) });
            let copy = made.await?;
            Ok((!copy.is_empty()).then_some(Delivery::Pieces(Pieces::Whole(copy))))
        }
    }
}

async fn in_folder(core: &Core, folder: &Folder, item: &media_item::Model, width: u32) -> Result<Option<PathBuf>, MediaError> {
    let path = folder.variant_path(&item.object_key, width);
    if tokio::fs::try_exists(&path).await? {
        return Ok(Some(path));
    }
    let _room = room_for(item).await?;
    // Whoever waited beside us may have made it.
    if tokio::fs::try_exists(&path).await? {
        return Ok(Some(path));
    }
    let Some(copy) = decode_and_narrow(core, item, width).await? else { return Ok(None) };
    let mut scratch = folder.scratch().await?;
    scratch.file.write_all(&copy).await?;
    kept(folder.keep(scratch, &path).await)?;
    Ok(Some(path))
}

async fn make(core: &Core, item: &media_item::Model, width: u32) -> Result<Option<Vec<u8>>, MediaError> {
    let _room = room_for(item).await?;
    decode_and_narrow(core, item, width).await
}

async fn decode_and_narrow(core: &Core, item: &media_item::Model, width: u32) -> Result<Option<Vec<u8>>, MediaError> {
    let bytes = core.media.read(&item.object_key, item.size_bytes as u64).await?;
    tokio::task::spawn_blocking(move || narrowed(&bytes, width)).await.map_err(|_| MediaError::Damaged)?
}

/// None for a picture that moves. The picture was checked when it was recorded.
fn narrowed(bytes: &[u8], width: u32) -> Result<Option<Vec<u8>>, MediaError> {
    if WebPDecoder::new(Cursor::new(bytes)).is_ok_and(|decoder| decoder.has_animation()) {
        return Ok(None);
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut decoder = reader.into_decoder().map_err(|_| MediaError::Damaged)?;
    let colours = decoder.icc_profile().unwrap_or_default();
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| MediaError::Damaged)?;
    let picture = picture.resize(width, u32::MAX, FilterType::Triangle);
    let encoded = if picture.color().has_alpha() {
        let pixels = picture.to_rgba8();
        webp::Encoder::from_rgba(&pixels, pixels.width(), pixels.height()).encode(QUALITY)
    } else {
        let pixels = picture.to_rgb8();
        webp::Encoder::from_rgb(&pixels, pixels.width(), pixels.height()).encode(QUALITY)
    };
    let Some(colours) = colours else { return Ok(Some(encoded.to_vec())) };
    // Without it the wide colours of phones come out dull.
    let mut copy = img_parts::webp::WebP::from_bytes(bytes::Bytes::copy_from_slice(&encoded)).map_err(|_| MediaError::Damaged)?;
    copy.set_icc_profile(Some(colours.into()));
    Ok(Some(copy.encoder().bytes().to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_in_the_widths_below_its_own() {
        assert_eq!(
            srcset("2026/11/a.webp", 1200).as_deref(),
            Some("/media/w240/2026/11/a.webp 240w, /media/w480/2026/11/a.webp 480w, /media/w960/2026/11/a.webp 960w, /media/2026/11/a.webp 1200w")
        );
        assert_eq!(srcset("2026/11/a.webp", 240), None);
        assert_eq!(srcset("2026/11/a.gif", 1200), None);
        assert_eq!(srcset("2026/11/a.mp4", 1200), None);
        assert_eq!(parse("w960/2026/11/a.webp"), Some(("2026/11/a.webp", 960)));
        for none in ["w961/2026/11/a.webp", "w0960/2026/11/a.webp", "2026/11/a.webp", "w480", "w/a"] {
            assert_eq!(parse(none), None, "{none}");
        }
    }

    #[test]
    fn a_copy_keeps_the_shape_and_what_shines_through() {
        let mut png = Cursor::new(Vec::new());
        DynamicImage::new_rgba8(1000, 500).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let copy = image::load_from_memory(&narrowed(png.get_ref(), 480).unwrap().unwrap()).unwrap();
        assert_eq!((copy.width(), copy.height(), copy.to_rgba8().get_pixel(9, 9).0[3]), (480, 240, 0));
    }
}
