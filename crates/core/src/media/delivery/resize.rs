//! Copies of pictures for smaller screens, mail programs and shared links, in sRGB, created at the first request and
//! cached on disk.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, RgbImage};
use mwanga_store::entities::media_item;
use tokio::io::AsyncWriteExt;

use super::byte_source::{ByteSource, Delivery};
use crate::core_state::{Core, Part};
use crate::media::intake::decode::{self, Decoded};
use crate::media::storage::{Bucket, Folder, MediaStore};
use crate::media::variants::{SHARE_BYTES, Variant};
use crate::media::{MediaError, memory};

/// WebP quality of 100. Below it flat colours begin to show edges.
const QUALITY: f32 = 82.0;
/// JPEG quality of 100.
const JPEG_QUALITY: u8 = 82;
/// JPEG qualities beside shared links, from the best.
const SHARE_QUALITIES: [u8; 6] = [82, 74, 66, 56, 44, 30];

/// State of a variant.
#[derive(Clone, Debug)]
pub(super) enum VariantState {
    Ready(Delivery),
    /// The original is delivered: it is narrow enough, or animated.
    NotNeeded,
    /// It could not be created, or not in time.
    Unavailable,
}

/// The variants that this process creates now, each once for all requests that wait for it.
#[derive(Default)]
pub struct RunningVariants(Mutex<HashMap<String, Shared<BoxFuture<'static, VariantState>>>>);

impl Part for RunningVariants {}

impl Core {
    fn running_variants(&self) -> &RunningVariants {
        self.part()
    }
}

impl RunningVariants {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Shared<BoxFuture<'static, VariantState>>>> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// The variant of a recorded picture, created at the first request. A request waits for it up to
/// [`copy`](crate::config::Timeouts::copy), of mails up to [`mail_copy`](crate::config::Timeouts::mail_copy); after
/// that it is still completed in the background.
pub(super) async fn find_or_create(core: &Core, item: &media_item::Model, variant: Variant) -> VariantState {
    let original_width = item.width.and_then(|width| u32::try_from(width).ok()).unwrap_or(0);
    if !variant.is_made(&item.object_key, original_width) {
        return VariantState::NotNeeded;
    }
    let found = match &**core.media() {
        MediaStore::Folder(folder) => {
            let path = folder.variant_path(&item.object_key, variant);
            tokio::fs::try_exists(&path).await.unwrap_or(false).then_some(VariantState::Ready(Delivery::File(path)))
        }
        MediaStore::Bucket(bucket) => bucket.cache.find(&cached_name(bucket, item, variant)).await.map(from_cache),
    };
    if let Some(found) = found {
        return found;
    }
    let creating = {
        let name = variant.path(&item.object_key);
        let mut running = core.running_variants().running();
        running.get(&name).cloned().unwrap_or_else(|| {
            let creating = spawn_create(core.clone(), item.clone(), variant, name.clone());
            running.insert(name, creating.clone());
            creating
        })
    };
    let patience = if variant.has_fixed_type() { core.config.timeouts.mail_copy } else { core.config.timeouts.copy };
    tokio::time::timeout(patience, creating).await.unwrap_or(VariantState::Unavailable)
}

fn spawn_create(
    core: Core,
    item: media_item::Model,
    variant: Variant,
    name: String,
) -> Shared<BoxFuture<'static, VariantState>> {
    let work = async move {
        let created = create(&core, &item, variant).await;
        core.running_variants().running().remove(&name);
        created.unwrap_or_else(|e| {
            tracing::warn!(key = item.object_key, ?variant, "no copy could be made, the picture itself is sent: {e}");
            VariantState::Unavailable
        })
    };
    let work = tokio::spawn(work);
    async { work.await.unwrap_or(VariantState::Unavailable) }.boxed().shared()
}

async fn create(core: &Core, item: &media_item::Model, variant: Variant) -> Result<VariantState, MediaError> {
    store(core, item, variant, decode_and_resize(core, item, variant)).await
}

/// Stores a variant that [`resize`] made before, so that no request waits for it. One that is there already stays.
pub async fn store_variant(
    core: &Core,
    item: &media_item::Model,
    variant: Variant,
    bytes: Vec<u8>,
) -> Result<(), MediaError> {
    store(core, item, variant, async { Ok(Some(bytes)) }).await.map(drop)
}

/// Stores what `copy` makes, if there is none; none is made of an animated picture.
async fn store(
    core: &Core,
    item: &media_item::Model,
    variant: Variant,
    copy: impl Future<Output = Result<Option<Vec<u8>>, MediaError>>,
) -> Result<VariantState, MediaError> {
    match &**core.media() {
        MediaStore::Folder(folder) => store_in_folder(folder, item, variant, copy).await,
        MediaStore::Bucket(bucket) => {
            // Empty bytes stand for an animated picture.
            let copy = async { Ok::<_, MediaError>(copy.await?.unwrap_or_default().into()) };
            bucket.cache.get_or_insert(&cached_name(bucket, item, variant), |_| true, copy).await.map(from_cache)
        }
    }
}

fn cached_name(bucket: &Bucket, item: &media_item::Model, variant: Variant) -> String {
    bucket.cached_name(&variant.path(&item.object_key))
}

fn from_cache(copy: Bytes) -> VariantState {
    if copy.is_empty() {
        VariantState::NotNeeded
    } else {
        VariantState::Ready(Delivery::Stream(ByteSource::Memory(copy)))
    }
}

async fn store_in_folder(
    folder: &Folder,
    item: &media_item::Model,
    variant: Variant,
    copy: impl Future<Output = Result<Option<Vec<u8>>, MediaError>>,
) -> Result<VariantState, MediaError> {
    let path = folder.variant_path(&item.object_key, variant);
    // It may have been completed since it was looked for.
    if tokio::fs::try_exists(&path).await? {
        return Ok(VariantState::Ready(Delivery::File(path)));
    }
    let Some(copy) = copy.await? else { return Ok(VariantState::NotNeeded) };
    let mut temp_file = folder.temp_file().await?;
    temp_file.file.write_all(&copy).await?;
    match folder.commit_variant(temp_file, &path).await {
        // Another process has written the same variant.
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
        outcome => outcome.map_err(MediaError::from_storage)?,
    }
    Ok(VariantState::Ready(Delivery::File(path)))
}

async fn decode_and_resize(
    core: &Core,
    item: &media_item::Model,
    variant: Variant,
) -> Result<Option<Vec<u8>>, MediaError> {
    let size_bytes = item.size_bytes.unsigned_abs();
    core.media().prefetch(&item.object_key, size_bytes).await?;
    let memory = memory::reserve_for_item(item).await?;
    let bytes = core.media().read(&item.object_key, size_bytes).await?;
    let resize = move || {
        let _memory = memory;
        resize(bytes.into(), variant)
    };
    tokio::task::spawn_blocking(resize).await.map_err(|_| MediaError::Damaged)?
}

/// Makes a copy of a picture, as wide as `variant` says or as the picture is; none for pages of an animated one. The
/// picture was checked when it was recorded.
///
/// # Errors
///
/// [`MediaError::Damaged`]: it is no picture, or larger than the limits.
pub fn resize(bytes: Vec<u8>, variant: Variant) -> Result<Option<Vec<u8>>, MediaError> {
    let format = image::guess_format(&bytes).map_err(|_| MediaError::Damaged)?;
    let bytes = decode::strip_for_decoder(bytes, format);
    let is_animated = format == ImageFormat::WebP
        && WebPDecoder::new(Cursor::new(&bytes)).is_ok_and(|decoder| decoder.has_animation());
    if is_animated && matches!(variant, Variant::Page { .. }) {
        return Ok(None);
    }
    let Decoded { mut picture, colours, orientation } = decode::read(&bytes, format, decode::limits())?;
    picture.apply_orientation(orientation);
    let (width, height) = variant.size((picture.width(), picture.height()));
    if width < picture.width() {
        picture = picture.resize_exact(width, height, FilterType::Triangle);
    }
    encode(&colours.to_srgb(picture), variant).map(Some)
}

fn encode(picture: &DynamicImage, variant: Variant) -> Result<Vec<u8>, MediaError> {
    match variant {
        Variant::Page { .. } if picture.color().has_alpha() => {
            let pixels = picture.to_rgba8();
            Ok(webp::Encoder::from_rgba(&pixels, pixels.width(), pixels.height()).encode(QUALITY).to_vec())
        }
        Variant::Page { .. } => {
            let pixels = picture.to_rgb8();
            Ok(webp::Encoder::from_rgb(&pixels, pixels.width(), pixels.height()).encode(QUALITY).to_vec())
        }
        Variant::Mail { transparent: true, .. } => png(picture),
        Variant::Mail { transparent: false, .. } => jpeg(picture, JPEG_QUALITY),
        Variant::Share => within_share_bytes(picture),
    }
}

/// The best copy of at most [`SHARE_BYTES`]: of lower quality, and smaller where that does not do.
fn within_share_bytes(picture: &DynamicImage) -> Result<Vec<u8>, MediaError> {
    let (mut smaller, mut copy) = (None::<DynamicImage>, Vec::new());
    loop {
        let picture = smaller.as_ref().unwrap_or(picture);
        for quality in SHARE_QUALITIES {
            copy = jpeg(picture, quality)?;
            if copy.len() <= SHARE_BYTES {
                return Ok(copy);
            }
        }
        if picture.width().max(picture.height()) < 64 {
            return Ok(copy);
        }
        let factor = (SHARE_BYTES as f64 / copy.len() as f64).sqrt() * 0.95;
        let side = |pixels: u32| ((f64::from(pixels) * factor) as u32).max(1);
        smaller = Some(picture.resize_exact(side(picture.width()), side(picture.height()), FilterType::Triangle));
    }
}

fn png(picture: &DynamicImage) -> Result<Vec<u8>, MediaError> {
    let mut encoded = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut encoded, CompressionType::default(), PngFilter::Adaptive);
    picture.to_rgba8().write_with_encoder(encoder).map_err(|_| MediaError::Damaged)?;
    Ok(encoded)
}

