//! Logos, marks and the share picture: decoded and encoded anew, stored with the settings that name them, so that a
//! backup holds both and no bucket is needed.

use std::io::Cursor;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, Limits};
use mwanga_store::entities::brand_picture;
use mwanga_store::{StoreResult, queries};
use sha2::{Digest, Sha256};

use crate::Core;
use crate::media::decode;
use crate::settings::{SettingsError, is_picture_hash};

/// Largest upload in bytes, and its widest and highest side in pixels.
pub const MAX_BYTES: usize = 2 * 1024 * 1024;
const MAX_SIDE: u32 = 4_096;
/// Side to which a picture is made smaller: twice what any screen shows of it.
const STORED_SIDE: u32 = 1_200;
/// An opaque PNG that is larger than this is a photo, and stored as JPEG.
const PHOTO_BYTES: usize = 200 * 1024;
const PHOTO_QUALITY: u8 = 86;

/// A stored picture.
#[derive(Clone, Debug)]
pub struct BrandPicture {
    pub hash: String,
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
    /// Pixels.
    pub width: u32,
    pub height: u32,
}

/// Stores an uploaded picture; a setting names it by its hash.
///
/// # Errors
///
/// [`SettingsError::Picture`] with the words for the person who uploaded it.
pub async fn add_picture(core: &Core, upload: Vec<u8>) -> Result<BrandPicture, SettingsError> {
    let encoded = tokio::task::spawn_blocking(move || encode(&upload)).await;
    let picture = encoded.map_err(|_| SettingsError::Picture(DAMAGED))?.map_err(SettingsError::Picture)?;
    let row = brand_picture::Model {
        hash: picture.hash.clone(),
        content_type: picture.content_type.to_owned(),
        data: BASE64.encode(&picture.bytes),
        width: picture.width as i32,
        height: picture.height as i32,
        created_at: core.now(),
    };
    queries::settings_versions::insert_picture(core.store.writer(), row).await?;
    Ok(picture)
}

/// A stored picture by its hash.
pub async fn picture(core: &Core, hash: &str) -> StoreResult<Option<BrandPicture>> {
    if !is_picture_hash(hash) {
        return Ok(None);
    }
    let row = queries::settings_versions::picture(core.store.reader(), hash).await?;
    Ok(row.and_then(|row| {
        Some(BrandPicture {
            content_type: if row.content_type == "image/jpeg" { "image/jpeg" } else { "image/png" },
            bytes: BASE64.decode(row.data).ok()?,
            width: u32::try_from(row.width).ok()?,
            height: u32::try_from(row.height).ok()?,
            hash: row.hash,
        })
    }))
}

/// The pixels of a stored picture, straight RGBA with 8 bits each.
pub struct Pixels {
    pub rgba: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

/// The pixels of a stored picture by its hash, to draw it into another one.
pub async fn pixels(core: &Core, hash: &str) -> StoreResult<Option<Pixels>> {
    let Some(stored) = picture(core, hash).await? else { return Ok(None) };
    let decoded = tokio::task::spawn_blocking(move || image::load_from_memory(&stored.bytes).ok()).await;
    Ok(decoded.ok().flatten().map(|picture| {
        let (width, height) = (picture.width(), picture.height());
        Pixels { rgba: picture.to_rgba8().into_raw(), width, height }
    }))
}

const DAMAGED: &str = "This picture is damaged, or none. Upload a PNG, JPEG or WebP.";

fn encode(upload: &[u8]) -> Result<BrandPicture, &'static str> {
    if upload.len() > MAX_BYTES {
        return Err("Keep the picture to 2 MB.");
    }
    let format = match infer::get(upload).map(|found| found.mime_type()) {
        Some("image/png") => ImageFormat::Png,
        Some("image/jpeg") => ImageFormat::Jpeg,
        Some("image/webp") => ImageFormat::WebP,
        _ => return Err("Upload a PNG, JPEG or WebP."),
    };
    let bytes = decode::strip_for_decoder(upload.to_vec(), format);
    // Sides are asked before pixels are decoded: the memory limit has them decoded within 64 MB.
    let mut limits = Limits::default();
    limits.max_alloc = Some(4 * u64::from(MAX_SIDE * MAX_SIDE));
    let decoder = decode::open(&bytes, format, limits.clone()).map_err(|_| DAMAGED)?;
    let (width, height) = image::ImageDecoder::dimensions(&decoder);
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err("Keep the picture to 4,096 pixels on each side.");
    }
    drop(decoder);
    let mut picture = decode::read(&bytes, format, limits).map_err(|_| DAMAGED)?.into_srgb();
    if width > STORED_SIDE || height > STORED_SIDE {
        picture = picture.resize(STORED_SIDE, STORED_SIDE, FilterType::Lanczos3);
    }
    let (content_type, bytes) = write(&picture).map_err(|_| DAMAGED)?;
    let hash = hex::encode(&Sha256::digest(&bytes)[..16]);
    Ok(BrandPicture { hash, content_type, bytes, width: picture.width(), height: picture.height() })
}

