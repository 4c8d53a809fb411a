//! What a save asks for.

use mwanga_jobs::Job;
use mwanga_store::types::{AccountId, PageId, PostId};
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::{Deserialize, Serialize};

use crate::{Core, html};

/// The text that a picture was pasted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PastedInto {
    Post(PostId),
    Page(PageId),
}

/// Fetches the pictures of other sites that a text has marked places of, and puts them there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FetchPictures {
    pub(crate) into: PastedInto,
    /// Whose files they become.
    pub(crate) by: AccountId,
}

/// Enqueues the fetch after a save of `content` by somebody who may upload to where readers see it.
pub(crate) async fn enqueue_after_save(
    core: &Core,
    tx: &impl ConnectionTrait,
    into: PastedInto,
    content: &str,
    by: AccountId,
) -> StoreResult<()> {
    if !core.config.links.enabled || html::missing_pictures(content).is_empty() {
        return Ok(());
    }
    FetchPictures { into, by }.enqueue(tx, core.now()).await.map(|_| ())
}
