//! The links of a post, with what is known of them.

use mwanga_jobs::Job;
use mwanga_store::entities::link_check;
use mwanga_store::types::PostId;
use mwanga_store::{StoreError, StoreResult, queries};

use crate::Core;
use crate::attempts::{self, Attempt, TooMany};
use crate::changes::Tags;
use crate::link_checks::{CheckLinks, LinkPlace, links, urls};
use crate::posts::{self, PostError, Writer};

/// A link of a post, and what came of asking it the last time.
#[derive(Clone, Debug)]
pub struct PostLink {
    pub url: String,
    pub place: LinkPlace,
    /// None where it was not asked yet.
    pub check: Option<link_check::Model>,
}

/// Whether the links of a post are about to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    Idle,
    Running,
    /// The site is a held copy: nothing goes out.
    Held,
    /// The configuration says so.
    Off,
}

#[derive(Debug)]
pub struct PostLinks {
    pub links: Vec<PostLink>,
    pub state: CheckState,
}

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error(transparent)]
    Post(#[from] PostError),
    #[error("too many checks")]
    TooMany(TooMany),
    /// The site is held, or the configuration switches the checks off.
    #[error("no links are asked")]
    Unavailable,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The links of a post that the writer may read, as it is saved.
pub async fn of_post(core: &Core, by: Writer, id: PostId) -> Result<PostLinks, PostError> {
    let post = posts::get_for(core, by, id).await?;
    let db = core.store.reader();
    let mut known = queries::link_checks::by_urls(db, &urls(&post)).await?;
    let state = state(core, id).await?;
    let links =
        links(&post).into_iter().map(|(url, place)| PostLink { check: known.remove(&url), url, place }).collect();
    Ok(PostLinks { links, state })
}

async fn state(core: &Core, id: PostId) -> StoreResult<CheckState> {
    if !core.config.links.enabled {
        return Ok(CheckState::Off);
    }
    if core.held().is_set() {
        return Ok(CheckState::Held);
    }
    let mut keys = Vec::new();
    for again in [false, true] {
        keys.extend(CheckLinks { post_id: id, again }.dedupe_key()?);
    }
    let is_running = queries::jobs::is_unfinished(core.store.reader(), CheckLinks::KIND, &keys).await?;
    Ok(if is_running { CheckState::Running } else { CheckState::Idle })
}

/// Has the links of a post asked now, whatever they answered before.
pub async fn check_again(core: &Core, by: Writer, id: PostId) -> Result<(), LinkError> {
    posts::get_for(core, by, id).await?;
    if matches!(state(core, id).await?, CheckState::Off | CheckState::Held) {
        return Err(LinkError::Unavailable);
    }
    attempts::count(core, Attempt::LinkCheck { account: by.account_id }).await?.map_err(LinkError::TooMany)?;
    let tx = core.store.begin().await?;
    CheckLinks { post_id: id, again: true }.enqueue(&tx, core.now()).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(())
}