fn write(picture: &DynamicImage) -> image::ImageResult<(&'static str, Vec<u8>)> {
    let mut png = Cursor::new(Vec::new());
    // Eight bits a channel, whatever came in.
    let is_opaque = picture.to_rgba8().pixels().all(|pixel| pixel[3] == u8::MAX);
    if is_opaque {
        picture.to_rgb8().write_to(&mut png, ImageFormat::Png)?;
    } else {
        picture.to_rgba8().write_to(&mut png, ImageFormat::Png)?;
    }
    let png = png.into_inner();
    if !is_opaque || png.len() <= PHOTO_BYTES {
        return Ok(("image/png", png));
    }
    let mut jpeg = Cursor::new(Vec::new());
    picture.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, PHOTO_QUALITY))?;
    Ok(("image/jpeg", jpeg.into_inner()))
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = image::RgbaImage::from_pixel(width, height, Rgba([200, 40, 20, 128]));
        let mut out = Cursor::new(Vec::new());
        let picture = DynamicImage::from(picture);
        let picture = if format == ImageFormat::Jpeg { picture.to_rgb8().into() } else { picture };
        picture.write_to(&mut out, format).unwrap();
        out.into_inner()
    }

    #[test]
    fn a_logo_is_encoded_anew_and_made_smaller() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let stored = encode(&file(2_400, 600, format)).unwrap();
            assert_eq!((stored.width, stored.height, stored.content_type), (1_200, 300, "image/png"), "{format:?}");
            assert!(is_picture_hash(&stored.hash));
            let read = image::load_from_memory(&stored.bytes).unwrap();
            assert_eq!(read.color().has_alpha(), format != ImageFormat::Jpeg);
        }
        // What was hidden behind the picture is gone.
        let mut tail = file(40, 40, ImageFormat::Png);
        tail.extend_from_slice(b"<script>alert(1)</script>");
        assert!(!encode(&tail).unwrap().bytes.windows(8).any(|w| w == b"<script>"));
    }

    #[test]
    fn huge_and_false_pictures_are_refused_with_a_reason() {
        let wide = file(MAX_SIDE + 1, 1, ImageFormat::Png);
        assert_eq!(encode(&wide).unwrap_err(), "Keep the picture to 4,096 pixels on each side.");
        assert_eq!(encode(&vec![0x89; MAX_BYTES + 1]).unwrap_err(), "Keep the picture to 2 MB.");
        let cut = file(400, 400, ImageFormat::Png);
        assert_eq!(encode(&cut[..60]).unwrap_err(), DAMAGED);
        for text in ["", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "GIF89a"] {
            assert_eq!(encode(text.as_bytes()).unwrap_err(), "Upload a PNG, JPEG or WebP.", "{text}");
        }
    }
}
