//! Content checks: the content must match the extension, and a picture must decode within limits.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ImageDecoder, ImageFormat};
use mwanga_store::types::MediaKind;
use sha2::{Digest, Sha256};

use super::decode::Decoded;
use super::words::FileWords;
use super::{captions, clean, container, decode, thumbhash, turn};
use crate::media::MediaError;
use crate::media::types::{self, type_of};
use crate::media::video::metadata;

/// Bytes at the beginning of a picture that tell its size, also after the metadata of cameras; and the memory limit for
/// reading them.
pub const HEAD_BYTES: u64 = 256 * 1024;
const HEAD_MEMORY: u64 = 32 * 1024 * 1024;

/// A file that may become public.
#[derive(Debug, PartialEq, Eq)]
pub struct CheckedFile {
    pub bytes: Vec<u8>,
    pub kind: MediaKind,
    pub content_type: &'static str,
    pub size: Option<(u32, u32)>,
    /// Only of pictures.
    pub thumbhash: Option<String>,
    /// What the file said of itself. Whose rights it is still stands in it.
    pub words: FileWords,
    /// SHA-256 in hex of the file as it came; `None` where that is not known.
    pub upload_sha256: Option<String>,
}

/// SHA-256 of a file in lower-case hex, as `CheckedFile` has it.
pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Checks that the first kilobytes of a file of `size_bytes` are of the type of its extension.
pub fn check_type(head: &[u8], size_bytes: u64, extension: &str) -> Result<(), MediaError> {
    let (content_type, kind) = type_of(extension).ok_or(MediaError::Type)?;
    let found = infer::get(head).map(|found| found.mime_type());
    // Cameras write the brands of MP4 and QuickTime into each other's files.
    let related = kind == MediaKind::Video
        && matches!(found, Some("video/mp4" | "video/quicktime" | "video/x-m4v"))
        && matches!(extension, "mp4" | "mov");
    let is_whole = kind == MediaKind::Image || container::has_video_structure(head, size_bytes, extension);
    if (found == Some(content_type) || related) && is_whole { Ok(()) } else { Err(MediaError::Type) }
}

/// The extension of a picture, by its first bytes; none where it is of no kind that can be uploaded.
pub fn picture_extension(head: &[u8]) -> Option<&'static str> {
    infer::get(head).and_then(|found| types::picture_extension_of(found.mime_type()))
}

/// Checks a file, and removes its metadata. Pictures are rotated as their metadata says. Takes a processor for as long
/// as it decodes one.
///
/// # Errors
///
/// [`MediaError::Type`] or [`MediaError::Damaged`]: it is not what its extension says, or too large to decode.
pub fn check(bytes: Vec<u8>, extension: &str) -> Result<CheckedFile, MediaError> {
    let (content_type, kind) = type_of(extension).ok_or(MediaError::Type)?;
    let upload_sha256 = Some(sha256(&bytes));
    let without_picture = |bytes| CheckedFile {
        bytes,
        kind,
        content_type,
        size: None,
        thumbhash: None,
        words: FileWords::default(),
        upload_sha256: upload_sha256.clone(),
    };
    if kind == MediaKind::Captions {
        captions::check(&bytes)?;
        return Ok(without_picture(bytes));
    }
    check_type(&bytes, bytes.len() as u64, extension)?;
    if kind == MediaKind::Video {
        let mut file = Cursor::new(bytes);
        metadata::clean(&mut file, extension, |_| Ok(())).map_err(|_| MediaError::Type)?;
        return Ok(without_picture(file.into_inner()));
    }
    let format = ImageFormat::from_extension(extension).ok_or(MediaError::Type)?;
    let words = FileWords::read(&bytes, format);
    let bytes = decode::strip_for_decoder(bytes, format);
    let Decoded { mut picture, colours, orientation } = decode::read(&bytes, format, decode::limits())?;
    picture.apply_orientation(orientation);
    let bytes = match orientation {
        Orientation::NoTransforms => clean::clean(bytes, format)?,
        _ if colours.is_cmyk() => turn::say(bytes, orientation)?,
        _ => turn::write(&picture, bytes, format)?,
    };
    Ok(CheckedFile {
        bytes: words.write_rights(bytes, format),
        kind,
        content_type,
        size: Some((picture.width(), picture.height())),
        thumbhash: Some(thumbhash::compute(&picture, &colours)),
        words,
        upload_sha256,
    })
}

/// Bytes of the decoded picture, by the first [`HEAD_BYTES`] of its file; none when they do not tell it.
pub async fn decoded_bytes(bytes: &[u8], extension: &str) -> Option<u64> {
    let format = ImageFormat::from_extension(extension)?;
    let head = bytes[..bytes.len().min(HEAD_BYTES as usize)].to_vec();
    let mut limits = decode::limits();
    limits.max_alloc = Some(HEAD_MEMORY);
    let look = move || Some(decode::open(&decode::strip_for_decoder(head, format), format, limits).ok()?.total_bytes());
    tokio::task::spawn_blocking(look).await.ok()?
}

#[cfg(test)]
mod tests {
    use image::DynamicImage;
    use img_parts::ImageEXIF;

    use super::*;
    use crate::media::types::extension;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(width, height).write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn a_file_whose_extension_and_content_differ_is_refused() {
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
        assert!(check(png(decode::MAX_SIDE + 1, 1), "png").is_err());
    }

    #[test]
    fn exif_metadata_is_removed_and_the_rotation_applied() {
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
