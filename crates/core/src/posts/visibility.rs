//! Which posts anybody may see.

use mwanga_store::entities::post::Model;
use mwanga_store::types::{PostStatus, Timestamp};

/// Whether a post is published and its moment has come.
pub fn is_public(post: &Model, now: Timestamp) -> bool {
    post.status == PostStatus::Published && post.published_at <= now
}
