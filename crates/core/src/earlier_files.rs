//! Files that earlier revisions of posts and pages show, of saves that an earlier version made.

use mwanga_store::queries::earlier_files::{page_revisions, post_revisions};
use mwanga_store::{StoreResult, queries};

use crate::changes::Tags;
use crate::{Core, pages, posts};

/// Settings with the id of the last revision that was read.
const POSTS_READ: &str = "earlier_files.posts";
const PAGES_READ: &str = "earlier_files.pages";
/// Their value once all are read: later saves keep their own.
const ALL: &str = "all";

/// Revisions that are read in one transaction.
const BATCH: u64 = 100;

/// Keeps the files of all stored revisions, once, and returns how many were read. An interrupted run is resumed.
pub async fn backfill(core: &Core) -> StoreResult<u64> {
    let mut read = 0;
    while !core.stopping.is_cancelled() {
        let Some(after) = resume_after(core, POSTS_READ).await? else { break };
        let tx = core.store.begin().await?;
        let rows = post_revisions(&tx, after, BATCH).await?;
        let value = rows.last().map_or_else(|| ALL.to_owned(), |last| last.id.to_string());
        for row in rows {
            posts::record_files(&tx, row).await?;
            read += 1;
        }
        queries::settings::set(&tx, POSTS_READ, &value, core.now()).await?;
        core.commit(tx, Tags::default()).await?;
    }
    while !core.stopping.is_cancelled() {
        let Some(after) = resume_after(core, PAGES_READ).await? else { break };
        let tx = core.store.begin().await?;
        let rows = page_revisions(&tx, after, BATCH).await?;
        let value = rows.last().map_or_else(|| ALL.to_owned(), |last| last.id.to_string());
        for row in rows {
            pages::record_files(&tx, row).await?;
            read += 1;
        }
        queries::settings::set(&tx, PAGES_READ, &value, core.now()).await?;
        core.commit(tx, Tags::default()).await?;
    }
    Ok(read)
}

/// The id of the last revision that was read; `None` once all are.
async fn resume_after(core: &Core, setting: &str) -> StoreResult<Option<i64>> {
    let value = queries::settings::get(core.store.reader(), setting).await?;
    Ok(match value.as_deref() {
        Some(ALL) => None,
        value => Some(value.and_then(|id| id.parse().ok()).unwrap_or(0)),
    })
}
