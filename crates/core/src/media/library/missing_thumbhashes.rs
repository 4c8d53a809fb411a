//! ThumbHashes of pictures that an earlier version recorded.

use std::io::ErrorKind;

use mwanga_store::queries;
use mwanga_store::types::MediaId;

use crate::Core;
use crate::changes::{self, Tags};
use crate::media::intake::thumbhash::{blur, of_file};
use crate::media::{MediaError, memory};

/// Rows read at once.
const ROWS: u64 = 100;

/// Makes what pictures lack that an earlier version recorded, in its own time, and says for how many.
pub async fn fill_missing(core: &Core) -> Result<u64, MediaError> {
    let drawn = draw_known(core).await?;
    let mut hashed = 0;
    let outcome = hash_unknown(core, &mut hashed).await;
    if drawn + hashed > 0 {
        // They may be on any page.
        let mut tags = Tags::default();
        tags.add(changes::SITE);
        core.commit(core.store.begin().await?, tags).await?;
    }
    outcome.map(|()| drawn + hashed)
}

async fn draw_known(core: &Core) -> Result<u64, MediaError> {
    let mut drawn = 0;
    loop {
        let known = queries::media::without_blur(core.store.reader(), ROWS).await?;
        if known.is_empty() || core.stopping.is_cancelled() {
            return Ok(drawn);
        }
        let draw = move || known.into_iter().map(|(id, hash)| (id, blur(&hash), hash)).collect::<Vec<_>>();
        let blurs = tokio::task::spawn_blocking(draw).await.map_err(|_| MediaError::Damaged)?;
        let tx = core.store.begin().await?;
        for (id, blur, hash) in blurs {
            queries::media::set_thumbhash(&tx, id, &hash, &blur).await?;
            drawn += 1;
        }
        core.commit(tx, Tags::default()).await?;
    }
}

/// What cannot be reached now is left for the next start.
async fn hash_unknown(core: &Core, hashed: &mut u64) -> Result<(), MediaError> {
    let mut after = MediaId(0);
    loop {
        let items = queries::media::without_thumbhash(core.store.reader(), after, ROWS).await?;
        let Some(last) = items.last() else { return Ok(()) };
        after = last.id;
        for item in items {
            if core.stopping.is_cancelled() {
                return Ok(());
            }
            let made = {
                let size_bytes = item.size_bytes.unsigned_abs();
                match core.media.bring_near(&item.object_key, size_bytes).await {
                    Err(e) if e.kind() == ErrorKind::NotFound => continue,
                    other => other?,
                }
                let _memory = memory::reserve_for_item(&item).await?;
                let bytes = match core.media.read(&item.object_key, size_bytes).await {
                    Err(e) if e.kind() == ErrorKind::NotFound => continue,
                    other => other?,
                };
                tokio::task::spawn_blocking(move || of_file(bytes.into())).await.map_err(|_| MediaError::Damaged)?
            };
            let made = made.unwrap_or_default();
            queries::media::set_thumbhash(core.store.writer(), item.id, &made, &blur(&made)).await?;
            *hashed += 1;
        }
    }
}
