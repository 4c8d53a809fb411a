//! Delivery of recorded files: the file itself or a narrower copy, and who may see it.

mod copies;
mod pieces;
mod signed;

pub(crate) use copies::Copies;
use copies::CopyState;
use mwanga_store::entities::media_item;
use mwanga_store::types::MediaKind;
pub use pieces::{Delivery, Pieces};
pub use signed::{is_signed, is_visible, sign_addresses};

use super::MediaStore;
use crate::Core;

/// What was sent of what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Whole,
    Copy,
    /// The file itself, because its copy could not be made or takes too long: the next time it may be there.
    InPlaceOfCopy,
}

/// The file behind a row, or its copy of `width` pixels where there is one.
pub async fn deliver(core: &Core, item: &media_item::Model, width: Option<u32>) -> (Delivery, Sent) {
    let mut sent = Sent::Whole;
    if let Some(width) = width {
        match copies::find_or_create(core, item, width).await {
            CopyState::Ready(copy) => return (copy, Sent::Copy),
            CopyState::NotNeeded => {}
            CopyState::Unavailable => sent = Sent::InPlaceOfCopy,
        }
    }
    let whole = match &core.media {
        MediaStore::Folder(folder) => Delivery::File(folder.path(&item.object_key)),
        MediaStore::Bucket(_) => Delivery::Pieces(Pieces::InBucket {
            key: item.object_key.clone(),
            size_bytes: item.size_bytes as u64,
            cleaning: cleaning_of(item),
        }),
    };
    (whole, sent)
}

/// Version of the bytes behind a key, for caches: only videos and GIFs were ever changed in their place.
fn cleaning_of(item: &media_item::Model) -> i32 {
    if item.kind == MediaKind::Video || item.content_type == "image/gif" { item.cleaning } else { 0 }
}
