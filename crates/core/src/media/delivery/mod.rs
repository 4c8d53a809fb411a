//! Delivery of recorded files.
//!
//! - `resize`: resized variants of pictures, created on demand.
//! - `byte_source`: bytes that are streamed from memory or a bucket.
//! - `signed`: signed addresses, and who may see a file.

mod byte_source;
mod resize;
mod signed;

pub use byte_source::{ByteSource, Delivery};
use mwanga_store::entities::media_item;
use mwanga_store::types::MediaKind;
pub(crate) use resize::RunningVariants;
use resize::VariantState;
pub use resize::{resize, store_variant};
pub use signed::{is_signed, is_visible, sign_addresses, sign_mailed};

use super::MediaStore;
use super::variants::Variant;
use crate::Core;

/// The kind of delivery: the original file or a resized copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveredAs {
    Original,
    Variant,
    /// The original, because its variant could not be created in time. It must not be cached.
    Fallback,
}

/// Why a copy whose address names its type is not delivered: at its address nothing of another type may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCopy {
    /// There is none of this file.
    Never,
    /// It could not be created in time.
    NotYet,
}

/// The file of a row, or this copy of it if there is one.
pub async fn deliver(
    core: &Core,
    item: &media_item::Model,
    variant: Option<Variant>,
) -> Result<(Delivery, DeliveredAs), NoCopy> {
    let mut delivered_as = DeliveredAs::Original;
    if let Some(variant) = variant {
        match resize::find_or_create(core, item, variant).await {
            VariantState::Ready(variant) => return Ok((variant, DeliveredAs::Variant)),
            VariantState::NotNeeded if variant.has_fixed_type() => return Err(NoCopy::Never),
            VariantState::Unavailable if variant.has_fixed_type() => return Err(NoCopy::NotYet),
            VariantState::NotNeeded => {}
            VariantState::Unavailable => delivered_as = DeliveredAs::Fallback,
        }
    }
    let original = match &**core.media() {
        MediaStore::Folder(folder) => Delivery::File(folder.path(&item.object_key)),
        MediaStore::Bucket(_) => Delivery::Stream(ByteSource::Bucket {
            key: item.object_key.clone(),
            size_bytes: item.size_bytes as u64,
            cleaning: content_version(item),
        }),
    };
    Ok((original, delivered_as))
}

/// Version of the bytes of a file, for caches: only videos and GIFs were ever replaced.
fn content_version(item: &media_item::Model) -> i32 {
    if item.kind == MediaKind::Video || item.content_type == "image/gif" { item.cleaning } else { 0 }
}
