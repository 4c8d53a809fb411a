//! Having a file found by other words in all posts that use it, where they are many.

use mwanga_jobs::{Job, JobError};
use mwanga_store::entities::media_item;
use mwanga_store::queries::library as query;
use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{StoreError, StoreResult, Transaction, queries};
use serde::{Deserialize, Serialize};

use crate::changes::Tags;
use crate::{Core, posts};

/// Posts changed in one go.
const POSTS: u64 = 100;

/// Goes on behind the posts that have the file's words already.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RewordPosts {
    pub media_id: MediaId,
    pub after: PostId,
}

impl Job for RewordPosts {
    type Context = Core;
    const KIND: &'static str = "media.reword_posts";
    const DEDUPE: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        let tx = core.store.begin().await.map_err(JobError::retry)?;
        let mut tags = Tags::default();
        self.reword(&core, &tx, &mut tags).await.map_err(JobError::retry)?;
        core.commit(tx, tags).await.map_err(JobError::retry)
    }
}

impl RewordPosts {
    async fn reword(&self, core: &Core, tx: &Transaction, tags: &mut Tags) -> Result<(), StoreError> {
        match query::lock_by_id(tx, self.media_id).await? {
            Some(item) => reword(core, tx, &item, self.after, tags).await,
            None => Ok(()),
        }
    }
}

/// Has a file found in the next posts that use it, by id, after `after`, by the words it has now; a job goes on where
/// there are more. The file's row is held.
pub(super) async fn reword(
    core: &Core,
    tx: &Transaction,
    item: &media_item::Model,
    after: PostId,
    tags: &mut Tags,
) -> StoreResult<()> {
    let ids = query::posts_with_after(tx, &item.object_key, after, POSTS).await?;
    for post in queries::posts::whole(tx, &ids).await? {
        posts::write_words_of(tx, &post, item).await?;
        posts::add_public_tags(tags, &post);
    }
    if let Some(last) = ids.last().filter(|_| ids.len() as u64 == POSTS) {
        RewordPosts { media_id: item.id, after: *last }.enqueue(tx, core.now()).await?;
    }
    Ok(())
}
