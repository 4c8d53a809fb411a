//! Memory limits: pictures are decoded and uploads are read only while there is memory for them, others wait.

use std::sync::LazyLock;

use mwanga_store::entities::media_item;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::MediaError;

/// MB for all pictures that are decoded at once; one that needs more waits until it is alone.
const LIMIT_MB: u32 = 180;
static PICTURES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(LIMIT_MB as usize));
/// The same for uploads that are read. A semaphore of their own: a bucket that hangs must not hold up the copies of
/// pictures that are here.
static UPLOADS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(LIMIT_MB as usize));

fn mb(bytes: u64) -> u32 {
    u32::try_from(bytes >> 20).map_or(LIMIT_MB, |mb| (mb + 1).min(LIMIT_MB))
}

/// Reserves memory for a picture of so many bytes, decoded and as a file, until the permit is dropped. Waits for it.
pub(super) async fn reserve_for_picture(
    decoded_bytes: Option<u64>,
    file_bytes: u64,
) -> Result<SemaphorePermit<'static>, MediaError> {
    // One that is turned or made smaller is there twice for a moment; its file as it came, cleaned, and on its way out.
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

/// Reserves memory for an upload of so many bytes, until the permit is dropped. Waits for it.
pub(super) async fn reserve_for_upload(size_bytes: u64) -> Result<SemaphorePermit<'static>, MediaError> {
    UPLOADS.acquire_many(mb(size_bytes)).await.map_err(|_| MediaError::Damaged)
}
