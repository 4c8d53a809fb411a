//! Visibility of posts.

use mwanga_store::entities::post::Model;
use mwanga_store::types::{PostStatus, Timestamp};

/// Whether a post is published, and not scheduled for later.
pub fn is_public(post: &Model, now: Timestamp) -> bool {
    post.status == PostStatus::Published && post.published_at <= now
}
