//! Words that the store keeps folded: what a version that folded them in another way wrote is made anew, once.

use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;

use crate::changes::Tags;
use crate::fold::{FOLDING_VERSION, search_words};
use crate::{Core, media, posts};

/// Settings with the version and the id of the last post or file whose words were made anew.
const POSTS_FOLDED: &str = "folded_words.posts";
const FILES_FOLDED: &str = "folded_words.files";
/// Instead of the id once all are.
const ALL: &str = "all";

/// Rows after which the place is kept. Each is written in a transaction of its own, so that a save waits for one alone.
const BATCH: u64 = 50;

/// Folds the stored words of all posts and files anew, once for each [`FOLDING_VERSION`], and returns how many changed.
/// An interrupted run is resumed. Safe to run in several processes at once, and while posts are saved.
pub async fn backfill(core: &Core) -> StoreResult<u64> {
    let mut changed = 0;
    while !core.stopping.is_cancelled() {
        let Some(after) = resume_after(core, POSTS_FOLDED).await? else { break };
        let ids = queries::posts::list_ids(core.store.reader(), PostId(after), BATCH).await?;
        for id in &ids {
            let tx = core.store.begin().await?;
            changed += u64::from(posts::refold(&tx, *id).await?);
            core.commit(tx, Tags::default()).await?;
        }
        keep_place(core, POSTS_FOLDED, ids.last().map(|id| id.0)).await?;
    }
    while !core.stopping.is_cancelled() {
        let Some(after) = resume_after(core, FILES_FOLDED).await? else { break };
        let ids: Vec<MediaId> = queries::media::page(core.store.reader(), MediaId(after), BATCH)
            .await?
            .into_iter()
            .map(|item| item.id)
            .collect();
        for id in &ids {
            changed += u64::from(refold_file(core, *id).await?);
        }
        keep_place(core, FILES_FOLDED, ids.last().map(|id| id.0)).await?;
    }
    Ok(changed)
}

/// Whether the words by which the library finds a file changed.
async fn refold_file(core: &Core, id: MediaId) -> StoreResult<bool> {
    let tx = core.store.begin().await?;
    let Some(item) = queries::library::lock_by_id(&tx, id).await? else { return Ok(false) };
    let search_name = search_words(&media::search_text(&item));
    let is_changed = search_name != item.search_name;
    if is_changed {
        let row = mwanga_store::entities::media_item::ActiveModel {
            id: Set(id),
            search_name: Set(search_name),
            ..Default::default()
        };
        queries::media::update(&tx, row).await?;
    }
    core.commit(tx, Tags::default()).await?;
    Ok(is_changed)
}

async fn keep_place(core: &Core, setting: &str, last: Option<i64>) -> StoreResult<()> {
    let place = last.map_or_else(|| ALL.to_owned(), |id| id.to_string());
    let value = format!("{FOLDING_VERSION} {place}");
    queries::settings::set(core.store.writer(), setting, &value, core.now()).await
}

/// The id of the last row that is folded; `None` once all are.
async fn resume_after(core: &Core, setting: &str) -> StoreResult<Option<i64>> {
    let value = queries::settings::get(core.store.reader(), setting).await?;
    let place = value.as_deref().and_then(|value| value.split_once(' '));
    Ok(match place.filter(|(version, _)| *version == FOLDING_VERSION.to_string()) {
        Some((_, ALL)) => None,
        place => Some(place.and_then(|(_, id)| id.parse().ok()).unwrap_or(0)),
    })
}
