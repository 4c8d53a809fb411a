use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, Limits};
use mwanga_store::types::MediaKind;

use super::service::MediaError;
use super::{captions, clean, container, decode, thumbhash, video_metadata};

/// What may be uploaded: extension, media type, kind.
const TYPES: [(&str, &str, MediaKind); 9] = [
    ("jpg", "image/jpeg", MediaKind::Image),
    ("jpeg", "image/jpeg", MediaKind::Image),
    ("png", "image/png", MediaKind::Image),
    ("gif", "image/gif", MediaKind::Image),
    ("webp", "image/webp", MediaKind::Image),
    ("mp4", "video/mp4", MediaKind::Video),
    ("webm", "video/webm", MediaKind::Video),
    ("mov", "video/quicktime", MediaKind::Video),
    ("vtt", captions::CONTENT_TYPE, MediaKind::Captions),
];

/// The extensions of [`extension`], of what can stand by itself.
pub fn allowed_extensions() -> Vec<&'static str> {
    TYPES.iter().filter(|(.., kind)| *kind != MediaKind::Captions).map(|(extension, ..)| *extension).collect()
}

/// Whether a file of ours is a picture or a video, by its extension.
pub fn kind(key: &str) -> MediaKind {
    extension(key).and_then(type_of).map_or(MediaKind::Image, |(_, kind)| kind)
}

/// Widest and highest picture in pixels, and the memory that decoding one may take. A camera's 50 megapixels fit.
const MAX_SIDE: u32 = 9_000;
const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;
/// Where a picture says how large it is, behind what a camera wrote; and the memory that reading it may take.
pub const HEAD_BYTES: u64 = 256 * 1024;
const HEAD_MEMORY: u64 = 32 * 1024 * 1024;

/// Whether files with an extension of ours are subtitles.
pub fn is_captions(extension: &str) -> bool {
    type_of(extension).is_some_and(|(_, kind)| kind == MediaKind::Captions)
}

/// The extension of a file name in small letters, if it is one that we take.
pub fn extension(file_name: &str) -> Option<&'static str> {
    let (stem, ext) = file_name.rsplit_once('.')?;
    let ext = ext.to_lowercase();
    TYPES.iter().find(|(known, ..)| *known == ext && !stem.is_empty()).map(|(known, ..)| *known)
}

/// Media type and kind of an extension that [`extension`] knows.
pub fn type_of(extension: &str) -> Option<(&'static str, MediaKind)> {
    TYPES.iter().find(|(known, ..)| *known == extension).map(|(_, content_type, kind)| (*content_type, *kind))
}

/// A file that may become public.
#[derive(Debug)]
pub struct Checked {
    pub bytes: Vec<u8>,
    pub kind: MediaKind,
    pub content_type: &'static str,
    pub size: Option<(u32, u32)>,
    /// Of pictures.
    pub thumbhash: Option<String>,
}

/// Whether the first kilobytes of a file of `size_bytes` are of the type that its extension says.
pub fn agrees(head: &[u8], size_bytes: u64, extension: &str) -> Result<(), MediaError> {
    let (content_type, kind) = type_of(extension).ok_or(MediaError::Type)?;
    let found = infer::get(head).map(|found| found.mime_type());
    // Cameras write the brands of MP4 and QuickTime into each other's files.
    let related = kind == MediaKind::Video
        && matches!(found, Some("video/mp4" | "video/quicktime" | "video/x-m4v"))
        && matches!(extension, "mp4" | "mov");
    let is_whole = kind == MediaKind::Image || container::begins_as_video(head, size_bytes, extension);
    if (found == Some(content_type) || related) && is_whole { Ok(()) } else { Err(MediaError::Type) }
}

