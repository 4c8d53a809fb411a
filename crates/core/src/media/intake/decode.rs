//! Decoding of untrusted pictures: their metadata must not take more memory than the file.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::media::MediaError;
use crate::media::colours::Colours;

/// Most bytes of a compressed colour profile in a PNG: a decoder always decompresses it, up to a thousandfold. Cameras
/// and screens need 3 kB.
const MAX_PACKED_COLOR_PROFILE: usize = 16 * 1024;

/// Opens a decoder for a picture or the beginning of one; it has read the header.
///
/// # Errors
///
/// [`MediaError::Damaged`]: it is no picture, or larger than the limits.
pub fn open<'a>(bytes: &'a [u8], format: ImageFormat, limits: Limits) -> Result<impl ImageDecoder + 'a, MediaError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader.into_decoder().map_err(|_| MediaError::Damaged)
}

/// A picture with the numbers of its file, as they lie there.
pub struct Decoded {
    /// Inks where [`Colours`] say so.
    pub picture: DynamicImage,
    pub colours: Colours,
    /// What is to be done before it stands upright.
    pub orientation: Orientation,
}

impl Decoded {
    /// The picture upright and in sRGB, at its own size.
    pub fn into_srgb(self) -> DynamicImage {
        let mut picture = self.colours.to_srgb(self.picture);
        picture.apply_orientation(self.orientation);
        picture
    }
}

/// Decodes a picture.
///
/// # Errors
///
/// [`MediaError::Damaged`]: it is no picture, or larger than the limits.
pub fn read(bytes: &[u8], format: ImageFormat, limits: Limits) -> Result<Decoded, MediaError> {
    let max_bytes = limits.max_alloc.unwrap_or(u64::MAX);
    let mut decoder = open(bytes, format, limits)?;
    if decoder.total_bytes() > max_bytes {
        return Err(MediaError::Damaged);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let icc = decoder.icc_profile().unwrap_or_default();
    if format == ImageFormat::Jpeg
        && let Some(inks) = read_inks(bytes, max_bytes)?
    {
        return Ok(Decoded { picture: inks.into(), colours: Colours::of_profile(icc, true), orientation });
    }
    let colours = match format {
        ImageFormat::Png => Colours::of_png(bytes, icc),
        _ => Colours::of_profile(icc, false),
    };
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| MediaError::Damaged)?;
    Ok(Decoded { picture, colours, orientation })
}

/// The inks of a JPEG for print, 255 for all of one; none of a JPEG for screens. The `image` crate knows no inks.
fn read_inks(bytes: &[u8], max_bytes: u64) -> Result<Option<RgbaImage>, MediaError> {
    let mut options = DecoderOptions::default().set_strict_mode(false);
    options = options.set_max_width(MAX_SIDE as usize).set_max_height(MAX_SIDE as usize);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| MediaError::Damaged)?;
    let Some(written @ (ColorSpace::CMYK | ColorSpace::YCCK)) = decoder.input_colorspace() else { return Ok(None) };
    decoder.set_options(options.jpeg_set_out_colorspace(written));
    let (width, height) = decoder.dimensions().ok_or(MediaError::Damaged)?;
    if width as u64 * height as u64 * 4 > max_bytes {
        return Err(MediaError::Damaged);
    }
    let mut inks = decoder.decode().map_err(|_| MediaError::Damaged)?;
    for pixel in inks.chunks_exact_mut(4) {
        if written == ColorSpace::YCCK {
            // Source: JFIF, "conversion to RGB", here of what each ink leaves over, inverted.
            let [y, blue, red] = [pixel[0], pixel[1], pixel[2]].map(f32::from);
            let (blue, red) = (blue - 128.0, red - 128.0);
            let colours = [y + 1.402 * red, y - 0.344_136 * blue - 0.714_136 * red, y + 1.772 * blue];
            for (ink, colour) in pixel.iter_mut().zip(colours) {
                *ink = colour.round().clamp(0.0, 255.0) as u8;
            }
            pixel[3] = 255 - pixel[3];
        } else {
            // As Adobe writes them and browsers read them: 255 for none of an ink.
            pixel.iter_mut().for_each(|ink| *ink = 255 - *ink);
        }
    }
    RgbaImage::from_raw(width as u32, height as u32, inks).map(Some).ok_or(MediaError::Damaged)
}

/// Removes metadata for which a decoder would reserve much memory. Works for the beginning of a picture too.
pub fn strip_for_decoder(mut bytes: Vec<u8>, format: ImageFormat) -> Vec<u8> {
    match format {
        ImageFormat::Png => strip_large_color_profiles(bytes),
        ImageFormat::WebP => {
            bytes.truncate(end_of_whole_chunks(&bytes));
            // Metadata that the header names may be missing now, which a decoder takes for damage.
            if let Some(flags) = flags(&mut bytes) {
                *flags &= !WEBP_EXIF_AND_XMP;
            }
            bytes
        }
        _ => bytes,
    }
}

