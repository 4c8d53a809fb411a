//! Turning a picture that lies on its side, as its metadata says, and nothing else of it: its colours keep their
//! profile and their numbers.

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageFormat};
use img_parts::jpeg::Jpeg;
use img_parts::webp::WebP;
use img_parts::{ImageEXIF, ImageICC};

use super::clean;
use crate::media::MediaError;
use crate::media::colours::png_colour_chunks;

/// JPEG quality of 100.
const JPEG_QUALITY: u8 = 90;
/// WebP qualities of 100, the best that is not larger than the file was.
const WEBP_QUALITIES: [f32; 4] = [92.0, 86.0, 80.0, 74.0];

/// Writes a picture that was turned, in the format and with the colour profile of the file that it comes from.
pub(super) fn write(turned: &DynamicImage, original: Vec<u8>, format: ImageFormat) -> Result<Vec<u8>, MediaError> {
    let damaged = |_| MediaError::Damaged;
    let mut out = Cursor::new(Vec::new());
    match format {
        ImageFormat::Jpeg => {
            turned
                .write_with_encoder(JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY))
                .map_err(|_| MediaError::Damaged)?;
            let profile = Jpeg::from_bytes(original.into()).map_err(damaged)?.icc_profile();
            let mut picture = Jpeg::from_bytes(out.into_inner().into()).map_err(damaged)?;
            picture.set_icc_profile(profile);
            Ok(picture.encoder().bytes().to_vec())
        }
        ImageFormat::WebP => {
            let size = original.len();
            let original = WebP::from_bytes(original.into()).map_err(damaged)?;
            let encoded = if original.has_chunk(*b"VP8 ") { lossy(turned, size) } else { lossless(turned) };
            let mut picture = WebP::from_bytes(encoded).map_err(damaged)?;
            picture.set_icc_profile(original.icc_profile());
            Ok(picture.encoder().bytes().to_vec())
        }
        ImageFormat::Png => {
            let encoder = PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive);
            turned.write_with_encoder(encoder).map_err(|_| MediaError::Damaged)?;
            let chunks: Vec<u8> = png_colour_chunks(&original).iter().flat_map(|(_, chunk)| *chunk).copied().collect();
            let mut out = out.into_inner();
            // They stand behind the head, which is as long in each PNG.
            out.splice(PNG_HEAD..PNG_HEAD, chunks);
            Ok(out)
        }
        _ => Err(MediaError::Type),
    }
}

/// Bytes of a PNG's signature and of its first chunk.
const PNG_HEAD: usize = 33;

/// A lossy WebP, about as large as the one before.
fn lossy(turned: &DynamicImage, size: usize) -> Bytes {
    let [first, others @ ..] = WEBP_QUALITIES;
    let encode = |quality| encode_webp(turned, |encoder| encoder.encode(quality));
    let mut encoded = encode(first);
    for quality in others {
        if encoded.len() <= size {
            break;
        }
        encoded = encode(quality);
    }
    encoded
}

fn lossless(turned: &DynamicImage) -> Bytes {
    encode_webp(turned, |encoder| encoder.encode_lossless())
}

fn encode_webp(picture: &DynamicImage, encode: impl Fn(webp::Encoder<'_>) -> webp::WebPMemory) -> Bytes {
    let encoded = if picture.color().has_alpha() {
        let pixels = picture.to_rgba8();
        encode(webp::Encoder::from_rgba(&pixels, pixels.width(), pixels.height()))
    } else {
        let pixels = picture.to_rgb8();
        encode(webp::Encoder::from_rgb(&pixels, pixels.width(), pixels.height()))
    };
    Bytes::copy_from_slice(&encoded)
}

/// A JPEG for print as it is, which only says that it is to be turned: what wrote its inks anew would change them.
/// Browsers turn it.
pub(super) fn say(original: Vec<u8>, orientation: Orientation) -> Result<Vec<u8>, MediaError> {
    let mut picture =
        Jpeg::from_bytes(clean::clean(original, ImageFormat::Jpeg)?.into()).map_err(|_| MediaError::Damaged)?;
    // Source: Exif, "Orientation": a head, and a directory of this one entry.
    let entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.to_exif(), 0, 0];
    picture.set_exif(Some([&b"MM\0*\0\0\0\x08\0\x01"[..], &entry, &[0; 4]].concat().into()));
    Ok(picture.encoder().bytes().to_vec())
}
