//! Some of the demo's posts as drafts, for a publication that begins: posts like any others, without the demo's
//! accounts, subscribers and orders.

use mwanga_core::Core;
use mwanga_core::changes::Tags;
use mwanga_core::posts::{self, ImportPost, PostForm};
use mwanga_core::set_up::{self, Answer, Question};
use mwanga_jobs::{Job, JobError};
use mwanga_store::queries::jobs::TimeFilter;
use mwanga_store::{StoreResult, queries};
use serde::{Deserialize, Serialize};

use crate::{SamplePost, external_key, form, sample_posts};

/// One of each kind that a post can be: with table, list, code, deals, picture, video and a review.
const DRAFTS: [&str; 8] = [
    "tech/01-share-one-fibre-line",
    "business/01-invoice-that-gets-paid",
    "the-big-story/01-last-hundred-metres",
    "ai/01-language-model-reads-swahili",
    "science/01-how-a-city-makes-heat",
    "buying-guide/01-router-shared-plot",
    "review/01-phone-camera-kipepeo-5",
    "video/01-eight-second-sunrise",
];

/// What fails so often is no passing fault.
const MAX_ATTEMPTS: i32 = 5;

/// How many of the drafts are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftProgress {
    pub total: usize,
    /// Also those that were deleted since: they do not come back.
    pub added: usize,
    /// Jobs that are not done yet.
    pub waiting: usize,
}

/// Adds the drafts that were never added, by a job each.
pub async fn add_drafts(core: &Core) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    for name in DRAFTS {
        if queries::imports::get(&tx, &external_key(name)).await?.is_none() {
            AddDraft { name: name.to_owned() }.enqueue(&tx, core.now()).await?;
        }
    }
    set_up::record(&tx, Question::Posts, Answer::Answered, core.now()).await?;
    core.commit(tx, Tags::default()).await
}

/// How far [`add_drafts`] has come.
pub async fn draft_progress(core: &Core) -> StoreResult<DraftProgress> {
    let db = core.store.reader();
    let unfinished = queries::jobs::count_unfinished(db, &[AddDraft::KIND], TimeFilter::Any).await?;
    let waiting = unfinished.iter().map(|(_, count, _)| usize::try_from(*count).unwrap_or(0)).sum();
    let mut added = 0;
    for name in DRAFTS {
        added += usize::from(queries::imports::get(db, &external_key(name)).await?.is_some());
    }
    Ok(DraftProgress { total: DRAFTS.len(), added, waiting })
}

/// Writes one draft with its pictures.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddDraft {
    pub name: String,
}

impl Job for AddDraft {
    type Context = Core;
    const KIND: &'static str = "demo.add_draft";
    const DEDUPE: bool = true;
    /// It stays on this machine.
    const RUNS_WHILE_HELD: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        self.add(&core).await.map_err(|e| JobError::retry_up_to(MAX_ATTEMPTS, e))
    }
}

impl AddDraft {
    async fn add(self, core: &Core) -> anyhow::Result<()> {
        let external_key = external_key(&self.name);
        // A run before this one may have ended just after it.
        if queries::imports::get(core.store.reader(), &external_key).await?.is_some() {
            return Ok(());
        }
        // A later version may have other posts.
        let Some(post) = sample(&self.name)? else { return Ok(()) };
        let form = PostForm {
            author_name: Some(posts::TEAM.to_owned()),
            status: Some("draft".to_owned()),
            ..form(core, post).await?
        };
        posts::import(core, ImportPost { external_key, form, slug: None, created_at: None, owner_id: None }).await?;
        Ok(())
    }
}

fn sample(name: &str) -> anyhow::Result<Option<SamplePost>> {
    Ok(sample_posts()?.into_iter().find(|post| post.name == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_draft_is_a_post_that_everybody_may_read_and_names_no_product() {
        for name in DRAFTS {
            let post = sample(name).unwrap().unwrap_or_else(|| panic!("there is no {name}"));
            assert!(post.front_matter.access.is_none(), "{name}");
            assert!(!format!("{} {:?}", post.body, post.front_matter).contains("Mwanga"), "{name}");
        }
    }
}
