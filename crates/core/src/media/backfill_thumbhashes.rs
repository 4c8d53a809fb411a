//! Backfill of ThumbHashes and blurs of pictures that an earlier version recorded.

use std::io::ErrorKind;

use mwanga_store::queries;
use mwanga_store::types::MediaId;

use crate::Core;
use crate::changes::{self, Tags};
use crate::media::intake::thumbhash::{blur, compute_from_file};
use crate::media::{MediaError, memory};

/// Rows read at once.
const BATCH: u64 = 100;

/// Computes missing ThumbHashes and blurs, and returns the number of pictures.
pub async fn backfill_thumbhashes(core: &Core) -> Result<u64, MediaError> {
    let rendered = render_blurs(core).await?;
    let mut hashed = 0;
    let outcome = compute_hashes(core, &mut hashed).await;
    if rendered + hashed > 0 {
        // The pictures may be on any page.
        let mut tags = Tags::default();
        tags.add(changes::SITE);
        core.commit(core.store.begin().await?, tags).await?;
    }
    outcome.map(|()| rendered + hashed)
}

async fn render_blurs(core: &Core) -> Result<u64, MediaError> {
    let mut rendered = 0;
    loop {
        let pictures = queries::media::without_blur(core.store.reader(), BATCH).await?;
        if pictures.is_empty() || core.stopping.is_cancelled() {
            return Ok(rendered);
        }
        let render = move || pictures.into_iter().map(|(id, hash)| (id, blur(&hash), hash)).collect::<Vec<_>>();
        let blurs = tokio::task::spawn_blocking(render).await.map_err(|_| MediaError::Damaged)?;
        let tx = core.store.begin().await?;
        for (id, blur, hash) in blurs {
            queries::media::set_thumbhash(&tx, id, &hash, &blur).await?;
            rendered += 1;
        }
        core.commit(tx, Tags::default()).await?;
    }
}

/// Computes missing hashes. A storage that cannot be reached ends it until the next start.
async fn compute_hashes(core: &Core, hashed: &mut u64) -> Result<(), MediaError> {
    let mut after = MediaId(0);
    loop {
        let items = queries::media::without_thumbhash(core.store.reader(), after, BATCH).await?;
        let Some(last) = items.last() else { return Ok(()) };
        after = last.id;
        for item in items {
            if core.stopping.is_cancelled() {
                return Ok(());
            }
            let hash = {
                let size_bytes = item.size_bytes.unsigned_abs();
                match core.media().prefetch(&item.object_key, size_bytes).await {
                    Err(e) if e.kind() == ErrorKind::NotFound => continue,
                    other => other?,
                }
                let _memory = memory::reserve_for_item(&item).await?;
                let bytes = match core.media().read(&item.object_key, size_bytes).await {
                    Err(e) if e.kind() == ErrorKind::NotFound => continue,
                    other => other?,
                };
                tokio::task::spawn_blocking(move || compute_from_file(bytes.into()))
                    .await
                    .map_err(|_| MediaError::Damaged)?
            };
            let hash = hash.unwrap_or_default();
            queries::media::set_thumbhash(core.store.writer(), item.id, &hash, &blur(&hash)).await?;
            *hashed += 1;
        }
    }
}
