//! Files in texts: their sizes, blurs, posters and subtitles, which no stored text knows.

use std::collections::HashMap;

use mwanga_core::html::{self, VideoMetadata};
use mwanga_core::media::variants::{MAIL_WIDTHS, Variant};
use mwanga_core::{Core, media};
use mwanga_store::StoreError;
use mwanga_store::entities::media_item;

use super::library::blur;

/// Files by their keys.
pub(super) type MediaByKey = HashMap<String, media_item::Model>;

/// The files of these keys, and the posters of videos among them.
pub(super) async fn load_media(core: &Core, mut keys: Vec<String>) -> Result<MediaByKey, StoreError> {
    keys.sort_unstable();
    keys.dedup();
    let by_key = |item: media_item::Model| (item.object_key.clone(), item);
    let mut media: MediaByKey = media::find_by_keys(core, &keys).await?.into_iter().map(by_key).collect();
    let posters: Vec<String> = media.values().filter_map(|item| item.poster_key.clone()).collect();
    media.extend(media::find_by_keys(core, &posters).await?.into_iter().map(by_key));
    Ok(media)
}

/// A delivered text with what is known of its files.
pub(super) fn with_media(media: &MediaByKey, delivered: &str) -> String {
    let parts = |key: &str| {
        let item = media.get(key)?;
        let poster = item.poster_key.as_ref().and_then(|key| media.get(key));
        // A frame has its video's shape.
        let size = item.width.zip(item.height).or_else(|| poster.and_then(|poster| poster.width.zip(poster.height)));
        Some(VideoMetadata { poster: item.poster_key.clone(), captions: item.captions_key.clone(), size })
    };
    let blur = |key: &str| media.get(key).and_then(blur);
    // Of WebP, which browsers from before 2020 do not show; other types are their own.
    let plain = |key: &str| {
        let item = media.get(key).filter(|_| key.ends_with(".webp"))?;
        Some(Variant::for_mail(item, MAIL_WIDTHS[2]).url(key, u32::try_from(item.width?).ok()?))
    };
    let pictures = html::with_responsive_images(delivered, &blur, &media::variants::srcset, &plain);
    html::with_video_metadata(&pictures, &parts)
}
