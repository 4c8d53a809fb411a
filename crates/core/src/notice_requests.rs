//! What a save asks for where subscribers are to be notified of the post; the newsletter does it.

use mwanga_jobs::Job;
use mwanga_store::entities::post;
use mwanga_store::types::{PostId, PostStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use serde::{Deserialize, Serialize};

use crate::Core;

/// Notifies subscribers of a post, unless it was deleted, unpublished or rescheduled, or the request was withdrawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NotifySubscribers {
    pub(crate) post_id: PostId,
    /// The moment that the notice is about, in milliseconds.
    pub(crate) published_at: i64,
}

/// The same where only the subscribers of some topics are notified. A process of an earlier version, which knows no
/// topics, leaves jobs of this kind to others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NotifyTopics(pub(crate) NotifySubscribers);

/// Called by every save: enqueues a requested notice for when the post was public for the undo period.
pub(crate) async fn enqueue_if_requested(
    core: &Core,
    tx: &impl ConnectionTrait,
    post: &post::Model,
    now: Timestamp,
) -> StoreResult<()> {
    if post.status != PostStatus::Published {
        return Ok(());
    }
    let Some(topics) = queries::post_notices::find_topics(tx, post.id).await? else { return Ok(()) };
    let due_at = post.published_at.max(now).plus_ms(core.config.mail.undo_ms());
    let job = NotifySubscribers { post_id: post.id, published_at: post.published_at.0 };
    match topics.is_empty() {
        true => job.enqueue_at(tx, due_at, now).await,
        false => NotifyTopics(job).enqueue_at(tx, due_at, now).await,
    }
}
