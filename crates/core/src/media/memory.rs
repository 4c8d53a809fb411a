//! Memory limits: decoding a picture or reading an upload waits until there is memory for it.

use std::sync::LazyLock;

use mwanga_store::entities::media_item;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::MediaError;

/// Memory in MB for all pictures that are decoded at once; one that needs more waits until it is alone.
const LIMIT_MB: u32 = 180;
static PICTURES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(LIMIT_MB as usize));
/// The same for uploads. A semaphore of their own, so that a bucket that hangs does not block resizing.
static UPLOADS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(LIMIT_MB as usize));

fn mb(bytes: u64) -> u32 {
    u32::try_from(bytes >> 20).map_or(LIMIT_MB, |mb| (mb + 1).min(LIMIT_MB))
}

/// Waits for memory for a picture, and reserves it until the permit is dropped. `decoded_bytes` is none when unknown.
pub(super) async fn reserve_for_picture(
    decoded_bytes: Option<u64>,
    file_bytes: u64,
) -> Result<SemaphorePermit<'static>, MediaError> {
    // A rotated or resized picture is in memory twice, its file up to three times: original, cleaned and written.
    let bytes = decoded_bytes.map_or(u64::MAX, |decoded| decoded.saturating_mul(2).saturating_add(file_bytes * 3));
    PICTURES.acquire_many(mb(bytes)).await.map_err(|_| MediaError::Damaged)
}

/// [`reserve_for_picture`] for a recorded one.
pub(super) async fn reserve_for_item(item: &media_item::Model) -> Result<SemaphorePermit<'static>, MediaError> {
    let pixels = item
        .width
        .zip(item.height)
        .map(|(width, height)| width.unsigned_abs() as u64 * u64::from(height.unsigned_abs()));
    reserve_for_picture(pixels.map(|pixels| pixels * 4), item.size_bytes.unsigned_abs()).await
}

/// Waits for memory for an upload, and reserves it until the permit is dropped.
pub(super) async fn reserve_for_upload(size_bytes: u64) -> Result<SemaphorePermit<'static>, MediaError> {
    UPLOADS.acquire_many(mb(size_bytes)).await.map_err(|_| MediaError::Damaged)
}
