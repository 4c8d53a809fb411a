//! Visibility of posts.

use mwanga_store::entities::post::Model;
use mwanga_store::types::{PostStatus, Timestamp};

/// Whether a post is published, and not scheduled for later.
pub fn is_public(post: &Model, now: Timestamp) -> bool {
    post.status == PostStatus::Published && post.published_at <= now
}

/// Whether a post is in the trash and was public before: its addresses answer that it is gone.
pub fn is_gone(post: &Model) -> bool {
    post.status == PostStatus::Trash && post.first_published_at.is_some()
}
