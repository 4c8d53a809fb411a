//! Update of the search words of a file in all posts that use it.

use mwanga_jobs::{Job, JobError};
use mwanga_store::entities::media_item;
use mwanga_store::queries::library as query;
use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{StoreError, StoreResult, Transaction, queries};
use serde::{Deserialize, Serialize};

use crate::changes::Tags;
use crate::{Core, posts};

/// Posts updated in one transaction.
const BATCH: u64 = 100;

/// Job that continues the update after the post `after`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReindexPosts {
    pub media_id: MediaId,
    pub after: PostId,
}

impl Job for ReindexPosts {
    type Context = Core;
    const KIND: &'static str = "media.reword_posts";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        let tx = core.store.begin().await.map_err(JobError::retry)?;
        let mut tags = Tags::default();
        self.run_batch(&core, &tx, &mut tags).await.map_err(JobError::retry)?;
        core.commit(tx, tags).await.map_err(JobError::retry)
    }
}

impl ReindexPosts {
    async fn run_batch(&self, core: &Core, tx: &Transaction, tags: &mut Tags) -> Result<(), StoreError> {
        match query::lock_by_id(tx, self.media_id).await? {
            Some(item) => reindex_posts(core, tx, &item, self.after, tags).await,
            None => Ok(()),
        }
    }
}

/// Updates the search words in the next posts with the file, by id from `after` on; a job continues when there are
/// more. The caller has locked the row of the file.
pub(super) async fn reindex_posts(
    core: &Core,
    tx: &Transaction,
    item: &media_item::Model,
    after: PostId,
    tags: &mut Tags,
) -> StoreResult<()> {
    let ids = query::posts_using_after(tx, &item.object_key, after, BATCH).await?;
    for post in queries::posts::by_ids(tx, &ids).await? {
        posts::update_file_words(tx, &post, item).await?;
        posts::add_public_tags(tags, &post);
    }
    if let Some(last) = ids.last().filter(|_| ids.len() as u64 == BATCH) {
        ReindexPosts { media_id: item.id, after: *last }.enqueue(tx, core.now()).await?;
    }
    Ok(())
}
