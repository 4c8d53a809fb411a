//! Who may read the whole of a post.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{Access, SessionKind};

use crate::accounts::Identity;
use crate::{Core, subscriptions};

/// Whether somebody with a session may read all of a post: staff at work everything, readers what their account or
/// their subscription unlocks.
pub async fn may_read(core: &Core, who: &Identity, post: &Model) -> StoreResult<bool> {
    if post.access != Access::Subscribers || (who.kind == SessionKind::Staff && who.role.is_staff()) {
        return Ok(true);
    }
    subscriptions::is_entitled(core, who.account_id).await
}