fn jpeg(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>, MediaError> {
    let mut encoded = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut encoded, quality);
    on_white(picture).write_with_encoder(encoder).map_err(|_| MediaError::Damaged)?;
    Ok(encoded)
}

/// What is transparent becomes white.
fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let pixels = picture.to_rgba8();
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, opacity] = pixels.get_pixel(x, y).0.map(u32::from);
        let mix = |colour: u32| ((colour * opacity + 255 * (255 - opacity)) / 255) as u8;
        image::Rgb([mix(red), mix(green), mix(blue)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::intake::check;

    /// A WebP 600 pixels wide whose head says so, with a place and other words behind the picture.
    fn webp_with_words() -> Vec<u8> {
        let mut picture = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(600, 300).write_to(&mut picture, ImageFormat::WebP).unwrap();
        let head = b"VP8X\x0a\0\0\0\x0c\0\0\0\x57\x02\0\x2b\x01\0";
        let chunks = [head, &picture.get_ref()[12..], b"EXIF\x08\0\0\0Kilimani", b"XMP \x06\0\0\0Amina "].concat();
        [b"RIFF", &(chunks.len() as u32 + 4).to_le_bytes()[..], b"WEBP", &chunks].concat()
    }

    #[test]
    fn a_webp_without_its_metadata_can_be_decoded() {
        let whole = webp_with_words();
        let clean = check::check(whole.clone(), "webp").unwrap();
        assert!(!clean.bytes.windows(8).any(|window| window == b"Kilimani"));
        assert_eq!(clean.size, Some((600, 300)));
        assert!(image::load_from_memory(&clean.bytes).is_ok());
        assert!(resize(clean.bytes.clone(), Variant::Page { width: 240 }).unwrap().is_some());
        // As an earlier version left them: the words are gone, and the head names them.
        let mut named = clean.bytes;
        named[20] |= 0x0c;
        assert!(image::load_from_memory(&named).is_err());
        assert!(resize(named, Variant::Page { width: 240 }).unwrap().is_some());
    }

    #[tokio::test]
    async fn the_decoded_size_is_read_from_the_head_of_a_picture() {
        let mut large = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(8_000, 2_000).write_to(&mut large, ImageFormat::Png).unwrap();
        assert_eq!(check::decoded_bytes(large.get_ref(), "png").await, Some(48_000_000));
        let webp = webp_with_words();
        let cut = webp.len() - 20;
        assert_eq!(
            check::decoded_bytes(&webp[..cut], "webp").await,
            Some(600 * 300 * 3),
            "where the words lie further behind"
        );
    }

    #[test]
    fn a_resized_copy_keeps_the_aspect_ratio_and_transparency() {
        let mut png = Cursor::new(Vec::new());
        DynamicImage::new_rgba8(1000, 500).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let copy =
            image::load_from_memory(&resize(png.into_inner(), Variant::Page { width: 480 }).unwrap().unwrap()).unwrap();
        assert_eq!((copy.width(), copy.height(), copy.to_rgba8().get_pixel(9, 9).0[3]), (480, 240, 0));
    }

    #[test]
    fn a_copy_for_mails_is_jpeg_or_png_and_never_enlarged() {
        let mail = |width, transparent| Variant::Mail { width, transparent };
        let file = |picture: DynamicImage, format| {
            let mut file = Cursor::new(Vec::new());
            picture.write_to(&mut file, format).unwrap();
            file.into_inner()
        };
        let made = |bytes: Vec<u8>, variant| {
            let copy = resize(bytes, variant).unwrap().unwrap();
            (image::guess_format(&copy).unwrap(), image::load_from_memory(&copy).unwrap())
        };
        let photo = file(DynamicImage::new_rgb8(1_000, 500), ImageFormat::WebP);
        let (format, copy) = made(photo.clone(), mail(600, false));
        assert_eq!((format, copy.width(), copy.height()), (ImageFormat::Jpeg, 600, 300));
        assert_eq!(made(photo, mail(1_200, false)).1.width(), 1_000);
        let logo = file(DynamicImage::new_rgba8(90, 30), ImageFormat::Png);
        let (format, copy) = made(logo.clone(), mail(600, true));
        assert_eq!((format, copy.width(), copy.to_rgba8().get_pixel(3, 3).0[3]), (ImageFormat::Png, 90, 0));
        // Asked for as JPEG, what is seen through is white.
        let (format, copy) = made(logo, mail(600, false));
        assert_eq!((format, copy.to_rgb8().get_pixel(3, 3).0), (ImageFormat::Jpeg, [255, 255, 255]));
    }
}
