//! Access control for the full text of posts.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{Access, SessionKind};
use serde::{Deserialize, Serialize};

use crate::accounts::Identity;
use crate::{Core, subscriptions};

/// A kind of reader, for the preview of a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReaderKind {
    /// Not signed in.
    #[default]
    Stranger,
    /// Signed in, without a subscription.
    Reader,
    Subscriber,
}

impl ReaderKind {
    /// Whether such a reader may read the full text.
    pub const fn may_read(self, post: &Model) -> bool {
        match post.access {
            Access::Everyone => true,
            Access::Registered => !matches!(self, Self::Stranger),
            Access::Subscribers => matches!(self, Self::Subscriber),
        }
    }
}

/// Whether a signed-in user may read the full text of a post: staff everything, readers what their account or
/// subscription unlocks.
pub async fn may_read(core: &Core, identity: &Identity, post: &Model) -> StoreResult<bool> {
    if post.access != Access::Subscribers || (identity.kind == SessionKind::Staff && identity.role.is_editor()) {
        return Ok(true);
    }
    subscriptions::is_entitled(core, identity.account_id).await
}
