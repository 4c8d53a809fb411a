//! What a picture looks like from far away, in some 30 characters: shown until the picture itself is there.

use std::io::ErrorKind;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::DynamicImage;
use mwanga_store::queries;
use mwanga_store::types::MediaId;

use super::service::{MediaError, room_for};
use super::{check, opening};
use crate::Core;

/// The side of the square that a picture is shrunk into first.
const SIDE: u32 = 100;
/// Rows looked at in one go.
const ROWS: u64 = 100;

/// ThumbHash of a picture, in base64.
pub fn of(picture: &DynamicImage) -> String {
    // Twice: the quick way leaves little for the exact one to do.
    let small = if picture.width().max(picture.height()) > 4 * SIDE { picture.thumbnail(4 * SIDE, 4 * SIDE) } else { picture.clone() };
    let small = if small.width().max(small.height()) > SIDE { small.thumbnail(SIDE, SIDE) } else { small };
    let pixels = small.to_rgba8();
    STANDARD.encode(thumbhash::rgba_to_thumb_hash(pixels.width() as usize, pixels.height() as usize, &pixels))
}

fn of_file(bytes: Vec<u8>) -> Result<String, MediaError> {
    let format = image::guess_format(&bytes).map_err(|_| MediaError::Damaged)?;
    let bytes = opening::fit_to_open(bytes, format);
    let picture = DynamicImage::from_decoder(opening::open(&bytes, format, check::limits())?).map_err(|_| MediaError::Damaged)?;
    Ok(of(&picture))
}

/// Makes those of pictures that an earlier version recorded, in its own time; what cannot be reached now is left for the next start.
pub async fn fill_missing(core: &Core) -> Result<u64, MediaError> {
    let (mut after, mut filled) = (MediaId(0), 0);
    loop {
        let items = queries::media::without_thumbhash(core.store.reader(), after, ROWS).await?;
        let Some(last) = items.last() else { return Ok(filled) };
        after = last.id;
        for item in items {
            if core.stopping.is_cancelled() {
                return Ok(filled);
            }
            let made = {
                let size_bytes = item.size_bytes.unsigned_abs();
                match core.media.bring_near(&item.object_key, size_bytes).await {
                    Err(e) if e.kind() == ErrorKind::NotFound => continue,
                    other => other?,
                }
                let _room = room_for(&item).await?;
                let bytes = match core.media.read(&item.object_key, size_bytes).await {
                    Err(e) if e.kind() == ErrorKind::NotFound => continue,
                    other => other?,
                };
                tokio::task::spawn_blocking(move || of_file(bytes.into())).await.map_err(|_| MediaError::Damaged)?
            };
            queries::media::set_thumbhash(core.store.writer(), item.id, &made.unwrap_or_default()).await?;
            filled += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean colour that a hash holds, of 255.
    fn colour(picture: DynamicImage) -> [u8; 3] {
        let hash = STANDARD.decode(of(&picture)).unwrap();
        let (r, g, b, _) = thumbhash::thumb_hash_to_average_rgba(&hash).unwrap();
        [r, g, b].map(|part| (part * 255.0).round() as u8)
    }

    #[test]
    fn it_keeps_the_colour_of_pictures_of_any_shape() {
        for (width, height) in [(1, 1), (3000, 1), (1, 3000), (640, 480), (99, 101)] {
            let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 40, 40]));
            let [red, green, _] = colour(picture.into());
            assert!(red > 180 && green < 60, "{width} x {height}: {red} {green}");
        }
    }
}
