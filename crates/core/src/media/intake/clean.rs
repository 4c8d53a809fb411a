//! Removal of metadata from pictures: only what is needed to draw them stays.

use bytes::Bytes;
use image::ImageFormat;
use img_parts::jpeg::{Jpeg, JpegSegment, markers};
use img_parts::png::Png;
use img_parts::webp::WebP;

use super::decode;
use crate::media::MediaError;

/// Version of the cleaning, stored with each file: to be incremented when more is removed.
pub(in crate::media) const CLEANING: i32 = 1;

/// Chunks of a PNG that are needed to draw it, animated ones too.
const PNG_CHUNKS: [&[u8; 4]; 19] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"hIST",
    b"pHYs", b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT",
];
const WEBP_CHUNKS: [&[u8; 4]; 7] = [b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"];

/// The file without metadata, comments, and data after its end.
pub fn clean(bytes: Vec<u8>, format: ImageFormat) -> Result<Vec<u8>, MediaError> {
    match format {
        ImageFormat::Gif => return clean_gif(&bytes).ok_or(MediaError::Damaged),
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP => {}
        _ => return Err(MediaError::Type),
    }
    let mut bytes = Bytes::from(bytes);
    let damaged = |_| MediaError::Damaged;
    let encoded = match format {
        ImageFormat::Jpeg => {
            bytes.truncate(jpeg_end(&bytes).unwrap_or(bytes.len()));
            let mut picture = Jpeg::from_bytes(bytes).map_err(damaged)?;
            picture.segments_mut().retain(draws);
            picture.encoder().bytes()
        }
        ImageFormat::Png => {
            let mut picture = Png::from_bytes(bytes).map_err(damaged)?;
            picture.chunks_mut().retain(|chunk| PNG_CHUNKS.contains(&&chunk.kind()));
            picture.encoder().bytes()
        }
        _ => {
            let mut picture = WebP::from_bytes(bytes).map_err(damaged)?;
            picture.chunks_mut().retain(|chunk| WEBP_CHUNKS.contains(&&chunk.id()));
            let mut encoded = picture.encoder().bytes().to_vec();
            // The header must not name the removed chunks.
            if let Some(flags) = decode::flags(&mut encoded) {
                *flags &= !decode::WEBP_EXIF_AND_XMP;
            }
            return Ok(encoded);
        }
    };
    Ok(encoded.to_vec())
}

/// Of what applications write into a JPEG only how its colours are kept (JFIF, Adobe, ICC) stays: everything else holds
/// places, names or other pictures.
fn draws(segment: &JpegSegment) -> bool {
    match segment.marker() {
        markers::APP0 => segment.contents().starts_with(b"JFIF\0"),
        markers::APP14 => segment.contents().starts_with(b"Adobe"),
        markers::APP2 => segment.contents().starts_with(b"ICC_PROFILE\0"),
        markers::COM => false,
        other => !(markers::APP1..=markers::APP15).contains(&other),
    }
}

/// The position of the end of a JPEG; none without an end marker.
fn jpeg_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        // From marker to marker; in the image data between them 0xFF is followed by 0.
        while *bytes.get(at)? != 0xff || matches!(*bytes.get(at + 1)?, 0 | 0xff | 0xd0..=0xd8 | 0x01) {
            at += 1;
        }
        if bytes[at + 1] == 0xd9 {
            return Some(at + 2);
        }
        let length = u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?]);
        at += 2 + usize::from(length).max(2);
    }
}

/// Extensions for the repetitions of a GIF.
const LOOP_EXTENSIONS: [&[u8; 12]; 2] = [b"\x0bNETSCAPE2.0", b"\x0bANIMEXTS1.0"];

