//! Access control for the full text of posts.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{Access, SessionKind};

use crate::accounts::Identity;
use crate::{Core, subscriptions};

/// Whether a signed-in user may read the full text of a post: staff everything, readers what their account or
/// subscription unlocks.
pub async fn may_read(core: &Core, identity: &Identity, post: &Model) -> StoreResult<bool> {
    if post.access != Access::Subscribers || (identity.kind == SessionKind::Staff && identity.role.is_editor()) {
        return Ok(true);
    }
    subscriptions::is_entitled(core, identity.account_id).await
}
