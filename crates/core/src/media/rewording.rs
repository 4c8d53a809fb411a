//! Having a file found by other words in all posts that use it, where they are many.

use mwanga_jobs::{Job, JobError};
use mwanga_store::queries::library as query;
use mwanga_store::types::{MediaId, PostId};
use mwanga_store::{StoreError, Transaction};
use serde::{Deserialize, Serialize};

use super::library;
use crate::Core;
use crate::changes::Tags;

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
            Some(item) => library::reword(core, tx, &item, self.after, tags).await,
            None => Ok(()),
        }
    }
}