fn strip_large_color_profiles(bytes: Vec<u8>) -> Vec<u8> {
    let mut left = Vec::new();
    let (mut at, mut copied_to) = (8, 0);
    while let Some(header) = bytes.get(at..at + 8) {
        let (length, kind) = header.split_at(4);
        let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize;
        let end = at.saturating_add(length).saturating_add(12).min(bytes.len());
        // After the first image data no profile is read.
        if kind == b"IDAT" {
            break;
        }
        if kind == b"iCCP" && length > MAX_PACKED_COLOR_PROFILE {
            left.extend_from_slice(&bytes[copied_to..at]);
            copied_to = end;
        }
        at = end;
    }
    if copied_to == 0 {
        return bytes;
    }
    left.extend_from_slice(&bytes[copied_to..]);
    left
}

/// The flags in the extended header (`VP8X`) of a WebP, if it has one.
pub fn flags(bytes: &mut [u8]) -> Option<&mut u8> {
    if bytes.get(12..16)? == b"VP8X" { bytes.get_mut(20) } else { None }
}

/// The flags of [`flags`] that name the chunks `EXIF` and `XMP `.
pub const WEBP_EXIF_AND_XMP: u8 = 0x0c;

/// Where a WebP's last chunk ends that lies in it whole, or holds some of the picture: a decoder reserves what a chunk
/// beside the picture says that it holds.
fn end_of_whole_chunks(bytes: &[u8]) -> usize {
    let mut at = 12usize;
    while let Some(header) = bytes.get(at..at + 8) {
        let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        let end = at.saturating_add(8).saturating_add(length).saturating_add(length % 2);
        if end > bytes.len().saturating_add(length % 2) && matches!(&header[..4], b"ICCP" | b"EXIF" | b"XMP ") {
            return at;
        }
        at = end;
    }
    bytes.len()
}

/// Widest and highest picture in pixels, and the memory that decoding one may take. A camera's 50 megapixels fit.
pub const MAX_SIDE: u32 = 9_000;
pub const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;
/// Decoding limits of a picture: width, height and memory.
pub fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_colour_profiles_are_stripped_before_decoding() {
        let mut picture = Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(4, 3).write_to(&mut picture, ImageFormat::Png).unwrap();
        let plain = picture.into_inner();
        let chunk =
            |kind: &[u8], length: usize| [&(length as u32).to_be_bytes()[..], kind, &vec![7; length], b"crc!"].concat();
        let (large, small, words) =
            (chunk(b"iCCP", MAX_PACKED_COLOR_PROFILE + 1), chunk(b"iCCP", MAX_PACKED_COLOR_PROFILE), chunk(b"tEXt", 9));
        let with = |chunks: &[&[u8]]| [&plain[..33], &chunks.concat(), &plain[33..]].concat();
        for (before, after) in [
            (with(&[]), with(&[])),
            (with(&[&large, &words, &large, &small]), with(&[&words, &small])),
            (with(&[&words, &small]), with(&[&words, &small])),
            (with(&[&large])[..2_000].to_vec(), plain[..33].to_vec()),
            (b"no picture".to_vec(), b"no picture".to_vec()),
        ] {
            assert!(strip_for_decoder(before, ImageFormat::Png) == after);
        }
    }

    #[test]
    fn oversized_webp_metadata_is_cut_before_decoding() {
        let mut picture = Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(4, 3).write_to(&mut picture, ImageFormat::WebP).unwrap();
        let simple = picture.into_inner();
        let head = [&b"VP8X\x0a\0\0\0\x0c\0\0\0"[..], &[3, 0, 0], &[2, 0, 0]].concat();
        for chunk in [&b"EXIF\xff\xff\xff\xffPlace"[..], b"XMP \xf0\xff\xff\x7f", b"EXIF\x05\0\0\0Place\0"] {
            let file = [&b"RIFF\xff\xff\0\0WEBP"[..], &head, &simple[12..], chunk].concat();
            let fit = strip_for_decoder(file.clone(), ImageFormat::WebP);
            assert_eq!(fit.len() == file.len(), chunk.ends_with(b"\0"), "{chunk:?}");
            let mut decoder = open(&fit, ImageFormat::WebP, Limits::default()).unwrap();
            assert_eq!(decoder.dimensions(), (4, 3));
            assert!(decoder.exif_metadata().unwrap().is_none_or(|exif| exif == b"Place"));
        }
    }
}