/// A GIF with only its frames, their timing, and its repetitions. None when it is malformed.
fn clean_gif(bytes: &[u8]) -> Option<Vec<u8>> {
    let colours = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + colours(*bytes.get(10)?);
    let mut out = bytes.get(..at)?.to_vec();
    // The graphic control of the next frame. Plain text blocks, which are removed, have one too.
    let mut control: &[u8] = &[];
    loop {
        let from = at;
        let is_picture = match *bytes.get(at)? {
            0x3b => {
                out.push(0x3b);
                return Some(out);
            }
            0x2c => {
                at += 10 + colours(*bytes.get(at + 9)?) + 1;
                true
            }
            0x21 => {
                at += 2;
                false
            }
            _ => return None,
        };
        while *bytes.get(at)? != 0 {
            at += 1 + usize::from(bytes[at]);
        }
        at += 1;
        let block = bytes.get(from..at)?;
        if is_picture {
            if !control.is_empty() {
                out.extend_from_slice(control);
                out.push(0);
            }
            out.extend_from_slice(block);
        }
        // Only the first sub-block of each extension: others may hold anything.
        match block {
            [0x21, 0xf9, 4, ..] => control = &block[..7],
            [0x21, 0xff, rest @ ..]
                if LOOP_EXTENSIONS.iter().any(|name| rest.starts_with(*name))
                    && rest.get(12..14) == Some(b"\x03\x01") =>
            {
                out.extend_from_slice(block.get(..18)?);
                out.push(0);
            }
            [0x21, 0x01, ..] | [0x2c, ..] => control = &[],
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, Frame, RgbaImage};
    use img_parts::jpeg::JpegSegment;

    use super::*;

    fn exists(bytes: &[u8], text: &str) -> bool {
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    }

    fn same_picture(before: &[u8], after: &[u8]) {
        assert_eq!(
            image::load_from_memory(before).unwrap().to_rgba8(),
            image::load_from_memory(after).unwrap().to_rgba8()
        );
    }

    #[test]
    fn data_after_the_end_of_a_picture_is_cut_off() {
        let picture = image::RgbImage::from_fn(64, 48, |x, y| image::Rgb([x as u8 * 3, y as u8 * 5, (x * y) as u8]));
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
            let mut out = Cursor::new(Vec::new());
            DynamicImage::from(picture.clone()).write_to(&mut out, format).unwrap();
            let plain = out.into_inner();
            let hidden = [plain.as_slice(), b"<script>alert(1)</script>"].concat();
            let clean = clean(hidden, format).unwrap();
            assert!(!exists(&clean, "<script>"), "{format:?}");
            same_picture(&plain, &clean);
        }
    }

    #[test]
    fn jpeg_metadata_is_removed_except_the_colour_profile() {
        let mut out = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(16, 16).write_to(&mut out, ImageFormat::Jpeg).unwrap();
        let plain = out.into_inner();
        let mut picture = Jpeg::from_bytes(plain.clone().into()).unwrap();
        for marker in (markers::APP1..=markers::APP15).chain([markers::COM]) {
            picture.segments_mut().insert(
                1,
                JpegSegment::new_with_contents(marker, Bytes::from_static(b"MPF\0 secret, and a marker: \xff\xd9")),
            );
        }
        picture.segments_mut().insert(
            1,
            JpegSegment::new_with_contents(markers::APP2, Bytes::from_static(b"ICC_PROFILE\0\x01\x01 colours")),
        );
        let clean = clean(picture.encoder().bytes().to_vec(), ImageFormat::Jpeg).unwrap();
        assert!(!exists(&clean, "secret") && exists(&clean, "ICC_PROFILE"));
        same_picture(&plain, &clean);
    }

    #[test]
    fn an_animated_gif_keeps_its_frames_and_its_loop_count() {
        let mut plain = Vec::new();
        {
            let mut encoder = image::codecs::gif::GifEncoder::new(&mut plain);
            encoder.set_repeat(image::codecs::gif::Repeat::Infinite).unwrap();
            for shade in 0..5 {
                encoder
                    .encode_frame(Frame::new(RgbaImage::from_pixel(20, 10, image::Rgba([shade * 40, 9, 9, 255]))))
                    .unwrap();
            }
        }
        // A comment before the first frame: "*/=1;alert(1)" is how a picture becomes a script.
        let at = 13 + if plain[10] & 0x80 == 0 { 0 } else { 3 << ((plain[10] & 7) + 1) };
        let comment = b"\x21\xfe\x0d*/=1;alert(1)\0";
        let words = b"\x21\x01\x0c\0\0\0\0\x10\0\x10\0\x08\x08\x01\0\x05words\0";
        let hidden = [&plain[..at], comment, words, &plain[at..]].concat();
        let repeats = hidden.windows(12).position(|window| window == LOOP_EXTENSIONS[0]).unwrap() + 16;
        let hidden = [&hidden[..repeats], b"\x05place", &hidden[repeats..]].concat();
        let control = hidden.windows(3).rposition(|window| window == b"\x21\xf9\x04").unwrap() + 7;
        let hidden = [&hidden[..control], b"\x05place", &hidden[control..]].concat();
        assert_eq!(clean(hidden, ImageFormat::Gif).unwrap(), plain);
        for cut in [0, 12, 20, plain.len() / 2, plain.len() - 1] {
            assert!(clean(plain[..cut].to_vec(), ImageFormat::Gif).is_err(), "{cut}");
        }
    }

    #[test]
    fn cleaning_damaged_pictures_never_panics() {
        let mut jpeg = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(16, 16).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let jpeg = jpeg.into_inner();
        for at in 0..jpeg.len() {
            let mut damaged = jpeg.clone();
            damaged[at] = 0xff;
            let _ = clean(damaged, ImageFormat::Jpeg);
            let _ = clean(jpeg[..at].to_vec(), ImageFormat::Jpeg);
            let mut as_gif = jpeg[at..].to_vec();
            as_gif.splice(0..0, *b"GIF89a\x01\0\x01\0\x80\0\0");
            let _ = clean(as_gif, ImageFormat::Gif);
        }
    }
}
