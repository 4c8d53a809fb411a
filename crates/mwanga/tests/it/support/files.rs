//! Sample media files.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(width, height).write_to(&mut out, format).expect("a picture");
    out.into_inner()
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    picture(width, height, ImageFormat::Png)
}

/// A photo 8 wide and 4 high as a phone held upright writes it: to be turned, and with the owner's place in it.
pub fn jpeg_of_a_phone() -> Vec<u8> {
    let plain = picture(8, 4, ImageFormat::Jpeg);
    // Orientation 6 (https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf, 4.6.4), then words that nobody
    // else should read.
    let exif = [
        b"Exif\0\0MM\0*\0\0\0\x08".as_slice(),
        b"\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
        b"Kilimani, Nairobi",
    ]
    .concat();
    let length = u16::try_from(exif.len() + 2).expect("a short segment").to_be_bytes();
    [&plain[..2], &[0xff, 0xe1], &length, &exif, &plain[2..]].concat()
}

/// An MP4 file with these bytes for its video.
pub fn mp4_with(video: Vec<u8>) -> Vec<u8> {
    let size = u32::try_from(video.len() + 8).expect("a small video").to_be_bytes();
    [mp4(), size.to_vec(), b"mdat".to_vec(), video].concat()
}

/// The head of an MP4 file.
pub fn mp4() -> Vec<u8> {
    [b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".as_slice(), b"\0\0\0\x08free"].concat()
}