/// Name and content must agree, a picture must decode within limits; what a camera wrote about its owner is taken out.
pub fn check(bytes: Vec<u8>, extension: &str) -> Result<Checked, MediaError> {
    let (content_type, kind) = type_of(extension).ok_or(MediaError::Type)?;
    if kind == MediaKind::Captions {
        captions::check(&bytes)?;
        return Ok(Checked { bytes, kind, content_type, size: None, thumbhash: None });
    }
    agrees(&bytes, bytes.len() as u64, extension)?;
    if kind == MediaKind::Video {
        let mut file = Cursor::new(bytes);
        video_metadata::clean(&mut file, extension, |_| Ok(())).map_err(|_| MediaError::Type)?;
        let bytes = file.into_inner();
        return Ok(Checked { bytes, kind, content_type, size: None, thumbhash: None });
    }
    let format = ImageFormat::from_extension(extension).ok_or(MediaError::Type)?;
    let bytes = decode::strip_for_decoder(bytes, format);
    let mut decoder = decode::open(&bytes, format, limits())?;
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(MediaError::Damaged);
    }
    let colours = if format == ImageFormat::Jpeg { decoder.icc_profile().unwrap_or_default() } else { None };
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| MediaError::Damaged)?;
    let turned = orientation != image::metadata::Orientation::NoTransforms;
    let bytes = if turned {
        picture.apply_orientation(orientation);
        let mut out = Cursor::new(Vec::new());
        let written = match format {
            ImageFormat::Jpeg => {
                let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 90);
                if let Some(colours) = colours {
                    // Without it the wide colours of phones come out dull. An encoder that cannot keep it loses no more
                    // than that.
                    let _ = encoder.set_icc_profile(colours);
                }
                picture.write_with_encoder(encoder)
            }
            other => picture.write_to(&mut out, other),
        };
        written.map_err(|_| MediaError::Damaged)?;
        out.into_inner()
    } else {
        clean::clean(bytes, format)?
    };
    Ok(Checked {
        bytes,
        kind,
        content_type,
        size: Some((picture.width(), picture.height())),
        thumbhash: Some(thumbhash::of(&picture)),
    })
}

/// What a picture may take while it is decoded.
pub fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    limits
}

/// The memory that the decoded picture takes, by the first [`HEAD_BYTES`] of its file; none where they do not say it.
pub async fn decoded_bytes(bytes: &[u8], extension: &str) -> Option<u64> {
    let format = ImageFormat::from_extension(extension)?;
    let head = bytes[..bytes.len().min(HEAD_BYTES as usize)].to_vec();
    let mut limits = limits();
    limits.max_alloc = Some(HEAD_MEMORY);
    let look = move || Some(decode::open(&decode::strip_for_decoder(head, format), format, limits).ok()?.total_bytes());
    tokio::task::spawn_blocking(look).await.ok()?
}

#[cfg(test)]
mod tests {
    use img_parts::ImageEXIF;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(width, height).write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn name_and_content_must_agree() {
        assert_eq!(check(png(4, 3), "png").unwrap().size, Some((4, 3)));
        for (bytes, ext) in [
            (png(4, 3), "jpg"),
            (png(4, 3), "mp4"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "png"),
            (b"<html><script>alert(1)</script>".to_vec(), "gif"),
            (b"GIF89a<script>alert(1)</script>".to_vec(), "gif"),
            (Vec::new(), "png"),
            (png(4, 3)[..20].to_vec(), "png"),
        ] {
            assert!(check(bytes, ext).is_err(), "{ext}");
        }
        assert!(extension("photo.svg").is_none() && extension(".png").is_none() && extension("png").is_none());
        assert_eq!(extension("Photo.JPEG"), Some("jpeg"));
    }

    #[test]
    fn a_picture_too_large_to_decode_is_refused() {
        assert!(check(png(MAX_SIDE + 1, 1), "png").is_err());
    }

    #[test]
    fn what_the_camera_wrote_is_taken_out() {
        let mut out = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(8, 4).write_to(&mut out, ImageFormat::Jpeg).unwrap();
        let mut jpeg = img_parts::jpeg::Jpeg::from_bytes(out.into_inner().into()).unwrap();
        // A TIFF header with orientation 6 (turn right), as phones write it.
        let exif =
            [b"MM\0*\0\0\0\x08".as_slice(), b"\0\x01", b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0", b"\0\0\0\0", b"Nairobi"]
                .concat();
        jpeg.set_exif(Some(exif.into()));
        let checked = check(jpeg.encoder().bytes().to_vec(), "jpg").unwrap();
        assert_eq!(checked.size, Some((4, 8)), "it was not turned");
        assert!(!checked.bytes.windows(7).any(|w| w == b"Nairobi"));
    }
}
