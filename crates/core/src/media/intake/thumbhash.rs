//! ThumbHashes and blurs: placeholders that are shown until a picture is loaded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, RgbaImage};

use super::decode::{self, Decoded};
use crate::media::MediaError;
use crate::media::colours::Colours;

/// Longest side of the picture that is hashed, in pixels.
const HASH_SIDE: u32 = 100;
/// Longest side of the blur in pixels: one block of WebP, which browsers scale smoothly.
const BLUR_SIDE: u32 = 16;
/// WebP quality of 100: enough for colours, since nothing is sharp.
const BLUR_QUALITY: f32 = 60.0;

/// ThumbHash of a picture whose numbers mean these colours, in base64.
pub fn compute(picture: &DynamicImage, colours: &Colours) -> String {
    // In two steps: a fast one first, then the exact one.
    let small = if picture.width().max(picture.height()) > 4 * HASH_SIDE {
        picture.thumbnail(4 * HASH_SIDE, 4 * HASH_SIDE)
    } else {
        picture.clone()
    };
    let small =
        if small.width().max(small.height()) > HASH_SIDE { small.thumbnail(HASH_SIDE, HASH_SIDE) } else { small };
    let pixels = colours.to_srgb(small).to_rgba8();
    STANDARD.encode(thumbhash::rgba_to_thumb_hash(pixels.width() as usize, pixels.height() as usize, &pixels))
}

/// A ThumbHash rendered as a picture of some 100 bytes in a `data:` URL. Empty for transparent pictures and invalid
/// hashes.
pub fn blur(hash: &str) -> String {
    let Some(hash) = STANDARD.decode(hash).ok().filter(|hash| !hash.is_empty()) else { return String::new() };
    let is_opaque = thumbhash::thumb_hash_to_average_rgba(&hash).is_ok_and(|(.., opaque)| opaque > 0.99);
    let Some((width, height, pixels)) = thumbhash::thumb_hash_to_rgba(&hash).ok().filter(|_| is_opaque) else {
        return String::new();
    };
    let Some(pixels) = RgbaImage::from_raw(width as u32, height as u32, pixels) else { return String::new() };
    let small = DynamicImage::from(pixels).thumbnail(BLUR_SIDE, BLUR_SIDE).to_rgb8();
    let encoded = webp::Encoder::from_rgb(&small, small.width(), small.height()).encode(BLUR_QUALITY);
    format!("data:image/webp;base64,{}", STANDARD.encode(&*encoded))
}

/// ThumbHash of the bytes of a picture.
pub fn compute_from_file(bytes: Vec<u8>) -> Result<String, MediaError> {
    let format = image::guess_format(&bytes).map_err(|_| MediaError::Damaged)?;
    let bytes = decode::strip_for_decoder(bytes, format);
    let Decoded { mut picture, colours, orientation } = decode::read(&bytes, format, decode::limits())?;
    picture.apply_orientation(orientation);
    Ok(compute(&picture, &colours))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean colour of a hash, 0 to 255.
    fn colour(picture: DynamicImage) -> [u8; 3] {
        let hash = STANDARD.decode(compute(&picture, &Colours::default())).unwrap();
        let (r, g, b, _) = thumbhash::thumb_hash_to_average_rgba(&hash).unwrap();
        [r, g, b].map(|part| (part * 255.0).round() as u8)
    }

    #[test]
    fn a_thumbhash_keeps_the_colour_of_pictures_of_any_shape() {
        for (width, height) in [(1, 1), (3000, 1), (1, 3000), (640, 480), (99, 101)] {
            let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 40, 40]));
            let [red, green, _] = colour(picture.into());
            assert!(red > 180 && green < 60, "{width} x {height}: {red} {green}");
        }
    }

    /// The blur of a picture, decoded.
    fn drawn(picture: DynamicImage) -> image::RgbImage {
        let address = blur(&compute(&picture, &Colours::default()));
        assert!(address.len() < 400, "{address}");
        let bytes = STANDARD.decode(address.strip_prefix("data:image/webp;base64,").unwrap()).unwrap();
        image::load_from_memory(&bytes).unwrap().to_rgb8()
    }

    #[test]
    fn a_thumbhash_is_drawn_with_the_shape_and_colours_of_its_picture() {
        let halves = image::RgbImage::from_fn(600, 300, |x, _| {
            if x < 300 { image::Rgb([220, 60, 40]) } else { image::Rgb([30, 70, 200]) }
        });
        let small = drawn(halves.into());
        assert!(small.width() == 16 && (8..=9).contains(&small.height()), "{:?}", small.dimensions());
        let ([left, _, _], [_, _, right]) = (small[(2, 4)].0, small[(13, 4)].0);
        assert!(
            left > small[(13, 4)][0] + 100 && right > small[(2, 4)][2] + 100,
            "{:?} {:?}",
            small[(2, 4)],
            small[(13, 4)]
        );
        for (width, height) in [(1, 1), (3000, 1), (1, 3000), (99, 101)] {
            drawn(image::RgbImage::from_pixel(width, height, image::Rgb([200, 40, 40])).into());
        }
    }

    #[test]
    fn transparent_pictures_and_invalid_hashes_draw_no_blur() {
        let picture = RgbaImage::from_fn(60, 60, |x, _| image::Rgba([200, 40, 40, if x < 30 { 0 } else { 255 }]));
        assert_eq!(blur(&compute(&picture.into(), &Colours::default())), "");
        for hash in ["", "?", "AAAA"] {
            assert_eq!(blur(hash), "", "{hash}");
        }
    }
}
